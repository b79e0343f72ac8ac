import { isPaged, isWriting } from '../../src/contract/index.ts'
import { isBarred } from '../judge/access.ts'
import type { Session } from '../judge/session.ts'
import { isOfNode } from '../rules/refused-writes.ts'
import type { Random } from '../steps/random.ts'
import type { Call, Entry, Step } from '../steps/step.ts'
import { Bodies } from './bodies.ts'
import { Decks } from './deck.ts'
import { Learned, otherOf, tagsOf } from './learned.ts'
import { Order } from './order.ts'
import { PlainRequests } from './plain-requests.ts'
import { Requests, type Wish } from './requests.ts'
import { effectOf, isRead, nameOf, type Sender, sendersOf } from './senders.ts'
import { hasFields, type Site, siteName, type Tables } from './tables.ts'

/**
 * The number of refused requests to create users after which a user is created, which shows whether one of them had an
 * effect.
 */
const mostUnseenUsers = 8

/** The number of refused tag syncs after which a sync shows whether one of them had an effect. */
const mostUnseenTags = 2

/** Draws the steps of an exploration from its tables, and learns from the responses. */
export class Draw {
  readonly random: Random
  readonly plain: PlainRequests
  readonly #learned: Learned
  readonly #bodies: Bodies
  readonly #decks: Decks
  readonly #requests: Requests
  readonly #senders: readonly Sender[]
  readonly #order: Order
  #mayCreate = false
  /** Pairs of users that may still be created at once. */
  #pairs = 2

  constructor(tables: Tables, session: Session, random: Random) {
    this.random = random
    this.#learned = new Learned(session.target, tables, (entry, field) =>
      field === undefined ? this.#order.forget(entry) : this.#order.forgetField(entry, field),
    )
    this.#decks = new Decks(random)
    this.#bodies = new Bodies(tables, session, random, this.#learned, this.#decks)
    this.plain = new PlainRequests(tables, this.#bodies)
    this.#requests = new Requests(tables, random, this.#learned, this.#decks, this.#bodies, this.plain)
    this.#senders = sendersOf(tables)
    this.#order = new Order(this.#senders, random, {
      of: ({ sites }) => {
        const site = sites.find(isShownElsewhere)
        return site?.fields ? this.#bodies.fieldsOf(site) : []
      },
      in: (call) => this.#learned.fieldsIn(call),
    })
  }

  /** Learns from requests that were sent; none if the step was a pause. */
  note(entries: readonly Entry[]): void {
    this.#order.note(entries)
    this.#learned.note(entries)
  }

  /** The sender of the next request, of those that fit. */
  #next = (fits: (sender: Sender) => boolean = () => true): Sender | undefined =>
    this.#order.next((sender) => {
      if (!fits(sender) || !this.#isOpen(sender)) return 0
      const isTagLook = sender.operation === 'syncNodeTags' && !sender.isBarred
      if (isTagLook && this.#learned.refusals('syncNodeTags') > mostUnseenTags) return 2
      // A request that cannot follow directly needs a read before it, and is then in another position.
      return sender.sites.some((site) => this.#requests.mayFollow(sender, site)) ? 1 : 0.25
    })

  /** Whether a request of a sender may come next; users are created only to see whether refused requests created them. */
  #isOpen = ({ operation, isBarred }: Sender, most = mostUnseenUsers): boolean =>
    operation !== 'createUser' || isBarred || (this.#mayCreate && this.#learned.refusals(operation) >= most)

  /** The sender of requests that are granted for a resource. */
  #owner({ operation, subject }: Pick<Call, 'operation' | 'subject'>): Sender | undefined {
    return this.#senders.find(
      (sender) =>
        !sender.isBarred &&
        sender.operation === operation &&
        sender.sites.some((site) => site.subject === subject),
    )
  }

  /** The beginning of an episode: whole writes to some of the resources that the target names. */
  *beginning(usersLeft: number): Generator<Step> {
    this.#mayCreate = usersLeft > 0
    const isWrite = (each: Sender): boolean =>
      !each.isBarred && !isRead(each.operation) && each.operation !== 'createUser'
    for (let left = 3; left > 0; left -= 1) {
      // A barred request in between, so that the request after the reads is not always a write.
      yield* this.#barred()
      const sender = this.#order.best((each) => (isWrite(each) ? this.#order.left(each.kind) : 0))
      // The known tags show what happens to those of the other node.
      const isKnown = sender?.operation === 'syncNodeTags' && (this.#learned.sync?.times ?? 0) > 1
      if (sender && !(isKnown && this.random.chance(0.6))) yield* this.#sent(sender, { isFull: left === 3 })
    }
  }

  /** Reads of values that may have been written and were not shown since. */
  *looks(): Generator<Step> {
    const create = this.#creator(mostUnseenUsers)
    yield* once(create && this.#requests.next(create))
    yield* this.#looksAfter(create)
  }

  /** The same if nothing else is sent after them. */
  *lastLooks(): Generator<Step> {
    const create = this.#creator(1)
    yield* once(create && this.#requests.next(create))
    yield* once(this.#tagLook())
    yield* this.#looksAfter(create)
  }

  /** The sender of a new user, if so many requests to create one were refused. */
  #creator(refused: number): Sender | undefined {
    return this.#senders.find(
      (each) => each.operation === 'createUser' && !each.isBarred && this.#isOpen(each, refused),
    )
  }

  *#looksAfter(create: Sender | undefined): Generator<Step> {
    // A refusal among simultaneous requests would not show which user was created.
    const more = create && this.random.chance(0.2) ? this.#requests.next(create) : undefined
    const read = more && this.plain.control()
    if (more && read) yield { burst: [read, more] }
    const seen = new Set<string>()
    for (let most = 4; most > 0; most -= 1) {
      const look = this.#look(seen)
      if (!look) break
      // The request directly after a read is not always the next read.
      if (seen.size > 0) yield* this.#barred()
      seen.add(siteName(look))
      yield* this.#several(look)
    }
  }

  /** A tag sync that shows by the number of nodes of each tag whether one of the other node was done. */
  #tagLook(): Call | undefined {
    const { call, times } = this.#learned.sync ?? { times: 0 }
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
      (rows.get(site) ?? 0) + this.#order.gain(this.#owner(site)?.name ?? '')
    const [site] = [...rows.keys()].toSorted((one, other) => worth(other) - worth(one))
    const sender = site && this.#owner(site)
    return sender && this.#requests.next(sender, { isMeant: (each) => each === site, isLook: true })
  }

  /** The next steps: mostly one request that adds much. */
  *steps(): Generator<Step> {
    // Some effects of a granted write show only in the request right after it, and few requests are granted writes.
    const kind = this.#order.isAfterWrite ? 1 : this.random.next()
    if (kind < 0.015) return yield* once(this.#nobody())
    const isPause = kind >= 0.015 && kind < 0.035
    if (isPause) yield { pause: this.#decks.take('pause', () => pauses) ?? 0 }
    else if (kind < 0.05) return yield* this.#moved()
    else if (kind < 0.065 + 0.1 * this.#order.left('at once')) return yield* this.#atOnce()
    // Lists have more pages and sizes than requests come before them, and a refusal shows less of a pause.
    const isList = kind > 0.96 && kind < 1
    const mustBeGranted = isList || (isPause && this.random.chance(0.7))
    const sender = this.#next(
      (each) => !(mustBeGranted && each.isBarred) && (!isList || isPaged(each.operation)),
    )
    // A connection that a server lost meanwhile may take any field with it.
    if (sender) yield* this.#sent(sender, isPause && mustBeGranted ? shownInFull : {})
  }

  /** Whether most fields of a write would come in its place for the first time, so that their effects should be shown. */
  #isFirst(sender: Sender): boolean {
    const gain = this.#order.fieldGain(sender) ?? this.#order.gain(sender.name)
    const isNew = this.#order.isOpen && gain > 0.4
    return isNew && isWriting(sender.operation) && sender.sites.some(isShownElsewhere)
  }

  /** Requests that must be refused because of their credential, up to one after which any other may come. */
  *#barred(): Generator<Step> {
    for (let most = 3; most > 0; most -= 1) {
      const sender = this.#next((each) => each.isBarred)
      if (sender) yield* this.#sent(sender)
      if (!this.#order.isOpen) return
    }
  }

  /** The next request of a sender, in its next manner; values that it would hide are read before. */
  *#sent(sender: Sender, wish: Wish = {}): Generator<Step> {
    const isSync = sender.operation === 'syncNodeTags'
    const look = isOfNode(sender) && !sender.isBarred ? this.#tagLook() : undefined
    if (look) return yield* this.#several(look)
    const own = this.#isFirst(sender) ? { ...shownInFull, isFull: !sender.isBarred } : wish
    const next = () => this.#requests.next(sender, own)
    let call = next()
    if (!call) {
      // The second tag sync shows the tags, before a sync of the other node that must be refused.
      yield* once(isSync && this.#learned.sync?.times === 1 ? this.#learned.sync.call : this.#look())
      call = next()
    }
    if (call) yield* this.#several(call)
  }

  /** A request as often as it is to be sent, and occasionally the same for the other resource. */
  #several(call: Call): readonly Step[] {
    const { random } = this
    if (call.operation === 'createUser' && !isBarred(call)) return [call]
    const mayRepeat = isRead(call.operation) || (effectOf(call, true) === 1 && isShownElsewhere(call))
    const again = this.#order.gain(nameOf(call), 'again')
    if (mayRepeat && again > 0.3 && random.chance(0.7 * again)) return [call, call, call]
    if (isBarred(call)) return [call]
    if (call.operation === 'syncNodeTags' && random.chance(0.6)) return [call, call]
    const own = this.plain.site(call)
    if (own && random.chance(0.03)) return [call, this.#bodies.again(call, own)]
    // A response may be kept by its address for everybody.
    const barred = isRead(call.operation) && random.chance(0.06) && this.#barredTwin(call)
    if (barred) return [call, barred]
    const other = this.plain.site({ ...call, subject: otherOf[call.subject] ?? 'nobody' })
    // A server may take a page for the one before.
    return other && hasFields(other, call.fields) && random.chance(0.08)
      ? [call, this.#bodies.twin(call, other)]
      : [call]
  }

  /** The same request with a credential that must be refused. */
  #barredTwin(call: Call): Call | undefined {
    const sender = this.#order.best((each) =>
      each.operation === call.operation && each.isBarred && !each.isSpelled ? this.#order.gain(each.name) : 0,
    )
    const [credential] = sender?.credentials ?? []
    return credential && { ...call, credential }
  }

  /** A write at the same time as others: to the same resource or the other one, and requests that must be refused. */
  #burst(): readonly Step[] {
    const { random } = this
    const calls: Call[] = []
    const senders: Sender[] = []
    const add = (sender: Sender | undefined): void => {
      const call = sender && this.#requests.next(sender, { isAtOnce: true })
      if (!call) return
      calls.push(call)
      senders.push(sender)
    }
    const isPlain = (each: Sender): boolean => this.#isOpen(each) && !each.isSpelled
    add(
      this.#order.best((each) =>
        isPlain(each) && !each.isBarred ? this.#order.gain(each.name, 'the first at once') : -1,
      ),
    )
    if (random.chance(0.3)) add(senders[0])
    // A read at the same time as the same one of another resource may get the response of that.
    const isFree = (each: Sender): boolean =>
      senders.filter((sender) => sender === each).length <
      (each.isBarred ? 1 : isRead(each.operation) ? each.sites.length : 0)
    for (let left = 8 - calls.length; left > 0; left -= 1)
      add(
        this.#order.best((each) =>
          isPlain(each) && isFree(each) ? this.#order.gain(each.name, 'at once') : -1,
        ),
      )
    return calls.length > 1 ? [{ burst: calls }] : calls
  }

  /** Requests at the same time: a write and others, granted writes, or reads. */
  *#atOnce(): Generator<Step> {
    const kind = this.#decks.take('at once', () => ['writes', 'reads', 'a write', 'a write', 'a write'])
    yield* kind === 'writes' ? this.#race() : kind === 'reads' ? this.#reads() : this.#burst()
  }

  /** The same read of each resource at once, twice. */
  #reads(): readonly Step[] {
    const sites = this.#senders
      .filter(({ operation, isBarred }) => isRead(operation) && !isBarred)
      .map((sender) => sender.sites)
      .filter((some) => some.length > 1)
    const calls = sites.length > 0 ? this.random.one(sites).map((site) => this.#bodies.call(site, {})) : []
    return calls.length > 0 ? [{ burst: [...calls, ...calls] }] : []
  }

  /** Granted writes at once of which each must be done: updates of other fields of one node, and a look, or new users. */
  *#race(): Generator<Step> {
    const create = this.#senders.find((each) => each.operation === 'createUser' && !each.isBarred)
    if (create && this.#mayCreate && this.#pairs > 0 && this.random.chance(0.2)) {
      this.#pairs -= 1
      const people = [0, 1].flatMap(() => this.#requests.next(create, { isAtOnce: true }) ?? [])
      return yield { burst: people }
    }
    const site = this.plain.site({
      operation: 'updateNode',
      subject: this.random.one(['node', 'otherNode'] as const),
    })
    if (!site || this.#learned.isFormRefused('updateNode', 'one field')) return
    const fields = this.#bodies.fieldsOf(site).filter((field) => field !== 'maintenance_mode')
    const some = this.random.some(fields, 4)
    yield { burst: some.map((field) => this.#bodies.write(site, field, 'plain')) }
    yield* once(this.#look())
  }

  /** The other egg for a server, once its node has no tags, with which it might not accept the egg. */
  #moved(): readonly Call[] {
    const startup = this.plain.site({ operation: 'updateServerStartup', subject: 'server' })
    const tags = this.plain.site({ operation: 'syncNodeTags', subject: 'node' })
    // A file of the exploration gives the egg the variables that later requests set.
    const isReady = this.#learned.wasGranted({ operation: 'importEgg', subject: 'otherEgg' })
    if (!startup || !isReady) return []
    const open = tags ? [this.#bodies.call(tags, { tags: [] })] : []
    const shapes = this.#learned.isFormRefused('updateServerStartup', 'one field')
      ? ['other egg']
      : ['other egg', 'other egg alone']
    const fits = (each: string) => shapes.includes(each)
    const shape = this.#decks.take('move', () => shapes, { fits }) ?? 'other egg'
    return [...open, this.#bodies.write(startup, shape, 'plain')]
  }

  /** A request for an unused name. */
  #nobody(): Call | undefined {
    const senders = this.#senders.filter(({ operation, isBarred }) => !isBarred && operation !== 'createUser')
    return this.#requests.nobody(senders)
  }
}

/** Whether responses of other operations show what is written to a resource; of the second of a kind few do. */
const isShownElsewhere = ({ operation, subject }: Pick<Site, 'operation' | 'subject'>): boolean =>
  operation === 'syncNodeTags' || !subject.startsWith('other')

/** Milliseconds of the pauses. */
const pauses: readonly number[] = [1_000, 1_000, 2_500]

/** A request of which later responses show every field. */
const shownInFull: Wish = { isFull: true, isMeant: isShownElsewhere }

const once = (call: Call | undefined): readonly Call[] => (call ? [call] : [])
