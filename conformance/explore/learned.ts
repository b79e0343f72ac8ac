import { isWriting, type OperationId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { refusedAs } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { numberOf } from '../judge/parts.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { walk } from '../judge/walk.ts'
import type { Call, Entry, Subject } from '../steps/step.ts'
import { withoutWord } from '../steps/values.ts'
import type { Target } from '../target/target.ts'
import { type Site, siteName, type Tables } from './tables.ts'

/** The fields that were changed in a body, and whether their values are odd ones. */
export interface Changed {
  readonly field: string
  readonly value: unknown
  readonly isOdd: boolean
}

/** A resource as `kind id`. */
type Row = string

/** The knowledge of an exploration from responses: which requests the server grants, and which looks show a resource. */
export class Learned {
  readonly #target: Target
  readonly #sites: readonly Site[]
  readonly #changes = new WeakMap<Call, readonly Changed[]>()
  /** Refusals by operation, field and value, less those that were granted later. */
  readonly #blame = new Map<string, Map<unknown, number>>()
  /** The resources that each site showed last. */
  readonly #shown = new Map<string, ReadonlySet<Row>>()
  /** Resources that no response showed after a write that was refused for its credential. */
  readonly #unseen = new Set<Row>()
  /** The `total` of each list, as it was seen last. */
  readonly #totals = new Map<string, number>()
  readonly #times = new Map<OperationId, number>()
  #bold = 4
  #before: Call | undefined

  constructor(target: Target, { sites }: Tables) {
    this.#target = target
    this.#sites = sites
  }

  /** The request before the next one. */
  get before(): Call | undefined {
    return this.#before
  }

  /** How many values that were never granted go in one body: fewer where the server refuses more. */
  get bold(): number {
    return this.#bold
  }

  /** How often an operation was requested. */
  times(operation: OperationId): number {
    return this.#times.get(operation) ?? 0
  }

  /** The number of records of a list; undefined if it was not seen. */
  total(site: Pick<Site, 'operation' | 'subject'>): number | undefined {
    return this.#totals.get(siteName(site))
  }

  /** Notes which fields of a call were changed, so that its response says something about them. */
  change(call: Call, changes: readonly Changed[]): void {
    this.#changes.set(call, changes)
  }

  changesOf(call: Call): readonly Changed[] {
    return this.#changes.get(call) ?? []
  }

  note(entries: readonly Entry[]): void {
    this.#before = entries.at(-1)?.call ?? this.#before
    for (const { call, exchange } of entries) {
      // Another spelling may be routed elsewhere.
      if (call.spelling === undefined) this.#times.set(call.operation, this.times(call.operation) + 1)
      this.#noteRows(call, exchange)
      const total = numberOf(exchange, 'total')
      if (total !== undefined) this.#totals.set(siteName(call), total)
      if (mayBeTheBody(exchange) || wasGranted(exchange)) this.#noteValues(call, exchange)
    }
  }

  #noteRows(call: Call, exchange: Exchange): void {
    const isBarred = refusedAs(call.operation, call.credential) !== undefined
    const row = this.rowOf(call.subject)
    if (isBarred && row !== undefined && isWriting(call.operation)) this.#unseen.add(row)
    if (!wasGranted(exchange)) return
    const rows = new Set(
      walk(exchange).found.map(({ kind, attributes }) => `${kind} ${String(attributes['id'])}`),
    )
    for (const shown of rows) this.#unseen.delete(shown)
    if (this.#sites.some((site) => siteName(site) === siteName(call))) this.#shown.set(siteName(call), rows)
  }

  #noteValues(call: Call, exchange: Exchange): void {
    const changes = this.changesOf(call)
    const odd = changes.filter(({ isOdd }) => isOdd)
    const isRefused = mayBeTheBody(exchange)
    if (odd.length > 0) this.#bold = isRefused ? Math.ceil(this.#bold / 2) : Math.min(8, this.#bold + 1)
    for (const { field, value, isOdd } of isRefused && odd.length > 0 ? odd : changes) {
      const weight = isRefused ? 1 / Math.max(1, odd.length) : -5
      const own = this.#blame.get(`${call.operation} ${field}`) ?? new Map<unknown, number>()
      const key = isOdd ? withoutWord(value) : undefined
      own.set(key, (own.get(key) ?? 0) + weight)
      this.#blame.set(`${call.operation} ${field}`, own)
    }
  }

  /** @param value one of the odd values; undefined for all usual ones */
  #blameOf = (id: OperationId, field: string, value?: unknown): number =>
    this.#blame.get(`${id} ${field}`)?.get(value) ?? 0

  isRefused(id: OperationId, field: string, value?: unknown): boolean {
    return this.#blameOf(id, field, value) >= (value === undefined ? 3 : 1)
  }

  isGranted(id: OperationId, field: string, value: unknown): boolean {
    return this.#blameOf(id, field, value) < 0
  }

  /** The resource that a subject names; undefined if it is none that responses show. */
  rowOf(subject: Subject): Row | undefined {
    const kind = kindOfSubject[subject]
    const { resources } = this.#target
    const named = Object.hasOwn(resources, subject) ? resources[subject as keyof typeof resources] : undefined
    return kind && named !== undefined
      ? `${kind} ${String(isObject(named) ? named['id'] : named)}`
      : undefined
  }

  /** Whether a resource was not shown since a write to it was refused for its credential. */
  isUnseen(subject: Subject): boolean {
    return this.#unseen.has(this.rowOf(subject) ?? '')
  }

  /** The sites whose responses showed a resource. */
  viewsOf(row: Row | undefined): readonly Site[] {
    return this.#sites.filter((site) => row !== undefined && this.#shown.get(siteName(site))?.has(row))
  }

  /** Whether a request of an operation was granted for a resource. */
  wasGranted(site: Pick<Site, 'operation' | 'subject'>): boolean {
    return this.#shown.has(siteName(site))
  }

  /** How many resources a site would show that were not seen since a write to them was refused. */
  unseenBy(site: Site): number {
    const shown = this.#shown.get(siteName(site))
    return [...this.#unseen].filter((row) => shown?.has(row)).length
  }
}

/** The kinds of resources that a subject names; the model compares their rows. */
const kindOfSubject: Readonly<Partial<Record<Subject, string>>> = {
  ...{ node: 'node', otherNode: 'node', egg: 'egg', otherEgg: 'egg' },
  ...{ server: 'server', otherServer: 'server' },
}

/** The other resource of the kind that a subject names. */
export const otherOf: Readonly<Partial<Record<Subject, Subject>>> = {
  ...{ node: 'otherNode', otherNode: 'node', egg: 'otherEgg', otherEgg: 'egg' },
  ...{ server: 'otherServer', otherServer: 'server' },
}
