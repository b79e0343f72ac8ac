import { longText } from './sent-values.ts'

/** The variable of the kit's egg that accepts any text. */
export const kitVariable = 'CONFORMANCE_MARK'

/** The variable of the kit's egg whose default is a number. */
export const kitNumber = 'CONFORMANCE_NUMBER'

/** The beginning of the names of the variables of the kit's egg. */
export const kitPrefix = 'CONFORMANCE_'

/**
 * The variables of the kit's egg, by their names: defaults that a server may turn into a number or drop by mistake, and
 * flags and rules that differ.
 */
const ownVariables: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  [kitVariable]: {},
  [kitNumber]: { default_value: '0' },
  CONFORMANCE_EMPTY: { default_value: '', user_editable: false },
  CONFORMANCE_HIDDEN: { user_viewable: false, user_editable: false, rules: 'nullable|string|max:191' },
}

/** The display name of the variables of the kit's egg, which differs from their names in the environment. */
export const variableName = 'A variable of the conformance run'

const variable = (
  env_variable: string,
  description: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  name: variableName,
  description,
  env_variable,
  default_value: 'none',
  user_viewable: true,
  user_editable: true,
  rules: 'nullable|string',
  field_type: 'text',
  ...more,
})

/** The description of each variable of the kit's egg; it is long, so that a text that is cut shows. */
const variableDescription = (mark: string): string => `${mark}: ${longText(150)}`

/** More variables than a page or a short list holds; the numbers have two digits. */
export const manyVariables = (mark: string) =>
  Array.from({ length: 22 }, (_, at) => variable(`${kitPrefix}${at + 10}`, variableDescription(mark)))

/** An install script as long as that of a common egg. */
const script = (mark: string): string =>
  `#!/bin/sh\necho "${mark}"\n${'# A comment of the script.\n'.repeat(200)}`

/**
 * The text of a small egg share file with variables that accept any text. Where the document defines a structure
 * (`done` is an array, `logs` has two fields), the file has it, because a server may store the structure of the file.
 * @param mark a text by which the file is recognised
 * @param names names of additional variables
 * @param images images that servers of the egg already use
 */
export const kitEgg = (
  mark: string,
  names: readonly string[] = [],
  version: 'PTDL_v1' | 'PTDL_v2' = 'PTDL_v2',
  images: readonly string[] = [],
): string =>
  JSON.stringify({
    meta: { version, update_url: null },
    exported_at: '2026-01-01T00:00:00+00:00',
    name: mark,
    author: 'conformance@example.com',
    description: `${mark}: ${longText(300)}\nSecond line.`,
    features: [],
    ...(version === 'PTDL_v1'
      ? { images: ['example/conformance:1', ...images] }
      : {
          docker_images: {
            [mark]: 'example/conformance:1',
            ...Object.fromEntries(images.map((image) => [image, image])),
          },
        }),
    file_denylist: [],
    startup: `./run --mark "${mark}" ${longText(300)}`,
    config: {
      files: JSON.stringify({
        'server.properties': { parser: 'properties', find: { 'max-players': '20', motd: mark } },
      }),
      startup: JSON.stringify({ done: [mark] }),
      logs: JSON.stringify({ custom: false, location: 'logs/latest.log' }),
      stop: 'stop',
    },
    scripts: {
      installation: { script: script(mark), container: 'alpine:3', entrypoint: 'ash' },
    },
    variables: [
      ...Object.entries(ownVariables).map(([name, own]) => variable(name, variableDescription(mark), own)),
      ...[...new Set(names)].map((name) => variable(name, mark)),
    ],
  })
