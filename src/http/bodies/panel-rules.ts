import type { Broken } from '../../contract/checking/errors-in.ts'
import { isObject } from '../../contract/objects.ts'

/** Rules of the real panel by the keyword of JSON Schema that is broken. */
type PanelRules = Readonly<Record<string, readonly string[]>>

/** The rules that the real panel names for a broken keyword; undefined if it names the usual rule. Section 7. */
export function panelRulesOf({ keyword, params, data, schema }: Broken): readonly string[] | undefined {
  if (keyword === 'required') return rulesIn(schema.properties?.[params['missingProperty']])?.['required']
  const own = rulesIn(schema)?.[keyword]
  if (data !== null || keyword !== 'type') return own
  // The real panel checks null against `min`, too.
  const rules = own ?? [String([params['type']].flat()[0])]
  return schema.minimum === undefined ? own : [...rules, 'min']
}

const rulesIn = (schema: unknown): PanelRules | undefined =>
  // Only schemas of this project have the keyword `panelRules`, so its type is known.
  isObject(schema) ? (schema['panelRules'] as PanelRules | undefined) : undefined
