import { alsoSent, answered, changedAt, instead, refusedWhen, rerouted } from '../changes.ts'
import { attributesOf, dataOf, isObject, type JsonObject, replace, resources } from '../json.ts'
import type { MakeMiddleware, ProxyRequest } from '../messages.ts'
import { type Mutant, mutant, mutantsOf } from '../mutant.ts'
import { isForOther } from '../subjects.ts'
import { damages, hasName } from './damages.ts'

/** Changes or replaces the upload of an import. */
const uploading =
  (change: (request: ProxyRequest, first: ProxyRequest) => ProxyRequest): MakeMiddleware =>
  () => {
    let first: ProxyRequest | undefined
    return instead('importEgg', (request, next) => {
      first ??= request
      return next(change(request, first))
    })
  }

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
    return uploading((request) => {
      if (!last || jsonOf(last, 'name') !== jsonOf(request, 'name')) last = request
      return last
    })()
  },
  '4.3/same-egg: every import makes a new egg': () => {
    let id = 900
    return changedAt('importEgg', 'attributes.id', () => ++id)
  },
  '4.3/same-egg: another egg is updated': () =>
    rerouted('importEgg', (path) => path.replace(/eggs\/(\d+)/, (_, id) => `eggs/${id === '1' ? '2' : '1'}`)),
  '4.3/others-unchanged 4.3/same-egg: the egg whose UUID is in the file is updated': () => {
    const eggs = new Map<string, unknown>()
    return (request, next) =>
      answered(
        'all',
        resources('egg', ({ id, uuid }) => void eggs.set(String(uuid), id)),
      )(request, (each) => {
        const id = each.operation === 'importEgg' ? eggs.get(uuidIn(each)) : undefined
        return next(
          id === undefined ? each : { ...each, path: each.path.replace(/eggs\/\d+/, `eggs/${String(id)}`) },
        )
      })
  },
  '2.1/one-resource: an egg takes the UUID of a file from another egg': () => {
    const taken = new Map<unknown, string>()
    return answered('all', (json, request) => {
      const named = request.operation === 'importEgg' ? uuidIn(request) : ''
      if (named !== '') taken.set(attributesOf(json)['id'], named)
      resources('egg', (egg) => replace(egg, 'uuid', (uuid) => taken.get(egg['id']) ?? uuid))(json)
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

/** Changes each variable of an egg. */
const variables = (changed: (variable: JsonObject) => object): Shown =>
  resources('egg_variable', (variable) => void Object.assign(variable, changed(variable)))

/** Shows some of the variables of an egg. */
const someVariables =
  (change: (all: readonly unknown[]) => readonly unknown[]): Shown =>
  (json) =>
    replace(json, 'attributes.relationships.variables', (list) =>
      isObject(list) ? { ...list, data: change(dataOf(list)) } : list,
    )

const damagedTexts = ['name', 'description', 'startup', 'variables.description', 'variables.default_value']
  .flatMap((path) =>
    damages.filter(({ file = '' }) => hasName(file, path)).map((damage) => ({ path, damage })),
  )
  .map(({ path, damage: { inWords, change } }): [string, Shown] => {
    const [field = '', list] = path.split('.').toReversed()
    const damage = (holder: JsonObject): void => replace(holder, field, change)
    return [
      `of ${path}, ${inWords}`,
      list ? resources('egg_variable', damage) : (json) => damage(attributesOf(json)),
    ]
  })

/** Texts of a file that are shown damaged. */
const damaged: Readonly<Record<string, Shown>> = {
  ...Object.fromEntries(damagedTexts),
  'variables are called as in the environment': variables(({ env_variable: name }) => ({ name })),
  'variables after the tenth are lost': someVariables((all) => all.slice(0, 10)),
  'variables after the twentieth are lost': someVariables((all) => all.slice(0, 20)),
  'variables that users do not see are lost': someVariables((all) =>
    all.filter((each) => attributesOf(each)['user_viewable']),
  ),
  'the two flags of variables are exchanged': variables(({ user_viewable, user_editable }) => ({
    ...{ user_viewable: user_editable, user_editable: user_viewable },
  })),
  'users can edit every variable': variables(() => ({ user_editable: true })),
  'the first rule of several is kept': variables(({ rules }) => ({ rules: String(rules).split('|')[0] })),
  'the first string of a list is kept': (json) =>
    replace(json, 'attributes.config.startup.done', (all) => (Array.isArray(all) ? all.slice(0, 1) : all)),
  'the last string of a list is kept': (json) =>
    replace(json, 'attributes.config.startup.done', (all) => (Array.isArray(all) ? all.slice(-1) : all)),
  'labels and images are swapped': (json) =>
    replace(json, 'attributes.docker_images', (all) =>
      Object.fromEntries(Object.entries(Object(all)).map(([label, image]) => [image, label])),
    ),
  'names in the environment are small': variables(({ env_variable }) => ({
    env_variable: String(env_variable).toLowerCase(),
  })),
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
