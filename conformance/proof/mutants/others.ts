import { fieldPathsOf } from '../../../src/contract/field-paths.ts'
import {
  isOfMany,
  isWriting,
  type Kind,
  kinds,
  type OperationId,
  operationIds,
  operations,
  parameterOf,
  rowOf,
} from '../../../src/contract/index.ts'
import { answered, isByUuid, rerouted, rewritten } from '../changes.ts'
import { another, fieldOf, type JsonObject, replace } from '../json.ts'
import { asBy, type MakeMiddleware, type ProxyRequest } from '../messages.ts'
import { checksOf, inPlaces, type Mutant, mutant, mutantsOf, rulesOf } from '../mutant.ts'
import { appearancesOf, type Change, isEverywhere, type Place, placesOf } from '../places.ts'
import { isFor, isForOther, namedTwice, namesOf, pathIds, subjectOf, toTwin } from '../subjects.ts'

/** Fields of a resource that only updates of it change. */
const settled = (kind: Kind): readonly string[] =>
  fieldPathsOf(kind)
    .filter(({ schema, only }) => !only && ['integer', 'boolean', 'string'].includes(schema['type']))
    .map(({ path }) => path)
    .filter((path) => !/^id$|updated_at|_count$|^allocated_resources|^status$|^container|^egg$/.test(path))

/** Fields of a server that an update of its startup cannot carry. */
const notOfStartup = [
  ...['identifier', 'external_id', 'name', 'description', 'user', 'node', 'allocation', 'limits'],
  ...['feature_limits', 'created_at'],
]

/** No read shows a node before the run, so that a change in every response may be older than the run. */
const isTellable = (place: Place): boolean =>
  place.on !== 'updateNode' || !(isEverywhere(place) || place.name === 'in the first response')

const kindOf = (id: OperationId): Kind => operations[id].response.kind

/** Writes that are answered with a resource of the kind in their path. */
const ownWrites = operationIds.filter(
  (id) => isWriting(id) && parameterOf(operations[id])?.kind === kindOf(id),
)

/** The values that a response must not change: the ids in its path, and the fields that the request did not carry. */
const kept = [
  ...ownWrites.map((on) => [on, `same-${kindOf(on)}`, parameterOf(operations[on])?.by ?? []] as const),
  ['updateNode', 'identity', rowOf('node').constant.filter((field) => field !== 'id')] as const,
  ['updateServerStartup', 'identity', notOfStartup] as const,
]

const otherwise = kept.flatMap(([on, slug, fields]) => {
  const isIdentity = slug === 'identity'
  const places = placesOf(on).filter((place) => !isIdentity || isTellable(place))
  return fields.flatMap((field) => {
    const inWords = `${operations[on].section}/${slug}: ${field} is another`
    const change: Change = (json) => replace(json, `attributes.${field}`, another)
    return rulesOf({ [inWords]: change }, places, isIdentity ? { shows: field } : {})
  })
})

/**
 * With each granted write, resources of a kind are shown otherwise although they must not change.
 * @param which the resource that the target names, or each other one of its kind
 * @param checks those that must see it
 */
const changedBy = (
  on: OperationId,
  which: 'another' | 'the same',
  kind: 'node' | 'server',
  checks: readonly string[],
  fields = settled(kind),
): readonly Mutant[] =>
  fields.map((field, at) => {
    const inWords = `"${operations[on].summary}" changes \`${field}\` of ${which} ${kind}`
    const isSame = which === 'the same'
    const make: MakeMiddleware = () => {
      let times = 0
      return answered('all', (json, request) => {
        if (request.operation === on) times += 1
        const [own] = namesOf(request, kind)
        const change = (value: unknown, { id }: JsonObject): unknown =>
          (String(id) === own) === isSame ? another(value, times) : value
        fieldOf(kind, field, change, { place: isSame ? 'anywhere' : 'nested' })(json)
      })
    }
    return mutant(checks, inWords, make, { isOnlyInFull: at % 3 !== 0 })
  })

const changedRows = [
  ...changedBy('updateNode', 'another', 'node', ['4.1/others-unchanged']),
  ...changedBy('updateServerStartup', 'another', 'server', ['4.5/others-unchanged']),
  ...changedBy('updateNode', 'the same', 'node', ['4.1/identity', '4.1/persists'], ['public', 'uuid']),
  ...changedBy('updateServerStartup', 'the same', 'server', ['4.5/identity', '4.5/persists']),
  ...changedBy('updateServerStartup', 'the same', 'node', [
    ...['4.5/others-unchanged', '4.1/persists', '4.1/identity', '2.1/one-resource'],
  ]),
  ...changedBy('importEgg', 'the same', 'server', ['4.3/others-unchanged', '4.5/persists']),
]

/**
 * Whether operations that name a resource by id or UUID show resources of a kind, one level deep, that can be
 * distinguished.
 */
const isNested = (kind: Kind): boolean =>
  rowOf(kind).identity.length > 0 &&
  appearancesOf(kind).some(({ on, of }) => namedTwice.includes(on) && of?.place === 'nested')

/** Nested resources with two values of a field that cannot change, by the way in which they are requested. */
const twoFaced = kinds.filter(isNested).flatMap((kind) =>
  [...new Set([...rowOf(kind).constant, ...rowOf(kind).identity, ...(kind === 'user' ? ['email'] : [])])]
    .filter((field) => field !== 'id')
    .map((field) =>
      mutant(
        [
          ...['2.1/one-resource', '4.1/identity', '4.5/identity', '4.1/persists', '4.1/others-unchanged'],
          ...['4.3/persists', '4.3/others-unchanged', '4.5/persists', '4.5/others-unchanged'],
        ],
        `the \`${field}\` of a nested ${kind} is another by UUID`,
        () =>
          answered(namedTwice, (json, request) => {
            if (isByUuid(request)) fieldOf(kind, field, (value) => another(value), { place: 'nested' })(json)
          }),
      ),
    ),
)

/** The checks that distinguish the resource of the target from the other one of its kind; of the path by default. */
const tellingApart: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  updateNode: ['4.1/other-node'],
  importEgg: ['4.3/same-egg'],
  listServerMounts: ['4.4/mounted-agrees'],
  updateServerStartup: ['4.5/same-server', '4.5/path'],
}

/** A list whose records may belong to several resources need not differ from that of another one. */
const checksOfOther = (on: OperationId) =>
  tellingApart[on] ?? (isOfMany(operations[on]) ? [] : checksOf(on, 'path'))

const nil = '00000000-0000-4000-8000-000000000000'

/** Unknown identifiers, which may be made from the UUID of the target; the last part of a UUID is cut off. */
const unknown = [
  ['id', 'an id that nobody has', () => '2147483000'],
  ['uuid', 'a UUID that nobody has', () => nil],
  ['uuid', 'a UUID with the same beginning', (uuid: string) => `${uuid.slice(0, 8)}-`],
] as const

/** Treats requests for other resources as requests for the resource of the target. */
const ignoring =
  (on: OperationId, others: (request: ProxyRequest) => readonly string[]): MakeMiddleware =>
  () =>
    rewritten(on, (request) => {
      const names = namesOf(request, subjectOf(on).own)
      const meant = parameterOf(operations[on])?.by[0] === 'uuid' ? names[1] : names[0]
      const mistaken = others(request)
        .map((other) => new RegExp(`/${other}[^/?]*`).exec(request.path)?.[0])
        .find((found) => found !== undefined && found !== `/${meant}`)
      if (mistaken === undefined) return request
      const path = request.path.replace(mistaken, `/${meant}`)
      // Only `userClient` may read the backups of the server of the target.
      return on === 'listServerBackups' ? asBy({ ...request, path }, 'userClient') : { ...request, path }
    })

const confused = pathIds.flatMap((on) => {
  const { own, other, noun } = subjectOf(on)
  const checks = checksOfOther(on).join(' ')
  const { by = [], schema } = parameterOf(operations[on]) ?? {}
  const path = `${operations[on].section}/path`
  const unknowns = unknown.filter(([field]) => by.includes(field))
  return mutantsOf({
    ...Object.fromEntries(
      unknowns.map(([, inWords, made]) => [
        `${isWriting(on) && by.length > 1 ? `${path} ${checks}` : path}: ${inWords} is taken for the one of the target`,
        ignoring(on, (request) => [made(namesOf(request, own)[1] ?? '')]),
      ]),
    ),
    ...(checks && {
      [`${checks}: another ${noun} is taken for the one of the target`]: ignoring(on, (request) =>
        namesOf(request, other),
      ),
    }),
    ...(schema?.['type'] === 'integer' && {
      [`${path}: an id is read as its lower 32 bits`]: () =>
        rerouted(on, (asked) => asked.replace(/\/(\d{10,})/, (_, id) => `/${Number(id) % 2 ** 32}`)),
    }),
    ...(checks &&
      by[0] === 'id' &&
      !isWriting(on) && {
        [`${path} ${checks}: an id with one digit more is read as without it`]: () =>
          rerouted(on, (asked) => asked.replace(/\/(\d)\d\//, '/$1/')),
      }),
  })
})

/** The UUID of the other server names this one. */
const misnamed = namedTwice.map((on) =>
  mutant(
    isWriting(on) ? checksOfOther(on).slice(0, 1) : [...checksOfOther(on), ...checksOf(on, 'same-server')],
    'the UUID of the other server names this one',
    () =>
      rewritten(on, (request) => (isForOther(request) && isByUuid(request) ? toTwin(request, on) : request)),
    { reachedBy: checksOf(on, 'response') },
  ),
)

/** A server lists the backups of all servers of its owner. */
const ofOwner = mutantsOf(
  {
    '4.7/path: a server lists the backups of all servers of its owner': () =>
      rewritten('listServerBackups', (request) => {
        const [, uuid = ''] = namesOf(request, 'server')
        const asked = /servers\/([^/?]+)/.exec(request.path)?.[1] ?? ''
        const isKnown =
          [uuid, nil].includes(asked) || isFor('otherServer')(request) || asked.startsWith(uuid.slice(0, 8))
        return isKnown ? request : { ...request, path: request.path.replace(asked, uuid) }
      }),
  },
  { reachedBy: ['4.3/response'] },
)

/** Errors in which resource a request reads or writes. */
export const others: readonly Mutant[] = [
  ...inPlaces(otherwise),
  ...changedRows,
  ...twoFaced,
  ...confused,
  ...misnamed,
  ...ofOwner,
]
