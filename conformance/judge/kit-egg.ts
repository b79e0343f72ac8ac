import { longText } from './sent-values.ts'

/** The variable of the kit's own egg, which any text suits. */
export const kitVariable = 'CONFORMANCE_MARK'

/** Defaults of its own variables, of which a careless server turns one into a number and drops another. */
export const ownDefaults: Readonly<Record<string, string>> = {
  [kitVariable]: 'none',
  CONFORMANCE_NUMBER: '0',
  CONFORMANCE_EMPTY: '',
}

/** Display names of the variables of the kit's own egg, which differ from their names in the environment. */
export const variableName = 'A variable of the conformance run'

const variable = (env_variable: string, description: string, default_value = 'none') => ({
  name: variableName,
  description,
  env_variable,
  default_value,
  user_viewable: true,
  user_editable: true,
  rules: 'nullable|string',
  field_type: 'text',
})

/** The description of each variable of the kit's own egg, which is as long as that of a careful author. */
export const variableDescription = (mark: string): string => `${mark}: ${longText(150)}`

/** An install script, which is as long as those of common eggs. */
const script = (mark: string): string =>
  `#!/bin/sh\necho "${mark}"\n${'# A comment of the script.\n'.repeat(200)}`

/**
 * The text of a small egg share file whose variables any environment suits. Where the document gives a
 * structure (`done` is an array, `logs` has two fields), the file has it: a server may store what it reads.
 * @param mark tells files apart
 * @param names variables to have beside its own
 * @param images those that its servers may go on to use
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
      ...Object.entries(ownDefaults).map(([name, value]) => variable(name, variableDescription(mark), value)),
      ...[...new Set(names)].map((name) => variable(name, mark)),
    ],
  })
