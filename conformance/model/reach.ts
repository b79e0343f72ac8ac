import { fieldsOnlyIn, isWriting, type Kind, kinds, type OperationId } from '../../src/contract/index.ts'
import { isBarred } from '../judge/access.ts'
import { nodeFields } from '../judge/body-fields.ts'
import { receptionOf } from '../judge/reception.ts'
import type { Entry } from '../steps/step.ts'

interface Resource {
  readonly kind: Kind
  readonly id: unknown
}

/** A field of a resource, as the model knows it. */
export interface Place extends Resource {
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
const isNamed = (named: string | number, { kind, id }: Resource, look: Look): boolean =>
  String(named) === String(id) ||
  String(look({ kind, id, field: 'uuid' })).toLowerCase() === String(named).toLowerCase()

/** The fields that a write may change, and of which resources of a kind. */
interface Reach {
  readonly fields: readonly string[] | 'all but id'
  readonly isOf: (named: string | number, resource: Resource, look: Look) => boolean
}

/** Whether a resource refers to the one that a path names, as far as responses have shown. */
const refersBy =
  (field: string): Reach['isOf'] =>
  (named, resource, look) => {
    const value = look({ ...resource, field })
    return value === undefined || String(value) === String(named)
  }

/**
 * The fields that each write may change, by kind: those that its body carries, and omitted fields whose value the
 * document does not define. Everything else stays, in this resource and in all others.
 */
const reaches: Readonly<Partial<Record<OperationId, Readonly<Partial<Record<Kind, Reach>>>>>> = {
  updateNode: {
    node: { fields: [...nodeFields, 'daemon_base'], isOf: isNamed },
    // A server may make these texts from the name or the host name of the node.
    allocation: { fields: ['alias', 'notes'], isOf: () => true },
  },
  importEgg: {
    egg: { fields: 'all but id', isOf: isNamed },
    // Which fields an import keeps is a gap; it may also change the servers that run the egg.
    egg_variable: { fields: 'all but id', isOf: refersBy('egg_id') },
    server: { fields: ['container', 'status'], isOf: refersBy('egg') },
  },
  updateServerStartup: {
    server: { fields: ['egg', 'container', 'status'], isOf: isNamed },
  },
}

/** The kinds of which a write may change something. */
export const kindsReached = ({ call }: Entry): readonly Kind[] =>
  kinds.filter((kind) => reaches[call.operation]?.[kind])

/** Whether a write may change some field of a resource. */
export const isResourceReached = ({ call }: Entry, resource: Resource, look: Look): boolean =>
  reaches[call.operation]?.[resource.kind]?.isOf(call.named, resource, look) ?? false

/** Whether an entry may have changed a field: a write of it that was not refused because of its credential. */
export const mayChange = (entry: Entry, place: Place, look: Look): boolean =>
  mayWrite(entry) && isReached(entry, place, look)

/** Whether a write may change a field. */
export function isReached(entry: Entry, place: Place, look: Look): boolean {
  const { fields = [] } = reaches[entry.call.operation]?.[place.kind] ?? {}
  const isCarried = fields === 'all but id' ? place.field !== 'id' : isIn(place.field, fields)
  return isCarried && isResourceReached(entry, place, look)
}

/** Fields that change without a request, or follow from other rows. */
export const isMoving = ({ kind, field }: Place): boolean =>
  /_count$/.test(field) ||
  isIn(field, ['updated_at', 'allocated_resources', 'relationships', ...fieldsOnlyIn('top', kind)]) ||
  (kind === 'server' && ['status', 'container.installed', 'container.environment'].includes(field)) ||
  (kind === 'user' && field === 'image')
