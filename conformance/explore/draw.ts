import { type OperationId, operations } from '../../src/contract/index.ts'
import { type Credential, tokenNames } from '../client/credentials.ts'
import type { Spelling } from '../client/exchange.ts'
import type { Query } from '../client/request-path.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { type Attributes, numberOf } from '../judge/parts.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { unknownId, unknownUuid, uuidLike, varietyOf } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import type { Random } from '../steps/random.ts'
import type { BodyForm, Call, Entry, Step } from '../steps/step.ts'
import { oddCommands, oddImages, oddNumbers, oddPorts, oddSizes, oddTexts } from '../steps/values.ts'
import type { Site, Tables } from './tables.ts'

/** The spellings of a path that some servers route to the same operation. */
export const spellings = ['with a slash at its end', 'in capitals'] as const satisfies readonly Spelling[]

/** All sizes of pages up to 50, and odd ones beyond. */
export const sizes: readonly (number | string)[] = [
  ...new Set([...Array.from({ length: 50 }, (_, at) => at + 1), ...oddSizes]),
]

const siteName = ({ operation, subject }: Pick<Call, 'operation' | 'subject'>): string =>
  `${operation} ${subject}`

/** Credentials that servers accept by mistake more often than others. */
const usual: readonly Credential[] = ['no-header', 'garbage', ...tokenNames]

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

/** Draws the steps of an exploration from its tables, and learns which values a server refuses. */
export class Draw {
  readonly tables: Tables
  readonly #session: Session
  readonly #random: Random
  readonly #changes = new WeakMap<Call, readonly Changed[]>()
  /** Refusals by operation, field and value, less those that were granted later. */
  readonly #blame = new Map<string, number>()
  readonly #pairs: Readonly<Record<'usual' | 'other', { site: Site; credential: Credential }[]>> = {
    usual: [],
    other: [],
  }
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
  beginning(): readonly Step[] {
    const order: readonly OperationId[] = ['importEgg', 'updateServerStartup', 'updateNode', 'syncNodeTags']
    return order.flatMap((id) => this.#sites(id).map((site) => this.#write(site, 'whole', false)))
  }

  /** A whole write of plain values to what a step writes, after which the values of the step are new ones. */
  opening({ operation, subject }: Call): Step | undefined {
    const site = this.#sites(operation).find((each) => each.subject === subject)
    return site && operations[operation].method !== 'GET' && operation !== 'createUser'
      ? this.#write(site, 'whole', false)
      : undefined
  }

  /** The next step; undefined if the tables hold nothing to send. */
  step(usersLeft: number): readonly Step[] {
    const random = this.#random
    const kind = random.next()
    if (kind < 0.38) return this.#steps(this.#anyWrite(usersLeft))
    if (kind < 0.58) return this.#reads()
    if (kind < 0.84) return this.#barred()
    if (kind < 0.91) {
      const read = this.#read()
      return read ? Array.from({ length: random.integer(2, 5) }, () => read) : []
    }
    if (kind < 0.95) return this.#burst()
    if (kind < 0.993) return this.#steps(this.#nobody())
    return [{ pause: 1_000 }]
  }

  /** A read that shows what a write to a resource may have changed. */
  look(after?: Call): Step | undefined {
    const reads = this.#sites('listServerMounts')
    const own = reads.filter(
      ({ subject }) => subject.startsWith('other') === after?.subject.startsWith('other'),
    )
    const site =
      reads.length === 0
        ? undefined
        : this.#random.one(own.length > 0 && this.#random.chance(0.7) ? own : reads)
    if (site && this.#random.chance(0.75)) return this.#call(site, {})
    const writes = this.#sites('updateServerStartup')
    return writes.length === 0
      ? site && this.#call(site, {})
      : this.#write(this.#random.one(writes), 'whole', false)
  }

  /** Learns from the responses which values a server refuses. */
  note(entries: readonly Entry[]): void {
    for (const { call, exchange } of entries) {
      const total = numberOf(exchange, 'total')
      if (total !== undefined) this.#totals.set(siteName(call), total)
      const changes = this.#changes.get(call) ?? []
      const odd = changes.filter(({ isOdd }) => isOdd)
      const isRefused = mayBeTheBody(exchange)
      if (!isRefused && !wasGranted(exchange)) continue
      for (const { field, value, isOdd } of isRefused && odd.length > 0 ? odd : changes) {
        const key = this.#key(call.operation, field, isOdd ? value : undefined)
        const weight = isRefused ? 1 / Math.max(1, odd.length) : -5
        this.#blame.set(key, (this.#blame.get(key) ?? 0) + weight)
      }
    }
  }

  #key = (id: OperationId, field: string, value: unknown): string => `${id} ${field} ${JSON.stringify(value)}`

  #isRefused(id: OperationId, field: string, value?: unknown): boolean {
    return (this.#blame.get(this.#key(id, field, value)) ?? 0) >= (value === undefined ? 3 : 1)
  }

  #isFine = (id: OperationId, field: string, value: unknown): boolean =>
    (this.#blame.get(this.#key(id, field, value)) ?? 0) < 0

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
    return this.#write(this.#random.one(sites), this.#random.chance(0.2) ? 'one field' : 'whole', true)
  }

  /** A write with values of its own. @param isOdd whether odd values are among them */
  #write(site: Site, body: BodyForm, isOdd: boolean): Call {
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

  #selection(isOdd: boolean): readonly number[] {
    const { tags } = this.tables
    const random = this.#random
    const some = random.some(tags, random.integer(isOdd ? 0 : 1, tags.length))
    return isOdd && random.chance(0.2) ? [...some, ...some.slice(0, 1)] : some
  }

  #import(site: Site, isOdd: boolean): Call {
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
  #fields(site: Site, body: BodyForm, isOdd: boolean, fresh: Attributes): Call {
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
      let untried = isOdd ? random.integer(1, 4) : 0
      for (const field of random.some(names, random.integer(1, names.length))) {
        const values = (odd[field] ?? []).filter((value) => !this.#isRefused(operation, field, value))
        const fine = values.filter((value) => this.#isFine(operation, field, value))
        const own =
          untried > 0 && fine.length < values.length ? values.filter((value) => !fine.includes(value)) : fine
        if (own.length === 0) continue
        if (own !== fine) untried -= 1
        changes.push({ field, value: random.one(own), isOdd: true })
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

  #startup(site: Site, body: BodyForm, isOdd: boolean): Call {
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
    const first = this.#read()
    const site = this.tables.sites.find(
      ({ operation, subject }) => operation === first?.operation && subject === first.subject,
    )
    if (!first?.query || !site) return this.#steps(first)
    return [first, ...Array.from({ length: 3 }, () => this.#call(site, { query: this.#page(site) }))]
  }

  #read(): Call | undefined {
    const reads = this.tables.sites.filter(({ operation }) => operations[operation].method === 'GET')
    if (reads.length === 0) return undefined
    // A list without records shows little.
    const full = reads.filter((each) => this.#totals.get(siteName(each)) !== 0)
    const site = this.#random.one(full.length > 0 && this.#random.chance(0.9) ? full : reads)
    return this.#call(site, site.operation === 'listServerMounts' ? {} : { query: this.#page(site) })
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

  /** Requests that must be refused because of their credential, now and then together with their control. */
  #barred(): readonly Step[] {
    const random = this.#random
    const drawn = Array.from({ length: random.integer(1, 3) }, () => this.#pair()).filter(
      (pair) => pair !== undefined,
    )
    return drawn.flatMap(({ site, credential }) => {
      const isWrite = operations[site.operation].method !== 'GET'
      const form = isWrite
        ? random.one(['whole', 'whole', 'whole', 'one field', 'one field', 'empty', 'array'] as const)
        : 'whole'
      const plain = isWrite
        ? this.#write(site, form, true)
        : this.#call(site, random.chance(0.4) ? { query: this.#page(site) } : {})
      const isBare = (form === 'empty' || form === 'array') && operations[site.operation].body === 'json'
      const { fields: _, tags: __, pins: ___, variable: ____, ...rest } = plain
      const bare: Call = { ...rest, body: form, json: form === 'array' ? [] : {} }
      const call: Call = {
        ...(isBare ? bare : plain),
        credential,
        ...(random.chance(0.2) && { spelling: random.one(spellings) }),
      }
      return random.chance(0.2) && site.operation !== 'createUser' ? [plain, call] : [call]
    })
  }

  /**
   * A resource and a credential that must be refused for it: every pair once in a random order, then again. Half of the
   * pairs have a token of another kind, or none.
   */
  #pair(): { readonly site: Site; readonly credential: Credential } | undefined {
    const random = this.#random
    const isUsual = random.chance(0.5)
    const left = this.#pairs[isUsual ? 'usual' : 'other']
    if (left.length === 0) {
      const all = this.tables.sites.flatMap((site) =>
        this.tables.refused[site.operation]
          .filter((credential) => usual.includes(credential) === isUsual)
          .map((credential) => ({ site, credential })),
      )
      left.push(...random.some(all, all.length))
    }
    return left.pop()
  }

  #burst(): readonly Step[] {
    const calls = Array.from({ length: this.#random.integer(2, 4) }, () =>
      this.#random.chance(0.6) ? this.#anyWrite(0) : this.#read(),
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
 * One episode: whole writes, then random steps, with a look after each write that was refused or that had odd values.
 * It judges nothing.
 */
export function* episode(draw: Draw, usersLeft: () => number): Generator<Step, void, readonly Entry[]> {
  let left = longestEpisode
  for (const step of draw.beginning()) {
    draw.note(yield step)
    left -= 1
  }
  let idle = 0
  while (left > 0 && idle < 20) {
    const steps = draw.step(usersLeft())
    if (steps.length === 0) idle += 1
    for (const step of steps.slice(0, left)) {
      const entries = yield step
      draw.note(entries)
      left -= Math.max(1, 'burst' in step ? step.burst.length : 1)
      const write = entries.find(({ call }) => operations[call.operation].method !== 'GET')
      const isOdd = write && (!wasGranted(write.exchange) || entries.length > 1 || draw.random.chance(0.6))
      const look = isOdd ? draw.look(write.call) : undefined
      if (look) {
        draw.note(yield look)
        left -= 1
      }
    }
  }
}
