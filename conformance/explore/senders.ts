import { isWriting, type OperationId } from '../../src/contract/index.ts'
import { type Credential, isTokenName, tokenNames } from '../client/credentials.ts'
import { isBarred } from '../judge/access.ts'
import type { Call } from '../steps/step.ts'
import type { Site, Tables } from './tables.ts'

/**
 * Invalid tokens that servers accept most often, and those of other kinds; each is sent with every operation after
 * every other request. The others are one sender together.
 */
const usual: readonly Credential[] = [
  ...tokenNames,
  ...(['no-header', 'garbage', 'token-suffix', 'token-cut-short', 'token-case'] as const),
]

/** An operation with a credential: the first dimension of an exploration, on which all others depend. */
export interface Sender {
  readonly name: string
  readonly operation: OperationId
  readonly credentials: readonly Credential[]
  /** The kind of its requests for those that come after them. */
  readonly kind: string
  /** Whether the request must be refused because of its credential. */
  readonly isBarred: boolean
  /** Whether the path is spelled in another way. */
  readonly isSpelled: boolean
  readonly sites: readonly Site[]
  /** How much its requests count, compared with those of others. */
  readonly weight: number
}

type Placed = Pick<Call, 'operation' | 'credential'>

/** The name of the sender of a call. */
export const nameOf = (call: Placed & Pick<Call, 'spelling'>): string =>
  `${call.operation} ${call.spelling ? 'spelled' : usual.includes(call.credential) ? call.credential : 'others'}`

/** The kind of a call for those that come after it: whether it is granted, and if not, whether its token exists. */
export const kindOf = (call: Placed): string =>
  `${isRead(call.operation) ? 'read' : 'write'} ${call.operation} ${isBarred(call) ? (isTokenName(call.credential) ? 'of another kind' : 'forged') : 'granted'}`

/** How much it is worth to send a request after one of a kind: requests without an effect matter less. */
export const worthOf = (kind: string): number =>
  kind.endsWith('granted') || (kind.startsWith('write') && kind.endsWith('forged')) ? 1 : 0.3

/** Whether requests of a kind are writes that are granted. */
export const isGrantedWrite = (kind: string): boolean => kind.startsWith('write') && kind.endsWith('granted')

/** Whether a body of some sites has many fields, and so many forms. */
export const isWide = (sites: readonly Site[]): boolean =>
  sites.some(({ fields = {} }) => Object.keys(fields).length > 9)

/** Every sender of the tables. */
export const sendersOf = ({ sites, refused }: Tables): readonly Sender[] =>
  [...new Set(sites.map(({ operation }) => operation))].flatMap((operation) => {
    const own = sites.filter((site) => site.operation === operation)
    const sender = (credentials: readonly Credential[], more: Partial<Sender> = {}): readonly Sender[] =>
      credentials.slice(0, 1).map((credential) => {
        const call = { operation, credential }
        const name = more.isSpelled ? `${operation} spelled` : nameOf(call)
        const granting = own.filter(({ tokens }) => tokens.includes(credential))
        const sites = isBarred(call) ? own : granting
        return {
          ...{ name, operation, credentials, sites, kind: kindOf(call), isBarred: isBarred(call) },
          ...{ isSpelled: false, weight: isWide(own) ? 1.25 : 1, ...more },
        }
      })
    const barred = refused[operation]
    const others = barred.filter((credential) => !usual.includes(credential))
    const each = barred.filter((credential) => usual.includes(credential))
    return [
      ...[...new Set(own.flatMap(({ tokens }) => tokens)), ...each].flatMap((one) => sender([one])),
      ...sender(others, { weight: 0.5 }),
      ...sender(each, { isSpelled: true, weight: 0.25 }),
    ]
  })

export const isRead = (operation: OperationId): boolean => !isWriting(operation)

/**
 * How much of a request takes effect: an empty body shows nothing, and a body of one field, or one that is refused for a
 * value, shows less than others.
 */
export function effectOf(call: Call, isGranted: boolean): number {
  if (call.body === 'empty' || call.body === 'array') return 0
  if (isBarred(call) || isRead(call.operation)) return 1
  if (!isGranted) return 0.25
  if (call.body !== 'one field' && call.body !== 'some fields') return 1
  return Math.min(1, Object.keys({ ...call.fields, ...call.pins }).length / 4)
}
