import { defined, isWriting, type OperationId, operations, pagedIds } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { isByUuid } from '../changes.ts'
import type { ProxyRequest } from '../messages.ts'
import { fitting, type RequestSchemas } from '../request-schemas.ts'
import { isFor, namedTwice, pathIds, subjectOf } from '../subjects.ts'
import rows from './conditions.json' with { type: 'json' }

/** A condition under which a server breaks a clause; its state is that of one server. */
export interface Condition {
  /** The end of the name of a mutant, such as `where a text is digits`. */
  readonly name: string
  /** The inputs of the condition. */
  readonly operator: 'value' | 'order' | 'repetition' | 'path' | 'credential' | 'size' | 'at once'
  /** The operations that can meet the condition; all if undefined. */
  readonly on?: readonly OperationId[]
  /** The only field of the bodies that meet the condition. */
  readonly field?: string
  /** Called once for each request of an operation, in their order. */
  readonly make: () => Fits
}

/**
 * @param before the request before
 * @param inFlight the number of other requests that were not answered yet
 */
type Fits = (request: ProxyRequest, before: ProxyRequest | undefined, inFlight: number) => boolean

const condition = (
  operator: Condition['operator'],
  name: string,
  fits: Fits,
  on?: Condition['on'],
): Condition => ({ ...defined({ name, operator, on }), make: () => fits })

/** A condition that one request alone meets or does not meet; of given operations, or of all lists with pages. */
interface Declared extends Omit<Condition, 'make' | 'on'>, RequestSchemas {
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
const isSame = (one: ProxyRequest, other: ProxyRequest | undefined): boolean =>
  one.path === other?.path &&
  one.method === other.method &&
  one.credential === other.credential &&
  contentOf(one) === contentOf(other)

const nth = (every: number): Condition => ({
  name: `every ${every}th time`,
  operator: 'repetition',
  make: () => {
    const times = new Map<unknown, number>()
    return ({ operation }) => {
      times.set(operation, (times.get(operation) ?? 0) + 1)
      return (times.get(operation) ?? 0) % every === 0
    }
  },
})

const after = (operation: OperationId, isRefused = false): Condition =>
  condition(
    'order',
    `right after ${isRefused ? 'a forged request of ' : ''}"${operations[operation].summary}"`,
    (_, before) => before?.operation === operation && isTokenName(before.credential) !== isRefused,
  )

/** So many equal requests in a row. */
const inARow = (times: number): Condition => ({
  name: `when sent ${times} times in a row`,
  operator: 'repetition',
  make: () => {
    let row = 1
    return (request, before) => {
      row = isSame(request, before) ? row + 1 : 1
      return row >= times
    }
  },
})

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
  ...[2, 3, 4, 7].map(nth),
  ...[2, 3].map(inARow),
  ...others,
  condition('path', 'by UUID', isByUuid, namedTwice),
  ...declared('credential', 'size'),
  condition('at once', 'while another request is answered', (_, __, inFlight) => inFlight > 0),
]
