import type { OperationId } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { parsedJson } from '../../client/parsed-json.ts'
import { kitEgg, kitVariable } from '../../judge/kit-egg.ts'
import { instead, queryOf, refusal, refusedWhen, resources } from '../changes.ts'
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

type Refuses = (body: JsonObject, request: ProxyRequest) => boolean

/** A validation of a server, with the bodies that it refuses. */
interface Validation {
  readonly name: string
  readonly on: OperationId | readonly OperationId[]
  readonly refuses: Refuses
}

const writes = ['updateNode', 'syncNodeTags', 'importEgg', 'updateServerStartup', 'createUser'] as const

const textOf = (body: JsonObject, field: string): string => String(body[field] ?? '')

/** A validation that refuses bodies in which the text of some fields, one after the other, has a pattern. */
const texts = (on: OperationId, fields: string, pattern: RegExp, name: string): Validation => ({
  ...{ name, on },
  refuses: (body) => pattern.test(fields.split(' ').reduce((all, field) => all + textOf(body, field), '')),
})

const other = (on: Validation['on'], name: string, refuses: Refuses): Validation => ({ name, on, refuses })

const selected = (body: JsonObject): readonly unknown[] =>
  Object.values(body).find((value): value is unknown[] => Array.isArray(value)) ?? []

/** Validations that no clause excludes. */
const validations: readonly Validation[] = [
  texts('createUser', 'email', /@example\.com$/, 'addresses of example.com are refused'),
  texts('createUser', 'email', /@example\.\w+$/, 'addresses of example.* are refused'),
  texts('createUser', 'email', /.{41}/, 'addresses have at most 40 characters'),
  texts('createUser', 'username', /\d/, 'user names have no digits'),
  texts('createUser', 'username', /^(?![a-z]{3,16}$)/, 'user names are of 3 to 16 small letters'),
  texts('createUser', 'first_name last_name', /^$|\P{L}/u, 'names are of letters'),
  texts('createUser', 'first_name last_name', /[^ -~]/, 'names are ASCII'),
  texts('createUser', 'first_name', /.{11}/, 'names have at most 10 characters'),
  texts('createUser', 'email', /(?<!@hosting\.net)$/, 'only addresses of one domain are accepted'),
  other('createUser', 'a field that the document lacks is required', (body) => !('company' in body)),
  texts('updateNode', 'name', /[^\w .-]/, 'names are ASCII words'),
  texts('updateNode', 'name', /.{25}/, 'names have at most 24 characters'),
  texts('updateNode', 'description', /.{51}/s, 'descriptions have at most 50 characters'),
  other('importEgg', 'a file has a variable', (_, { text }) => text.includes('"variables":[]')),
  other(
    'importEgg',
    'a file has at most 20 variables',
    (_, { text }) => (text.match(/"env_variable"/g) ?? []).length > 20,
  ),
  other('updateNode', 'descriptions are not empty', (body) => body['description'] === ''),
  other('updateNode', 'memory is at least 1024', ({ memory }) => Number(memory ?? 1024) < 1024),
  other('updateNode', 'no size is 0', (body) => Object.values(body).includes(0)),
  other(
    'updateNode',
    'http is refused without a proxy',
    ({ scheme, behind_proxy }) => scheme === 'http' && behind_proxy !== true,
  ),
  other('updateNode', 'maintenance is refused', (body) => body['maintenance_mode'] === true),
  other('updateNode', 'sizes are those of the plan', ({ memory = 0 }) => Number(memory) % 1024 !== 0),
  other('updateNode', 'the ports cannot be moved', ({ daemon_sftp = 2022 }) => daemon_sftp !== 2022),
  other('syncNodeTags', 'an empty selection is refused', (body) => selected(body).length === 0),
  other('syncNodeTags', 'more than two tags are refused', (body) => selected(body).length > 2),
  other('syncNodeTags', 'fewer than two tags are refused', (body) => selected(body).length === 1),
  texts('updateServerStartup', 'startup', /.{61}/s, 'commands have at most 60 characters'),
  other('updateServerStartup', 'commands begin with java or ./', ({ startup = 'java' }) =>
    /^(?!java|\.\/)/.test(String(startup)),
  ),
  texts('updateServerStartup', 'startup', /[;&|$<>]/, 'commands have no signs of a shell'),
  other('updateServerStartup', 'commands are not empty', (body) => body['startup'] === ''),
  other('updateServerStartup', 'images have a tag', ({ docker_image = ':tag' }) =>
    /^(?!.*:[\w.-]+$)/.test(String(docker_image)),
  ),
  other(
    'updateServerStartup',
    'the egg cannot be changed',
    (body, { target }) => body['egg_id'] === target.resources.otherEgg,
  ),
  other(
    'updateServerStartup',
    'unknown variables are refused',
    ({ environment }) =>
      isObject(environment) && Object.keys(environment).some((name) => !/^[A-Z_]+$/.test(name)),
  ),
  other(writes, 'emoji are refused everywhere', (_, { text }) => /\p{Extended_Pictographic}/u.test(text)),
  other(writes, 'all but ASCII is refused everywhere', (_, { text }) => /\P{ASCII}/u.test(text)),
  other(['updateNode', 'createUser'], 'quotes are refused everywhere', (_, { text }) => text.includes('\\"')),
  other([...writes, 'listServerMounts'], 'queries that are not known are refused', (_, request) =>
    [...queryOf(request).keys()].some((name) => !['page', 'per_page'].includes(name)),
  ),
  other(['updateNode', 'createUser'], 'fields that the document lacks are refused', (body) =>
    ['password', 'language', 'company'].some((name) => name in body),
  ),
]

/** Refuses images that the egg does not have; the images are in the response to an update of the egg alone. */
const imagesOfEgg: MakeMiddleware = () =>
  instead('updateServerStartup', async (request, next) => {
    const { docker_image: image, egg_id = request.target.resources.egg } = bodyOf(request)
    if (image === undefined) return next(request)
    const plain = await next(withBody(request, { egg_id }))
    if (!isObject(plain.json)) return plain
    const images: unknown[] = []
    resources('egg', ({ docker_images: found }) => {
      if (isObject(found)) images.push(...Object.values(found))
    })(plain.json)
    return images.includes(image) ? next(request) : refusal(422)
  })

/** The server and its target use a share file in another format. */
const otherShare = (format: 'JSON' | 'text'): Variant => ({
  name: `share files are of another format, ${format}, which the target has`,
  target: (target) => ({
    ...target,
    importEgg: format === 'JSON' ? '{"kind":"recipe","title":"{{mark}}"}' : '# recipe\ntitle = {{mark}}\n',
  }),
  make: () =>
    instead('importEgg', async (request, next) => {
      const [from, to] = [request.text.indexOf('\r\n\r\n') + 4, request.text.lastIndexOf('\r\n--')]
      const mark = titleOf(request.text.slice(from, to))
      if (mark === undefined) return refusal(422)
      return next({ ...request, text: request.text.slice(0, from) + kitEgg(mark) + request.text.slice(to) })
    }),
})

/** The title in a share file of either format; undefined for other files. */
function titleOf(file: string): string | undefined {
  if (!file.startsWith('{')) return /^title = (.*)$/m.exec(file)?.[1]?.trim()
  const recipe = parsedJson(file)
  return isObject(recipe) && typeof recipe['title'] === 'string' ? recipe['title'] : undefined
}

/** A field that a server requires in every request, and that the target sets. */
const pinned = (
  name: string,
  on: 'createUser' | 'updateNode' | 'updateServerStartup',
  [field, value]: readonly [string, string],
  isRight = (sent: unknown) => sent === value,
): Variant => ({
  name,
  target: (target) => {
    const key = on === 'updateServerStartup' ? 'startup' : on
    return { ...target, requests: { ...target.requests, [key]: { ...target.requests[key], [field]: value } } }
  },
  make: () => refusedWhen(on, (request) => !isRight(bodyOf(request)[field])),
})

/** A target with the kit's share file as its own, changed. */
const ownFile = (
  name: string,
  change: (file: string) => string,
  leavesJudged: readonly string[],
): Variant => ({
  ...{ name, leavesJudged },
  target: (target) => ({ ...target, importEgg: change(kitEgg('{{mark}}')) }),
  make: () => (request, next) => next(request),
})

/** Refuses valid requests by the bodies that were granted before, and by the number of refusals since then. */
const remembering =
  (
    on: OperationId,
    status: number,
    isRefused: (body: JsonObject, before: readonly JsonObject[], refusals: number) => boolean,
  ): MakeMiddleware =>
  () => {
    const before: JsonObject[] = []
    let refusals = 0
    return instead(on, async (request, next) => {
      if (!isTokenName(request.credential)) return next(request)
      const body = bodyOf(request)
      if (isRefused(body, before, refusals)) {
        refusals += 1
        return refusal(status)
      }
      const response = await next(request)
      if (isGranted(response)) {
        before.push(body)
        refusals = 0
      }
      return response
    })
  }

/** The values of a field in bodies that have it. */
const valuesOf = (bodies: readonly JsonObject[], field: string): readonly unknown[] =>
  bodies.map((body) => body[field]).filter((value) => value !== undefined)

const remembered: readonly Variant[] = [
  {
    // A licence for so many users, with a status that tokens are refused with.
    name: 'users beyond the sixth are refused with 403',
    make: remembering('createUser', 403, (_, before) => before.length === 6),
  },
  {
    name: 'the next three startup updates after a change of the egg are refused with 409',
    leavesJudged: [
      ...['4.2/tagless-accepts-any-egg', '4.3/persists', '4.5/environment', '4.5/install-script'],
      ...['4.5/persists', '5/update-server-startup-takes-root-client'],
    ],
    make: remembering('updateServerStartup', 409, (_, before, refusals) => {
      const [last, old] = valuesOf(before, 'egg_id').toReversed()
      const isChange = old !== undefined && last !== old && before.at(-1)?.['egg_id'] === last
      return isChange && refusals < 3
    }),
  },
  {
    name: 'a name that the node has is refused with 409',
    leavesJudged: ['5/update-node-takes-application', '5/update-node-takes-root-client'],
    make: remembering(
      'updateNode',
      409,
      ({ name }, before) => name !== undefined && name === valuesOf(before, 'name').at(-1),
    ),
  },
]

export const ownValidations: readonly Variant[] = [
  ...variantsOf(validations, [422, 400, 409, 418, 200] as const, ({ name, on, refuses }, status) => ({
    name: `${name}, with ${status}`,
    make: () => refusedWhen(on, (request) => refuses(bodyOf(request), request), status),
  })),
  { name: 'only images of the egg are accepted', make: imagesOfEgg },
  {
    name: 'no share file that the kit knows is accepted',
    make: () => refusedWhen('importEgg', () => true),
  },
  otherShare('JSON'),
  otherShare('text'),
  ownFile(
    'the share file of the target has a variable of its own',
    (file) => file.replaceAll(kitVariable, 'WORLD_NAME').replaceAll('CONFORMANCE_', 'OTHER_'),
    ['4.5/environment', '4.5/persists'],
  ),
  ownFile(
    'the share file of the target has a default with the text of the kit, which servers of the egg show',
    (file) => file.replaceAll('"default_value":"none"', '"default_value":"{{mark}}"'),
    [],
  ),
  ...remembered,
  pinned(
    'a field that the document lacks is required of users, and the target has it',
    'createUser',
    ['company', 'Nestbox'],
    (sent) => sent !== undefined,
  ),
  pinned(
    'only addresses of one domain are accepted, and the target has one',
    'createUser',
    ['email', 'u{{unique}}@hosting.net'],
    (sent) => String(sent).endsWith('@hosting.net'),
  ),
  pinned('only one image is accepted, and the target has it', 'updateServerStartup', [
    'docker_image',
    'example/only:1',
  ]),
  pinned('a host name has to be known, and the target has one', 'updateNode', ['fqdn', 'node.hosting.net']),
]
