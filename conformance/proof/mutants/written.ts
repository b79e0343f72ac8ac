import { fieldPathsOf } from '../../../src/contract/field-paths.ts'
import { mapValues, type OperationId, operations } from '../../../src/contract/index.ts'
import { nodeFields, userFields } from '../../judge/body-fields.ts'
import { answered, asked, changedAt, everyField, isByUuid } from '../changes.ts'
import { another, attributesOf, fieldOf, isObject, remove, replace, resources } from '../json.ts'
import { bodyOf, isGranted, type MakeMiddleware, type ProxyRequest, withBody } from '../messages.ts'
import { inPlaces, type Mutant, mutant, mutantsOf, rulesOf } from '../mutant.ts'
import { placesOf } from '../places.ts'
import { isAccepted } from './access.ts'
import { damages, hasName } from './damages.ts'

/** A field of a body, the field of the response that shows it, and the check of the response. */
type Written = ReturnType<typeof written>

const written = (
  on: 'updateNode' | 'updateServerStartup' | 'createUser',
  field: string,
  slug: string,
  at = field,
) => {
  const { section, response } = operations[on]
  // The type of its values in JSON schemas.
  const type: string | undefined = fieldPathsOf(response.kind).find(({ path }) => path === at)?.schema['type']
  return { on, field, at, check: `${section}/${slug.replaceAll('_', '-')}`, type }
}

export const writtenFields = [
  ...nodeFields.map((field) => written('updateNode', field, `updates-${field}`)),
  written('updateServerStartup', 'startup', 'startup', 'container.startup_command'),
  written('updateServerStartup', 'egg_id', 'egg', 'egg'),
  written('updateServerStartup', 'docker_image', 'image', 'container.image'),
  written('updateServerStartup', 'environment', 'environment', 'container.environment'),
  written('updateServerStartup', 'skip_scripts', 'install-script', 'container.skip_scripts'),
  ...userFields.map((field) => written('createUser', field, `creates-${field}`)),
]

/** Fields that a later response shows again. The run does not change the host name. */
const shownAgain = writtenFields.filter(({ on, field }) => on !== 'createUser' && field !== 'fqdn')

/** The response shows another value than was sent, in each place. */
const shown = writtenFields
  // Only opposite values show that the behavior is taken.
  .filter(({ field }) => field !== 'skip_scripts')
  .flatMap(({ on, field, at, check }) =>
    inPlaces(
      rulesOf(
        {
          [`${check}: another value is shown`]: (json, request) => {
            if (Object.hasOwn(bodyOf(request), field)) replace(attributesOf(json), at, another)
          },
        },
        // The first request of a run may have only one field.
        placesOf(on).filter(({ name }) => name !== 'in the first response'),
      ),
    ),
  )

/** Another value than the sent one, which is undefined where the field is not taken at all. */
type Instead = (sent: unknown, before: Before, request: ProxyRequest) => unknown

/** The value that was sent before in the same field. */
interface Before {
  readonly first: unknown
  /** The last value that was taken. */
  readonly last: unknown
  /** The number of the update, starting with 1. */
  readonly times: number
}

/** Takes another value than was sent; the response shows that value, or still the sent one. */
export const taking =
  (
    { on, field, at }: Pick<Written, 'field' | 'at'> & { readonly on: OperationId },
    instead: Instead,
    shows: 'what is stored' | 'what was sent',
  ): MakeMiddleware =>
  () => {
    let before: Before = { first: undefined, last: undefined, times: 0 }
    return async (request, next) => {
      const body = bodyOf(request)
      if (request.operation !== on || !Object.hasOwn(body, field) || !isAccepted(request))
        return next(request)
      const { [field]: sent, ...rest } = body
      before = { ...before, first: before.first ?? sent, times: before.times + 1 }
      const value = instead(sent, before, request)
      if (value !== undefined) before = { ...before, last: value }
      if (value === sent) return next(request)
      const response = await next(withBody(request, value === undefined ? rest : { ...body, [field]: value }))
      if (shows === 'what was sent' && isGranted(response) && isObject(response.json)) {
        const attributes = attributesOf(response.json)
        replace(attributes, at, (old) => (isObject(old) && isObject(sent) ? { ...old, ...sent } : sent))
        remove(attributes, 'relationships.variables')
      }
      return response
    }
  }

/** A mutant that shows its stored value, which differs from the sent one. */
const kept = (field: Written, inWords: string, instead: Instead, isOnlyInFull = false): Mutant =>
  mutant(field.check, inWords, taking(field, instead, 'what is stored'), { isOnlyInFull })

/** A mutant that shows the sent value, and stores another one, which a later response shows. */
const stored = (field: Written, inWords: string, instead: Instead, isOnlyInFull = false): Mutant =>
  mutant(
    `${operations[field.on].section}/persists`,
    `of \`${field.field}\`, ${inWords}`,
    taking(field, instead, 'what was sent'),
    { isOnlyInFull },
  )

/** Values that a server damages: visibly in the response, or not. The quick proof has one of the two. */
const damaged = damages.flatMap(({ inWords, change, fields }, at) =>
  writtenFields
    .filter(({ field }) => hasName(fields, field))
    .flatMap((field, index) => {
      const instead: Instead = (sent) => (isObject(sent) ? mapValues(sent, change) : change(sent))
      if (!shownAgain.includes(field)) return [kept(field, inWords, instead)]
      const isStored = (at + index) % 3 === 0
      return [kept(field, inWords, instead, isStored), stored(field, inWords, instead, !isStored)]
    }),
)

/** Requests in which a server may forget a field. */
interface Part {
  readonly inWords: string
  readonly fits: (request: ProxyRequest, before: Before) => boolean
  /** The value that is stored nevertheless; none by default. */
  readonly stores?: keyof Before
  /** The operation; by default both. */
  readonly on?: Written['on']
  /** Whether later responses show it alone. */
  readonly isOnlyStored?: boolean
  /** Fields that the run does not send so, or not with another value before. */
  readonly not?: string
  /** The only fields that it sends so. */
  readonly only?: string
}

const parts: readonly Part[] = [
  {
    ...{ inWords: 'where it is sent alone', not: 'location_id' },
    fits: (request) => Object.keys(bodyOf(request)).length === 1,
  },
  {
    ...{ inWords: 'where it is sent alone and false', only: 'behind_proxy maintenance_mode' },
    fits: (request) => Object.values(bodyOf(request)).join() === 'false',
  },
  {
    ...{ inWords: 'in every third update', isOnlyStored: true, not: 'maintenance_mode egg_id' },
    fits: (_, { times }) => times % 3 === 0,
  },
  // A boolean that is left out may have the sent value already.
  { inWords: 'by UUID', on: 'updateServerStartup', fits: isByUuid, stores: 'first', not: 'egg_id' },
  {
    ...{ inWords: 'by id', on: 'updateServerStartup', stores: 'first' },
    fits: (request) => !isByUuid(request),
  },
  {
    ...{ inWords: 'with the rootClient token', on: 'updateNode', isOnlyStored: true },
    ...{ not: 'location_id maintenance_mode', fits: ({ credential }) => credential === 'rootClient' },
  },
]

/** Values that a server may treat as missing, by the types of the fields. */
const falsy: Readonly<Record<string, unknown>> = { integer: 0, boolean: false, string: '' }

/** Fields for which no such value is right. */
const neverFalsy = 'location_id daemon_sftp daemon_listen egg_id name scheme docker_image'

/** Fields that are not written, or not stored, in some of the requests. */
const unwritten = shownAgain.flatMap((field) => [
  kept(field, 'only the first value is written', (_, { first }) => first),
  ...[falsy[field.type ?? '']]
    .filter((value) => value !== undefined && !hasName(neverFalsy, field.field))
    .map((value) =>
      kept(field, `${JSON.stringify(value)} is not written`, (sent, { last }) =>
        sent === value ? (last ?? sent) : sent,
      ),
    ),
  stored(field, 'nothing is stored', () => undefined),
  stored(field, 'only the first value is stored', (_, { first }) => first),
  ...parts
    .filter(({ on = field.on }) => on === field.on)
    .filter(({ not = '', only = field.field }) => hasName(only, field.field) && !hasName(not, field.field))
    .flatMap(({ inWords, fits, stores, isOnlyStored }) => {
      const instead =
        (old?: keyof Before): Instead =>
        (sent, before, request) =>
          fits(request, before) ? old && before[old] : sent
      return [
        ...(isOnlyStored ? [] : [kept(field, `it is not written ${inWords}`, instead('last'))]),
        stored(field, `nothing new is stored ${inWords}`, instead(stores)),
      ]
    }),
])

/** Errors in what a startup update nests or takes. */
const nested = mutantsOf({
  '4.5/environment: values of variables are null where an egg is sent': () =>
    answered('updateServerStartup', (json, request) => {
      if (Object.hasOwn(bodyOf(request), 'egg_id'))
        fieldOf('server_variable', 'server_value', () => null)(json)
    }),
  '4.5/environment: only the first of several variables is taken': () =>
    asked('updateServerStartup', (body) =>
      replace(body, 'environment', (sent) =>
        isObject(sent) ? Object.fromEntries(Object.entries(sent).slice(0, 1)) : sent,
      ),
    ),
  '4.5/startup: placeholders become the defaults of their variables': () =>
    answered('updateServerStartup', (json) => {
      const defaults = new Map<unknown, unknown>()
      resources(
        'server_variable',
        ({ env_variable, default_value }) => void defaults.set(env_variable, default_value),
      )(json)
      replace(json, 'attributes.container.startup_command', (command) =>
        String(command).replaceAll(/\{\{(\w+)\}\}/g, (whole, name) => String(defaults.get(name) ?? whole)),
      )
    }),
  '4.1/persists: the node is never in maintenance in responses to startup updates': () =>
    everyField('node', 'maintenance_mode', () => false, { on: 'updateServerStartup' }),
  '4.5/install-script: skip_scripts is always shown as false': () =>
    changedAt('updateServerStartup', 'attributes.container.skip_scripts', () => false),
})

/** Errors in values that a request sends. */
export const writtenValues: readonly Mutant[] = [...shown, ...damaged, ...unwritten, ...nested]
