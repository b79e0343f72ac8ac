import { type OperationId, objectAt } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { kitEgg, kitVariable } from '../../judge/kit-egg.ts'
import type { Target } from '../../target/target.ts'
import { instead, refusal, refusedWhen } from '../changes.ts'
import { isObject, type JsonObject } from '../json.ts'
import { bodyOf, isGranted, type MakeMiddleware, withBody } from '../messages.ts'
import { fitting, type RequestSchemas } from '../request-schemas.ts'
import rows from './validations.json' with { type: 'json' }
import { named, type Variant, variantsOf } from './variant.ts'

/** The requests that a server accepts. */
interface Validation extends RequestSchemas {
  readonly name: string
  readonly on: OperationId | readonly OperationId[]
  /** The schemas of fields of the body. */
  readonly fields?: object
  /** The entries of the target with which the kit can use such a server. */
  readonly sends?: { readonly in: keyof Target['requests']; readonly fields: object }
}

/** A server with additional validations. */
function validating({ name, on, fields, sends, ...parts }: Validation, status?: number): Variant {
  const isAccepted = fitting({ ...(fields && { body: { properties: fields } }), ...parts })
  return {
    name: status ? `${name}, with ${status}` : name,
    target: ({ requests, ...target }) => ({
      ...target,
      requests: { ...requests, ...(sends && { [sends.in]: { ...requests[sends.in], ...sends.fields } }) },
    }),
    make: () => refusedWhen(on, (request) => !isAccepted(request), status),
  }
}

// TypeScript takes the operations for any texts.
const validations = rows as unknown as readonly Validation[]

/** Refuses images that the egg does not have; the images are in the response to an update of the egg alone. */
const imagesOfEgg: MakeMiddleware = () =>
  instead('updateServerStartup', async (request, next) => {
    const { docker_image: image, egg_id = request.target.resources.egg } = bodyOf(request)
    if (image === undefined) return next(request)
    const plain = await next(withBody(request, { egg_id }))
    if (!isObject(plain.json)) return plain
    const images = objectAt(plain.json, 'attributes.relationships.egg.attributes.docker_images')
    return Object.values(images).includes(image) ? next(request) : refusal(422)
  })

/** The server and its target use a share file in another format, which is known by the texts around its title. */
const otherShare = (format: string, start: string, end: string): Variant => ({
  name: `share files are of another format, ${format}, which the target has`,
  target: (target) => ({ ...target, importEgg: `${start}{{mark}}${end}` }),
  make: () =>
    instead('importEgg', async (request, next) => {
      const { text } = request
      const [from, to] = [text.indexOf('\r\n\r\n') + 4, text.lastIndexOf('\r\n--')]
      const file = text.slice(from, to)
      if (!file.startsWith(start)) return refusal(422)
      const title = file.slice(start.length, file.length - end.length)
      const egg = kitEgg(format === 'JSON' ? JSON.parse(`"${title}"`) : title)
      return next({ ...request, text: text.slice(0, from) + egg + text.slice(to) })
    }),
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

const nameIn = (address: unknown): string | undefined => String(address).split('@')[0]

const remembered = named({
  'an address is refused whose name another one has at any domain': remembering(
    'createUser',
    422,
    ({ email }, before) => before.some((each) => nameIn(each['email']) === nameIn(email)),
  ),
  // A licence for so many users, with a status that tokens are refused with.
  'users beyond the sixth are refused with 403': remembering(
    'createUser',
    403,
    (_, before) => before.length === 6,
  ),
  'the next three startup updates after a change of the egg are refused with 409': {
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
  'a name that the node has is refused with 409': {
    leavesJudged: ['5/update-node-takes-application', '5/update-node-takes-root-client'],
    make: remembering(
      'updateNode',
      409,
      ({ name }, before) => name !== undefined && name === valuesOf(before, 'name').at(-1),
    ),
  },
})

export const ownValidations: readonly Variant[] = [
  ...variantsOf(
    validations.filter(({ sends }) => !sends),
    [422, 400, 409, 418, 200],
    validating,
  ),
  ...named({
    'only images of the egg are accepted': imagesOfEgg,
    'no share file that the kit knows is accepted': () => refusedWhen('importEgg', () => true),
    'no share file may have the UUID of another egg, with 500': () =>
      refusedWhen('importEgg', ({ text }) => text.includes('"uuid":'), 500),
    'a share file must have images': () =>
      refusedWhen('importEgg', ({ text }) => text.includes('"docker_images":{}')),
  }),
  otherShare('JSON', '{"kind":"recipe","title":"', '"}'),
  otherShare('text', '# recipe\ntitle = ', '\n'),
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
  ...validations.filter(({ sends }) => sends).map((each) => validating(each)),
]
