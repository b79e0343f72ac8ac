import {
  alsoSent,
  answered,
  attributesOf,
  changedAt,
  dataOf,
  instead,
  refusal,
  relationshipsOf,
  replace,
  rerouted,
  resources,
} from '../changes.ts'
import { isObject, type JsonObject, type MakeMiddleware, type ProxyRequest } from '../messages.ts'
import { type Mutant, mutant } from '../mutant.ts'
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

/** Files that are not taken, or not as they are. */
const files: readonly Mutant[] = [
  ...Object.entries<Parameters<typeof uploading>[0]>({
    'the file is ignored': (request) => marked(request),
    'only the first file counts': (request) => marked(request, 'Nestbox first'),
    'the file for another egg is ignored': (request) => (isForOther(request) ? marked(request) : request),
  }).map(([inWords, change]) => mutant('4.3/from-file', inWords, uploading(change))),
  mutant('4.3/from-file', 'a file with the name that the egg has is ignored', () => {
    let last: ProxyRequest | undefined
    return uploading((request) => {
      if (!last || jsonOf(last, 'name') !== jsonOf(request, 'name')) last = request
      return last
    })()
  }),
  mutant('4.3/same-egg', 'every import makes a new egg', () => {
    let id = 900
    return changedAt('importEgg', 'attributes.id', () => ++id)
  }),
  mutant('4.3/same-egg', 'another egg is updated', () =>
    rerouted('importEgg', (path) => path.replace(/eggs\/(\d+)/, (_, id) => `eggs/${id === '1' ? '2' : '1'}`)),
  ),
]

/** Imports that are shown, and replaced by the first file, or by one field of it. */
const lost: readonly Mutant[] = ['name', 'startup', 'all of it'].map((what) =>
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

const shownAs = (inWords: string, change: (json: JsonObject) => void): Mutant =>
  mutant('4.3/whole-texts', inWords, () => answered('importEgg', change))

/** Texts of a file that are shown damaged. */
const damagedTexts: readonly Mutant[] = [
  ...['name', 'description', 'startup', 'variables.description', 'variables.default_value'].flatMap((path) =>
    damages
      .filter(({ file = '' }) => hasName(file, path))
      .map(({ inWords, change }) => {
        const [field = '', list] = path.split('.').toReversed()
        const damage = (holder: JsonObject): void => replace(holder, field, change)
        return shownAs(
          `of ${path}, ${inWords}`,
          list ? resources('egg_variable', damage) : (json) => damage(attributesOf(json)),
        )
      }),
  ),
  shownAs(
    'variables are called as in the environment',
    resources('egg_variable', (variable) => {
      variable['name'] = variable['env_variable']
    }),
  ),
  ...Object.entries<(variables: JsonObject) => void>({
    'variables after the tenth are lost': (list) => replace(list, 'data', () => dataOf(list).slice(0, 10)),
    'variables after the twentieth are lost': (list) =>
      replace(list, 'data', () => dataOf(list).slice(0, 20)),
    'variables that users do not see are lost': (list) =>
      replace(list, 'data', () => dataOf(list).filter((each) => attributesOf(each)['user_viewable'])),
  }).map(([inWords, change]) =>
    shownAs(inWords, (json) => change(relationshipsOf(attributesOf(json))['variables'] as JsonObject)),
  ),
  ...Object.entries<(variable: JsonObject) => object>({
    'the two flags of variables are exchanged': ({ user_viewable, user_editable }) => ({
      user_viewable: user_editable,
      user_editable: user_viewable,
    }),
    'users can edit every variable': () => ({ user_editable: true }),
    'the first rule of several is kept': ({ rules }) => ({ rules: String(rules).split('|')[0] }),
    'names in the environment are small': ({ env_variable }) => ({
      env_variable: String(env_variable).toLowerCase(),
    }),
  }).map(([inWords, changed]) =>
    shownAs(
      inWords,
      resources('egg_variable', (variable) => void Object.assign(variable, changed(variable))),
    ),
  ),
  mutant('4.3/answer', 'a file without variables is answered with 500', () =>
    instead('importEgg', async (request, next) =>
      request.text.includes('"variables":[]') ? refusal(500) : next(request),
    ),
  ),
  mutant(
    '2.5/types',
    'no configuration files are []',
    () =>
      changedAt('importEgg', 'attributes.config.files', (held) =>
        isObject(held) && Object.keys(held).length === 0 ? [] : held,
      ),
    { breaks: ['2.5#config.files'], reachedBy: ['4.3/from-file'] },
  ),
]

/** Errors in the update of an egg from a file. */
export const imports: readonly Mutant[] = [...files, ...lost, ...damagedTexts]
