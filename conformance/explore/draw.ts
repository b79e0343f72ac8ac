import { isWriting, type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import { type Credential, isTokenName } from '../client/credentials.ts'
import { type Spelling, spellings } from '../client/exchange.ts'
import type { Query } from '../client/request-path.ts'
import { isBarred } from '../judge/access.ts'
import { unknownId, unknownUuid, uuidLike } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import type { Random } from '../steps/random.ts'
import type { Call, Entry, Step, Subject } from '../steps/step.ts'
import { Bodies } from './bodies.ts'
import { type Combination, Cover } from './cover.ts'
import { Deck } from './deck.ts'
import { Learned, otherOf } from './learned.ts'
import { pageClasses, pagesByClass, pagesOf } from './pages.ts'
import { type Site, siteName, type Tables } from './tables.ts'

const similar: readonly Credential[] = ['token-suffix', 'token-cut-short', 'token-case']

const isWrong = (credential: Credential): boolean =>
  isTokenName(credential) || ['no-header', 'garbage'].includes(credential)

const isSimilar = (credential: Credential): boolean => similar.includes(credential)

/**
 * Requests that must be refused for their credential, and which part of them is of one kind or of those before: tokens of
 * another kind, none and a wrong one in every form and spelling; similar tokens whole, and in every form; and all others.
 */
const barredKinds = {
  wrong: { part: 0.62, fits: isWrong },
  similar: { part: 0.78, fits: isSimilar },
  forms: { part: 0.9, fits: isSimilar },
  others: { part: 1, fits: (credential: Credential) => !isWrong(credential) && !isSimilar(credential) },
} as const

/** The periods of faults at every n-th request: each request is sent after each number of others, modulo these. */
const periods = [2, 3, 4, 5, 7] as const

const isRead = ({ operation }: Pick<Site, 'operation'>): boolean => !isWriting(operation)

const isPaged = ({ operation }: Pick<Site, 'operation'>): boolean =>
  operations[operation].answer.envelope === 'page'

/** What a request is, before its values are drawn. */
interface Plan {
  readonly site: Site
  readonly named: string | number
  readonly credential: Credential
  /** A field that is sent alone, a number of tags, or a form of the whole body. */
  readonly shape: string
  readonly spelling?: Spelling
  readonly query?: Query
}

type Placed = Pick<Call, 'operation' | 'subject' | 'credential' | 'named'>

/** How a request is repeated: as it is, as several writes to one resource, or as the same write to the other one. */
const repetitions = ['same', 'same', 'several', 'twin'] as const

/** Draws the requests of an exploration from its tables, in a covering order, and learns from the responses. */
export class Draw {
  readonly tables: Tables
  readonly random: Random
  readonly #session: Session
  readonly #learned: Learned
  readonly #bodies: Bodies
  readonly #cover = new Cover()
  readonly #decks = new Map<string, Deck<Plan>>()
  #repeated: Deck<{ readonly operation: OperationId; readonly how: (typeof repetitions)[number] }> | undefined
  #before: { readonly call: Call; readonly isRefused: boolean } | undefined
  #isAfterPause = false
  #isAtOnce = false
  /** Places of which one request was answered with a server error. */
  readonly #broken = new Set<string>()

  constructor(tables: Tables, session: Session, random: Random) {
    this.tables = tables
    this.random = random
    this.#session = session
    this.#learned = new Learned(session.target, tables)
    this.#bodies = new Bodies(tables, session, random, this.#learned)
  }

  /** Learns from requests that were sent; none if the step was a pause. */
  note(entries: readonly Entry[]): void {
    for (const { call, burst } of entries) this.#cover.note(this.#placed(call, burst !== undefined))
    this.#learned.note(entries)
    const last = entries.at(-1)
    this.#isAfterPause = !last
    if (last) this.#before = { call: last.call, isRefused: isBarred(last.call) }
  }

  /**
   * The combinations of a request with what came before it.
   * @param isAtOnce whether others are sent at the same time
   */
  #placed(call: Placed, isAtOnce = this.#isAtOnce): readonly Combination[] {
    const { operation, subject, credential, named } = call
    const barred = isBarred(call)
    const kind = barred ? `refused ${operation}` : operation
    const who = barred ? `${operation} as ${credential}` : siteName(call)
    if (isAtOnce) return [[`${kind} at once`, 20]]
    if (this.#isAfterPause) return [[`${kind} after a pause`, 20]]
    const times = this.#learned.times(operation)
    const { call: before, isRefused } = this.#before ?? {}
    const last = before && `${isRefused ? 'refused ' : ''}${before.operation}`
    const form =
      before && (before.tags?.length ?? (before.query ? pageClasses(before.query).join() : before.body))
    const isOther = subject.startsWith('other')
    return [
      [`${kind} after ${last}`, 6],
      [`${who} after ${last}`, 4],
      [`${kind} after ${last} ${form}`, 2],
      [`${kind} ${isOther} after ${last} ${before?.subject.startsWith('other')}`, 4],
      [`${kind} as ${credential} after ${last} as ${before?.credential}`, 2],
      [`${kind} by ${typeof named} after ${last} by ${typeof before?.named}`, 2],
      ...periods.map((period): Combination => [`${who} as ${times % period} of ${period}`, 0.6]),
    ]
  }

  #deck(name: string, plans: () => readonly Plan[]): Deck<Plan> {
    const known = this.#decks.get(name)
    if (known) return known
    const made = new Deck(plans(), this.random)
    this.#decks.set(name, made)
    return made
  }

  /** Takes the plan that covers most. */
  #take(deck: Deck<Plan>, fits: (plan: Plan) => boolean = () => true): Plan | undefined {
    return deck.take((plan) =>
      fits(plan) ? this.#cover.gain(this.#placed({ ...plan, ...plan.site })) : undefined,
    )
  }

  #plans(
    sites: readonly Site[],
    credentialsOf: (site: Site) => readonly Credential[],
    formsOf: (site: Site, credential: Credential) => readonly Partial<Plan>[],
  ): readonly Plan[] {
    return sites.flatMap((site) =>
      site.names.flatMap((named) =>
        credentialsOf(site).flatMap((credential) =>
          formsOf(site, credential).map((form) => ({ shape: 'whole', ...form, site, named, credential })),
        ),
      ),
    )
  }

  /** The forms of a body that writes: each field alone, each number of tags, and the whole. */
  #shapes(site: Site): readonly string[] {
    const { tags, eggs } = this.tables
    switch (site.operation) {
      case 'syncNodeTags':
        return Array.from({ length: tags.length + 2 }, (_, at) => String(at))
      case 'importEgg':
        return ['whole', 'whole']
      case 'createUser':
        return Array.from({ length: 8 }, () => 'whole')
      default:
        return [
          ...this.#bodies.fieldsOf(site),
          ...Array.from({ length: 12 }, () => 'whole'),
          'own',
          ...(site.operation === 'updateServerStartup' && site.subject === 'server' && eggs.length > 1
            ? ['other egg']
            : []),
        ]
    }
  }

  #writes(): Deck<Plan> {
    return this.#deck('writes', () =>
      this.#plans(
        this.tables.sites.filter((site) => !isRead(site)),
        ({ tokens }) => tokens,
        (site) => this.#shapes(site).map((shape) => ({ shape })),
      ),
    )
  }

  #barredDeck(kind: keyof typeof barredKinds): Deck<Plan> {
    return this.#deck(kind, () => {
      const { refused, sites } = this.tables
      const { fits } = barredKinds[kind]
      const credentialsOf = ({ operation }: Site) => refused[operation].filter(fits)
      if (kind === 'similar') return this.#plans(sites, credentialsOf, () => [{}])
      const named = sites.map((site) => ({ ...site, names: [this.random.one(site.names)] }))
      if (kind === 'others') return this.#plans(named, credentialsOf, () => [{}])
      const forms = this.#plans(sites, credentialsOf, (site) => this.#barredForms(site))
      if (kind === 'forms') return forms
      const first = named.filter(({ subject }) => !subject.startsWith('other'))
      return [
        ...forms,
        ...this.#plans(first, credentialsOf, () => spellings.map((spelling) => ({ spelling }))),
      ]
    })
  }

  #barredForms(site: Site): readonly Partial<Plan>[] {
    if (isPaged(site)) return pagesByClass(this.#learned.total(site) ?? 60).map((query) => ({ query }))
    if (isRead(site)) return [{}]
    const shapes = new Set(this.#shapes(site))
    shapes.delete('own')
    shapes.delete('other egg')
    const isFirst = !site.subject.startsWith('other')
    const bare = isFirst && operations[site.operation].body === 'json' ? ['empty', 'array'] : []
    return [...shapes, ...bare].map((shape) => ({ shape }))
  }

  /** Every page of every list, once the number of its records is known. */
  #pages(): Deck<Plan> {
    const sites = this.tables.sites.filter(isPaged)
    const isKnown = sites.every((site) => this.#learned.total(site) !== undefined)
    return this.#deck(isKnown ? 'pages' : 'lists', () =>
      this.#plans(
        sites,
        ({ tokens }) => tokens,
        (site) =>
          (isKnown ? pagesOf(this.#learned.total(site) ?? 0) : [{}])
            .filter((_, at) => !site.subject.startsWith('other') || at % 3 === 0)
            .map((query) => ({ query })),
      ),
    )
  }

  #reads(): Deck<Plan> {
    return this.#deck('reads', () =>
      this.#plans(
        this.tables.sites.filter((site) => isRead(site) && !isPaged(site)),
        ({ tokens }) => tokens,
        () => [{}],
      ),
    )
  }

  /** The request of a plan, with values. */
  #call({ site, named, credential, shape, spelling, query }: Plan): Call {
    const more = { named, credential, ...(spelling && { spelling }), ...(query && { query }) }
    if (isRead(site)) return this.#bodies.call(site, more)
    if (shape === 'own')
      return { ...(this.own({ ...site, credential, named }) ?? this.#bodies.call(site, more)), ...more }
    const call = this.#bodies.write(site, shape, isBarred({ ...site, credential }) ? 'barred' : 'odd', more)
    if (shape !== 'empty' && shape !== 'array') {
      if (site.operation === 'createUser' && !isBarred(call)) this.#bodies.nextPerson()
      return call
    }
    const { fields: _, tags: __, pins: ___, variable: ____, ...bare } = call
    return { ...bare, body: shape, json: shape === 'array' ? [] : {} }
  }

  #from(deck: Deck<Plan>, fits?: (plan: Plan) => boolean): Call | undefined {
    const plan = this.#take(deck, fits)
    return plan && this.#call(plan)
  }

  /** Whole bodies for every resource that the target names, so that an episode does not depend on what came before. */
  *beginning(): Generator<Call> {
    const writes = this.tables.sites.filter((site) => !isRead(site) && site.subject !== 'users')
    const deck = new Deck(
      this.#plans(
        writes.map((site) => ({
          ...site,
          names: [this.random.one(site.names)],
          tokens: [this.random.one(site.tokens)],
        })),
        ({ tokens }) => tokens,
        ({ operation }) => [{ shape: operation === 'syncNodeTags' ? '1' : 'whole' }],
      ),
      this.random,
    )
    for (const _ of writes) {
      const call = this.#from(deck)
      if (call) yield call
    }
  }

  /** Reads that show what the beginning wrote. */
  *looks(): Generator<Call> {
    for (const site of this.tables.sites)
      if (isRead(site) && !isPaged(site)) yield this.#bodies.call(site, {})
  }

  /** A read that no write comes before. */
  control(): Call | undefined {
    const site = this.tables.sites.find(isRead)
    return site && { ...this.#bodies.call(site, {}), named: site.names[0] ?? '' }
  }

  /** A request that sends the fields again that the server has granted for a resource. */
  own({ operation, subject }: Pick<Call, 'operation' | 'subject'> & Partial<Call>): Call | undefined {
    const site = this.#site({ operation, subject })
    if (!site?.fields || operation === 'createUser') return undefined
    // The node may have tags by now, with which it does not accept the egg.
    const { egg_id: _, ...fields } = site.fields
    return this.#bodies.call(site, { body: 'own', fields })
  }

  /**
   * What tells why a request was refused: a user like the one that a refused request may have created, and each field
   * alone of a body at which the server broke down.
   */
  afterRefusal({ call, exchange }: Entry): readonly Call[] {
    const { operation, fields = {}, subject } = call
    if (operation === 'createUser') {
      const person = this.#bodies.person(fields)
      this.#bodies.nextPerson()
      return [{ ...call, fields: { ...fields, ...person } }]
    }
    const place = `${operation} ${subject}`
    if (exchange.reply?.status !== 500 || call.body !== 'whole' || this.#broken.has(place)) return []
    this.#broken.add(place)
    const { pins: _, variable: __, ...bare } = call
    const whole: Call = { ...bare, pins: {} }
    const alone = Object.entries(fields).map(
      ([name, value]): Call => ({ ...whole, body: 'one field', fields: { [name]: value } }),
    )
    return [...alone, whole]
  }

  #site({ operation, subject }: Pick<Call, 'operation' | 'subject'>): Site | undefined {
    return this.tables.sites.find((site) => site.operation === operation && site.subject === subject)
  }

  /** A whole write of plain values to what a step writes, after which the values of the step are new ones. */
  opening({ operation, subject, fields = {} }: Call): Call | undefined {
    const site = this.#site({ operation, subject })
    if (!site || isRead(site) || operation === 'createUser') return undefined
    const plain = this.#bodies.write(site, operation === 'syncNodeTags' ? '1' : 'whole', 'plain')
    // Fields with two values only have the other one.
    const others = Object.entries(plain.fields ?? {}).flatMap(([field, value]) =>
      typeof value === 'boolean' && fields[field] === value ? [[field, !value] as const] : [],
    )
    return plain.fields ? { ...plain, fields: { ...plain.fields, ...Object.fromEntries(others) } } : plain
  }

  /** The next steps: mostly one request that covers much. */
  steps(usersLeft: number): readonly Step[] {
    const { random } = this
    if (random.chance([0, 0.03, 0.08, 0.16, 0.25, 0.35][this.#learned.unseen.length] ?? 0.5)) {
      const look = this.#look()
      if (look) return [look]
    }
    const kind = random.next()
    if (kind < 0.52) return once(this.barred())
    if (kind < 0.7) return once(this.#write(usersLeft))
    if (kind < 0.9) return once(this.#from(this.#pages()))
    if (kind < 0.92) return once(this.#nobody())
    if (kind < 0.935) return this.#aroundTags()
    if (kind < 0.96) return this.#again()
    if (kind < 0.985) return this.#burst()
    return [{ pause: 1_000 }, ...once(this.#first())]
  }

  /** A request after a pause: of each operation one that is granted, and one that must be refused. */
  #first(): Call | undefined {
    const { random } = this
    const operation = random.one(this.tables.sites).operation
    return this.#from(
      random.one([this.#barredDeck('wrong'), this.#granted(operation)]),
      ({ site, shape }) =>
        site.operation === operation && operation !== 'createUser' && shape !== 'other egg',
    )
  }

  /** A request that must be refused because of its credential. */
  barred(): Call | undefined {
    const kinds = Object.keys(barredKinds) as (keyof typeof barredKinds)[]
    const drawn = this.random.next()
    const kind = kinds.find((each) => drawn < barredKinds[each].part) ?? 'others'
    return this.#from(this.#barredDeck(kind))
  }

  /** A write that is granted, of one that hides nothing rather than of one that does. */
  #write(usersLeft: number): Call | undefined {
    const mayHide = this.random.chance(0.15)
    const mayMove = this.#learned.wasGranted({ operation: 'importEgg', subject: 'otherEgg' })
    const fits = ({ site, shape }: Plan): boolean =>
      (usersLeft > 0 || site.operation !== 'createUser') &&
      // Before its import, the other egg may lack the variable.
      (mayMove || shape !== 'other egg') &&
      !(isField(site, shape) && this.#learned.isFormRefused(site.operation, 'one field')) &&
      (mayHide || isField(site, shape) || !this.#learned.isUnseen(site.subject))
    return this.#from(this.#writes(), fits)
  }

  /** A request that shows a resource to which something may have been written since it was shown last. */
  #look(): Call | undefined {
    const { random } = this
    const rows = this.#learned.unseen
    const views =
      rows.length > 0 ? this.#learned.viewsOf(random.one(rows)).filter((site) => !isPaged(site)) : []
    const reads = views.filter(isRead)
    const from = reads.length > 0 && random.chance(0.4) ? reads : views
    if (from.length === 0) return undefined
    const site = random.one(from)
    if (isRead(site)) return this.#from(this.#reads(), (plan) => plan.site === site)
    return this.#from(
      this.#writes(),
      (plan) => plan.site === site && (isField(site, plan.shape) || site.fields === undefined),
    )
  }

  /** The same request several times, several writes to one resource, or the same write to two. */
  #again(): readonly Step[] {
    const { random } = this
    this.#repeated ??= new Deck(
      operationIds
        .filter((operation) => operation !== 'createUser')
        .flatMap((operation) => repetitions.map((how) => ({ operation, how }))),
      random,
    )
    const drawn = this.#repeated.take(() => 0)
    if (!drawn) return []
    const { operation, how } = drawn
    const isMeant = ({ site, query, shape }: Plan): boolean =>
      site.operation === operation &&
      shape !== 'other egg' &&
      (query === undefined || query['page'] !== undefined)
    const isRefused = how === 'twin' ? false : random.chance(0.4)
    const call = this.#from(isRefused ? this.#barredDeck('wrong') : this.#granted(operation), isMeant)
    const site = call && this.#site(call)
    if (!call || !site) return once(call)
    const times = random.integer(3, 5)
    const { named, credential } = call
    if (how === 'twin') {
      const other = this.#site({ operation, subject: otherOf[call.subject] ?? 'nobody' })
      return other ? [call, this.#bodies.twin(call, other)] : [call, call]
    }
    if (how === 'same' || isRead(call) || isRefused) return Array.from({ length: times }, () => call)
    const shape = operation === 'syncNodeTags' ? '1' : 'whole'
    return Array.from({ length: times }, () => this.#bodies.write(site, shape, 'odd', { named, credential }))
  }

  /** The deck of the requests of an operation that must be granted. */
  #granted(operation: OperationId): Deck<Plan> {
    return isRead({ operation }) ? (isPaged({ operation }) ? this.#pages() : this.#reads()) : this.#writes()
  }

  /** Tag syncs that must be refused, and around them those of the other node, which show how many nodes have a tag. */
  #aroundTags(): readonly Step[] {
    const { random } = this
    const sites = this.tables.sites.filter(({ operation }) => operation === 'syncNodeTags')
    const shown = sites.length > 1 ? random.one(sites) : undefined
    if (!shown) return once(this.barred())
    const look = this.#bodies.write(shown, String(this.tables.tags.length), 'plain')
    const barred = Array.from({ length: random.integer(3, 5) }, () =>
      this.#from(
        this.#barredDeck('wrong'),
        ({ site, spelling }) =>
          site.operation === shown.operation && site.subject !== shown.subject && spelling === undefined,
      ),
    )
    return [look, look, ...barred.flatMap((call) => call ?? []), look]
  }

  /** A write at once with one to the same resource, to the other one, with anything else, or with one to be refused. */
  #burst(): readonly Step[] {
    const { random } = this
    const first = random.chance(0.75) ? this.#write(0) : this.#from(this.#reads())
    if (!first) return []
    const isPlain = ({ site, shape }: Plan): boolean =>
      site.operation !== 'createUser' && shape !== 'other egg'
    const like = (subject: Subject | undefined) => (): Call | undefined =>
      this.#from(
        isRead(first) ? this.#reads() : this.#writes(),
        (plan) => isPlain(plan) && plan.site.operation === first.operation && plan.site.subject === subject,
      )
    const others = [
      like(first.subject),
      like(otherOf[first.subject]),
      () => this.barred(),
      () => this.#from(this.#reads()),
      () => this.#from(random.chance(0.5) ? this.#pages() : this.#writes(), isPlain),
    ]
    this.#isAtOnce = true
    const drawn = random.some(others, random.integer(1, 2)).flatMap((other) => other() ?? [])
    this.#isAtOnce = false
    return [{ burst: [first, ...drawn] }]
  }

  /** A request for something that nothing has. */
  #nobody(): Call | undefined {
    const { server } = this.#session.target.resources
    const uuids = [unknownUuid, ...(server ? [uuidLike(server.uuid)] : [])]
    const deck = this.#deck('nobody', () =>
      this.tables.sites.flatMap((site) => {
        if (site.subject === 'users' || site.subject.startsWith('other')) return []
        const isByUuid = (name: unknown) => typeof name === 'string' && name.includes('-')
        const names = site.names.flatMap((name): (string | number)[] =>
          isByUuid(name) ? uuids : [unknownId],
        )
        return this.#plans(
          [{ ...site, names }],
          ({ tokens }) => tokens,
          () => (isRead(site) ? [{}] : this.#barredForms(site)),
        )
      }),
    )
    const call = this.#from(deck)
    return call && { ...call, subject: 'nobody' }
  }
}

const once = (call: Call | undefined): readonly Call[] => (call ? [call] : [])

/** Whether a body has one field only, so that its response shows the others as they were. */
const isField = ({ fields = {}, operation }: Site, shape: string): boolean =>
  operation !== 'createUser' &&
  (Object.hasOwn(fields, shape) || ['variable', 'scripts', 'location_id'].includes(shape))
