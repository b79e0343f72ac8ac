import type { OperationId } from '../../src/contract/index.ts'
import type { Credential } from '../client/credentials.ts'
import type { Attributes } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { varietyOf } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import type { Random } from '../steps/random.ts'
import type { Call } from '../steps/step.ts'
import {
  oddCommands,
  oddImages,
  oddNumbers,
  oddPorts,
  oddTexts,
  packed,
  pieces,
  textClasses,
} from '../steps/values.ts'
import type { Decks } from './deck.ts'
import { type Changed, type Learned, otherOf } from './learned.ts'
import { isWide } from './senders.ts'
import type { Site, Tables } from './tables.ts'

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

/**
 * Which values a body has: plain ones that most servers accept, odd ones of which only a few were never granted, or any
 * values, because the request is refused for its credential.
 */
export type Mode = 'plain' | 'odd' | 'barred'

/** Fields with few values, of which each combination is sent, or each pair where requests are few. */
const switches = ['behind_proxy', 'maintenance_mode', 'scheme'] as const

const combinations = [true, false].flatMap((behind_proxy) =>
  [true, false].flatMap((maintenance_mode) =>
    ['http', 'https'].map((scheme): Attributes => ({ behind_proxy, maintenance_mode, scheme })),
  ),
)

const pairs = combinations.filter(
  ({ behind_proxy, maintenance_mode, scheme }) => (behind_proxy === maintenance_mode) === (scheme === 'http'),
)

/** Whether a form of a body leaves out fields, so that its response shows them as they were. */
export const isPart = (shape: string): boolean =>
  !['whole', 'own', 'other egg', 'empty', 'array'].includes(shape)

/** How a text is generated: from several others, or from one class. */
const manners: readonly string[] = [...['packed', 'packed', 'packed', 'packed'], ...Object.keys(textClasses)]

/**
 * The same for requests that must be refused, of which each sender has few: values that cannot be packed are sent
 * alone.
 */
const fewManners = ['packed', 'packed', 'digits', 'decimals', 'words', 'words', 'formulas']

/** Values that are false in some languages, or mean that there is no value. */
const falsy: readonly unknown[] = [0, -1, '', '0', 'false']

/** The lengths of texts that pack others, which are limits of many servers: the first that is granted, and then longer ones. */
const firstPacks = [100, 60, 30]
const longerPacks = [100, 191, 255]

const packOf = (length: number): string => `${length} characters`

/** The end of the name of a user whose address differs from that of the user before only in its domain. */
const sameAddress = '-same'

/** Forms of the names and addresses of users, around a part that no other user has; the first is the simplest. */
const personForms = [
  ['*', '*'],
  ['*', 'first.last.*'],
  ['*_x', 'First.*+Tag'],
  ['a.*', 'a-b_*'],
  [`*${'x'.repeat(17)}`, `*${'y'.repeat(17)}`],
  [`*-${'x'.repeat(43)}`, `${'y'.repeat(43)}-*`],
  // The address of the user before, at another domain.
  [`*${sameAddress}`],
]

const atAnotherDomain = (address: unknown): string => String(address).replace('@', '@mail.')

/** Makes the requests that write: operations × bodies × values. */
export class Bodies {
  readonly #tables: Tables
  readonly #session: Session
  readonly #random: Random
  readonly #learned: Learned
  readonly #decks: Decks
  /** The last write of each operation. */
  readonly #last = new Map<OperationId, Call>()
  #names = 1
  /** The form of the next user. */
  #form = 0
  /** The names of the addresses of the next user and of the one before. */
  #address = ''
  #addressBefore = ''

  constructor(tables: Tables, session: Session, random: Random, learned: Learned, decks: Decks) {
    this.#tables = tables
    this.#session = session
    this.#random = random
    this.#learned = learned
    this.#decks = decks
  }

  /** A request for the resource of a site, by one of its names and with one of its tokens. */
  call({ operation, subject, names, tokens }: Site, more: Partial<Call>): Call {
    return {
      operation,
      subject,
      named: this.#random.one(names),
      credential: this.#random.one(tokens),
      ...more,
    }
  }

  /** The fields that a body of a site can have alone. */
  fieldsOf(site: Site): readonly string[] {
    const { operation, fields = {} } = site
    const { scripts, locations } = this.#tables
    const known = Object.keys(oddValues[operation] ?? {}).filter((field) => Object.hasOwn(fields, field))
    const more = [
      ...(operation === 'updateNode' && locations.length > 1 ? ['location_id'] : []),
      ...(operation === 'updateServerStartup' && Object.hasOwn(fields, 'egg_id') ? ['egg_id'] : []),
      ...(operation === 'updateServerStartup' && this.#hasVariable(site) ? ['variable'] : []),
      ...(operation === 'updateServerStartup' && scripts ? ['scripts'] : []),
    ]
    return [...known, ...more].filter(
      (field) => !this.#session.isPinned(operation, field) && !this.#learned.isRefused(operation, field),
    )
  }

  /** Whether a server has the variable that accepts any text: the egg of the other one, or of its body, may have others. */
  #hasVariable({ subject, fields: { egg_id } = {} }: Pick<Site, 'subject' | 'fields'>): boolean {
    const { environment, variable } = this.#tables
    if (environment === undefined || variable === undefined) return false
    if (subject !== 'otherServer') return true
    const shown = this.#learned.shownOf(subject, 'environment')
    const isSameEgg = egg_id === undefined || egg_id === this.#learned.shownOf(subject, 'egg')
    return isSameEgg && isObject(shown) && Object.hasOwn(shown, variable)
  }

  /**
   * A write with values of its own.
   * @param shape a field that is sent alone, `two` or `some` fields, a number of tags, `other egg`, or anything else for
   * all fields
   */
  write(site: Site, shape: string, mode: Mode, more: Partial<Call> = {}): Call {
    const { operation } = site
    const made =
      operation === 'syncNodeTags'
        ? { tags: this.#selection(site, shape, mode) }
        : operation === 'importEgg'
          ? this.#import(mode)
          : undefined
    const call = made ? this.call(site, { ...made, ...more }) : this.#json(site, shape, mode, more)
    if (mode !== 'barred') this.#last.set(operation, call)
    return call
  }

  /**
   * The tags that the other node just got, or a number of tags in ascending or descending order; for one more tag than
   * exist, one of them appears twice, adjacent or not.
   */
  #selection({ operation, subject }: Site, shape: string, mode: Mode): readonly number[] {
    const { tags } = this.#tables
    // A refused sync shows if the node has other tags, and a tag that should go only if it was there.
    if (this.#random.chance(mode === 'barred' ? 0.9 : 0.25)) {
      const now = this.#learned.tagsOf(subject)
      return tags.filter((tag) => !now.includes(tag))
    }
    const last = this.#last.get(operation)
    if (last?.tags && last.subject === otherOf[subject] && this.#random.chance(0.15)) return last.tags
    const count = shape === 'whole' ? this.#random.integer(1, tags.length) : Number(shape) || 0
    const way = this.#decks.take(`tags ${count}`, () => [1, -1]) ?? 1
    const some = this.#random.some(tags, count).toSorted((one, other) => way * (one - other))
    const twice = Number(shape) > tags.length ? some.slice(0, 1) : []
    return this.#random.chance(0.5) ? [...twice, ...some] : [...some, ...twice]
  }

  #import(mode: Mode): Partial<Call> {
    const random = this.#random
    const odd = mode !== 'plain' && random.chance(0.6) ? ` ${random.one(Object.values(varietyOf))}` : ''
    const mark = `${this.#session.mark} explored:${random.word()}${odd}`
    const { files } = this.#tables
    const [plain] = files
    return { mark, file: (mode === 'plain' ? plain : random.one(files))?.(mark) ?? '' }
  }

  #json(site: Site, shape: string, mode: Mode, more: Partial<Call>): Call {
    const { operation, fields: base = {} } = site
    const names = this.fieldsOf(site)
    const part = this.#partOf(site, names, shape)
    const [alone] = part?.length === 1 ? part : []
    const changes =
      alone === undefined
        ? this.#several(site, part ?? names.filter((name) => name !== 'egg_id'), mode, more.credential)
        : [this.#alone(site, alone, mode) ?? this.#change(site, alone, mode, 1, more.credential)]
    const { variable, scripts, ...values } = Object.fromEntries(
      changes.map(({ field, value }) => [field, value]),
    )
    const other = shape === 'other egg' ? { egg_id: this.#session.target.resources.otherEgg } : {}
    const person = operation === 'createUser' ? this.#person(base) : {}
    const call = this.call(site, {
      body: part ? (part.length === 1 ? 'one field' : 'some fields') : 'whole',
      fields: part ? values : { ...base, ...person, ...values, ...other },
      ...(part && { pins: {} }),
      ...(operation === 'updateServerStartup' &&
        this.#parts({ variable, scripts }, part !== undefined, shape)),
      ...more,
    })
    const form = { field: 'form', value: this.#form, isOdd: this.#form > 0 }
    this.#learned.change(call, operation === 'createUser' ? [...changes, form] : changes)
    return call
  }

  /** The fields that a form of a body has; undefined for all. */
  #partOf({ subject }: Site, names: readonly string[], shape: string): readonly string[] | undefined {
    if (names.includes(shape)) return [shape]
    if (names.length === 0) return undefined
    if (shape !== 'two' && shape !== 'some') return undefined
    const unseen = this.#learned.unseenOf(this.#learned.rowOf(subject))
    const shown = names.filter((name) => !unseen.includes(name))
    const most = Math.max(2, shown.length)
    return this.#random.some(
      shown.length > 1 ? shown : names,
      shape === 'two' ? 2 : this.#random.integer(2, most),
    )
  }

  /** The parts of a startup update that have the names of the target. */
  #parts(values: Attributes, isPart: boolean, shape: string): Partial<Call> {
    const { environment, scripts, variable } = this.#tables
    const { requests } = this.#session.target
    const own = isPart
      ? {}
      : shape === 'other egg'
        ? (requests.startupOtherEgg ?? requests.startup ?? {})
        : this.#session.pins('updateServerStartup')
    const set = environment === undefined ? undefined : own[environment]
    const isSet = environment !== undefined && variable !== undefined && values['variable'] !== undefined
    return {
      pins: {
        ...own,
        ...(isSet && { [environment]: { ...(isObject(set) && set), [variable]: values['variable'] } }),
        ...(scripts !== undefined && values['scripts'] !== undefined && { [scripts]: values['scripts'] }),
      },
      ...(isSet && { variable }),
    }
  }

  /** The same request for another resource; a server that may lack the variable is sent none. */
  twin({ fields, ...call }: Call, { subject, names, tokens }: Site): Call {
    const { fqdn: _, egg_id: __, ...same } = fields ?? {}
    const isFit = call.variable === undefined || this.#hasVariable({ subject })
    const rest = isFit ? call : this.#withoutVariable(call)
    const credential = tokens.includes(call.credential) ? call.credential : this.#random.one(tokens)
    return { ...rest, subject, credential, named: this.#random.one(names), ...(fields && { fields: same }) }
  }

  #withoutVariable({ variable = '', pins = {}, ...rest }: Call): Call {
    const { environment = '' } = this.#tables
    const { [environment]: set, ...others } = pins
    if (!isObject(set)) return { ...rest, pins }
    const { [variable]: _, ...kept } = set
    return { ...rest, pins: { ...others, [environment]: kept } }
  }

  /** A user like the one that the server granted, with an address and a name that no other has. */
  #person({ email, username }: Attributes): Attributes {
    const unique = /\d/.test(String(username)) ? `{{unique ${this.#names}}}` : `{{letters ${this.#names}}}`
    const [name, own] = personForms[this.#form]?.map((form) => form.replace('*', unique)) ?? []
    this.#address = own ?? this.#addressBefore
    const address = `${this.#address}@${String(email).split('@')[1]}`
    return { email: own === undefined ? atAnotherDomain(address) : address, username: name }
  }

  /** The next user, which otherwise equals another one. */
  another(fields: Attributes): Attributes {
    const number = String(this.#names)
    const next = (text: unknown) => String(text).replace(/(?<=\{\{\w+ )\d+/, number)
    this.nextPerson()
    const { email, username } = fields
    // A server may refuse the name of the address at any domain.
    const isSame = String(username).endsWith(sameAddress)
    return { ...fields, email: isSame ? atAnotherDomain(email) : next(email), username: next(username) }
  }

  /** Makes the next user another one: users that are refused have the name of the next one that is created. */
  nextPerson(): void {
    this.#names += 1
    this.#addressBefore = this.#address
    const all = () => [...personForms.keys()]
    const fits = (form: number) => !this.#learned.isRefused('createUser', 'form', form)
    this.#form = this.#decks.take('form of users', all, fits) ?? 0
  }

  /** A value that a server may take for none, if its field has such a value and comes alone. */
  #alone(site: Site, field: string, mode: Mode): Changed | undefined {
    // Of many fields, each is sent alone a few times only.
    if (mode !== 'odd' || !this.#random.chance(isWide([site]) ? 0.5 : 0.2)) return undefined
    const { operation, subject } = site
    const all = this.#valuesOf(operation, field)
    const value = this.#decks.take(
      `${operation} ${field} alone`,
      () => falsy,
      (each) =>
        all.includes(each) &&
        each !== this.#learned.shownOf(subject, field) &&
        !this.#learned.isRefused(operation, field, each),
    )
    return value === undefined ? undefined : { field, value, isOdd: true }
  }

  /** New values for several fields; of odd ones, some are those that go together. */
  #several(
    site: Site,
    names: readonly string[],
    mode: Mode,
    credential: Credential | undefined,
  ): readonly Changed[] {
    const random = this.#random
    // Users are created to check whether others were, so most of their values were granted before.
    const isLook = site.operation === 'createUser' && random.chance(0.6)
    const bold = this.#learned.boldOf(site.operation)
    const share = (): number => (isLook ? 0 : random.integer(1, bold))
    // Texts have a share of their own, because most fields are numbers.
    const untried = mode === 'barred' ? { text: bold, other: 0 } : { text: share(), other: share() }
    // A server may only move to locations with the resources that it needs, and a node in maintenance may refuse much.
    const own = names.filter((field) => field !== 'location_id' || random.chance(0.15))
    const changes = random.some(own, own.length).map((field) => {
      if (mode === 'plain' && field === 'maintenance_mode') return { field, value: false, isOdd: false }
      const kind = this.#isText(site.operation, field) ? 'text' : 'other'
      const change = this.#change(site, field, mode, untried[kind], credential)
      untried[kind] -= this.#learned.suspectsOf(site.operation, change).length
      return change
    })
    if (mode === 'plain') return changes
    const hasAll = switches.every((field) => names.includes(field))
    const together = hasAll ? this.#together(site, mode, credential) : {}
    const valuesOf = ({ field }: Changed) => this.#valuesOf(site.operation, field)
    // Equal values may be taken for one.
    const equal = new Map<readonly unknown[], Changed | undefined>()
    for (const change of changes)
      if (change.isOdd && !equal.has(valuesOf(change)))
        equal.set(valuesOf(change), random.chance(0.1) ? change : undefined)
    return changes.map((change) => {
      if (Object.hasOwn(together, change.field)) return { ...change, value: together[change.field] }
      const same = equal.get(valuesOf(change))
      return same ? { ...same, field: change.field } : change
    })
  }

  #together(site: Site, mode: Mode, credential: Credential | undefined): Attributes {
    const sender = mode === 'barred' ? credential : site.subject
    const all = () => (mode === 'barred' ? pairs : combinations)
    const shown = mode === 'barred' ? undefined : this.#learned.shownOf(site.subject, 'behind_proxy')
    // A value that is already stored shows nothing.
    const fits = ({ behind_proxy }: Attributes): boolean => behind_proxy !== shown
    return this.#decks.take(`switches of ${site.operation} ${sender}`, all, fits) ?? {}
  }

  /**
   * The next value of a field, for requests that should be granted, or refused for their credential.
   * @param untried how many may be such as were never granted
   */
  #change(
    site: Site,
    field: string,
    mode: Mode,
    untried: number,
    credential: Credential | undefined,
  ): Changed {
    const { operation } = site
    const plain = { field, value: this.#plain(site, field), isOdd: false }
    const all = this.#valuesOf(operation, field)
    const isDefault = field === 'variable' && plain.value === this.#tables.variableDefault
    if (mode === 'plain' || all.length < 3 || isDefault) return plain
    const isBarred = mode === 'barred'
    const isText = this.#isText(operation, field)
    if (isBarred && !isText && typeof plain.value === 'string' && this.#random.chance(0.8)) return plain
    const name = `${operation} ${field} ${isBarred ? credential : 'granted'}`
    // The texts of requests to be refused share the manners, but for what only a part of the body has.
    const few = `${operation} ${credential} ${field === 'variable'}`
    const manner = isText ? this.#manner(operation, field, isBarred ? few : name, isBarred) : undefined
    const pack = () =>
      isText ? this.#packed(operation, field, isBarred ? few : name, untried, !isBarred) : undefined
    const first = manner === 'packed' ? pack() : undefined
    if (first) return { field, isOdd: true, ...first }
    const fits = (value: unknown): boolean =>
      this.#learned.isGranted(operation, field, value) ||
      (untried > 0 && !this.#learned.isRefused(operation, field, value))
    const some = all.filter((each) => manner === undefined || textClasses[manner]?.includes(String(each)))
    const value = this.#decks.take(
      `${name} ${manner}`,
      () => (some.length > 0 ? some : all),
      // A value that is already stored shows nothing.
      (each) => each !== this.#learned.shownOf(site.subject, field) && fits(each),
    )
    const made = value === undefined ? pack() : { value }
    return made ? { field, isOdd: true, ...made } : plain
  }

  /** How the next text of a field is generated; of those that must be refused, most long ones are packed. */
  #manner(operation: OperationId, field: string, name: string, isBarred: boolean): string | undefined {
    const isLong = longerPacks
      .slice(1)
      .some((each) => this.#learned.isGranted(operation, field, packOf(each)))
    if (isBarred && isLong && this.#random.chance(0.7)) return 'packed'
    return this.#decks.take(`${name} manner`, () => (isBarred ? fewManners : manners))
  }

  /**
   * A text of several others, as long as the server grants; undefined if too few of them may be granted. One that is
   * longer than those before has only parts that were granted, so that a refusal shows that it is too long.
   * @param untried how many parts may be such as were never granted
   * @param mayGrow whether the text may be longer than those that were granted
   */
  #packed(
    operation: OperationId,
    field: string,
    name: string,
    untried: number,
    mayGrow: boolean,
  ): Pick<Changed, 'value' | 'parts'> | undefined {
    const learned = this.#learned
    const isRefused = (length: number): boolean => learned.isRefused(operation, field, packOf(length))
    const isGranted = (length: number): boolean => learned.isGranted(operation, field, packOf(length))
    const granted = longerPacks.findLast(isGranted) ?? firstPacks.find(isGranted)
    const next = granted === undefined ? firstPacks : longerPacks.filter((each) => each > granted)
    const longer = mayGrow ? next.find((each) => !isRefused(each)) : undefined
    const length = longer ?? granted ?? firstPacks.find((each) => !isRefused(each)) ?? 0
    const word = this.#random.word()
    const parts: string[] = []
    let left = longer !== undefined && granted !== undefined ? 0 : untried
    // Servers count a sign outside the BMP as one character or as two.
    const isWithinPlane = this.#decks.take(`${name} is within plane`, () => [true, false])
    const fits = (each: string): boolean =>
      !parts.includes(each) &&
      !(isWithinPlane && [...each].length < each.length) &&
      packed(word, [...parts, each]).length <= length &&
      (learned.isGranted(operation, field, each) || (left > 0 && !learned.isRefused(operation, field, each)))
    for (;;) {
      const kinds = (): readonly string[] => Object.keys(pieces)
      const kind = this.#decks.take(`${name} kinds`, kinds, (each) => pieces[each]?.some(fits) ?? false)
      const piece = this.#decks.take(`${name} piece ${kind}`, () => pieces[kind ?? ''] ?? [], fits)
      if (piece === undefined) break
      if (!learned.isGranted(operation, field, piece)) left -= 1
      parts.push(piece)
    }
    if (parts.length === 0) return undefined
    return { value: packed(word, parts, length), parts: [packOf(length), ...parts] }
  }

  #isText(operation: OperationId, field: string): boolean {
    const values = this.#valuesOf(operation, field)
    return values === oddTexts || values === oddCommands
  }

  #valuesOf(operation: OperationId, field: string): readonly unknown[] {
    return field === 'variable' ? oddCommands : (oddValues[operation]?.[field] ?? [])
  }

  /** A new value of a field, which most servers accept. */
  #plain({ subject, fields = {} }: Site, field: string): unknown {
    const random = this.#random
    const shown = this.#learned.shownOf(subject, field)
    const base = fields[field]
    switch (field) {
      case 'startup':
        return `./run --explored ${random.word()}`
      case 'docker_image':
        return `example/explored:${random.word()}`
      case 'variable':
        return (random.chance(0.15) && this.#tables.variableDefault) || `explored ${random.word()}`
      case 'scripts':
        // A server may take the same again for a change.
        return random.chance(0.3) ? shown === true : shown !== true
      case 'maintenance_mode':
      case 'behind_proxy':
        return shown !== true
      case 'egg_id':
        return this.#learned.shownOf(subject, 'egg') ?? base
      case 'scheme':
        return shown === 'https' ? 'http' : 'https'
      case 'location_id':
        return random.one(this.#tables.locations.filter((id) => id !== shown))
      case 'upload_size':
        return random.integer(101, 999)
      case 'memory_overallocate':
      case 'disk_overallocate':
        return random.integer(1, 90)
      default:
        if (field.startsWith('daemon_')) return random.integer(1_025, 65_000)
        return typeof base === 'number'
          ? Math.abs(base) + random.integer(1, 4_000)
          : `Explored ${random.word()}`
    }
  }
}
