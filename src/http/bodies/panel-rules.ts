import type { ErrorObject } from 'ajv'
import { isObject } from '../../util/objects.ts'

/** Rules of the real panel by the keyword of JSON Schema that is broken. */
type PanelRules = Readonly<Record<string, readonly string[]>>

/** The rules that the real panel names for a broken keyword, where they differ from it. Section 7. */
export function panelRulesOf({
  keyword,
  params,
  data,
  parentSchema = {},
}: ErrorObject): readonly string[] | undefined {
  if (keyword === 'required')
    return rulesIn(parentSchema['properties']?.[params['missingProperty']])?.['required']
  const own = rulesIn(parentSchema)?.[keyword]
  if (data !== null || keyword !== 'type') return own
  // A null is measured like any other value.
  const rules = own ?? [String([params['type']].flat()[0])]
  return parentSchema['minimum'] === undefined ? own : [...rules, 'min']
}

const rulesIn = (schema: unknown): PanelRules | undefined =>
  // Only schemas of this project have the keyword.
  isObject(schema) ? (schema['panelRules'] as PanelRules | undefined) : undefined
