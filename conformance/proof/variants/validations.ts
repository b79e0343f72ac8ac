import type { OperationId } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { parsedJson } from '../../client/parsed-json.ts'
import { kitEgg, kitVariable } from '../../judge/kit-egg.ts'
import type { Target } from '../../target/target.ts'
import { queryOf, refusal, refusedWhen, resources } from '../changes.ts'
import {
  bodyOf,
  isGranted,
  isObject,
  type JsonObject,
  type MakeMiddleware,
  type ProxyRequest,
  withBody,
} from '../messages.ts'
import { type Variant, variantsOf } from './variant.ts'

/** A validation of a server, with the bodies that it refuses. */
interface Validation {
  readonly name: string
  readonly on: OperationId | readonly OperationId[]
  readonly refuses: (body: JsonObject, request: ProxyRequest) => boolean
}

const writes = ['updateNode', 'syncNodeTags', 'importEgg', 'updateServerStartup', 'createUser'] as const

const textOf = (body: JsonObject, field: string): string => String(body[field] ?? '')

const validation = (name: string, on: Validation['on'], refuses: Validation['refuses']): Validation => ({
  name,
  on,
  refuses,
})

const user = (name: string, refuses: Validation['refuses']) => validation(name, 'createUser', refuses)
const node = (name: string, refuses: Validation['refuses']) => validation(name, 'updateNode', refuses)
const startup = (name: string, refuses: Validation['refuses']) =>
  validation(name, 'updateServerStartup', refuses)

const selected = (body: JsonObject): readonly unknown[] =>
  Object.values(body).find((value): value is unknown[] => Array.isArray(value)) ?? []

/** Validations that no clause excludes. */
const validations: readonly Validation[] = [
  user('addresses of example.com are refused', (body) => /@example\.com$/.test(textOf(body, 'email'))),
  user('addresses of example.* are refused', (body) => /@example\.\w+$/.test(textOf(body, 'email'))),
  user('addresses have at most 40 characters', (body) => textOf(body, 'email').length > 40),
  user('user names have no digits', (body) => /\d/.test(textOf(body, 'username'))),
  user('user names are of 3 to 16 small letters', (body) => !/^[a-z]{3,16}$/.test(textOf(body, 'username'))),
  user(
    'names are of letters',
    (body) => !/^\p{L}+$/u.test(textOf(body, 'first_name') + textOf(body, 'last_name')),
  ),
  user('names are ASCII', (body) => /[^ -~]/.test(textOf(body, 'first_name') + textOf(body, 'last_name'))),
  user('names have at most 10 characters', (body) => textOf(body, 'first_name').length > 10),
  user(
    'only addresses of one domain are accepted',
    (body) => !textOf(body, 'email').endsWith('@hosting.net'),
  ),
  user('a field that the document lacks is required', (body) => !('company' in body)),
  node('names are ASCII words', (body) => !/^[\w .-]*$/.test(textOf(body, 'name'))),
  node('names have at most 24 characters', (body) => textOf(body, 'name').length > 24),
  node('descriptions have at most 50 characters', (body) => textOf(body, 'description').length > 50),
  node('descriptions are not empty', (body) => body['description'] === ''),
  node('memory is at least 1024', (body) => Number(body['memory'] ?? 1024) < 1024),
  node('no size is 0', (body) => Object.values(body).includes(0)),
  node(
    'http is refused without a proxy',
    (body) => body['scheme'] === 'http' && body['behind_proxy'] !== true,
  ),
  node('maintenance is refused', (body) => body['maintenance_mode'] === true),
  node(
    'sizes are those of the plan',
    (body) => body['memory'] !== undefined && Number(body['memory']) % 1024 !== 0,
  ),
  node(
    'the ports cannot be moved',
    (body) => ![undefined, 2022].includes(body['daemon_sftp'] as number | undefined),
  ),
  validation('an empty selection is refused', 'syncNodeTags', (body) => selected(body).length === 0),
  validation('more than two tags are refused', 'syncNodeTags', (body) => selected(body).length > 2),
  validation('fewer than two tags are refused', 'syncNodeTags', (body) => selected(body).length === 1),
  startup('commands have at most 60 characters', (body) => textOf(body, 'startup').length > 60),
  startup(
    'commands begin with java or ./',
    (body) => 'startup' in body && !/^(?:java|\.\/)/.test(textOf(body, 'startup')),
  ),
  startup('commands have no signs of a shell', (body) => /[;&|$<>]/.test(textOf(body, 'startup'))),
  startup('commands are not empty', (body) => body['startup'] === ''),
  startup(
    'images have a tag',
    (body) => 'docker_image' in body && !/:[\w.-]+$/.test(textOf(body, 'docker_image')),
  ),
  startup('the egg cannot be changed', (body, { target }) => body['egg_id'] === target.resources.otherEgg),
  startup('unknown variables are refused', (body) => {
    const { environment } = body
    return isObject(environment) && Object.keys(environment).some((name) => !/^[A-Z_]+$/.test(name))
  }),
  validation('emoji are refused everywhere', writes, (_, { text }) =>
    /\p{Extended_Pictographic}/u.test(text),
  ),
  validation('all but ASCII is refused everywhere', writes, (_, { text }) => /\P{ASCII}/u.test(text)),
  validation('quotes are refused everywhere', ['updateNode', 'createUser'], (_, { text }) =>
    text.includes('\\"'),
  ),
  validation('queries that are not known are refused', [...writes, 'listServerMounts'], (_, request) =>
    [...queryOf(request).keys()].some((name) => !['page', 'per_page'].includes(name)),
  ),
  validation('fields that the document lacks are refused', ['updateNode', 'createUser'], (body) =>
    Object.keys(body).some((name) => ['password', 'language', 'company'].includes(name)),
  ),
]

const refused = ({ on, refuses }: Validation, status: number): MakeMiddleware => {
  const list: readonly OperationId[] = typeof on === 'string' ? [on] : on
  return () => refusedWhen(list, (request) => refuses(bodyOf(request), request), status)
}

/** Refuses images that the egg does not have; the images are in the response to an update of the egg alone. */
const imagesOfEgg: MakeMiddleware = () => async (request, next) => {
  const body = bodyOf(request)
  const image = body['docker_image']
  if (request.operation !== 'updateServerStartup' || image === undefined) return next(request)
  const plain = await next(withBody(request, { egg_id: body['egg_id'] ?? request.target.resources.egg }))
  if (!isObject(plain.json)) return plain
  const images: unknown[] = []
  resources('egg', ({ docker_images: found }) => {
    if (isObject(found)) images.push(...Object.values(found))
  })(plain.json)
  return images.includes(image) ? next(request) : refusal(422)
}

/** The server and its target use a share file in another format. */
const otherShare = (format: 'JSON' | 'text'): Variant => ({
  name: `share files are of another format, ${format}, which the target has`,
  target: (target) => ({
    ...target,
    importEgg: format === 'JSON' ? '{"kind":"recipe","title":"{{mark}}"}' : '# recipe\ntitle = {{mark}}\n',
  }),
  make: () => (request, next) => {
    if (request.operation !== 'importEgg') return next(request)
    const mark = titleOf(
      request.text.slice(request.text.indexOf('\r\n\r\n') + 4, request.text.lastIndexOf('\r\n--')),
    )
    if (mark === undefined) return Promise.resolve(refusal(422))
    const boundary = request.text.slice(2, request.text.indexOf('\r\n'))
    const part = 'Content-Disposition: form-data; name="import_file"; filename="egg.json"'
    const text = `--${boundary}\r\n${part}\r\nContent-Type: application/json\r\n\r\n${kitEgg(mark)}\r\n--${boundary}--\r\n`
    return next({ ...request, text })
  },
})

/** The title in a share file of either format; undefined for other files. */
function titleOf(file: string): string | undefined {
  if (!file.startsWith('{')) return /^title = (.*)$/m.exec(file)?.[1]?.trim()
  const recipe = parsedJson(file)
  return isObject(recipe) && typeof recipe['title'] === 'string' ? recipe['title'] : undefined
}

const pinning =
  (key: keyof Target['requests'], fields: JsonObject) =>
  (target: Target): Target => ({
    ...target,
    requests: { ...target.requests, [key]: { ...target.requests[key], ...fields } },
  })

/** Required fields that the target sets. */
const pinned: readonly Variant[] = [
  {
    name: 'a field that the document lacks is required of users, and the target has it',
    target: pinning('createUser', { company: 'Nestbox' }),
    make: () => refusedWhen('createUser', (request) => !('company' in bodyOf(request))),
  },
  {
    name: 'only addresses of one domain are accepted, and the target has one',
    target: pinning('createUser', { email: 'u{{unique}}@hosting.net' }),
    make: () =>
      refusedWhen('createUser', (request) => !textOf(bodyOf(request), 'email').endsWith('@hosting.net')),
  },
  {
    name: 'only one image is accepted, and the target has it',
    target: pinning('startup', { docker_image: 'example/only:1' }),
    make: () =>
      refusedWhen('updateServerStartup', (request) => bodyOf(request)['docker_image'] !== 'example/only:1'),
  },
  {
    name: 'a host name has to be known, and the target has one',
    target: pinning('updateNode', { fqdn: 'node.hosting.net' }),
    make: () => refusedWhen('updateNode', (request) => bodyOf(request)['fqdn'] !== 'node.hosting.net'),
  },
]

/** The kit's share file as the file of the target, with another name for its variable. */
const ownVariable: Variant = {
  name: 'the share file of the target has a variable of its own',
  leavesJudged: ['4.5/environment', '4.5/persists'],
  target: (target) => ({
    ...target,
    importEgg: kitEgg('{{mark}}').replaceAll(kitVariable, 'WORLD_NAME').replaceAll('CONFORMANCE_', 'OTHER_'),
  }),
  make: () => (request, next) => next(request),
}

/** Refuses three startup updates after a change of the egg. */
const installing: Variant = {
  name: 'the next three startup updates after a change of the egg are refused with 409',
  leavesJudged: [
    ...['4.2/tagless-accepts-any-egg', '4.3/persists', '4.5/environment', '4.5/install-script'],
    ...['4.5/persists', '5/update-server-startup-takes-root-client'],
  ],
  make: () => {
    let egg: unknown
    let left = 0
    return async (request, next) => {
      if (request.operation !== 'updateServerStartup' || !isTokenName(request.credential))
        return next(request)
      if (left > 0) {
        left -= 1
        return refusal(409)
      }
      const response = await next(request)
      const { egg_id } = bodyOf(request)
      if (isGranted(response) && egg_id !== undefined) {
        if (egg !== undefined && egg !== egg_id) left = 3
        egg = egg_id
      }
      return response
    }
  },
}

/** Refuses the current name of a node. */
const newNames: Variant = {
  name: 'a name that the node has is refused with 409',
  leavesJudged: ['5/update-node-takes-application', '5/update-node-takes-root-client'],
  make: () => {
    let last: unknown
    return async (request, next) => {
      const { name } = bodyOf(request)
      if (request.operation !== 'updateNode' || name === undefined) return next(request)
      if (name === last) return refusal(409)
      const response = await next(request)
      if (isGranted(response)) last = name
      return response
    }
  },
}

export const ownValidations: readonly Variant[] = [
  ...variantsOf(validations, [422, 400, 409, 418] as const, (each, status) => ({
    name: `${each.name}, with ${status}`,
    make: refused(each, status),
  })),
  { name: 'only images of the egg are accepted', make: imagesOfEgg },
  {
    name: 'no share file that the kit knows is accepted',
    make: () => refusedWhen('importEgg', () => true),
  },
  otherShare('JSON'),
  otherShare('text'),
  ownVariable,
  installing,
  newNames,
  ...pinned,
]
