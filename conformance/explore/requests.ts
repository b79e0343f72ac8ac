import { defined, isPaged } from '../../src/contract/index.ts'
import { spellings } from '../client/exchange.ts'
import { isBarred } from '../judge/access.ts'
import { unknownId, unknownUuid, uuidLike } from '../judge/sent-values.ts'
import type { Random } from '../steps/random.ts'
import type { Call } from '../steps/step.ts'
import { type Bodies, isPart } from './bodies.ts'
import type { Decks, Wanted } from './deck.ts'
import type { Learned } from './learned.ts'
import { drawPage } from './pages.ts'
import type { PlainRequests } from './plain-requests.ts'
import { isRead, isWide, type Sender } from './senders.ts'
import type { Site, Tables } from './tables.ts'

/** The requirements for a request. */
export interface Wish {
  readonly isMeant?: (site: Site) => boolean
  /** Whether its body has all fields that hide no value which was not read yet. */
  readonly isFull?: boolean
  /** Whether it is sent to read its response, so that it may hide a value that is not read yet. */
  readonly isLook?: boolean
  /** Whether it is sent at the same time as others, so that it may change no more than most. */
  readonly isAtOnce?: boolean
}

/**
 * Makes the requests of senders. Each dimension comes from a deck of the sender, so that it has all of it after few
 * requests.
 */
export class Requests {
  readonly #tables: Tables
  readonly #random: Random
  readonly #learned: Learned
  readonly #decks: Decks
  readonly #bodies: Bodies
  readonly #plain: PlainRequests
  /** Where the sizes of the pages of a list began for a sender, and how many were requested. */
  readonly #pages = new Map<string, { readonly from: number; readonly at: number }>()

  constructor(
    tables: Tables,
    random: Random,
    learned: Learned,
    decks: Decks,
    bodies: Bodies,
    plain: PlainRequests,
  ) {
    this.#tables = tables
    this.#random = random
    this.#learned = learned
    this.#decks = decks
    this.#bodies = bodies
    this.#plain = plain
  }

  /** The next request of a sender; undefined if each matching one hides values that are not read yet. */
  next(
    sender: Sender,
    { isMeant = () => true, isFull = false, isLook = false, isAtOnce = false }: Wish = {},
  ): Call | undefined {
    const { name, operation, credentials, isSpelled, sites } = sender
    const take = <T>(dimension: string, all: () => readonly T[], wanted: Wanted<T>) =>
      this.#decks.take(`${name} ${dimension}`, all, wanted)
    // Other responses seldom show what is written to the second resource of a kind, and never what is written to the
    // second server; whether a credential is refused shows in its own response.
    const ofSecond = credentials.length > 1 ? 3 : 1
    const ofFirst = sender.isBarred ? 4 : 3
    const places = () =>
      sites.flatMap((site) => {
        const times = site.subject.startsWith('other') ? ofSecond : site.fields ? ofFirst : 2
        return Array.from({ length: times }, () => site.names.map((named) => ({ site, named }))).flat()
      })
    const mayFollow = (site: Site): boolean => isLook || this.mayFollow(sender, site)
    const place = take('place', places, { fits: ({ site }) => isMeant(site) && mayFollow(site) })
    if (!place) return undefined
    const { site, named } = place
    const where = `${site.subject} ${named}`
    const credential = take('credential', () => credentials, { others: [where] })
    if (!credential) return undefined
    const spelling = isSpelled
      ? take('spelling', () => spellings, { others: [where, credential] })
      : undefined
    const query = isPaged(operation)
      ? this.#page(sender, site, where)
      : take('query', () => queries, { others: [where] })?.query
    const more = { named, credential, ...defined({ spelling, query }) }
    if (isRead(operation)) return this.#bodies.call(site, more)
    const hidden = sender.isBarred || isLook || !site.fields ? [] : this.#learned.hiddenBy(site)
    const arePartsRefused = this.#learned.isFormRefused(operation, 'one field')
    // A read by a write sends the expected values only if it can send no others.
    const unseen = this.#learned.unseenOf(this.#learned.rowOf(site.subject))
    const isBlind = (field: string): boolean => unseen.includes(field)
    const mayBeBlind = !isLook || this.#bodies.fieldsOf(site).every(isBlind)
    const isFit = (each: string): boolean => {
      if (isAtOnce && ['own', 'empty', 'array'].includes(each)) return false
      if (isLook && !arePartsRefused) return isPart(each) && (mayBeBlind || !isBlind(each))
      if (isPart(each)) return !arePartsRefused && !hidden.includes(each)
      return hidden.length === 0
    }
    const shape =
      isFull && site.fields
        ? this.#fullest(name, site, hidden)
        : this.#decks.take(
            // The tokens that an operation accepts share the forms.
            `${sender.isBarred ? name : operation} shape`,
            () => this.#shapes(sender, site),
            { fits: isFit, others: [where, credential] },
          )
    return this.#write(site, shape ?? 'whole', more, isAtOnce)
  }

  /** The form of a body with all fields that hide no value; sometimes some are omitted, if there are many. */
  #fullest(sender: string, site: Site, hidden: readonly string[]): string {
    if (hidden.length > 0) return 'shown'
    const mayOmit = isWide([site]) && !this.#learned.isFormRefused(site.operation, 'one field')
    return (mayOmit ? this.#decks.take(`${sender} beginning`, () => beginnings) : undefined) ?? 'whole'
  }

  /**
   * Whether a request does not change values that are not read yet. The effect of a refused tag sync is visible in a
   * sync of the other node, and of the fields of a body some can be sent without the others.
   */
  mayFollow({ operation, isBarred, sites }: Sender, site: Site): boolean {
    const { sync } = this.#learned
    const hasOther = sites.some(({ subject }) => subject !== site.subject)
    if (operation === 'syncNodeTags' && isBarred && hasOther)
      return sync !== undefined && site.subject !== sync.call.subject && sync.times > 1
    if (isRead(operation) || isBarred || operation === 'syncNodeTags') return true
    const hidden = this.#learned.hiddenBy(site)
    if (hidden.length === 0) return true
    if (!site.fields || this.#learned.isFormRefused(operation, 'one field')) return false
    return this.#bodies.fieldsOf(site).some((field) => !hidden.includes(field))
  }

  #page(sender: Sender, site: Site, where: string): ReturnType<typeof drawPage> {
    const name = `${sender.name} ${site.subject}`
    const page = this.#pages.get(name) ?? { from: this.#random.next(), at: 0 }
    this.#pages.set(name, { ...page, at: page.at + 1 })
    const shared = sender.isBarred ? sender.name : sender.operation
    return drawPage(this.#decks, { ...page, name, shared, where, total: this.#learned.total(site) ?? 60 })
  }

  /** The forms of a body that writes: each field alone, some fields, each number of tags, and the whole. */
  #shapes({ operation, isBarred }: Pick<Sender, 'operation' | 'isBarred'>, site: Site): readonly string[] {
    const { length } = this.#tables.tags
    if (operation === 'syncNodeTags') return Array.from({ length: length + 2 }, (_, at) => String(at))
    if (operation === 'importEgg') return ['whole']
    const alone =
      operation === 'createUser'
        ? []
        : [
            ...this.#bodies.fieldsOf(site).filter((field) => !isBarred || field !== 'egg_id'),
            'some',
            ...(isBarred ? [] : ['two', ...Array.from({ length: isWide([site]) ? 6 : 3 }, () => 'some')]),
          ]
    // Most episodes begin with whole bodies.
    const wholes = isWide([site]) ? (isBarred ? 5 : 2) : isBarred ? 9 : 6
    return [
      ...alone,
      ...Array.from({ length: wholes }, () => 'whole'),
      ...(isBarred ? [this.#random.one(['empty', 'array'])] : operation === 'createUser' ? [] : ['own']),
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
      return { ...(this.#plain.own({ ...site, ...more }) ?? this.#bodies.call(site, more)), ...more }
    const barred = isBarred({ operation, ...more })
    // The effect of one of several requests shows only by a value that no other request has; tags have no such values.
    const isPlain = isAtOnce && operation !== 'syncNodeTags'
    const call = this.#bodies.write(site, shape, !barred ? 'odd' : isPlain ? 'plain' : 'barred', more)
    if (shape !== 'empty' && shape !== 'array') {
      if (operation === 'createUser' && !barred) this.#bodies.people.next()
      return call
    }
    const { fields: _, tags: __, pins: ___, variable: ____, ...bare } = call
    return { ...bare, body: shape, json: shape === 'array' ? [] : {} }
  }

  /** A request of one of some senders for an unused name. */
  nobody(senders: readonly Sender[]): Call | undefined {
    const sender = this.#decks.take('nobody', () => senders)
    const [site] = sender?.sites ?? []
    if (!sender || !site || site.subject.startsWith('other')) return undefined
    const name = this.#random.one(site.names)
    const isUuid = typeof name === 'string' && name.includes('-')
    const named = isUuid ? this.#random.one([unknownUuid, uuidLike(name)]) : unknownId
    const [credential = 'rootClient'] = sender.credentials
    if (isRead(site.operation))
      return { ...this.#bodies.call(site, { named, credential }), subject: 'nobody' }
    const shapes = this.#shapes({ ...sender, isBarred: true }, site)
    const shape = this.#decks.take(`nobody ${site.operation}`, () => shapes) ?? 'whole'
    return { ...this.#bodies.write(site, shape, 'barred', { named, credential }), subject: 'nobody' }
  }
}

/** A query that no operation describes, which should change nothing. */
const queries: readonly Pick<Call, 'query'>[] = [{}, {}, {}, {}, {}, { query: { nestbox: 1 } }]

/** The forms of the bodies with which episodes begin: omitted fields change the behaviour of some servers. */
const beginnings = ['whole', 'whole', 'some']
