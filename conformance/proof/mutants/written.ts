import { fieldPathsOf } from '../../../src/contract/field-paths.ts'
import { operations } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import {
  answered,
  asked,
  attributesOf,
  changedAt,
  isByUuid,
  relationshipsOf,
  replace,
  resources,
} from '../changes.ts'
import {
  bodyOf,
  isGranted,
  isObject,
  type JsonObject,
  type MakeMiddleware,
  type ProxyRequest,
  withBody,
} from '../messages.ts'
import { inPlaces, type Mutant, mutant } from '../mutant.ts'
import { placesOf } from '../places.ts'
import { damages, hasName } from './damages.ts'

/** A field of a body, and the field of the response that shows it; written by hand from sections 4.1, 4.5 and 4.6. */
interface Written {
  readonly on: 'updateNode' | 'updateServerStartup' | 'createUser'
  readonly field: string
  readonly at: string
  /** The check of the response. */
  readonly check: string
  /** The type of its values in JSON schemas. */
  readonly type: string
}

const written = (on: Written['on'], field: string, slug: string, at = field): Written => {
  const { section, answer } = operations[on]
  const type = fieldPathsOf(answer.kind).find(({ path }) => path === at)?.schema['type']
  return { on, field, at, check: `${section}/${slug.replaceAll('_', '-')}`, type }
}

const nodeFields = [
  ...['name', 'description', 'location_id', 'fqdn', 'scheme', 'behind_proxy', 'maintenance_mode', 'memory'],
  ...['memory_overallocate', 'disk', 'disk_overallocate', 'upload_size', 'daemon_sftp', 'daemon_listen'],
]

export const writtenFields: readonly Written[] = [
  ...nodeFields.map((field) => written('updateNode', field, `updates-${field}`)),
  written('updateServerStartup', 'startup', 'startup', 'container.startup_command'),
  written('updateServerStartup', 'egg_id', 'egg', 'egg'),
  written('updateServerStartup', 'docker_image', 'image', 'container.image'),
  written('updateServerStartup', 'environment', 'environment', 'container.environment'),
  written('updateServerStartup', 'skip_scripts', 'install-script', 'container.skip_scripts'),
  ...['email', 'username', 'first_name', 'last_name'].map((field) =>
    written('createUser', field, `creates-${field}`),
  ),
]

/** Fields that a later response shows again. The run does not change the host name. */
const shownAgain = writtenFields.filter(({ on, field }) => on !== 'createUser' && field !== 'fqdn')

/** A different value of the same type. */
const other = (value: unknown): unknown =>
  typeof value === 'boolean'
    ? !value
    : typeof value === 'number'
      ? value + 1
      : isObject(value)
        ? { OTHER: 'value' }
        : `x${String(value)}`

/** The response shows another value than was sent, in each place. */
const shown = writtenFields
  // Only opposite values show that the behavior is taken.
  .filter(({ field }) => field !== 'skip_scripts')
  .flatMap(({ on, field, at, check }) =>
    inPlaces(
      [
        {
          checks: check,
          inWords: 'another value is shown',
          change: (json: JsonObject, request: ProxyRequest) => {
            if (Object.hasOwn(bodyOf(request), field)) replace(attributesOf(json), at, other)
          },
        },
      ],
      // The first request of a run may have only one field.
      placesOf(on).filter(({ name }) => name !== 'in the first response'),
    ),
  )

/** Another value than the sent one, which is undefined where the field is not taken at all. */
type Instead = (sent: unknown, before: Before, request: ProxyRequest) => unknown

/** What was sent before in the same field. */
interface Before {
  readonly first: unknown
  /** The last value that was taken. */
  readonly last: unknown
  /** The number of the update, starting with 1. */
  readonly times: number
}

/** Takes another value than was sent; the response shows that value, or the sent one all the same. */
export const taking =
  (
    { on, field, at }: Pick<Written, 'on' | 'field' | 'at'>,
    instead: Instead,
    shows: 'what is stored' | 'what was sent',
  ): MakeMiddleware =>
  () => {
    let before: Before = { first: undefined, last: undefined, times: 0 }
    return async (request, next) => {
      const body = bodyOf(request)
      if (request.operation !== on || !Object.hasOwn(body, field) || !isTokenName(request.credential))
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
        delete relationshipsOf(attributes)['variables']
      }
      return response
    }
  }

/** A mutant that shows what was sent, and stores something else. */
const stored = (field: Written, inWords: string, instead: Instead, isOnlyInFull = false): Mutant =>
  mutant(
    `${operations[field.on].section}/persists`,
    `of \`${field.field}\`, ${inWords}`,
    taking(field, instead, 'what was sent'),
    { isOnlyInFull },
  )

/** A mutant that shows what it stores, which is not what was sent. */
const kept = (field: Written, inWords: string, instead: Instead, isOnlyInFull = false): Mutant =>
  mutant(field.check, inWords, taking(field, instead, 'what is stored'), { isOnlyInFull })

/** A change of a value, or of each value of a map. */
const inside =
  (change: (value: unknown) => unknown): Instead =>
  (sent) =>
    isObject(sent)
      ? Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, change(value)]))
      : change(sent)

/** Values that a server damages: as the response shows, or behind its back. The quick proof has one of the two. */
const damaged = damages.flatMap(({ inWords, change, fields }, at) =>
  writtenFields
    .filter(({ field }) => hasName(fields, field))
    .flatMap((field, index) => {
      const isStored = (at + index) % 3 === 0 && shownAgain.includes(field)
      return [
        kept(field, inWords, inside(change), isStored),
        ...(shownAgain.includes(field) ? [stored(field, inWords, inside(change), !isStored)] : []),
      ]
    }),
)

/** Requests in which a server may forget a field. */
const parts: Readonly<Record<string, (request: ProxyRequest, before: Before) => boolean>> = {
  'where it is sent alone': (request) => Object.keys(bodyOf(request)).length === 1,
  'in every third update': (_, { times }) => times % 3 === 0,
  'by UUID': isByUuid,
  'by id': (request) => !isByUuid(request),
  'with the rootClient token': ({ credential }) => credential === 'rootClient',
}

/** Fields that the run does not send so, or not with another value before. */
const unsent: Readonly<Record<string, RegExp>> = {
  location_id: /alone|Client/,
  maintenance_mode: /third|Client/,
  egg_id: /third|by UUID/,
}

/** The type of a value in JSON schemas. */
const typeName = (value: unknown): string =>
  typeof value === 'number' ? 'integer' : typeof value === 'boolean' ? 'boolean' : 'string'

/** Values that a server may treat as missing. */
const falsy = [0, false, '']

/** Fields for which no such value is right. */
const neverFalsy = ['location_id', 'daemon_sftp', 'daemon_listen', 'egg_id', 'name', 'scheme', 'docker_image']

/** Fields that are not written, or not stored, in some of the requests. */
const unwritten = shownAgain.flatMap((field) => [
  kept(field, 'only the first value is written', (_, { first }) => first),
  ...falsy
    .filter((value) => typeName(value) === field.type && !neverFalsy.includes(field.field))
    .map((value) =>
      kept(field, `${JSON.stringify(value)} is not written`, (sent, { last }) =>
        sent === value ? (last ?? sent) : sent,
      ),
    ),
  stored(field, 'nothing is stored', () => undefined),
  stored(field, 'only the first value is stored', (_, { first }) => first),
  ...Object.entries(parts)
    .filter(([inWords]) => !unsent[field.field]?.test(inWords))
    .flatMap(([inWords, fits]) =>
      (field.on === 'updateNode' ? /^by/ : /Client/).test(inWords)
        ? []
        : [
            ...(/^in|Client/.test(inWords)
              ? []
              : [
                  kept(field, `it is not written ${inWords}`, (sent, before, request) =>
                    fits(request, before) ? before.last : sent,
                  ),
                ]),
            // A boolean that is left out may have the sent value already.
            stored(field, `nothing new is stored ${inWords}`, (sent, before, request) =>
              fits(request, before) ? (inWords.startsWith('by') ? before.first : undefined) : sent,
            ),
          ],
    ),
])

/** Errors in what a startup update nests. */
const nested: readonly Mutant[] = [
  mutant('4.5/environment', 'values of variables are null where an egg is sent', () =>
    answered('updateServerStartup', (json, request) => {
      if (Object.hasOwn(bodyOf(request), 'egg_id'))
        resources('server_variable', (variable) => replace(variable, 'server_value', () => null))(json)
    }),
  ),
  mutant('4.5/environment', 'only the first of several variables is taken', () =>
    asked('updateServerStartup', ({ environment, ...body }) => ({
      ...body,
      ...(isObject(environment) && {
        environment: Object.fromEntries(Object.entries(environment).slice(0, 1)),
      }),
    })),
  ),
  mutant('4.1/persists', 'the node is never in maintenance in responses to startup updates', () =>
    answered(
      'updateServerStartup',
      resources('node', (node) => replace(node, 'maintenance_mode', () => false)),
    ),
  ),
]

const alwaysFalse = mutant('4.5/install-script', 'skip_scripts is always shown as false', () =>
  changedAt('updateServerStartup', 'attributes.container.skip_scripts', () => false),
)

/** Errors in values that a request sends. */
export const writtenValues: readonly Mutant[] = [
  ...[...shown, ...damaged, ...unwritten],
  ...[...nested, alwaysFalse],
]
