import type { OperationId } from '../../src/contract/index.ts'
import { spellings } from '../client/exchange.ts'
import { isBarred } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { wasGranted } from '../judge/reception.ts'
import { unknownId, unknownUuid, uuidLike } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import type { Random } from '../steps/random.ts'
import { type Call, callsOf, type Entry, type Step } from '../steps/step.ts'
import { Bodies, isPart } from './bodies.ts'
import { Cover } from './cover.ts'
import { Decks } from './deck.ts'
import { Learned, otherOf, tagsOf } from './learned.ts'
import { drawPage } from './pages.ts'
import {
  isGrantedWrite,
  isPaged,
  isRead,
  kindOf,
  nameOf,
  type Sender,
  sendersOf,
  worthOf,
} from './senders.ts'
import { type Site, siteName, type Tables } from './tables.ts'

/** How often a server may do something else, counted by the requests of an operation. */
const periods = [3, 4, 5, 7]

/** Refused requests to create users after which a user is created, which shows whether one of them was done. */
const mostUnseenUsers = 8

/** What is written anew, and with which values later. */
export type Opened = Pick<Call, 'operation' | 'subject' | 'fields' | 'tags'>

/** What a request must be. */
interface Wish {
  readonly isMeant?: (site: Site) => boolean
  readonly isWhole?: boolean
  /** Whether it is sent for what its response shows, so that a write of one field may follow any other. */
  readonly isLook?: boolean
  /** Whether it is sent once and alone, so that it may change more than most. */
  readonly isAlone?: boolean
  /** Whether it is sent at once with others. */
  readonly isAtOnce?: boolean
}

/**
 * Draws the requests of an exploration from its tables, and learns from the responses. The sender of a request is the one
 * that came least after a request like the one before. The other dimensions come from decks of the sender, so that each
 * sender has all of them after few requests.
 */
export class Draw {
  readonly tables: Tables
  readonly random: Random
  readonly #session: Session
  readonly #learned: Learned
  readonly #decks: Decks
  readonly #bodies: Bodies
  readonly #cover = new Cover()
  readonly #senders: readonly Sender[]
  readonly #names: readonly string[]
  /** The kind of the request before. */
  #before = 'nothing'
  #last: Call | undefined
  /** The number of requests of each operation. */
  readonly #counts = new Map<OperationId, number>()
  /** The last tag sync, and how often it was granted in a row. */
  #sync: { readonly call: Call; readonly times: number } | undefined
  /** Refused requests to create users since one was created, and whether more can be. */
  #unseenUsers = 0
  /** Refused tag syncs since the tags were shown. */
  #unseenTags = 0
  #mayCreate = false
  /** Places of which one request was answered with a server error. */
  readonly #broken = new Set<string>()

  constructor(tables: Tables, session: Session, random: Random) {
    this.tables = tables
    this.random = random
    this.#session = session
    this.#learned = new Learned(session.target, tables)
    this.#decks = new Decks(random)
    this.#bodies = new Bodies(tables, session, random, this.#learned, this.#decks)
    this.#senders = sendersOf(tables)
    this.#names = this.#senders.map(({ name }) => name)
  }

  /** Learns from requests that were sent; none if the step was a pause. */
  note(entries: readonly Entry[]): void {
    for (const entry of entries) this.#noteCover(entry)
    this.#learned.note(entries)
    for (const { call, exchange, burst } of entries) {
      if (call.operation !== 'syncNodeTags' || isBarred(call)) continue
      const isAgain = this.#sync?.call === call && wasGranted(exchange) && !burst && call.tags?.length !== 0
      this.#sync = { call, times: isAgain ? (this.#sync?.times ?? 0) + 1 : 1 }
    }
    this.#last = entries.at(-1)?.call
    this.#before = this.#last ? kindOf(this.#last) : 'a pause'
  }

  #noteCover({ call, exchange, burst }: Entry): void {
    const { operation } = call
    const note = (context: string, weight: number) =>
      this.#cover.note(context, nameOf(call), weight * effectOf(call, wasGranted(exchange)))
    // The first of those at once may be answered before the next one arrives.
    note(burst ? (call === burst[0] ? 'the first at once' : 'at once') : this.#before, 1)
    if (call === this.#last) note('again', 0.5)
    for (const context of this.#turnsOf(operation)) note(context, 1)
    this.#counts.set(operation, (this.#counts.get(operation) ?? 0) + 1)
    if (operation === 'syncNodeTags') this.#unseenTags = isBarred(call) ? this.#unseenTags + 1 : 0
    if (operation !== 'createUser') return
    this.#unseenUsers = isBarred(call) ? this.#unseenUsers + effectOf(call, false) : 0
  }

  /** The contexts of the next request of an operation, for faults at every so many of its requests. */
  #turnsOf = (operation: OperationId): readonly string[] =>
    periods.map((period) => `${operation} ${(this.#counts.get(operation) ?? 0) % period} of ${period}`)

  /** The sender whose request adds most to those that were sent, and lets the next one add most, of those that fit. */
  #next(fits: (sender: Sender) => boolean = () => true): Sender | undefined {
    const left = new Map<string, number>()
    return this.#best((sender) => {
      const { name, operation, credentials, weight } = sender
      if (!fits(sender) || !this.#isOpen(sender)) return -1
      const [credential = 'no-header'] = credentials
      const kind = kindOf({ operation, credential })
      const next = left.get(kind) ?? worthOf(kind) * this.#cover.left(kind, this.#names)
      left.set(kind, next)
      const turns = this.#turnsOf(operation).map((turn) => this.#cover.gain(turn, name))
      const turn = turns.reduce((sum, gain) => sum + gain, 0) / turns.length
      const isTagLook = operation === 'syncNodeTags' && !sender.isBarred && this.#unseenTags > 2
      const own =
        (isTagLook ? 3 : 0) +
        weight * (5 * worthOf(this.#before) * this.#cover.gain(this.#before, name) + turn) +
        3 * next
      return sender.sites.some((site) => this.#mayFollow(sender, site, false)) ? own : own / 2
    })
  }

  /** @param worth negative for senders that do not fit */
  #best(worth: (sender: Sender) => number): Sender | undefined {
    let most = 0
    let best: Sender | undefined
    for (const sender of this.#senders) {
      const own = worth(sender) * (0.9 + 0.2 * this.random.next())
      if (own > most) [best, most] = [sender, own]
    }
    return best
  }

  /** Whether a request of a sender may come next; users are created only to see whether refused requests created them. */
  #isOpen = ({ operation, isBarred }: Sender): boolean =>
    operation !== 'createUser' || isBarred || (this.#mayCreate && this.#unseenUsers >= mostUnseenUsers)

  #owner = ({ operation, subject }: Pick<Call, 'operation' | 'subject'>): Sender | undefined =>
    this.#senders.find(
      (sender) =>
        !sender.isBarred &&
        sender.operation === operation &&
        sender.sites.some((site) => site.subject === subject),
    )

  /** The next request of a sender; undefined if each one that is meant hides what is still to be seen. */
  #call(
    sender: Sender,
    { isMeant = () => true, isWhole = false, isLook = false, isAlone = true, isAtOnce = false }: Wish = {},
  ): Call | undefined {
    const { name, operation, credentials, isSpelled, sites } = sender
    const take = <T>(dimension: string, all: () => readonly T[], fits?: (one: T) => boolean) =>
      this.#decks.take(`${name} ${dimension}`, all, fits)
    // Other responses seldom show what is written to the second resource of a kind, and those to the second server never.
    const places = () =>
      sites.flatMap((site) => {
        const times = !site.subject.startsWith('other') ? 2 : 1
        return Array.from({ length: times }, () => site.names.map((named) => ({ site, named }))).flat()
      })
    const mayFollow = (site: Site): boolean => isLook || this.#mayFollow(sender, site, isWhole)
    const place = take('place', places, ({ site }) => isMeant(site) && mayFollow(site))
    const credential = take('credential', () => credentials)
    if (!place || !credential) return undefined
    const { site, named } = place
    const spelling = isSpelled ? take('spelling', () => spellings) : undefined
    const more = { named, credential, ...(spelling && { spelling }) }
    if (isPaged(operation)) return this.#bodies.call(site, { ...more, query: this.#page(name, site) })
    if (isRead(operation)) return this.#bodies.call(site, more)
    const hidden = sender.isBarred || isLook || !site.fields ? [] : this.#learned.hiddenBy(site)
    const arePartsRefused = this.#learned.isFormRefused(operation, 'one field')
    const shape =
      isWhole && site.fields
        ? 'whole'
        : take(
            'shape',
            () => this.#shapes(sender, site),
            (each) => {
              if (!isAlone && ['own', 'other egg'].includes(each)) return false
              if (isLook && !arePartsRefused) return isPart(each)
              if (isPart(each)) return !arePartsRefused && !hidden.includes(each)
              if (each === 'other egg' && !this.#learned.wasGranted(otherImport)) return false
              return hidden.length === 0
            },
          )
    return this.#write(site, shape ?? 'whole', more, isAtOnce)
  }

  /**
   * Whether a request leaves what is still to be seen as it is. A refused tag sync shows by that of the other node, and of
   * the fields of a body some can be sent without the others.
   */
  #mayFollow({ operation, isBarred }: Sender, site: Site, isWhole: boolean): boolean {
    if (operation === 'syncNodeTags' && isBarred)
      return site.subject !== this.#sync?.call.subject && (this.#sync?.times ?? 0) > 1
    if (isRead(operation) || isBarred) return true
    const hidden = this.#learned.hiddenBy(site)
    if (hidden.length === 0) return true
    if (isWhole || !site.fields || this.#learned.isFormRefused(operation, 'one field')) return false
    return this.#bodies.fieldsOf(site).some((field) => !hidden.includes(field))
  }

  #page(sender: string, site: Site): ReturnType<typeof drawPage> {
    const name = `${sender} ${site.subject}`
    const at = this.#pages.get(name) ?? { from: this.random.next(), times: 0 }
    this.#pages.set(name, { ...at, times: at.times + 1 })
    return drawPage(this.#decks, name, this.#learned.total(site) ?? 60, at.from, at.times)
  }

  readonly #pages = new Map<string, { readonly from: number; readonly times: number }>()

  /** The forms of a body that writes: each field alone, some fields, each number of tags, and the whole. */
  #shapes({ operation, isBarred }: Sender, site: Site): readonly string[] {
    const { tags, eggs } = this.tables
    if (operation === 'syncNodeTags') return Array.from({ length: tags.length + 2 }, (_, at) => String(at))
    if (operation === 'importEgg') return ['whole']
    const alone = operation === 'createUser' ? [] : [...this.#bodies.fieldsOf(site), 'two', 'some']
    const isMovable = operation === 'updateServerStartup' && site.subject === 'server' && eggs.length > 1
    return [
      ...alone,
      ...Array.from({ length: isBarred ? 10 : 14 }, () => 'whole'),
      ...(isBarred ? ['empty', 'array'] : operation === 'createUser' ? [] : ['own']),
      ...(!isBarred && isMovable ? ['other egg'] : []),
    ]
  }

  #write(
    site: Site,
    shape: string,
    more: Pick<Call, 'named' | 'credential'> & Partial<Call>,
    isAtOnce: boolean,
  ): Call {
    const { operation } = site
    if (shape === 'own')
      return { ...(this.own({ ...site, ...more }) ?? this.#bodies.call(site, more)), ...more }
    const barred = isBarred({ operation, ...more })
    // What one of several requests did shows only by a value that no other has.
    const call = this.#bodies.write(site, shape, !barred ? 'odd' : isAtOnce ? 'plain' : 'barred', more)
    if (shape !== 'empty' && shape !== 'array') {
      if (operation === 'createUser' && !barred) this.#bodies.nextPerson()
      return call
    }
    const { fields: _, tags: __, pins: ___, variable: ____, ...bare } = call
    return { ...bare, body: shape, json: shape === 'array' ? [] : {} }
  }

  /** The beginning of an episode: whole writes to some of the resources that the target names. */
  *beginning(usersLeft: number): Generator<Step> {
    this.#mayCreate = usersLeft > 0
    const isWrite = (each: Sender): boolean =>
      !each.isBarred && !isRead(each.operation) && each.operation !== 'createUser'
    for (let left = 3; left > 0; left -= 1) {
      // A barred request in between, so that the request after the looks is not always a write.
      yield* this.#barred()
      const sender = this.#next(isWrite)
      // The tags that are known tell what becomes of those of the other node.
      const isKnown = sender?.operation === 'syncNodeTags' && (this.#sync?.times ?? 0) > 1
      if (sender && !(isKnown && this.random.chance(0.6))) yield* this.#sent(sender, { isWhole: true })
    }
  }

  /** Requests that show what may have been written and was not shown since. */
  *looks(): Generator<Step> {
    const create = this.#next(
      (each) => each.operation === 'createUser' && !each.isBarred && this.#isOpen(each),
    )
    yield* once(create && this.#call(create))
    const seen = new Set<string>()
    for (let most = 4; most > 0; most -= 1) {
      const look = this.#look(seen)
      if (!look) break
      seen.add(siteName(look))
      yield look
    }
  }

  /** A tag sync that shows by the number of nodes of each tag whether one of the other node was done. */
  #tagLook(): Call | undefined {
    const { call, times } = this.#sync ?? { times: 0 }
    const other = call && otherOf[call.subject]
    return times > 1 && other && this.#learned.unseen.includes(tagsOf(other)) ? call : undefined
  }

  /**
   * The request that shows most of the resources to which something may have been written since they were shown last: a
   * read, a write of one field, whose response shows the others, or a write that hides nothing.
   */
  #look(seen: ReadonlySet<string> = new Set()): Call | undefined {
    const rows = new Map<Site, number>()
    for (const site of this.#learned.looks) {
      const shown = this.#learned.unseen.filter((row) =>
        this.#learned.shows(site, row, this.#learned.unseenOf(row)),
      )
      if (!seen.has(siteName(site))) rows.set(site, shown.length * (isRead(site.operation) ? 1.2 : 1))
    }
    const worth = (site: Site): number =>
      (rows.get(site) ?? 0) + this.#cover.gain(this.#before, this.#owner(site)?.name ?? '')
    const [site] = [...rows.keys()].toSorted((one, other) => worth(other) - worth(one))
    const sender = site && this.#owner(site)
    return sender && this.#call(sender, { isMeant: (each) => each === site, isLook: true })
  }

  /** A read, if there is one of another operation than some steps end with, so that no write comes right before them. */
  control(last?: Step): Call | undefined {
    const reads = this.tables.sites.filter(({ operation }) => isRead(operation))
    const site =
      reads.find(({ operation }) => !last || !callsOf(last).some((call) => call.operation === operation)) ??
      reads[0]
    return site && { ...this.#bodies.call(site, {}), named: site.names[0] ?? '' }
  }

  /** A request that sends the fields again that the server has granted for a resource. */
  own({ operation, subject }: Pick<Call, 'operation' | 'subject'>): Call | undefined {
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
    if (operation === 'createUser' && mayBeTheBody(exchange)) {
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

  /** The site of a request that is granted. */
  #site({ operation, subject }: Pick<Call, 'operation' | 'subject'>): Site | undefined {
    return this.tables.sites.find(
      (site) => site.operation === operation && site.subject === subject && site.tokens.length > 0,
    )
  }

  /**
   * A write of plain values to what a step writes, after which the values of the step are new ones.
   * @param field the only field that is written; all by default
   */
  opening({ operation, subject, fields = {}, tags = [] }: Opened, field = 'whole'): Call | undefined {
    const site = this.#site({ operation, subject })
    if (!site || isRead(operation) || operation === 'createUser') return undefined
    if (operation === 'syncNodeTags')
      return this.#bodies.call(site, { tags: this.tables.tags.filter((tag) => !tags.includes(tag)) })
    const plain = this.#bodies.write(site, field, 'plain')
    // Fields with two values only have the other one.
    const others = Object.entries(plain.fields ?? {}).flatMap(([field, value]) =>
      typeof value === 'boolean' && fields[field] === value ? [[field, !value] as const] : [],
    )
    return plain.fields ? { ...plain, fields: { ...plain.fields, ...Object.fromEntries(others) } } : plain
  }

  /** The next steps: mostly one request that adds much. */
  steps(): readonly Step[] {
    // Some effects of a granted write show only in the request right after it, and few requests are granted writes.
    const kind = isGrantedWrite(this.#before) ? 1 : this.random.next()
    if (kind < 0.015) return once(this.#nobody())
    if (kind < 0.03) return [{ pause: 1_000 }]
    if (kind < 0.05 + 0.08 * this.#cover.left('at once', this.#names)) return this.#burst()
    // Lists have more pages and sizes than requests come before them.
    const sender =
      kind > 0.96 && kind < 1 ? this.#next((each) => !each.isBarred && isPaged(each.operation)) : this.#next()
    return sender ? this.#sent(sender) : []
  }

  /** A request that must be refused because of its credential. */
  #barred(): readonly Step[] {
    const sender = this.#next((each) => each.isBarred)
    return sender ? this.#sent(sender) : []
  }

  /** The next request of a sender, in its next manner. */
  #sent(sender: Sender, wish: Wish = {}): readonly Step[] {
    const { random } = this
    const isSync = sender.operation === 'syncNodeTags'
    const look = isSync && !sender.isBarred ? this.#tagLook() : undefined
    if (look) return [look]
    const isUser = sender.operation === 'createUser' && !sender.isBarred
    const again = isUser ? 0 : 0.35 * this.#cover.gain('again', sender.name) ** 2
    const isAgain = random.chance(sender.isBarred || isUser ? again : Math.max(0.08, again))
    const call = this.#call(sender, { ...wish, isAlone: !isAgain })
    // The second tag sync tells what the tags are, before one of the other node is to be refused.
    if (!call) return once(isSync && this.#sync?.times === 1 ? this.#sync.call : this.#look())
    if (isAgain) return Array.from({ length: random.one([3, 3, 3, 5]) }, () => call)
    if (sender.isBarred || isRead(call.operation)) return [call]
    if (isSync && random.chance(0.6)) return [call, call]
    const other = this.#site({ ...call, subject: otherOf[call.subject] ?? 'nobody' })
    return other && random.chance(0.08) ? [call, this.#bodies.twin(call, other)] : [call]
  }

  /** A write at once with others: to the same resource or the other one, and requests that must be refused. */
  #burst(): readonly Step[] {
    const { random } = this
    const calls: Call[] = []
    const senders: Sender[] = []
    const add = (sender: Sender | undefined): void => {
      const call = sender && this.#call(sender, { isAlone: false, isAtOnce: true })
      if (!call) return
      calls.push(call)
      senders.push(sender)
    }
    const isPlain = (each: Sender): boolean => this.#isOpen(each) && !each.isSpelled
    add(
      this.#best((each) =>
        isPlain(each) && !each.isBarred ? this.#cover.gain('the first at once', each.name) : -1,
      ),
    )
    if (random.chance(0.3)) add(senders[0])
    for (let left = 4 - calls.length; left > 0; left -= 1)
      add(
        this.#best((each) =>
          isPlain(each) && !senders.includes(each) && (each.isBarred || isRead(each.operation))
            ? this.#cover.gain('at once', each.name)
            : -1,
        ),
      )
    return calls.length > 1 ? [{ burst: calls }] : calls
  }

  /** A request for something that nothing has. */
  #nobody(): Call | undefined {
    const { server } = this.#session.target.resources
    const uuids = [unknownUuid, ...(server ? [uuidLike(server.uuid)] : [])]
    const senders = this.#senders.filter(({ operation, isBarred }) => !isBarred && operation !== 'createUser')
    const sender = this.#decks.take('nobody', () => senders)
    const [site] = sender?.sites ?? []
    if (!sender || !site || site.subject.startsWith('other')) return undefined
    const name = this.random.one(site.names)
    const isUuid = typeof name === 'string' && name.includes('-')
    const named = isUuid ? this.random.one(uuids) : unknownId
    const [credential = 'rootClient'] = sender.credentials
    if (isRead(site.operation))
      return { ...this.#bodies.call(site, { named, credential }), subject: 'nobody' }
    const shapes = this.#shapes({ ...sender, isBarred: true }, site)
    const shape = this.#decks.take(`nobody ${site.operation}`, () => shapes) ?? 'whole'
    return { ...this.#bodies.write(site, shape, 'barred', { named, credential }), subject: 'nobody' }
  }
}

/** How much of a request comes into effect: a body of one field, or one that is refused for a value, shows less. */
const effectOf = (call: Call, isGranted: boolean): number =>
  call.body === 'empty' || call.body === 'array'
    ? 0.3
    : isBarred(call) || isRead(call.operation)
      ? 1
      : isGranted
        ? call.body === 'one field'
          ? 0.5
          : 1
        : 0.25

const otherImport = { operation: 'importEgg', subject: 'otherEgg' } as const

const once = (call: Call | undefined): readonly Call[] => (call ? [call] : [])
