import { isWriting, type OperationId, operations } from '../../src/contract/index.ts'
import { type Credential, tokenNames } from '../client/credentials.ts'
import { spellings } from '../client/exchange.ts'
import { refusedAs } from '../judge/access.ts'
import { unknownId, unknownUuid, uuidLike } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import type { Random } from '../steps/random.ts'
import type { BodyForm, Call, Entry, Step } from '../steps/step.ts'
import { Bodies, classesIn } from './bodies.ts'
import { type Combination, Cover } from './cover.ts'
import { Learned, otherOf } from './learned.ts'
import { drawnPage, pageClasses } from './pages.ts'
import { type Site, siteName, type Tables } from './tables.ts'

/** One credential of each class that servers accept by mistake: none, a wrong one, a similar one, one of another kind. */
const usual: readonly Credential[] = [
  ...(['no-header', 'garbage', 'token-suffix', 'token-cut-short', 'token-case'] as const),
  ...tokenNames,
]

/** The number of drawn requests of which one is sent. */
const candidates = { granted: 8, bodies: 4 } as const

/** The periods of faults at every n-th request: each request is sent after each number of others, modulo these. */
const periods = [2, 3, 4, 5, 6, 7] as const

const isRead = ({ operation }: Pick<Site, 'operation'>): boolean => !isWriting(operation)

const isBarred = ({ operation, credential }: Call): boolean => refusedAs(operation, credential) !== undefined

/** A place in the tables: who requests what. */
type Barred = readonly [site: Site, credential: Credential]

/** Draws the requests of an exploration from its tables, in a covering order, and learns from the responses. */
export class Draw {
  readonly tables: Tables
  readonly random: Random
  readonly #session: Session
  readonly #learned: Learned
  readonly #bodies: Bodies
  readonly #cover = new Cover()

  constructor(tables: Tables, session: Session, random: Random) {
    this.tables = tables
    this.random = random
    this.#session = session
    this.#learned = new Learned(session.target, tables)
    this.#bodies = new Bodies(tables, session, random, this.#learned)
  }

  /** Learns from requests that were sent. */
  note(entries: readonly Entry[]): void {
    for (const { call } of entries) this.#cover.note(this.#covered(call))
    this.#learned.note(entries)
  }

  /** The combinations of a request: its place and form with the request before it, and with the number of equal ones. */
  #covered(call: Call): readonly Combination[] {
    const { operation, subject, named, credential, body = 'whole', spelling, query, fields = {} } = call
    const name = typeof named === 'string' && named.includes('-') ? 'uuid' : 'id'
    const who = isBarred(call) ? `${operation} as ${credential}` : siteName(call)
    const forms = query ? pageClasses(query) : [body]
    // A body that no operation describes is refused anyway.
    if ('json' in call) return [[`${who} ${body}`, 1]]
    const own: readonly Combination[] = isBarred(call)
      ? [
          [`${who} for other ${subject.startsWith('other')}`, 2],
          [`${who} by ${name}`, 1],
          [`${who} ${spelling ?? ''}`, 0.2],
        ]
      : [
          [`${who} by ${name} as ${credential}`, 1],
          [`${who} by ${name} ${forms.join()}`, 1],
          [`${who} ${query ? `of ${query['per_page']}` : Object.keys(fields).join()}`, 0.3],
        ]
    return [
      ...this.#placed(operation, who),
      ...own,
      ...forms.map((form): Combination => [`${who} ${form}`, 1]),
      ...classesIn(fields).map((each): Combination => [`${who} with ${each}`, 0.5]),
    ]
  }

  /** The place of the next request among the others. */
  #placed(operation: OperationId, who: string): readonly Combination[] {
    const times = this.#learned.times(operation)
    return [
      [`${who} after ${this.#learned.before?.operation}`, 6],
      ...periods.map((period): Combination => [`${who} as ${times % period} of ${period}`, 0.6]),
    ]
  }

  /** The drawn call that covers the most that was not covered before. */
  #best(draw: () => Call | undefined): Call | undefined {
    const drawn = Array.from({ length: candidates.granted }, draw).filter((call) => call !== undefined)
    // A write hides what a refused one before it did.
    const open = drawn.filter((call) => call.body === 'one field' || !this.#learned.isUnseen(call.subject))
    return this.#cover.best(open.length > 0 ? open : drawn, (call) => this.#covered(call))
  }

  #sites(id: OperationId): readonly Site[] {
    return this.tables.sites.filter(({ operation }) => operation === id)
  }

  /** Whole bodies for every resource that the target names, so that an episode does not depend on what came before. */
  *beginning(): Generator<Call> {
    const writes = this.tables.sites.filter((site) => !isRead(site) && site.subject !== 'users')
    for (const site of this.random.some(writes, writes.length))
      yield this.#bodies.write(
        site,
        'whole',
        site.operation !== 'syncNodeTags' && (this.random.chance(0.5) || 'granted'),
      )
  }

  /** Reads that show what the beginning wrote. */
  *looks(): Generator<Call> {
    for (const site of this.#sites('listServerMounts')) yield this.#bodies.call(site, {})
  }

  /** A read that no write comes before. */
  control(): Call | undefined {
    const site = this.tables.sites.find(isRead)
    return site && this.#bodies.call(site, {})
  }

  /** A request that sends the fields again that the server has granted for a resource. */
  own({ operation, subject }: Call): Call | undefined {
    const site = this.#sites(operation).find((each) => each.subject === subject)
    if (!site?.fields || operation === 'createUser') return undefined
    // The node may have tags by now, with which it does not accept the egg.
    const { egg_id: _, ...fields } = site.fields
    return this.#bodies.call(site, { body: 'own', fields })
  }

  /** A whole write of plain values to what a step writes, after which the values of the step are new ones. */
  opening({ operation, subject, fields = {} }: Call): Call | undefined {
    const site = this.#sites(operation).find((each) => each.subject === subject)
    if (!site || isRead(site) || operation === 'createUser') return undefined
    const plain = this.#bodies.write(site, 'whole', false)
    // Fields with two values only have the other one.
    const others = Object.entries(plain.fields ?? {}).flatMap(([field, value]) =>
      typeof value === 'boolean' && fields[field] === value ? [[field, !value] as const] : [],
    )
    return plain.fields ? { ...plain, fields: { ...plain.fields, ...Object.fromEntries(others) } } : plain
  }

  /** The next steps, each drawn when the one before it was sent; none if the tables hold nothing to send. */
  step(usersLeft: number): Iterable<Step> {
    const kind = this.random.next()
    if (kind < 0.42) return this.#once(this.#best(() => this.#anyWrite(usersLeft)))
    if (kind < 0.66) return this.#reads()
    if (kind < 0.72) return this.#barredWrites()
    if (kind < 0.86) return this.#again()
    if (kind < 0.92) return this.#burst()
    if (kind < 0.99) return this.#once(this.#nobody())
    return [{ pause: 1_000 }]
  }

  #once(call: Call | undefined): readonly Step[] {
    return call ? [call] : []
  }

  /** The same request several times, which may be one that must be refused. */
  #again(): readonly Step[] {
    const call = this.random.chance(0.5) ? this.read() : this.random.one([this.barred(), this.#anyWrite(0)])
    return call ? Array.from({ length: this.random.integer(2, 7) }, () => call) : []
  }

  /** A request that shows what a write to a resource may have changed, there or in the other one of its kind. */
  look(after: Call): Step | undefined {
    const { random } = this
    const other = otherOf[after.subject]
    const shown = other && !isBarred(after) && random.chance(0.3) ? other : after.subject
    const views = this.#learned.viewsOf(this.#learned.rowOf(shown))
    const reads = views.filter(isRead)
    const sites = reads.length > 0 && random.chance(0.7) ? reads : views
    const site = random.one(sites.length > 0 ? sites : [...this.#sites('listServerMounts'), undefined])
    return site && this.#lookAt(site, site.subject === shown)
  }

  /** A request that shows resources to which writes were refused since they were shown last, if there are enough. */
  lookBack(): Step | undefined {
    const sites = this.random.some(this.tables.sites, this.tables.sites.length)
    const worth = (site: Site): number => this.#learned.unseenBy(site) + (isRead(site) ? 0.5 : 0)
    const best = sites.toSorted((one, other) => worth(other) - worth(one))[0]
    if (!best || this.#learned.unseenBy(best) === 0) return undefined
    return this.#learned.unseenBy(best) > 2 || this.random.chance(0.15) ? this.#lookAt(best, true) : undefined
  }

  #lookAt(site: Site, isOwn: boolean): Call {
    if (isRead(site)) return this.#bodies.call(site, {})
    return this.#bodies.write(site, isOwn && this.random.chance(0.8) ? 'one field' : 'whole', false)
  }

  #anyWrite(usersLeft: number): Call | undefined {
    const { random } = this
    const weights: readonly OperationId[] = [
      ...Array.from({ length: 5 }, () => 'updateNode' as const),
      ...Array.from({ length: 5 }, () => 'updateServerStartup' as const),
      ...(['syncNodeTags', 'syncNodeTags', 'importEgg', 'importEgg'] as const),
      ...(usersLeft > 0 ? (['createUser'] as const) : []),
    ]
    const all = this.#sites(random.one(weights))
    // A write that no other operation shows is seldom judged.
    const shown = all.filter((site) =>
      this.#learned
        .viewsOf(this.#learned.rowOf(site.subject))
        .some((view) => siteName(view) !== siteName(site)),
    )
    const sites = shown.length > 0 && random.chance(0.7) ? shown : all
    if (sites.length === 0) return undefined
    const site = random.one(sites)
    const own = random.chance(0.03) ? this.own(this.#bodies.call(site, {})) : undefined
    const form = random.chance(0.25) ? 'one field' : 'whole'
    return own ?? this.#bodies.write(site, form, random.chance(0.4) ? 'granted' : true)
  }

  /** A read of the mounts, or several pages of a list. */
  *#reads(): Generator<Step> {
    const first = this.read()
    if (!first) return
    yield first
    for (let more = first.query ? 3 : 0; more > 0; more -= 1) {
      const next = this.read(first)
      if (next) yield next
    }
  }

  /** @param like a call whose list is read again */
  read(like?: Call): Call | undefined {
    const reads = this.tables.sites.filter(
      (site) => isRead(site) && (!like || siteName(site) === siteName(like)),
    )
    if (reads.length === 0) return undefined
    // A list without records shows little.
    const full = reads.filter((each) => this.#learned.total(each) !== 0)
    return this.#best(() => {
      const site = this.random.one(full.length > 0 && this.random.chance(0.9) ? full : reads)
      return this.#bodies.call(site, this.#paged(site))
    })
  }

  #paged(site: Site): Partial<Call> {
    return operations[site.operation].answer.envelope === 'page'
      ? { query: drawnPage(this.random, this.#learned.total(site) ?? 0) }
      : {}
  }

  /** Writes to one resource that must be refused because of their credential, now and then after their control. */
  *#barredWrites(): Generator<Step> {
    const { random } = this
    const writes = this.tables.sites.filter((site) => !isRead(site) && site.subject !== 'users')
    const site = writes.length > 0 ? random.one(writes) : undefined
    if (!site) {
      yield* this.#once(this.barred())
      return
    }
    for (let left = random.integer(2, 4); left > 0; left -= 1) {
      const call = this.barred([site])
      if (!call) return
      const { spelling: _, ...plain } = call
      const { named, credential } = this.#bodies.call(site, {})
      if (left === 2 && !('json' in call) && random.chance(0.5)) yield { ...plain, named, credential }
      yield call
    }
  }

  /** A request that must be refused because of its credential. */
  barred(sites: readonly Site[] = this.tables.sites): Call | undefined {
    const { random } = this
    const isUsual = random.chance(0.82)
    const all = sites.flatMap((site) =>
      this.tables.refused[site.operation]
        .filter((credential) => usual.includes(credential) === isUsual)
        .map((credential): Barred => [site, credential]),
    )
    // Of places that cover as much as others, another comes first each time.
    const from = random.integer(0, all.length)
    const drawn = [...all.slice(from), ...all.slice(0, from)]
    const place = this.#cover.best(drawn, ([{ operation, subject }, credential]) => [
      ...this.#placed(operation, `${operation} as ${credential}`),
      [`${operation} as ${credential} for other ${subject.startsWith('other')}`, 2],
    ])
    if (!place) return undefined
    const calls = Array.from({ length: candidates.bodies }, () => this.#barredAt(...place))
    return this.#cover.best(calls, (call) => this.#covered(call))
  }

  #barredAt(site: Site, credential: Credential): Call {
    const { random } = this
    const more = { credential, ...(random.chance(0.06) && { spelling: random.one(spellings) }) }
    const { body } = operations[site.operation]
    if (isRead(site)) return this.#bodies.call(site, { ...this.#paged(site), ...more })
    const forms: readonly BodyForm[] = [
      'whole',
      'whole',
      'whole',
      'one field',
      'one field',
      'one field',
      'empty',
      'array',
    ]
    const form = random.one(forms)
    const plain = this.#bodies.write(site, form, 'granted')
    if ((form !== 'empty' && form !== 'array') || body !== 'json') return { ...plain, ...more }
    const { fields: _, tags: __, pins: ___, variable: ____, ...bare } = plain
    return { ...bare, body: form, json: form === 'array' ? [] : {}, ...more }
  }

  #burst(): readonly Step[] {
    const calls = Array.from({ length: this.random.integer(2, 4) }, () =>
      this.random.chance(0.6) ? this.#anyWrite(0) : this.read(),
    ).filter((call) => call !== undefined)
    return calls.length < 2 ? [] : [{ burst: calls }]
  }

  /** A request for something that nothing has. */
  #nobody(): Call | undefined {
    const { random } = this
    const sites = this.tables.sites.filter(({ subject }) => subject !== 'users')
    if (sites.length === 0) return undefined
    const site = random.one(sites)
    const { server } = this.#session.target.resources
    const uuids = [unknownUuid, ...(server ? [uuidLike(server.uuid)] : [])]
    const isByUuid = site.names.some((name) => typeof name === 'string' && name.includes('-'))
    const named = isByUuid && (site.names.length === 1 || random.chance(0.5)) ? random.one(uuids) : unknownId
    const plain = isRead(site) ? this.#bodies.call(site, {}) : this.#bodies.write(site, 'whole', false)
    return { ...plain, subject: 'nobody', named }
  }
}
