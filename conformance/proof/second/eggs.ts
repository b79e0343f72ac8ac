import { byId, type Call, found, isObject, isText, parseObject, Refusal } from './call.ts'
import { type Fields, viewEgg } from './views.ts'
import { now, type Row } from './world.ts'

type Egg = Row<'eggs'>

/** Section 4.3. Keeps id, UUID, author and tags of the egg, and reads the other fields from the file. */
export async function importEgg(call: Call): Promise<Fields> {
  const egg = found(byId(call.site.world.eggs, call.parameter))
  const type = call.headers['content-type'] ?? ''
  const form = await new Response(call.body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  const file = form?.get('import_file') ?? undefined
  if (file === undefined) throw new Refusal(400, 'Send the egg in a part named import_file.')
  Object.assign(egg, readShare(typeof file === 'string' ? file : await file.text(), egg))
  return viewEgg(call.site, egg)
}

/** The fields of an egg in a share file; the author and the tags of the egg are not read from the file. */
function readShare(file: string, egg: Egg): Partial<Egg> {
  const share = parseObject(file)
  const { name, description, startup, variables } = share
  if (!isText(name) || name === '') throw new Refusal(400, 'An egg needs a name.')
  const images = isObject(share['docker_images']) ? texts(share['docker_images']) : egg.docker_images
  const config = section(share['config'])
  const logs = section(config['logs'])
  const { script, container, entrypoint } = section(section(share['scripts'])['installation'])
  return {
    name,
    description: isText(description) ? description : null,
    startup: isText(startup) ? startup : egg.startup,
    features: textList(share['features']),
    docker_images: images,
    docker_image: Object.values(images)[0] ?? egg.docker_image,
    config: {
      files: Object.fromEntries(
        Object.entries(section(config['files'])).map(([path, value]) => {
          const { parser, find } = section(value)
          return [path, { parser: isText(parser) ? parser : 'file', find: texts(section(find)) }]
        }),
      ),
      startup: { done: textList(section(config['startup'])['done']) },
      stop: isText(config['stop']) ? config['stop'] : egg.config.stop,
      logs: {
        custom: logs['custom'] === true,
        location: isText(logs['location']) ? logs['location'] : (egg.config.logs?.location ?? ''),
      },
      file_denylist: textList(share['file_denylist']),
      extends: egg.config.extends,
    },
    script: {
      ...egg.script,
      ...(isText(script) && { install: script }),
      ...(isText(container) && { container }),
      ...(isText(entrypoint) && { entry: entrypoint }),
    },
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

const texts = (values: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, asText(value)]))

const textList = (value: unknown): string[] => [value ?? []].flat().map(asText)

const asText = (value: unknown): string => (isText(value) ? value : JSON.stringify(value ?? ''))

/** A variable keeps its id if the egg had one with the same name in the environment. */
function readVariable(share: Fields, egg: Egg, index: number): Egg['variables'][number] {
  const { env_variable: name, description, default_value, rules } = share
  if (!isText(name) || name === '') throw new Refusal(400, 'A variable needs an env_variable.')
  const before = egg.variables.find(({ env_variable }) => env_variable === name)
  return {
    id: before?.id ?? Math.max(egg.id * 100, ...egg.variables.map(({ id }) => id)) + 1 + index,
    egg_id: egg.id,
    name: isText(share['name']) ? share['name'] : name,
    description: isText(description) ? description : null,
    env_variable: name,
    default_value: default_value === undefined ? '' : asText(default_value),
    user_viewable: Boolean(share['user_viewable']),
    user_editable: Boolean(share['user_editable']),
    rules: isText(rules) ? rules : textList(rules).join('|'),
    sort_order: index,
    created_at: before?.created_at ?? now(),
    updated_at: now(),
  }
}
