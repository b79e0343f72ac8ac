const variable = (env_variable: string, description: string) => ({
  name: env_variable,
  description,
  env_variable,
  default_value: 'none',
  user_viewable: true,
  user_editable: true,
  rules: 'nullable|string',
  field_type: 'text',
})

/**
 * The text of a small egg share file whose variables any environment suits.
 * @param mark tells files apart
 * @param names variables to have beside its own
 */
export const kitEgg = (mark: string, names: readonly string[] = []): string =>
  JSON.stringify({
    meta: { version: 'PTDL_v2', update_url: null },
    exported_at: '2026-01-01T00:00:00+00:00',
    name: mark,
    author: 'conformance@example.com',
    description: `${mark}: an egg that a conformance run imported`,
    features: [],
    docker_images: { [mark]: 'example/conformance:1' },
    file_denylist: [],
    startup: `./run --mark "${mark}"`,
    config: { files: '{}', startup: JSON.stringify({ done: mark }), logs: '{}', stop: 'stop' },
    scripts: {
      installation: { script: `#!/bin/sh\necho "${mark}"\n`, container: 'alpine:3', entrypoint: 'ash' },
    },
    variables: ['CONFORMANCE_MARK', ...new Set(names)].map((name) => variable(name, mark)),
  })
