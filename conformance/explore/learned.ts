import { isPaged, isWriting, type OperationId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { isBarred } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { type Attributes, containerOf, numberOf } from '../judge/parts.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { walk } from '../judge/walk.ts'
import { type Call, type Entry, type Subject, subjectsOf } from '../steps/step.ts'
import type { Target } from '../target/target.ts'
import { effectOf } from './senders.ts'
import { type Site, siteName, type Tables } from './tables.ts'

/** The fields that were changed in a body, and whether their values are odd ones. */
export interface Changed {
  readonly field: string
  readonly value: unknown
  readonly isOdd: boolean
  /** The parts of the value that may be refused; the value itself by default. */
  readonly parts?: readonly string[]
}

/** The maximum number of values that were never granted in one body. */
const mostBold = 24

/** A resource as `kind id`, or data that no response shows as a resource: the tags of a node, and users. */
type Row = string

export const tagsOf = (node: Subject): Row => `tags of ${node}`

const users: Row = 'users'

/**
 * Called with a request and a field that was written over before a response showed it, and with the request alone if no
 * response showed any of its fields.
 */
type OnHidden = (entry: Entry, field?: string) => void

/**
 * The knowledge of an exploration from responses: which requests the server grants, and which reads show a resource.
 */
export class Learned {
  readonly #target: Target
  readonly #sites: readonly Site[]
  readonly #onHidden: OnHidden
  /** The parts of bodies that the target names. */
  readonly #named: Readonly<Record<string, string>>
  readonly #changes = new WeakMap<Call, readonly Changed[]>()
  /** Calls that were refused: repeated refusals are blamed once. */
  readonly #blamed = new WeakSet<Call>()
  /** Refusals by operation, field and value, less those that were granted later. */
  readonly #blame = new Map<string, Map<unknown, number>>()
  /** The resources that each site showed last, with their attributes. */
  readonly #shown = new Map<string, ReadonlyMap<Row, Attributes>>()
  /**
   * The fields of resources that no response showed since a request that may have written them, except in its own
   * response, with these requests.
   */
  readonly #unseen = new Map<Row, Map<string, readonly Entry[]>>()
  /** Requests of which a response showed what they may have written. */
  readonly #seen = new WeakSet<Entry>()
  /** The attributes of resources as they were shown last. */
  readonly #attributes = new Map<Row, Attributes>()
  /** Forms of bodies that the server refused, by operation, less those that were granted. */
  readonly #forms = new Map<string, number>()
  /** The tags of each node, as they were selected last. */
  readonly #tags = new Map<Subject, readonly number[]>()
  /** The `total` of each list, as it was seen last. */
  readonly #totals = new Map<string, number>()
  /** Refused requests of an operation since one was granted. */
  readonly #refusals = new Map<OperationId, number>()
  /** The last tag sync, and how often it was granted in a row. */
  sync: { readonly call: Call; readonly times: number } | undefined
  readonly #bold = new Map<OperationId, number>()

  constructor(target: Target, { sites, environment, scripts }: Tables, onHidden: OnHidden = () => {}) {
    this.#target = target
    this.#onHidden = onHidden
    this.#sites = sites
    this.#named = { [environment ?? '']: 'variable', [scripts ?? '']: 'scripts' }
  }

  /** How many values that were never granted go in one body: fewer where the server refuses more. */
  boldOf(operation: OperationId): number {
    return this.#bold.get(operation) ?? 4
  }

  /** The number of records of a list; undefined if it was not seen. */
  total(site: Pick<Site, 'operation' | 'subject'>): number | undefined {
    return this.#totals.get(siteName(site))
  }

  /**
   * Requests of an operation that were refused for their credential since one was granted, except those whose bodies
   * are empty.
   */
  refusals(operation: OperationId): number {
    return this.#refusals.get(operation) ?? 0
  }

  /** Records which fields of a call were changed, since its response shows only these. */
  change(call: Call, changes: readonly Changed[]): void {
    this.#changes.set(call, changes)
  }

  changesOf(call: Call): readonly Changed[] {
    return this.#changes.get(call) ?? []
  }

  note(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const { call, exchange } = entry
      this.#noteRows(entry)
      const refusals = isBarred(call) ? this.refusals(call.operation) + effectOf(call, false) : 0
      this.#refusals.set(call.operation, refusals)
      if (call.operation === 'syncNodeTags' && !isBarred(call)) this.#noteSync(entry)
      const total = numberOf(exchange, 'total')
      if (total !== undefined) this.#totals.set(siteName(call), total)
      if (mayBeTheBody(exchange) || wasGranted(exchange)) this.#noteValues(call, exchange)
    }
  }

  #noteSync({ call, exchange, burst }: Entry): void {
    const isAgain = this.sync?.call === call && wasGranted(exchange) && !burst && call.tags?.length !== 0
    this.sync = { call, times: isAgain ? (this.sync?.times ?? 0) + 1 : 1 }
  }

  #noteRows(entry: Entry): void {
    const { call, exchange } = entry
    const isGranted = wasGranted(exchange)
    const { found } = isGranted ? walk(exchange) : { found: [] }
    const carried = this.fieldsIn(call)
    const named = call.subject === 'nobody' ? subjectsOf(call.operation) : [call.subject]
    const written = isWriting(call.operation) ? named.flatMap((subject) => this.rowOf(subject) ?? []) : []
    const rows = new Map<Row, Attributes>()
    for (const { kind, attributes } of found) {
      const row = `${kind} ${String(attributes['id'])}`
      rows.set(row, { ...rows.get(row), ...attributes })
      this.#attributes.set(row, { ...this.#attributes.get(row), ...attributes })
      for (const field of this.unseenOf(row))
        if (isShown(attributes, field) && !(written.includes(row) && carried.includes(field)))
          this.#show(row, field)
    }
    for (const row of written)
      this.#hide(
        row,
        carried.filter((field) => this.#sites.some((site) => isLook(site) && this.shows(site, row, [field]))),
        entry,
      )
    this.#noteHidden(call, entry)
    if (isGranted && this.#sites.some((site) => siteName(site) === siteName(call)))
      this.#shown.set(siteName(call), rows)
    if (isBarred(call) || call.subject === 'nobody') return
    const form = `${call.operation} ${call.body}`
    // A value that was never granted is the more likely reason of a refusal.
    const isOdd = this.changesOf(call).some((change) => this.suspectsOf(call.operation, change).length > 0)
    const weight = isGranted ? -3 : isOdd ? 0.25 : 1
    if (isGranted || mayBeTheBody(exchange)) this.#forms.set(form, (this.#forms.get(form) ?? 0) + weight)
  }

  /** Records data that no read of a resource shows: the tags of a node, and users. */
  #noteHidden(call: Call, entry: Entry): void {
    const isTags = call.operation === 'syncNodeTags'
    if (!isTags && call.operation !== 'createUser') return
    const rows = isTags ? [call.subject, otherOf[call.subject] ?? call.subject].map(tagsOf) : [users]
    if (isTags && !isBarred(call)) this.#tags.set(call.subject, call.tags ?? [])
    if (isBarred(call)) this.#hide(rows[0] ?? users, ['all'], entry)
    else for (const row of rows) this.#unseen.delete(row)
  }

  /** The fields that a request may write, by the names of the exploration; a share file is one. */
  fieldsIn({ fields = {}, pins = {}, file }: Call): readonly string[] {
    return file === undefined
      ? Object.keys({ ...fields, ...pins }).map((name) => this.#named[name] ?? name)
      : ['file']
  }

  #hide(row: Row, fields: readonly string[], entry: Entry): void {
    const unseen = this.#unseen.get(row) ?? new Map<string, readonly Entry[]>()
    const before = fields.flatMap((field) => (unseen.get(field) ?? []).map((hidden) => ({ hidden, field })))
    const isOver = wasGranted(entry.exchange)
    if (isOver) for (const { hidden, field } of before) this.#onHidden(hidden, field)
    for (const field of fields) unseen.set(field, [...(isOver ? [] : (unseen.get(field) ?? [])), entry])
    this.#unseen.set(row, unseen)
    const left = new Set([...unseen.values()].flat())
    for (const { hidden } of before) if (!left.has(hidden) && !this.#seen.has(hidden)) this.#onHidden(hidden)
  }

  #show(row: Row, field: string): void {
    const unseen = this.#unseen.get(row)
    for (const entry of unseen?.get(field) ?? []) this.#seen.add(entry)
    unseen?.delete(field)
  }

  /** Whether the server mostly refuses a form of body. */
  isFormRefused(id: OperationId, body: Call['body']): boolean {
    return (this.#forms.get(`${id} ${body}`) ?? 0) > 5
  }

  /** The tags that a node has. */
  tagsOf(subject: Subject): readonly number[] {
    return this.#tags.get(subject) ?? []
  }

  /** The value of a field of a request, as responses showed it last. */
  shownOf(subject: Subject, field: string): unknown {
    const shown = this.#attributes.get(this.rowOf(subject) ?? '') ?? {}
    return shown[field] ?? containerOf(shown)[inContainer[field] ?? field]
  }

  /** The resources that were not shown since something may have been written to them. */
  get unseen(): readonly Row[] {
    return [...this.#unseen].flatMap(([row, fields]) => (fields.size > 0 ? [row] : []))
  }

  /** The fields of a resource that were not shown since something may have been written to them. */
  unseenOf(row: Row | undefined): readonly string[] {
    return [...(this.#unseen.get(row ?? '')?.keys() ?? [])]
  }

  /** The fields that were not shown yet of the resources that a write may change; an import may change servers. */
  hiddenBy({ operation, subject }: Site): readonly string[] {
    const own = this.rowOf(subject)
    const servers = operation === 'importEgg' ? (['server', 'otherServer'] as const) : []
    const reached = servers
      .map((each) => this.rowOf(each))
      .filter((row) => own === `egg ${String(this.#attributes.get(row ?? '')?.['egg'])}`)
    return [own, ...reached].flatMap((row) => this.unseenOf(row))
  }

  #noteValues(call: Call, exchange: Exchange): void {
    const changes = this.changesOf(call)
    const odd = changes.filter(({ isOdd }) => isOdd)
    const isRefused = mayBeTheBody(exchange)
    if (isRefused && this.#blamed.has(call)) return
    if (isRefused) this.#blamed.add(call)
    const bold = this.boldOf(call.operation)
    if (odd.length > 0)
      this.#bold.set(call.operation, isRefused ? Math.ceil(bold / 2) : Math.min(mostBold, 2 * bold))
    // Values that were granted before are not the reason for a refusal.
    const suspects = odd.flatMap((change) => this.suspectsOf(call.operation, change))
    const note = (field: string, part: unknown, weight: number): void => {
      const own = this.#blame.get(`${call.operation} ${field}`) ?? new Map<unknown, number>()
      this.#blame.set(`${call.operation} ${field}`, own.set(part, (own.get(part) ?? 0) + weight))
    }
    for (const change of isRefused && odd.length > 0 ? odd : changes) {
      const { field } = change
      const parts = isRefused ? this.suspectsOf(call.operation, change) : partsOf(change)
      for (const part of change.isOdd ? parts : [undefined])
        note(field, part, isRefused ? 1 / Math.max(1, suspects.length) : -5)
    }
  }

  /** The parts of a value that were never granted. */
  suspectsOf = (operation: OperationId, change: Changed): readonly unknown[] =>
    change.isOdd ? partsOf(change).filter((part) => !this.isGranted(operation, change.field, part)) : []

  /** @param value one of the odd values; undefined for all usual ones */
  #blameOf = (id: OperationId, field: string, value?: unknown): number =>
    this.#blame.get(`${id} ${field}`)?.get(value) ?? 0

  isRefused(id: OperationId, field: string, value?: unknown): boolean {
    return this.#blameOf(id, field, value) >= (value === undefined ? 3 : 1)
  }

  isGranted(id: OperationId, field: string, value: unknown): boolean {
    return this.#blameOf(id, field, value) < 0
  }

  /** The resource that a subject names; undefined if no response shows it. */
  rowOf(subject: Subject): Row | undefined {
    const kind = kindOfSubject[subject]
    const { resources } = this.#target
    const named = Object.hasOwn(resources, subject) ? resources[subject as keyof typeof resources] : undefined
    return kind && named !== undefined
      ? `${kind} ${String(isObject(named) ? named['id'] : named)}`
      : undefined
  }

  /** Whether the response of a site showed fields of a resource. */
  shows(site: Site, row: Row, fields: readonly string[]): boolean {
    const attributes = this.#shown.get(siteName(site))?.get(row)
    return attributes !== undefined && fields.some((field) => isShown(attributes, field))
  }

  /** The sites of requests that show values that may have been written and were not shown since. */
  get looks(): readonly Site[] {
    return this.#sites.filter(
      (site) => isLook(site) && this.unseen.some((row) => this.shows(site, row, this.unseenOf(row))),
    )
  }

  /** Whether a request of an operation was granted for a resource. */
  wasGranted(site: Pick<Site, 'operation' | 'subject'>): boolean {
    return this.#shown.has(siteName(site))
  }
}

const partsOf = ({ value, parts }: Changed): readonly unknown[] => parts ?? [value]

/** Whether a request changes little or nothing, and shows complete resources. */
const isLook = ({ operation, fields }: Site): boolean =>
  isWriting(operation) ? fields !== undefined : !isPaged(operation)

/** Whether a resource in a response shows a field of a request; a server shows its startup in an object. */
const isShown = (attributes: Attributes, field: string): boolean =>
  field in attributes || 'container' in attributes || (field === 'file' && 'startup' in attributes)

/** The names in the container of a server of the fields that a startup update writes. */
const inContainer: Readonly<Record<string, string>> = {
  ...{ startup: 'startup_command', docker_image: 'image', scripts: 'skip_scripts' },
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
  ...{ databaseHost: 'otherDatabaseHost', otherDatabaseHost: 'databaseHost' },
}
