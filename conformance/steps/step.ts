import { type AnyKind, defined, type OperationId, operations, parameterOf } from '../../src/contract/index.ts'
import type { Ask, Exchange } from '../client/client.ts'
import type { Credential } from '../client/credentials.ts'
import { written } from '../client/long-integers.ts'
import { namedIn } from '../client/request-path.ts'
import { sentFields } from '../judge/parts.ts'
import { isSame } from '../judge/same.ts'
import { unknownId, unknownUuid, uuidLike } from '../judge/sent-values.ts'
import type { RequestParts } from '../judge/session.ts'
import type { Target } from '../target/target.ts'

/** A resource that the target names; `nobody` is an unused id, `another` one whose resource is unknown. */
export const subjects = [
  ...(['node', 'otherNode', 'egg', 'otherEgg', 'server', 'otherServer'] as const),
  ...(['databaseHost', 'otherDatabaseHost', 'location', 'users', 'nobody', 'another'] as const),
] as const

export type Subject = (typeof subjects)[number]

/** The resources of the target that a path can name, by their kind. */
const inPaths = {
  node: ['node', 'otherNode'],
  egg: ['egg', 'otherEgg'],
  server: ['server', 'otherServer'],
  database_host: ['databaseHost', 'otherDatabaseHost'],
  location: ['location'],
} as const satisfies Partial<Record<AnyKind, readonly Subject[]>>

type InPath = (typeof inPaths)[keyof typeof inPaths][number]

export const subjectsOf = (operation: OperationId) => {
  const kind = parameterOf(operations[operation])?.kind
  return kind !== undefined && kind in inPaths ? inPaths[kind as keyof typeof inPaths] : []
}

/** The id and the UUID of a resource of a target; the UUID of one that has none is its id. */
export const identityOf = (resource: NonNullable<Target['resources'][InPath]>) =>
  typeof resource === 'object' ? resource : { id: resource, uuid: String(resource) }

/** The same of a subject; undefined if the target does not name it. */
export function identityIn({ resources }: Pick<Target, 'resources'>, subject: InPath | undefined) {
  const resource = subject && resources[subject]
  return resource === undefined ? undefined : identityOf(resource)
}

export const idIn = (target: Pick<Target, 'resources'>, subject: InPath) => identityIn(target, subject)?.id

/** The names by which the path of an operation can name a subject; empty if it cannot. */
export function namesOf(
  operation: OperationId,
  subject: Subject,
  target: Pick<Target, 'resources'>,
): readonly (string | number)[] {
  const parameter = parameterOf(operations[operation])
  if (!parameter) return subject === 'users' ? [''] : []
  const own = identityIn(
    target,
    subjectsOf(operation).find((each) => each === subject),
  )
  return own ? parameter.by.map((field) => own[field]) : []
}

/**
 * Unused names for the path of an operation: an id and UUIDs unlike any other, and the id of the target followed by a
 * letter, or, if the document says that it is an integer, another one with the same lower 32 bits.
 */
export function inventedNames(operation: OperationId, target: Target): readonly (string | number)[] {
  const own = identityIn(target, subjectsOf(operation)[0])
  if (!own) return []
  const { id, uuid } = own
  const { by, schema } = parameterOf(operations[operation]) ?? { by: [] }
  return by.flatMap((field) =>
    field === 'uuid'
      ? [unknownUuid, uuidLike(uuid)]
      : [unknownId, ...(schema?.['type'] === 'string' ? [`${written(String(id))}x`] : wrapped(Number(id)))],
  )
}

/** Another id with the same lower 32 bits. */
const wrapped = (id: number): readonly number[] => (id < 2 ** 32 ? [id + 2 ** 32] : [])

/**
 * How much of a body is sent: every known field, one of them, some of them, values that the server itself showed, or a
 * body that no operation describes.
 */
export const bodyForms = ['whole', 'one field', 'some fields', 'own', 'empty', 'array'] as const

type BodyForm = (typeof bodyForms)[number]

/** A request as a value, so that it can be printed, stored, sent again and made smaller. */
export interface Call
  extends Pick<
    RequestParts,
    'spelling' | 'query' | 'headers' | 'pins' | 'isReversed' | 'json' | 'file' | 'mark' | 'variable'
  > {
  readonly operation: OperationId
  readonly subject: Subject
  /** The value of the path parameter: an id, a UUID, or an invented one. */
  readonly named: string | number
  readonly credential: Credential
  readonly body?: BodyForm
  /**
   * Fields of a JSON body. `{{unique 1}}` in a text becomes a text that no other play of the steps has, and
   * `{{letters 1}}` the same without digits.
   */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Ids of tags, from which the body of the target is made. */
  readonly tags?: readonly number[]
  /** Whether it was granted when it was stored. */
  readonly isGranted?: boolean
}

/** A step of a scenario: one request, several at once, or a pause in milliseconds. */
export type Step = Call | { readonly burst: readonly Call[] } | { readonly pause: number }

/** The calls of a step. */
export const callsOf = (step: Step): readonly Call[] =>
  'pause' in step ? [] : 'burst' in step ? step.burst : [step]

/** A call with its exchange, as an entry of the log. */
export interface Entry {
  /** Its place in the log. */
  readonly at: number
  readonly call: Call
  readonly exchange: Exchange
  /** The calls that were sent at the same time, this one included; undefined if none of them writes. */
  readonly burst?: readonly Call[]
}

/** The value of the path parameter; a number is as in responses. */
function namedBy({ operation, path }: Ask): string | number {
  const segments = operations[operation].path.split('/')
  const at = segments.findIndex((segment) => segment.startsWith('{'))
  const named = namedIn(path, segments[at - 1] ?? '')
  return typeof named === 'number' ? named : String(named)
}

function subjectOf({ operation }: Ask, named: string | number, target: Target): Subject {
  if (!parameterOf(operations[operation])) return 'users'
  const own = subjectsOf(operation).find((subject) =>
    Object.values(identityIn(target, subject) ?? {}).some((name) =>
      isSame('uuid', String(name), String(named)),
    ),
  )
  const invented = inventedNames(operation, target).map(String)
  return own ?? (invented.includes(String(named)) ? 'nobody' : 'another')
}

/** A request of the plain run as a step. */
function callOf(ask: Ask, target: Target): Call {
  const { operation, credential, file, tags, mark, variable } = ask
  const named = namedBy(ask)
  return {
    ...{ operation, credential, named },
    subject: subjectOf(ask, named, target),
    ...(ask.json !== undefined && { fields: sentFields({ ask }) }),
    ...(tags?.every((tag) => typeof tag === 'number') && { tags }),
    ...defined({ file, mark, variable }),
  }
}

/** Exchanges as a log, each sent alone. @param from the place of the first in the log */
export const logOf = (exchanges: readonly Exchange[], target: Target, from = 0): readonly Entry[] =>
  exchanges.map((exchange, index) => ({ at: from + index, call: callOf(exchange.ask, target), exchange }))
