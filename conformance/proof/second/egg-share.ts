import { isObject, isText, parseObject } from './call.ts'
import type { Egg, Variable } from './data.ts'
import type { Fields } from './envelopes.ts'
import { Refusal } from './refusal.ts'
import { now } from './time.ts'

/** The fields of an egg in a share file; the author and the tags of the egg are not read from the file. */
export function readShare(file: Buffer, egg: Egg): Partial<Egg> {
  const share = parseObject(file)
  const { name, description, startup, variables } = share
  if (!isText(name) || name === '') throw new Refusal(400, 'An egg needs a name.')
  const images = isObject(share['docker_images']) ? texts(share['docker_images']) : egg.docker_images
  const config = section(share['config'])
  const logs = section(config['logs'])
  return {
    name,
    description: isText(description) ? description : null,
    startup: isText(startup) ? startup : egg.startup,
    features: textList(share['features']),
    docker_images: images,
    docker_image: Object.values(images)[0] ?? egg.docker_image,
    config: {
      files: readFiles(section(config['files'])),
      startup: { done: textList(section(config['startup'])['done']) },
      stop: isText(config['stop']) ? config['stop'] : egg.config.stop,
      logs: {
        custom: logs['custom'] === true,
        location: isText(logs['location']) ? logs['location'] : egg.config.logs.location,
      },
      file_denylist: textList(share['file_denylist']),
      extends: egg.config.extends,
    },
    script: { ...egg.script, ...readScript(section(section(share['scripts'])['installation'])) },
    variables: Array.isArray(variables)
      ? variables.map((variable: unknown, index) => readVariable(section(variable), egg, index))
      : egg.variables,
    updated_at: now(),
  }
}

/** A section of a share file, which is an object or a string with JSON. */
function section(value: unknown): Fields {
  if (isObject(value)) return value
  return isText(value) && value.startsWith('{') ? parseObject(value) : {}
}

function texts(values: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, asText(value)]))
}

function textList(value: unknown): string[] {
  if (value === undefined || value === null) return []
  return [value].flat().map(asText)
}

function asText(value: unknown): string {
  return isText(value) ? value : JSON.stringify(value ?? '')
}

function readFiles(files: Fields): Egg['config']['files'] {
  return Object.fromEntries(
    Object.entries(files).map(([name, value]) => {
      const { parser, find } = section(value)
      return [name, { parser: isText(parser) ? parser : 'file', find: texts(section(find)) }]
    }),
  )
}

function readScript({ script, container, entrypoint }: Fields): Partial<Egg['script']> {
  return {
    ...(isText(script) && { install: script }),
    ...(isText(container) && { container }),
    ...(isText(entrypoint) && { entry: entrypoint }),
  }
}

/** A variable keeps its id if the egg had one with the same name in the environment. */
function readVariable(share: Fields, egg: Egg, index: number): Variable {
  const name = share['env_variable']
  if (!isText(name) || name === '') throw new Refusal(400, 'A variable needs an env_variable.')
  const before = egg.variables.find(({ env_variable }) => env_variable === name)
  const rules = share['rules']
  return {
    id: before?.id ?? freshId(egg, index),
    egg_id: egg.id,
    name: isText(share['name']) ? share['name'] : name,
    description: isText(share['description']) ? share['description'] : null,
    env_variable: name,
    default_value: share['default_value'] === undefined ? '' : asText(share['default_value']),
    user_viewable: Boolean(share['user_viewable']),
    user_editable: Boolean(share['user_editable']),
    rules: isText(rules) ? rules : textList(rules).join('|'),
    sort_order: index,
    created_at: before?.created_at ?? now(),
    updated_at: now(),
  }
}

function freshId(egg: Egg, index: number): number {
  return Math.max(egg.id * 100, ...egg.variables.map(({ id }) => id)) + 1 + index
}
