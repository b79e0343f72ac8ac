import { fieldsOnlyIn, isWriting, type Kind, kinds, type OperationId } from '../../src/contract/index.ts'
import { isBarred } from '../judge/access.ts'
import { nodeFields } from '../judge/body-fields.ts'
import { receptionOf } from '../judge/reception.ts'
import type { Entry } from '../steps/step.ts'

/** A field of a resource, as the model knows it. */
export interface Place {
  readonly kind: Kind
  readonly id: unknown
  /** The path of the field below the attributes, such as `container.image`. */
  readonly field: string
}

/** The knowledge of other fields, for effects that depend on it. */
export type Look = (place: Place) => unknown

/** Whether a write must be refused because of its credential, and was. */
export const wasBarred = ({ call, exchange }: Entry): boolean =>
  isBarred(call) && receptionOf(exchange.ask, exchange.reply) === 'refused'

/** Whether an entry may have changed something: a write that was not refused because of its credential. */
export const mayWrite = (entry: Entry): boolean => isWriting(entry.call.operation) && !wasBarred(entry)

const isIn = (field: string, names: readonly string[]): boolean =>
  names.some((name) => field === name || field.startsWith(`${name}.`))

/** The resource that a path names, by id or UUID. */
const isNamed = (named: string | number, { kind, id }: Place, look: Look): boolean =>
  String(named) === String(id) ||
  String(look({ kind, id, field: 'uuid' })).toLowerCase() === String(named).toLowerCase()

type Reach = (named: string | number, place: Place, look: Look) => boolean

/**
 * The fields that each write may change, by kind: those that its body carries, and omitted fields whose value the
 * document does not define. Everything else stays, in this resource and in all others.
 */
const reaches: Readonly<Partial<Record<OperationId, Readonly<Partial<Record<Kind, Reach>>>>>> = {
  updateNode: {
    node: (named, place, look) =>
      isIn(place.field, [...nodeFields, 'daemon_base']) && isNamed(named, place, look),
    // A server may make these texts from the name or the host name of the node.
    allocation: (_, place) => isIn(place.field, ['alias', 'notes']),
  },
  importEgg: {
    egg: (named, place, look) => place.field !== 'id' && isNamed(named, place, look),
    // Which fields an import keeps is a gap; it may also change the servers that run the egg.
    egg_variable: (named, place, look) => mayBeOf(named, place, 'egg_id', look),
    server: (named, place, look) =>
      isIn(place.field, ['container', 'status']) && mayBeOf(named, place, 'egg', look),
  },
  updateServerStartup: {
    server: (named, place, look) =>
      isIn(place.field, ['egg', 'container', 'status']) && isNamed(named, place, look),
  },
}

/** Whether a resource refers to another one, as far as responses have shown. */
function mayBeOf(named: string | number, { kind, id }: Place, field: string, look: Look): boolean {
  const value = look({ kind, id, field })
  return value === undefined || String(value) === String(named)
}

/** The kinds of which a write may change something. */
export const kindsReached = ({ call }: Entry): readonly Kind[] =>
  kinds.filter((kind) => reaches[call.operation]?.[kind])

/** Whether a write may change a field. */
export const isReached = ({ call }: Entry, place: Place, look: Look): boolean =>
  reaches[call.operation]?.[place.kind]?.(call.named, place, look) ?? false

/** Fields that change without a request, or follow from other rows. */
export const isMoving = ({ kind, field }: Place): boolean =>
  /_count$/.test(field) ||
  isIn(field, ['updated_at', 'allocated_resources', 'relationships', ...fieldsOnlyIn('top', kind)]) ||
  (kind === 'server' && ['status', 'container.installed', 'container.environment'].includes(field)) ||
  (kind === 'user' && field === 'image')
