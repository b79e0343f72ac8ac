import { type Kind, type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Credential, tokenNames } from '../client/credentials.ts'
import type { Spelling } from '../client/exchange.ts'
import type { Query } from '../client/request-path.ts'
import { refusedAs } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { type Attributes, numberOf } from '../judge/parts.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { unknownId, unknownUuid, uuidLike, varietyOf } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import { walk } from '../judge/walk.ts'
import type { Random } from '../steps/random.ts'
import {
  type BodyForm,
  type Call,
  callsOf,
  type Entry,
  type Step,
  type Subject,
  subjects,
} from '../steps/step.ts'
import {
  oddCommands,
  oddImages,
  oddNumbers,
  oddPorts,
  oddSizes,
  oddTexts,
  packedTexts,
} from '../steps/values.ts'
import type { Site, Tables } from './tables.ts'

/** The spellings of a path that some servers route to the same operation. */
export const spellings = ['with a slash at its end', 'in capitals'] as const satisfies readonly Spelling[]

/** All sizes of pages up to 50, and odd ones beyond. */
export const sizes: readonly (number | string)[] = [
  ...new Set([...Array.from({ length: 50 }, (_, at) => at + 1), ...oddSizes]),
]

const siteName = ({ operation, subject }: Pick<Call, 'operation' | 'subject'>): string =>
  `${operation} ${subject}`

/** One credential of each class that servers accept by mistake: none, a wrong one, a similar one, one of another kind. */
const usual: readonly Credential[] = [
  ...(['no-header', 'garbage', 'token-suffix', 'token-cut-short', 'token-case'] as const),
  ...tokenNames,
]

/** The kinds of resources that a subject names; the model compares their rows. */
const kindOfSubject: Readonly<Partial<Record<Subject, Kind>>> = {
  ...{ node: 'node', otherNode: 'node', egg: 'egg', otherEgg: 'egg' },
  ...{ server: 'server', otherServer: 'server' },
}

/** The class of a size of pages. */
const sizeClass = (query: Query | undefined): string => {
  const size = Number(query?.['per_page'] ?? 0)
  const limit = [0, 1, 5, 12, 20, 40, 50, 99].find((most) => size <= most)
  return `size ${limit ?? 'beyond'} ${query?.['page'] === undefined ? '' : Math.min(3, Number(query['page']))}`
}

/** What a call covers beside the call before it: combinations of two and three dimensions of the tables. */
function coveredBy(call: Call, before: Call | undefined, isBarred: boolean): readonly string[] {
  const { operation, subject, named, credential, body = 'whole', spelling, query, fields = {} } = call
  const site = siteName(call)
  const name = typeof named === 'string' && named.includes('-') ? 'uuid' : 'id'
  const after = before ? `${before.operation}` : 'nothing'
  const form = query ? sizeClass(query) : body === 'one field' ? `only ${Object.keys(fields)[0]}` : body
  return [
    isBarred ? `${operation} as ${credential} after ${after}` : `${site} after ${after}`,
    `${site} by ${name} as ${credential}`,
    `${site} ${form}`,
    ...(isBarred
      ? [
          `${operation} as ${credential} ${query ? form : body}`,
          `${operation} as ${credential} ${spelling ?? ''}`,
          `${operation} as ${credential} ${subject.startsWith('other')}`,
        ]
      : [`${site} by ${name} ${query ? form : body}`]),
  ]
}

/** Drawn calls of which the one is sent that covers the most that was not covered before. */
const candidates = 6

/** The fields that were changed in a body, and whether their values are odd ones. */
interface Changed {
  readonly field: string
  readonly value: unknown
  readonly isOdd: boolean
}

/** The values of each field of a body; a field that is not here is never changed. */
export const oddValues: Readonly<Partial<Record<OperationId, Readonly<Record<string, readonly unknown[]>>>>> =
  {
    updateNode: {
      name: oddTexts,
      description: oddTexts,
      behind_proxy: [true, false],
      maintenance_mode: [true, false],
      scheme: ['http', 'https'],
      memory: oddNumbers,
      memory_overallocate: oddNumbers,
      disk: oddNumbers,
      disk_overallocate: oddNumbers,
      upload_size: oddNumbers,
      daemon_sftp: oddPorts,
      daemon_listen: oddPorts,
    },
    updateServerStartup: { startup: oddCommands, docker_image: oddImages },
    createUser: { first_name: oddTexts, last_name: oddTexts },
  }

/** Whether a body has odd values; `granted` if only such as were granted before, but in all fields. */
type Oddness = boolean | 'granted'

/** Draws the steps of an exploration from its tables, and learns which values a server refuses. */
export class Draw {
  readonly tables: Tables
  readonly #session: Session
  readonly #random: Random
  readonly #changes = new WeakMap<Call, readonly Changed[]>()
  /** Refusals by operation, field and value, less those that were granted later. */
  readonly #blame = new Map<string, Map<unknown, number>>()
  /** How often each combination of `coveredBy` was sent. */
  readonly #covered = new Map<string, number>()
  #before: Call | undefined
  /** How many values that were never granted go in one body: fewer where the server refuses more. */
  #bold = 4
  /** How often each odd value was sent, by operation and field. */
  readonly #tried = new Map<string, Map<unknown, number>>()
  /** The sites whose responses showed a resource, by kind and id. */
  readonly #views = new Map<string, Map<string, Site>>()
  /** The `total` of each list, as it was seen last. */
  readonly #totals = new Map<string, number>()
  readonly #sizes: (number | string)[] = []
  #names = 0

  constructor(tables: Tables, session: Session, random: Random) {
    this.tables = tables
    this.#session = session
    this.#random = random
  }

  get random(): Random {
    return this.#random
  }

  /** Whole bodies for every resource that the target names, so that an episode does not depend on what came before. */
  beginning(): readonly Call[] {
    const order: readonly OperationId[] = ['importEgg', 'updateServerStartup', 'updateNode', 'syncNodeTags']
    return order.flatMap((id) =>
      this.#sites(id).map((site) => this.#write(site, 'whole', id !== 'syncNodeTags')),
    )
  }

  /** Reads that show what the beginning wrote. */
  looks(): readonly Call[] {
    return this.#sites('listServerMounts').map((site) => this.#call(site, {}))
  }

  /** A read that no write comes before. */
  control(): Call | undefined {
    const [site] = this.tables.sites.filter(({ operation }) => operations[operation].method === 'GET')
    return site && this.#call(site, {})
  }

  /** What the server showed of a resource, sent back to it. */
  own({ operation, subject }: Call): Call | undefined {
    const site = this.#sites(operation).find((each) => each.subject === subject)
    return site?.fields && operation !== 'createUser'
      ? this.#call(site, { body: 'own', fields: site.fields })
      : undefined
  }

  /** The drawn call that covers the most that was not covered before. */
  #best(draw: () => Call | undefined, isBarred = false): Call | undefined {
    let best: Call | undefined
    let most = -1
    for (let at = 0; at < (isBarred ? 2 * candidates : candidates); at += 1) {
      const call = draw()
      if (!call) continue
      const gain = coveredBy(call, this.#before, isBarred).reduce(
        // What comes before matters most, because it has the most combinations.
        (sum, each, index) => sum + (index === 0 ? 4 : 1) / (1 + (this.#covered.get(each) ?? 0)) ** 2,
        0,
      )
      if (gain > most) [best, most] = [call, gain]
    }
    if (best) {
      for (const each of coveredBy(best, this.#before, isBarred))
        this.#covered.set(each, (this.#covered.get(each) ?? 0) + 1)
      this.#before = best
    }
    return best
  }

  /** A whole write of plain values to what a step writes, after which the values of the step are new ones. */
  opening({ operation, subject }: Call): Call | undefined {
    const site = this.#sites(operation).find((each) => each.subject === subject)
    return site && operations[operation].method !== 'GET' && operation !== 'createUser'
      ? this.#write(site, 'whole', false)
      : undefined
  }

  /** The next steps; none if the tables hold nothing to send. */
  step(usersLeft: number): readonly Step[] {
    const random = this.#random
    const kind = random.next()
    if (kind < 0.36) return this.#steps(this.#best(() => this.#anyWrite(usersLeft)))
    if (kind < 0.54) return this.#reads()
    if (kind < 0.75) return this.#barredWrites()
    if (kind < 0.85) return this.#again()
    if (kind < 0.91) return this.#burst()
    if (kind < 0.99) return this.#steps(this.#nobody())
    return [{ pause: 1_000 }]
  }

  /** The same request several times, which may be one that must be refused. */
  #again(): readonly Step[] {
    const call = this.#random.chance(0.5) ? this.read() : this.#random.one([this.barred(), this.#anyWrite(0)])
    return call ? Array.from({ length: this.#random.integer(2, 7) }, () => call) : []
  }

  /** A request that shows what a write to a resource may have changed, there or in the other one of its kind. */
  look(after?: Call): Step | undefined {
    const random = this.#random
    const kind = after && kindOfSubject[after.subject]
    const subject = after?.subject ?? 'server'
    const other: Subject | undefined = subjects.find(
      (each) => each !== subject && kind !== undefined && kindOfSubject[each] === kind,
    )
    const isBarred = after !== undefined && refusedAs(after.operation, after.credential) !== undefined
    const shown = kind && other && !isBarred && random.chance(0.3) ? other : subject
    const views = [...(this.#views.get(`${kind} ${String(this.#idOf(shown))}`)?.values() ?? [])]
    const reads = views.filter(({ operation }) => operations[operation].method === 'GET')
    const sites = reads.length > 0 && random.chance(0.7) ? reads : views
    const site = random.one(sites.length > 0 ? sites : [...this.#sites('listServerMounts'), undefined])
    if (!site) return undefined
    if (operations[site.operation].method === 'GET') return this.#call(site, {})
    return this.#write(site, site.subject === shown && random.chance(0.8) ? 'one field' : 'whole', false)
  }

  #idOf(subject: Subject): unknown {
    const { resources } = this.#session.target
    const named = Object.hasOwn(resources, subject) ? resources[subject as keyof typeof resources] : undefined
    return isObject(named) ? named['id'] : named
  }

  /** Learns from the responses which values a server refuses. */
  note(entries: readonly Entry[]): void {
    this.#before = entries.at(-1)?.call ?? this.#before
    for (const { call, exchange } of entries) {
      this.#noteViews(call, exchange)
      const total = numberOf(exchange, 'total')
      if (total !== undefined) this.#totals.set(siteName(call), total)
      const changes = this.#changes.get(call) ?? []
      const odd = changes.filter(({ isOdd }) => isOdd)
      const isRefused = mayBeTheBody(exchange)
      if (!isRefused && !wasGranted(exchange)) continue
      if (odd.length > 0) this.#bold = isRefused ? Math.ceil(this.#bold / 2) : Math.min(8, this.#bold + 1)
      for (const { field, value, isOdd } of isRefused && odd.length > 0 ? odd : changes) {
        const weight = isRefused ? 1 / Math.max(1, odd.length) : -5
        const own = this.#blame.get(`${call.operation} ${field}`) ?? new Map<unknown, number>()
        const key = isOdd ? value : undefined
        own.set(key, (own.get(key) ?? 0) + weight)
        this.#blame.set(`${call.operation} ${field}`, own)
      }
    }
  }

  #noteViews(call: Call, exchange: Exchange): void {
    const site = this.tables.sites.find((each) => siteName(each) === siteName(call))
    if (!site || !wasGranted(exchange)) return
    for (const { kind, attributes } of walk(exchange).found) {
      const key = `${kind} ${String(attributes['id'])}`
      const views = this.#views.get(key) ?? new Map<string, Site>()
      this.#views.set(key, views.set(siteName(site), site))
    }
  }

  /** @param value one of the odd values; undefined for all usual ones */
  #blameOf = (id: OperationId, field: string, value?: unknown): number =>
    this.#blame.get(`${id} ${field}`)?.get(value) ?? 0

  #isRefused(id: OperationId, field: string, value?: unknown): boolean {
    return this.#blameOf(id, field, value) >= (value === undefined ? 3 : 1)
  }

  #sites(id: OperationId): readonly Site[] {
    return this.tables.sites.filter(({ operation }) => operation === id)
  }

  #steps(call: Call | undefined): readonly Step[] {
    return call ? [call] : []
  }

  #call({ operation, subject, names, tokens }: Site, more: Partial<Call>): Call {
    return {
      operation,
      subject,
      named: this.#random.one(names),
      credential: this.#random.one(tokens),
      ...more,
    }
  }

  #anyWrite(usersLeft: number): Call | undefined {
    const weights: readonly OperationId[] = [
      ...Array.from({ length: 5 }, () => 'updateNode' as const),
      ...Array.from({ length: 5 }, () => 'updateServerStartup' as const),
      ...(['syncNodeTags', 'syncNodeTags', 'importEgg', 'importEgg'] as const),
      ...(usersLeft > 0 ? (['createUser'] as const) : []),
    ]
    const sites = this.#sites(this.#random.one(weights))
    if (sites.length === 0) return undefined
    const own = this.#random.chance(0.03) ? this.own(this.#call(this.#random.one(sites), {})) : undefined
    if (own) return own
    return this.#write(this.#random.one(sites), this.#random.chance(0.2) ? 'one field' : 'whole', true)
  }

  /** A write with values of its own. @param isOdd whether odd values are among them */
  #write(site: Site, body: BodyForm, isOdd: Oddness): Call {
    switch (site.operation) {
      case 'syncNodeTags':
        return this.#call(site, { tags: this.#selection(isOdd) })
      case 'importEgg':
        return this.#import(site, isOdd)
      case 'updateServerStartup':
        return this.#startup(site, body, isOdd)
      case 'createUser':
        return this.#fields(site, 'whole', isOdd, this.#person(site.fields ?? {}))
      default:
        return this.#fields(site, body, isOdd, this.#node(site.fields ?? {}))
    }
  }

  #selection(isOdd: Oddness): readonly number[] {
    const { tags } = this.tables
    const random = this.#random
    const some = random.some(tags, random.integer(isOdd ? 0 : 1, tags.length))
    return isOdd && random.chance(0.2) ? [...some, ...some.slice(0, 1)] : some
  }

  #import(site: Site, isOdd: Oddness): Call {
    const random = this.#random
    const odd = isOdd && random.chance(0.5) ? ` ${random.one(Object.values(varietyOf))}` : ''
    const mark = `${this.#session.mark} ${random.word()}${odd}`
    return this.#call(site, { mark, file: this.tables.fileOf?.(mark) ?? '' })
  }

  /** New values for the fields of a node, which most servers accept. */
  #node(base: Attributes): Attributes {
    const random = this.#random
    const size = (field: string) => Math.abs(Number(base[field] ?? 0)) + random.integer(1, 4_000)
    return {
      name: `Explored ${random.word()}`,
      description: `Explored ${random.word()}`,
      behind_proxy: random.chance(0.5),
      maintenance_mode: false,
      memory: size('memory'),
      memory_overallocate: random.integer(0, 90),
      disk: size('disk'),
      disk_overallocate: random.integer(0, 90),
      upload_size: random.integer(101, 999),
      daemon_sftp: random.integer(1_025, 65_000),
      daemon_listen: random.integer(1_025, 65_000),
      ...(this.tables.locations.length > 1 &&
        random.chance(0.1) && { location_id: random.one(this.tables.locations) }),
    }
  }

  /** A user like the one that the server granted, with an address and a name that no other has. */
  #person({ email, username, ...rest }: Attributes): Attributes {
    this.#names += 1
    const name = /\d/.test(String(username)) ? `{{unique ${this.#names}}}` : `{{letters ${this.#names}}}`
    return { ...rest, email: `${name}@${String(email).split('@')[1]}`, username: name }
  }

  /** A body with the granted fields, of which those that the server accepts have new values. */
  #fields(site: Site, body: BodyForm, isOdd: Oddness, fresh: Attributes): Call {
    const { operation, fields: base = {} } = site
    const random = this.#random
    const mayVary = (field: string) =>
      Object.hasOwn(base, field) &&
      !this.#session.isPinned(operation, field) &&
      !this.#isRefused(operation, field)
    const own = Object.entries(fresh).filter(([field]) => mayVary(field))
    const changes: Changed[] = own.map(([field, value]) => ({ field, value, isOdd: false }))
    const odd = oddValues[operation] ?? {}
    const names = Object.keys(odd).filter(mayVary)
    if (random.chance(0.8)) {
      // Values that were granted before may go together; of the others only a few, because one may be refused.
      let untried = isOdd === true ? random.integer(1, this.#bold) : 0
      const some = isOdd === 'granted' ? names : random.some(names, random.integer(1, names.length))
      for (const field of some) {
        const values = (odd[field] ?? []).filter((value) => !this.#isRefused(operation, field, value))
        const fine = values.filter((value) => this.#blameOf(operation, field, value) < 0)
        const own =
          untried > 0 && fine.length < values.length ? values.filter((value) => !fine.includes(value)) : fine
        if (own.length === 0) continue
        if (own !== fine) untried -= 1
        const packed = own.filter((each) => packedTexts.some((text) => text === each))
        const isPacked = isOdd === 'granted' && packed.length > 0 && random.chance(0.7)
        const value = this.#rarest(`${operation} ${field}`, isPacked ? packed : own)
        changes.push({ field, value, isOdd: true })
      }
    }
    const isOne = body === 'one field' && changes.length > 0
    const last = changes.at(-1)
    const sent = isOne && last ? [last.isOdd ? last : random.one(changes)] : changes
    const values = Object.fromEntries(sent.map(({ field, value }) => [field, value]))
    const call = this.#call(site, {
      body: isOne ? 'one field' : 'whole',
      fields: isOne ? values : { ...base, ...values },
      ...(isOne && { pins: {} }),
    })
    this.#changes.set(call, sent)
    return call
  }

  /** The value of two drawn ones that was sent less often. */
  #rarest(key: string, values: readonly unknown[]): unknown {
    const tried = this.#tried.get(key) ?? new Map<unknown, number>()
    const [one, other] = [this.#random.one(values), this.#random.one(values)]
    const value = (tried.get(one) ?? 0) <= (tried.get(other) ?? 0) ? one : other
    this.#tried.set(key, tried.set(value, (tried.get(value) ?? 0) + 1))
    return value
  }

  #startup(site: Site, body: BodyForm, isOdd: Oddness): Call {
    const random = this.#random
    const { environment, scripts, variable, eggs } = this.tables
    const { requests } = this.#session.target
    const word = random.word()
    const fresh = { startup: `./run --explored ${word}`, docker_image: `example/explored:${word}` }
    const call = this.#fields(site, body, isOdd, fresh)
    if (call.body === 'one field') return call
    const other = isOdd && site.subject === 'server' && random.chance(0.15) ? eggs[1] : undefined
    const own =
      other === undefined
        ? this.#session.pins('updateServerStartup')
        : (requests.startupOtherEgg ?? requests.startup ?? {})
    const set = environment === undefined ? undefined : own[environment]
    const odd = oddCommands.filter((each) => !this.#isRefused('updateServerStartup', 'variable', each))
    const value = isOdd && odd.length > 0 && random.chance(0.5) ? random.one(odd) : `explored ${word}`
    const drawn: Call = {
      ...call,
      fields: { ...call.fields, ...(other !== undefined && { egg_id: other }) },
      pins: {
        ...own,
        ...(environment !== undefined &&
          variable !== undefined && { [environment]: { ...(isObject(set) && set), [variable]: value } }),
        ...(scripts !== undefined && { [scripts]: random.chance(0.5) }),
      },
      ...(variable !== undefined && { variable }),
    }
    const changes = this.#changes.get(call) ?? []
    this.#changes.set(drawn, [...changes, { field: 'variable', value, isOdd: true }])
    return drawn
  }

  /** A read of the mounts, or several pages of a list. */
  #reads(): readonly Step[] {
    const first = this.read()
    return [first, ...(first?.query ? [this.read(first), this.read(first), this.read(first)] : [])].filter(
      (call) => call !== undefined,
    )
  }

  /** @param like a call whose list is read again */
  read(like?: Call): Call | undefined {
    const reads = this.tables.sites.filter(
      (site) => operations[site.operation].method === 'GET' && (!like || siteName(site) === siteName(like)),
    )
    if (reads.length === 0) return undefined
    // A list without records shows little.
    const full = reads.filter((each) => this.#totals.get(siteName(each)) !== 0)
    return this.#best(() => {
      const site = this.#random.one(full.length > 0 && this.#random.chance(0.9) ? full : reads)
      return this.#call(site, site.operation === 'listServerMounts' ? {} : { query: this.#page(site) })
    })
  }

  #page(site: Site): Query {
    const random = this.#random
    const kind = random.next()
    if (kind < 0.25) return {}
    // Every size once in a random order, then again.
    if (this.#sizes.length === 0) this.#sizes.push(...random.some(sizes, sizes.length))
    const per_page = this.#sizes.pop() ?? 1
    const total = this.#totals.get(siteName(site)) ?? 0
    const last = Math.max(1, Math.ceil(total / (Number(per_page) > 0 ? Number(per_page) : 20)))
    const page = random.chance(0.9) ? random.integer(1, last) : random.integer(last, last + 20)
    if (kind < 0.35) return { page }
    return page === 1 && random.chance(0.5) ? { per_page } : { per_page, page }
  }

  /** Writes to one resource that must be refused because of their credential, now and then after their control. */
  #barredWrites(): readonly Step[] {
    const random = this.#random
    const writes = this.tables.sites.filter(
      ({ operation }) => operations[operation].method !== 'GET' && operation !== 'createUser',
    )
    if (writes.length === 0) return this.#steps(this.barred())
    const site = random.one(writes)
    const drawn = Array.from({ length: random.integer(2, 4) }, () => this.barred([site]))
    const [first] = drawn
    const { spelling: _, ...plain } = first ?? {}
    const isControlled = first && !('json' in first) && random.chance(0.3)
    return [
      ...(isControlled ? [this.#call(site, { ...plain, ...this.#granted(site) })] : []),
      ...drawn.filter((call) => call !== undefined),
    ]
  }

  #granted({ names, tokens }: Site): Pick<Call, 'named' | 'credential'> {
    return { named: this.#random.one(names), credential: this.#random.one(tokens) }
  }

  /** A request that must be refused because of its credential. */
  barred(sites: readonly Site[] = this.tables.sites): Call | undefined {
    const random = this.#random
    const isUsual = random.chance(0.7)
    return this.#best(() => {
      const site = random.one(sites)
      const refused = this.tables.refused[site.operation]
      const own = refused.filter((credential) => usual.includes(credential) === isUsual)
      if (own.length === 0) return undefined
      const more = {
        credential: random.one(own),
        ...(random.chance(0.1) && { spelling: random.one(spellings) }),
      }
      const { method, body } = operations[site.operation]
      if (method === 'GET')
        return this.#call(site, { ...(random.chance(0.7) && { query: this.#page(site) }), ...more })
      const form = random.one([
        'whole',
        'whole',
        'whole',
        'one field',
        'one field',
        'empty',
        'array',
      ] as const)
      const plain = this.#write(site, form, 'granted')
      const { fields: _, tags: __, pins: ___, variable: ____, ...bare } = plain
      return (form === 'empty' || form === 'array') && body === 'json'
        ? { ...bare, body: form, json: form === 'array' ? [] : {}, ...more }
        : { ...plain, ...more }
    }, true)
  }

  #burst(): readonly Step[] {
    const calls = Array.from({ length: this.#random.integer(2, 4) }, () =>
      this.#random.chance(0.6) ? this.#anyWrite(0) : this.read(),
    ).filter((call) => call !== undefined)
    return calls.length < 2 ? [] : [{ burst: calls }]
  }

  /** A request for something that nothing has. */
  #nobody(): Call | undefined {
    const random = this.#random
    const sites = this.tables.sites.filter(({ subject }) => subject !== 'users')
    if (sites.length === 0) return undefined
    const site = random.one(sites)
    const { server } = this.#session.target.resources
    const uuids = [unknownUuid, ...(server ? [uuidLike(server.uuid)] : [])]
    const isByUuid = site.names.some((name) => typeof name === 'string' && name.includes('-'))
    const isRead = operations[site.operation].method === 'GET'
    const named = isByUuid && (site.names.length === 1 || random.chance(0.5)) ? random.one(uuids) : unknownId
    const plain = isRead ? this.#call(site, {}) : this.#write(site, 'whole', false)
    return { ...plain, subject: 'nobody', named }
  }
}

/** The number of steps of an episode. */
const longestEpisode = 25

/**
 * One episode: whole writes with a request between them that must be refused, then random steps, with a look after what
 * writes. It judges nothing.
 */
export function* episode(draw: Draw, usersLeft: () => number): Generator<Step, void, readonly Entry[]> {
  let left = longestEpisode
  function* sent(step: Step): Generator<Step, readonly Entry[], readonly Entry[]> {
    const entries = yield step
    draw.note(entries)
    left -= Math.max(1, entries.length)
    return entries
  }
  /** Sends what must be granted once more if it was refused, and then what the server itself showed. */
  function* insisted(step: Step): Generator<Step, void, readonly Entry[]> {
    const [entry] = yield* sent(step)
    // A value that was never granted may be refused.
    if (!isRefusal(entry) || (mayBeTheBody(entry.exchange) && draw.random.chance(0.8))) return
    const [again] = yield* sent(step)
    const own = isRefusal(again) ? draw.own(again.call) : undefined
    if (own) yield* sent(own)
  }
  /** What comes right after another request: mostly one that must be refused, now and then a read. */
  function* between(): Generator<Step, void, readonly Entry[]> {
    const kind = draw.random.next()
    const call = left <= 0 || kind < 0.2 ? undefined : kind < 0.75 ? draw.barred() : draw.read()
    if (call) yield* insisted(call)
  }
  for (const call of draw.beginning()) {
    const [entry] = yield* sent(call)
    const plain = isRefusal(entry) ? (mayBeTheBody(entry.exchange) ? draw.opening(call) : call) : undefined
    if (plain) yield* insisted(plain)
    yield* between()
  }
  for (const look of draw.looks()) {
    yield* insisted(look)
    yield* between()
  }
  let idle = 0
  while (left > 0 && idle < 20) {
    const steps = draw.step(usersLeft())
    if (steps.length === 0) idle += 1
    for (const step of steps) if (left > 0) yield* insisted(step)
    const write = steps.flatMap(callsOf).findLast(({ operation }) => operations[operation].method !== 'GET')
    const look = write && left > 0 ? draw.look(write) : undefined
    if (look) yield* sent(look)
    yield* between()
  }
}

/** Whether a request was refused that must be granted. */
const isRefusal = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined &&
  !entry.burst &&
  entry.call.subject !== 'nobody' &&
  refusedAs(entry.call.operation, entry.call.credential) === undefined &&
  !wasGranted(entry.exchange)
