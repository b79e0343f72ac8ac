import { recordOf, without } from '../../src/contract/index.ts'
import { parsedJson } from '../client/parsed-json.ts'
import share from './kit-egg.json' with { type: 'json' }

/** The variable of the kit's egg that accepts any text. */
export const kitVariable = 'CONFORMANCE_MARK'

/** The variable of the kit's egg whose default is a number. */
export const kitNumber = 'CONFORMANCE_NUMBER'

/** The beginning of the names of the variables of the kit's egg. */
export const kitPrefix = 'CONFORMANCE_'

/** The display name of the variables of the kit's egg, which differs from their names in the environment. */
export const variableName = 'A variable of the conformance run'

/** A text with a mark instead of each `{{mark}}`; fields of a share file can hold JSON in a string, which stays JSON. */
export function withMark(text: string, mark: string): string {
  const json = parsedJson(text)
  if (typeof json !== 'object' || json === null) return text.replaceAll('{{mark}}', () => mark)
  return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/g, (string) =>
    string.includes('{{mark}}') ? JSON.stringify(withMark(String(JSON.parse(string)), mark)) : string,
  )
}

const variable = (env_variable: string, description: string, more = {}) => ({
  ...share.variables[0],
  ...{ env_variable, description, ...more },
})

/** Defaults that a server may turn into a number or a boolean by mistake. */
const oddDefaults = ['none', '-1.50', '007', 'true', '1e3', '12345678901234567']

/** More variables than a page or a short list holds; the numbers have two digits. */
export const manyVariables = (mark: string) =>
  Array.from({ length: 22 }, (_, at) =>
    variable(`${kitPrefix}${at + 10}`, withMark(String(share.variables[0]?.description), mark), {
      default_value: oddDefaults[at % oddDefaults.length],
      user_viewable: at % 2 === 0,
      user_editable: at % 3 === 0,
    }),
  )

const { installation } = share.scripts

/** An install script as long as that of a common egg. */
const script = installation.script + '# A comment of the script.\n'.repeat(200)

/**
 * The text of a small egg share file with variables that accept any text. Where the document defines a structure
 * (`done` is an array, `logs` has two fields), the file has it, because a server may store the structure of the file.
 * The variables have defaults that a server may turn into a number or drop by mistake, and flags and rules that differ.
 * @param mark a text by which the file is recognised
 * @param names names of additional variables
 * @param images images that servers of the egg already use
 */
export function kitEgg(
  mark: string,
  names: readonly string[] = [],
  version: 'PTDL_v1' | 'PTDL_v2' = 'PTDL_v2',
  images: readonly string[] = [],
): string {
  const egg = {
    ...share,
    meta: { ...share.meta, version },
    images: [...share.images, ...images],
    docker_images: { ...share.docker_images, ...recordOf(images, (image) => image) },
    scripts: { installation: { ...installation, script } },
    variables: [...share.variables, ...[...new Set(names)].map((name) => variable(name, '{{mark}}'))],
  }
  return withMark(JSON.stringify(without(egg, version === 'PTDL_v1' ? 'docker_images' : 'images')), mark)
}
