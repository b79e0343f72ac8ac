import { alsoSent, answered, changedAt, refusedWhen, rerouted, rewritten } from '../changes.ts'
import { attributesOf, fieldOf, type JsonObject, replace, resources } from '../json.ts'
import type { MakeMiddleware, ProxyRequest } from '../messages.ts'
import { type Mutant, mutant, mutantsOf } from '../mutant.ts'
import { isForOther } from '../subjects.ts'
import { damages, hasName } from './damages.ts'

const uploading =
  (change: (request: ProxyRequest) => ProxyRequest): MakeMiddleware =>
  () =>
    rewritten('importEgg', change)

const marked = (request: ProxyRequest, mark = 'As before'): ProxyRequest => ({
  ...request,
  text: request.text.replaceAll(/Nestbox [ \w]*/g, mark),
})

/** The JSON of a field in a share file. */
const jsonOf = ({ text }: ProxyRequest, field: string): string =>
  new RegExp(`"${field}":"(?:[^"\\\\]|\\\\.)*"`).exec(text)?.[0] ?? ''

/** The UUID in a share file; an empty text if there is none. */
const uuidIn = (request: ProxyRequest): string => jsonOf(request, 'uuid').slice('"uuid":"'.length, -1)

/** Files that are not taken, or not as they are. */
const files = mutantsOf({
  '4.3/from-file: the file is ignored': uploading((request) => marked(request)),
  '4.3/from-file: only the first file counts': uploading((request) => marked(request, 'Nestbox first')),
  '4.3/from-file: the file for another egg is ignored': uploading((request) =>
    isForOther(request) ? marked(request) : request,
  ),
  '4.3/from-file: a file with the name that the egg has is ignored': () => {
    let last: ProxyRequest | undefined
    return rewritten('importEgg', (request) => {
      if (!last || jsonOf(last, 'name') !== jsonOf(request, 'name')) last = request
      return last
    })
  },
  '4.3/same-egg: every import makes a new egg': () => {
    let id = 900
    return changedAt('importEgg', 'attributes.id', () => ++id)
  },
  '4.3/same-egg: another egg is updated': () =>
    rerouted('importEgg', (path) => path.replace(/eggs\/(\d+)/, (_, id) => `eggs/${id === '1' ? '2' : '1'}`)),
  '4.3/others-unchanged 4.3/same-egg: the egg whose UUID is in the file is updated': () => {
    const eggs = new Map<string, unknown>()
    const known = answered(
      'all',
      resources('egg', ({ id, uuid }) => void eggs.set(String(uuid), id)),
    )
    const updated = rewritten('importEgg', (request) => {
      const path = request.path.replace(/\d+/, (id) => String(eggs.get(uuidIn(request)) ?? id))
      return { ...request, path }
    })
    return (request, next) => known(request, (each) => updated(each, next))
  },
  '2.1/one-resource: an egg takes the UUID of a file from another egg': () => {
    const taken = new Map<unknown, string>()
    return answered('all', (json, request) => {
      const named = request.operation === 'importEgg' ? uuidIn(request) : ''
      if (named !== '') taken.set(attributesOf(json)['id'], named)
      fieldOf('egg', 'uuid', (uuid, { id }) => taken.get(id) ?? uuid)(json)
    })
  },
  '4.3/response: a file without variables is answered with 500': () =>
    refusedWhen('importEgg', ({ text }) => text.includes('"variables":[]'), 500),
})

/** Imports that are shown, and replaced by the first file, or by one field of it. */
const lost = ['name', 'startup', 'all of it'].map((what) =>
  mutant('4.3/persists', `${what} is shown, not stored`, () => {
    let first: ProxyRequest | undefined
    return alsoSent('importEgg', (request) => {
      first ??= request
      const old = jsonOf(first, what)
      const one = { ...request, text: request.text.replace(jsonOf(request, what), () => old) }
      return [what === 'all of it' ? first : one]
    })
  }),
)

type Shown = (json: JsonObject) => void

/** Changes a field of each variable of an egg. */
const variables = (field: string, change: (value: unknown, variable: JsonObject) => unknown): Shown =>
  fieldOf('egg_variable', field, change)

const at =
  (path: string, change: (value: unknown) => unknown): Shown =>
  (json) =>
    replace(json, `attributes.${path}`, change)

const listAt = (path: string, change: (all: readonly unknown[]) => unknown): Shown =>
  at(path, (all) => (Array.isArray(all) ? change(all) : all))

const someVariables = (change: (all: readonly unknown[]) => unknown): Shown =>
  listAt('relationships.variables.data', change)

const damagedTexts = ['name', 'description', 'startup', 'variables.description', 'variables.default_value']
  .flatMap((path) =>
    damages.filter(({ file = '' }) => hasName(file, path)).map((damage) => ({ path, ...damage })),
  )
  .map(({ path, inWords, change }): [string, Shown] => {
    const [field = '', list] = path.split('.').toReversed()
    return [`of ${path}, ${inWords}`, list ? variables(field, change) : at(path, change)]
  })

/** Texts of a file that are shown damaged. */
const damaged: Readonly<Record<string, Shown>> = {
  ...Object.fromEntries(damagedTexts),
  'variables are called as in the environment': variables('name', (_, { env_variable }) => env_variable),
  'variables after the tenth are lost': someVariables((all) => all.slice(0, 10)),
  'variables after the twentieth are lost': someVariables((all) => all.slice(0, 20)),
  'variables that users do not see are lost': someVariables((all) =>
    all.filter((each) => attributesOf(each)['user_viewable']),
  ),
  'the two flags of variables are exchanged': resources('egg_variable', (variable) => {
    const { user_viewable, user_editable } = variable
    Object.assign(variable, { user_viewable: user_editable, user_editable: user_viewable })
  }),
  'users can edit every variable': variables('user_editable', () => true),
  'the first rule of several is kept': variables('rules', (rules) => String(rules).split('|')[0]),
  'the first string of a list is kept': listAt('config.startup.done', (all) => all.slice(0, 1)),
  'the last string of a list is kept': listAt('config.startup.done', (all) => all.slice(-1)),
  'labels and images are swapped': at('docker_images', (all) =>
    Object.fromEntries(Object.entries(Object(all)).map(([label, image]) => [image, label])),
  ),
  'names in the environment are small': variables('env_variable', (name) => String(name).toLowerCase()),
}

/** Empty maps of a file that are shown as lists. */
const emptyMaps = [
  ['config.files', 'no configuration files'],
  ['docker_images', 'no images'],
].map(([field = '', what]) =>
  mutant(
    '2.5/types',
    `${what} are []`,
    () =>
      answered('importEgg', (json, { text }) => {
        const [name = ''] = field.split('.').slice(-1)
        const isEmpty = [`"${name}":{}`, `"${name}":"{}"`].some((each) => text.includes(each))
        if (isEmpty) replace(attributesOf(json), field, () => [])
      }),
    { breaks: [`2.5#${field}`], reachedBy: ['4.3/from-file'] },
  ),
)

/** Errors in the update of an egg from a file. */
export const imports: readonly Mutant[] = [
  ...files,
  ...lost,
  ...Object.entries(damaged).map(([inWords, change]) =>
    mutant('4.3/whole-texts', inWords, () => answered('importEgg', change)),
  ),
  ...emptyMaps,
]
