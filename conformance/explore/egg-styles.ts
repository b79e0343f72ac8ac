import { parsedJson } from '../client/parsed-json.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { kitPrefix, manyVariables } from '../judge/kit-egg.ts'
import { type EggStyle, styleOf, unlike, unlikeFile, withVariables } from '../judge/operations/import-egg.ts'
import type { Attributes } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'

/** Share files of the style that the server granted: as it is, with other values in it, and with many variables. */
export async function eggStyles(fixtures: Fixtures): Promise<readonly EggStyle[]> {
  const style = await styleOf(fixtures)
  return [
    style,
    ...unlike.map((kind) => (mark: string) => unlikeFile(style(mark), undefined, kind)),
    (mark) => withVariables(style(mark), manyVariables(mark)) ?? style(mark),
    (mark) => withOthers(style(mark), () => []),
    (mark) =>
      withOthers(style(mark), (others) =>
        others.map((each, at) => ({ ...each, rules: oddRules[at % oddRules.length] })),
      ),
  ]
}

/** Rules that accept all values of the kit. None has the sign that separates rules: real panels cut patterns there. */
const oddRules = [
  'nullable|regex:/^[\\s\\S]*$/',
  'nullable|string|max:5000|regex:/^[^~,]*$/i',
  'nullable|regex:/^.{0,99}$/',
]

/** Changes all variables of a share file but the first; the same file if one is not of the kit. */
function withOthers(file: string, change: (variables: readonly Attributes[]) => readonly unknown[]): string {
  const json = parsedJson(file)
  const variables =
    isObject(json) && Array.isArray(json['variables']) ? json['variables'].filter(isObject) : []
  const [first, ...others] = variables
  const isOfKit = ({ env_variable }: Attributes): boolean => String(env_variable).startsWith(kitPrefix)
  if (!first || !variables.every(isOfKit)) return file
  return JSON.stringify({ ...(json as Attributes), variables: [first, ...change(others)] })
}
