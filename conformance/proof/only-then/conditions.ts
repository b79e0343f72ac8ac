import { defined, isWriting, type OperationId, operations, pagedIds } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { isByUuid } from '../changes.ts'
import type { ProxyRequest } from '../messages.ts'
import { fitting, type RequestSchemas } from '../request-schemas.ts'
import { isFor, namedTwice, pathIds, subjectOf } from '../subjects.ts'
import rows from './conditions.json' with { type: 'json' }

/** A condition under which a server breaks a clause. */
export interface Condition {
  /** The end of the name of a mutant, such as `where a text is digits`. */
  readonly name: string
  /** The inputs of the condition. */
  readonly operator: 'value' | 'order' | 'repetition' | 'path' | 'credential' | 'size' | 'at once'
  /** The operations that can meet the condition; all if undefined. */
  readonly on?: readonly OperationId[]
  /** The only field of the bodies that meet the condition. */
  readonly field?: string
  readonly fits: (request: ProxyRequest, moment: Moment) => boolean
}

/** What a server knows of a request from those that it got before. */
interface Moment {
  readonly before: ProxyRequest | undefined
  /** The number of other requests that were not answered yet. */
  readonly inFlight: number
  /** The number of the request among those of its operation, starting with 1. */
  readonly times: number
  /** The number of the request among equal ones in a row, starting with 1. */
  readonly row: number
}

const condition = (
  operator: Condition['operator'],
  name: string,
  fits: Condition['fits'],
  on?: Condition['on'],
): Condition => ({ ...defined({ name, operator, on }), fits })

/** A condition that one request alone meets or does not meet; of given operations, or of all lists with pages. */
interface Declared extends Omit<Condition, 'fits' | 'on'>, RequestSchemas {
  readonly on: readonly OperationId[] | 'paged'
}

/** The conditions of some operators in the table. */
const declared = (...operators: readonly Condition['operator'][]): readonly Condition[] =>
  // TypeScript takes the operators and the operations for any texts.
  (rows as unknown as readonly Declared[])
    .filter(({ operator }) => operators.includes(operator))
    .map(({ name, operator, on, field, ...schemas }) => ({
      ...condition(operator, name, fitting(schemas), on === 'paged' ? pagedIds : on),
      ...defined({ field }),
    }))

/** The body of a request; the marks between the parts of an upload differ each time. */
const contentOf = ({ text, headers }: ProxyRequest): string => {
  const [, mark] = /boundary=(.*)/.exec(headers['content-type'] ?? '') ?? []
  return mark === undefined ? text : text.replaceAll(mark, '')
}

/** Whether two requests are equal, but for where each was sent from. */
export const isSame = (one: ProxyRequest, other: ProxyRequest | undefined): boolean =>
  one.path === other?.path &&
  one.method === other.method &&
  one.credential === other.credential &&
  contentOf(one) === contentOf(other)

const after = (operation: OperationId, isRefused = false): Condition =>
  condition(
    'order',
    `right after ${isRefused ? 'a forged request of ' : ''}"${operations[operation].summary}"`,
    (_, { before }) => before?.operation === operation && isTokenName(before.credential) !== isRefused,
  )

/** The other resources that a target names; only their owner may read the backups of the other server. */
const others = [...new Set(pathIds.map((id) => subjectOf(id).other))].map((other) => {
  const on = pathIds.filter((id) => subjectOf(id).other === other && operations[id].family !== 'client')
  return condition('path', `for the ${other}`, isFor(other), on)
})

const updates = pathIds.filter(isWriting)

/** Conditions of requests, by what they depend on. */
export const conditions: readonly Condition[] = [
  ...declared('value'),
  ...[...updates, 'listServerMounts' as const].map((operation) => after(operation)),
  ...updates.map((operation) => after(operation, true)),
  ...[2, 3, 4, 7].map((every) =>
    condition('repetition', `every ${every}th time`, (_, { times }) => times % every === 0),
  ),
  ...[2, 3].map((many) =>
    condition('repetition', `when sent ${many} times in a row`, (_, { row }) => row >= many),
  ),
  ...others,
  condition('path', 'by UUID', isByUuid, namedTwice),
  ...declared('credential', 'size'),
  condition('at once', 'while another request is answered', (_, { inFlight }) => inFlight > 0),
]
