import { KindGuard } from '@sinclair/typebox'
import { fieldPathsOf } from '../../src/contract/field-paths.ts'
import {
  isWriting,
  type Kind,
  kinds,
  linkOf,
  operations,
  recordOf,
  rowOf,
  valueAt,
  writersOf,
} from '../../src/contract/index.ts'
import { keptIn, onceFor } from '../../src/contract/once.ts'
import type { Exchange } from '../client/client.ts'
import { isBarred } from '../judge/access.ts'
import { badFieldsIn } from '../judge/fields.ts'
import { nestedItems } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { documented, isSame } from '../judge/same.ts'
import { type Found, walk } from '../judge/walk.ts'
import type { Call, Entry } from '../steps/step.ts'
import {
  isMoving,
  isReached,
  isResourceReached,
  mayChange,
  mayWrite,
  type Place,
  wasBarred,
} from './reach.ts'

/** The knowledge of a field: the values that it may have, and the entry that showed or allowed them last. */
export interface Known {
  readonly values: readonly unknown[]
  readonly from: Entry
}

/** A field of a resource in a response. */
export interface Shown extends Place {
  readonly value: unknown
  /** The resource in the response that has the value, and the path of the value below its attributes. */
  readonly found: Found
  readonly at: string
}

/** Whether resources of a kind have an id of their own, with the same values wherever they are. */
const isKnownById = (kind: Kind): boolean => rowOf(kind).identity.includes('id')

/** The documented fields of each kind that are compared, as paths; the parts of documented objects are fields. */
const fieldsOf = recordOf(kinds, (kind) =>
  fieldPathsOf(kind).filter(
    ({ path, schema }) => !(KindGuard.IsObject(schema) || isMoving({ kind, id: 0, field: path })),
  ),
)

/**
 * The relationships of each kind whose ids are compared: those of resources that always stay with it, and tags, which
 * only a write to their resource changes.
 */
const ownLists = recordOf(kinds, (kind) =>
  Object.entries(rowOf(kind).relationships ?? {}).flatMap(([name, relationship]) => {
    const link = relationship.many && linkOf(kind, relationship)
    const isOwn = link ? rowOf(relationship.kind).constant.includes(link) : relationship.kind === 'tag'
    return isOwn ? [name] : []
  }),
)

/**
 * The fields with the id and the name of another resource, as paths, with the kind of the other, of kinds that no id
 * identifies. A check of its own compares the names in other kinds with the resources next to them.
 */
const namesOfOthers = recordOf(kinds, (kind) =>
  Object.entries(isKnownById(kind) ? {} : (rowOf(kind).refers ?? {})).flatMap(([id, of]) => {
    const name = id.replace(/id$/, 'name')
    return of && name !== id && fieldsOf[kind].some(({ path }) => path === name) ? [{ id, name, of }] : []
  }),
)

/** Earlier values that are kept of a field. */
const mostEarlier = 20

/** The values as which a server may store one: spaces around a text are not judged. */
const stored = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? [value, value.trim()] : [value]

/**
 * Every field with a value in a granted response; null proves nothing, because fields may be null anywhere. Of the
 * environment only the given variables are compared, because others may follow from the node or the egg.
 */
export const shownIn = ({ exchange }: Entry, variables: Iterable<string>): readonly Shown[] =>
  keptIn(shown, exchange, () => (wasGranted(exchange) ? allShown(exchange, variables) : []))

const shown = new WeakMap<Exchange, readonly Shown[]>()

function allShown(exchange: Exchange, variables: Iterable<string>): readonly Shown[] {
  const all: Shown[] = []
  const environment = [...variables].map((name) => `container.environment.${name}`)
  const { found: resources } = walk(exchange)
  const twins = twinsIn(resources)
  for (const found of resources) {
    // Several resources of a list with one id have a check of their own.
    if (twins.has(found)) continue
    const { kind, attributes } = found
    const { id } = attributes
    const show = (of: Kind, own: unknown, field: string, value: unknown, at = field): void => {
      if (value !== undefined && value !== null) all.push({ kind: of, id: own, field, value, found, at })
    }
    for (const { id: to, name, of } of namesOfOthers[kind])
      show(of, valueAt(attributes, to), 'name', valueAt(attributes, name), name)
    if (!isKnownById(kind) || id === undefined) continue
    for (const { path, schema } of fieldsOf[kind])
      show(kind, id, path, documented(schema, valueAt(attributes, path)))
    if (kind === 'server') for (const field of environment) show(kind, id, field, valueAt(attributes, field))
    for (const name of ownLists[kind]) {
      const ids = nestedItems(attributes, name).map((item) => item['id'])
      // An empty list may be cut off.
      if (ids.length > 0) show(kind, id, `relationships.${name}`, ids.toSorted())
    }
  }
  // A value that is no value of its field has a check of its own.
  const bad = new Set(badFieldsIn(exchange, 'loose').map(({ pointer }) => pointer))
  const isBad = ({ found, at }: Shown): boolean =>
    bad.has(`${found.pointer}/attributes/${at.replaceAll('.', '/')}`)
  return bad.size > 0 ? all.filter((each) => !isBad(each)) : all
}

/** The resources of lists that have another one with the same id. */
function twinsIn(all: readonly Found[]): ReadonlySet<Found> {
  const places = new Map<string, Found[]>()
  for (const found of all)
    if (found.attributes['id'] !== undefined)
      keptIn(places, `${found.pointer.replace(/\d+$/, '')} ${String(found.attributes['id'])}`, () => []).push(
        found,
      )
  return new Set([...places.values()].filter(({ length }) => length > 1).flat())
}

/** Whether the fields of a node that updates left out stayed as they were, by field, of all logs that share what moves. */
const leftAlone = onceFor((_moving: ReadonlySet<string>) => new Map<string, boolean>())

const sends = ({ call }: Entry, field: string): boolean => Object.hasOwn(call.fields ?? {}, field)

/** The knowledge of each resource after a part of the log: every field with its last value and where that was seen. */
export class Model {
  readonly log: Entry[] = []
  /** Variables of the environment to which the scenario gives values. */
  readonly variables = new Set<string>()
  readonly #rows = new Map<string, Map<string, Known>>()
  readonly #asked = new Map<string, Entry[]>()
  readonly #earlier = new Map<string, unknown[]>()
  /** The knowledge of fields before the requests that may have changed them, until they are shown again. */
  readonly #doubted = new Map<string, Known>()
  /** Fields that were seen to change without a request, as `kind.field`. */
  readonly moving: Set<string>

  readonly #sent: () => readonly Exchange[]

  /** @param sent all exchanges of the run, those before this log too */
  constructor(moving: Set<string> = new Set(), sent: () => readonly Exchange[] = () => []) {
    this.moving = moving
    this.#sent = sent
  }

  /** Whether the token of a call was granted by an operation of the same family. */
  isProven({ operation, credential }: Call): boolean {
    const { family } = operations[operation]
    return this.#sent().some(
      (exchange) =>
        exchange.ask.credential === credential &&
        operations[exchange.ask.operation].family === family &&
        wasGranted(exchange),
    )
  }

  /** Whether a request of the run, even one that the log does not have, sent a text and did not have to be refused. */
  mayBeWritten(text: string): boolean {
    return this.#sent().some(
      ({ ask }) =>
        !isBarred(ask) && [JSON.stringify(ask.json), ask.file].some((body) => body?.includes(text)),
    )
  }

  known({ kind, id, field }: Place): Known | undefined {
    return this.#rows.get(`${kind} ${String(id)}`)?.get(field)
  }

  /** The value of a field, if only one is possible. */
  value(place: Place): unknown {
    const values = this.known(place)?.values
    return values?.length === 1 ? values[0] : undefined
  }

  /** Values that a field had before its last one. */
  earlier({ kind, id, field }: Place): readonly unknown[] {
    return this.#earlier.get(`${kind} ${String(id)} ${field}`) ?? []
  }

  /**
   * Discards the values that an entry may have changed. After simultaneous steps, a field has its old value or one that
   * was sent; if one of the steps leaves the field out, the field may have any value, because its value is then a gap,
   * unless earlier updates left the field as it was.
   */
  doubt(entry: Entry): void {
    if (!mayWrite(entry)) return
    const look = (other: Place): unknown => this.value(other)
    for (const [row, fields] of this.#rows) {
      const [kind, id] = row.split(' ')
      // The rows are made of kinds.
      const resource = { kind: kind as Kind, id }
      if (!isResourceReached(entry, resource, look)) continue
      for (const [field, known] of fields) {
        const place = { ...resource, field }
        if (!isReached(entry, place, look)) continue
        const writes = entry.burst?.filter((call) => isReached({ ...entry, call }, place, look)) ?? []
        const isSent =
          leftAlone(this.moving).get(field) ||
          writes.every((call) => isBarred(call) || Object.hasOwn(call.fields ?? {}, field))
        const sent = writes.flatMap(({ fields: own = {} }) =>
          Object.hasOwn(own, field) ? stored(own[field]) : [],
        )
        if (isSent && sent.length > 0 && place.kind === 'node')
          fields.set(field, { values: [...new Set([...known.values, ...sent])], from: entry })
        else {
          fields.delete(field)
          if (entry.burst) this.#doubted.delete(`${row} ${field}`)
          else this.#doubted.set(`${row} ${field}`, known)
        }
      }
    }
  }

  /** Whether a shown value contradicts the known values. */
  contradicted(shown: Shown): Known | undefined {
    if (this.moving.has(`${shown.kind}.${shown.field}`)) return undefined
    const known = this.known(shown)
    const name = shown.field.slice(shown.field.lastIndexOf('.') + 1)
    return known && !known.values.some((value) => isSame(name, value, shown.value)) ? known : undefined
  }

  /** The knowledge of a field before requests that may have changed it; undefined if the shown value agrees with it. */
  doubted(shown: Shown): Known | undefined {
    const { kind, id, field, value } = shown
    const known = this.#doubted.get(`${kind} ${String(id)} ${field}`)
    return known?.values.some((each) => isSame(field, each, value)) ? undefined : known
  }

  /** Whether each update that left out a field of a node has kept its value. */
  isLeftAlone({ kind, field }: Place): boolean {
    return kind === 'node' && leftAlone(this.moving).get(field) === true
  }

  /** The entries of an operation for a subject, in their order. */
  asked({ operation, subject }: Pick<Call, 'operation' | 'subject'>): readonly Entry[] {
    return this.#asked.get(`${operation} ${subject}`) ?? []
  }

  /** Those of them that were granted. */
  granted(call: Pick<Call, 'operation' | 'subject'>): readonly Entry[] {
    return this.asked(call).filter(({ exchange }) => wasGranted(exchange))
  }

  /** The entries from one on. */
  since({ at }: Entry): readonly Entry[] {
    return this.log.filter((each) => each.at >= at)
  }

  /**
   * Discards all values and requests, because a request was sent that the log does not have, except the
   * lists that no request changes.
   */
  forget(): void {
    this.#rows.clear()
    this.#doubted.clear()
    for (const [site, [entry]] of this.#asked)
      if (entry && writersOf(operations[entry.call.operation]).length > 0) this.#asked.delete(site)
  }

  /** Whether a server may refuse requests, because its node may be in maintenance. */
  isUnavailable({ subject, named }: Call): boolean {
    if (subject !== 'server' && subject !== 'otherServer') return false
    const mayBe = (key: string): boolean =>
      this.#rows
        .get(key)
        ?.get('maintenance_mode')
        ?.values.some((value) => value !== false) ?? false
    const isNamed = (fields: ReadonlyMap<string, Known>): boolean =>
      ['id', 'uuid'].some((name) => fields.get(name)?.values.some((value) => isSame(name, value, named)))
    const node = [...this.#rows]
      .find(([key, fields]) => key.startsWith('server ') && isNamed(fields))?.[1]
      .get('node')
    return node
      ? node.values.some((id) => mayBe(`node ${String(id)}`))
      : [...this.#rows.keys()].some((key) => key.startsWith('node ') && mayBe(key))
  }

  /**
   * Adds an entry to the log, and the values of its response.
   * @param at entries that were sent at the same time, so that their written values are uncertain
   */
  learn(entry: Entry, at: readonly Entry[] = []): void {
    this.log.push(entry)
    const site = `${entry.call.operation} ${entry.call.subject}`
    keptIn(this.#asked, site, () => []).push(entry)
    if (entry.call.variable !== undefined) this.variables.add(entry.call.variable)
    const tops = new Set<string>()
    for (const place of shownIn(entry, this.variables)) {
      const { kind, id, field, value, found } = place
      const look = (other: Place) => this.value(other)
      if (at.some((each) => each !== entry && mayChange(each, place, look))) continue
      const key = `${kind} ${String(id)}`
      const before = this.#doubted.get(`${key} ${field}`)
      const isLeftOut = kind === 'node' && found.form === 'top' && !sends(entry, field)
      if (
        before &&
        isLeftOut &&
        !this.since(before.from).some((each) => wasBarred(each) && sends(each, field))
      )
        leftAlone(this.moving).set(
          field,
          (leftAlone(this.moving).get(field) ?? true) &&
            before.values.some((each) => isSame(field, each, value)),
        )
      this.#doubted.delete(`${key} ${field}`)
      // A copy in the same response may lag; later responses show the state of the resource.
      if (found.form === 'top') tops.add(`${key} ${field}`)
      else if (tops.has(`${key} ${field}`)) continue
      const row = keptIn(this.#rows, key, () => new Map<string, Known>())
      const known = row.get(field)
      const isExpected = known?.values.some((each) => isSame(field, each, value)) ?? true
      // The write that gave a field its value stays the source, until another value is shown.
      const isSettled = known?.values.length === 1 && isExpected && found.form === 'nested'
      if (!isSettled) row.set(field, { values: [value, ...otherValues(entry, place, known)], from: entry })
      if (!known || !isExpected) {
        const earlier = this.#earlier.get(`${key} ${field}`) ?? []
        this.#earlier.set(`${key} ${field}`, [...earlier, value].slice(-mostEarlier))
      }
    }
    this.#settle(entry)
  }

  /** A field of a node has the value of the only one of several steps at once that sends it, if that was granted. */
  #settle(entry: Entry): void {
    const { call, exchange, burst = [] } = entry
    if (call.operation !== 'updateNode' || !wasGranted(exchange)) return
    const row = this.#rows.get(`node ${String(call.named)}`)
    const isSender = (each: Call, field: string): boolean =>
      each.subject === call.subject && !isBarred(each) && Object.hasOwn(each.fields ?? {}, field)
    for (const [field, value] of Object.entries(call.fields ?? {}))
      if (row?.get(field)?.from.burst === burst && burst.filter((each) => isSender(each, field)).length === 1)
        row.set(field, { values: stored(value), from: entry })
  }
}

/** The values that a field may have in addition to the one that a response shows. */
function otherValues({ call }: Entry, place: Shown, known: Known | undefined): readonly unknown[] {
  const { kind, field, value, found } = place
  const hasValue = (each: unknown): boolean => isSame(field, each, value)
  // A lagging response shows an old value, which is reported once; the newer one is no contradiction then.
  if (!isWriting(call.operation)) return !known || known.values.some(hasValue) ? [] : known.values
  // The check of the response judges a value that was not sent; the stored value may be either one.
  const sent = found.form === 'nested' || kind !== 'node' ? undefined : call.fields?.[field]
  return sent === undefined || hasValue(sent) ? [] : stored(sent)
}
