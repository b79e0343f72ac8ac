import type { OperationId } from '../../src/contract/index.ts'
import type { Credential } from '../client/credentials.ts'
import type { Attributes } from '../judge/parts.ts'
import type { Random } from '../steps/random.ts'
import {
  oddCommands,
  oddImages,
  oddNames,
  oddNumbers,
  oddPorts,
  oddTexts,
  packed,
  pieces,
  textClasses,
} from '../steps/values.ts'
import type { Decks } from './deck.ts'
import type { Changed, Learned } from './learned.ts'
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
    createUser: { first_name: oddNames, last_name: oddNames },
  }

/**
 * Which values a body has: plain ones that most servers accept, odd ones of which only a few were never granted, or any
 * values, because the request is refused for its credential.
 */
export type Mode = 'plain' | 'odd' | 'barred'

/** Values of the fields that have two each, with which each pair of their values is sent. */
const switches: readonly Attributes[] = [
  { behind_proxy: true, maintenance_mode: true, scheme: 'http' },
  { behind_proxy: true, maintenance_mode: false, scheme: 'https' },
  { behind_proxy: false, maintenance_mode: true, scheme: 'https' },
  { behind_proxy: false, maintenance_mode: false, scheme: 'http' },
]

/** How a variable is generated: from several texts, from those that only its field has, or from one class. */
const variableManners: readonly string[] = ['packed', 'own', ...Object.keys(textClasses)]

/** The same for other texts, which a server does not read as another type, so that more of them are packed. */
const manners: readonly string[] = [...['packed', 'packed', 'packed'], ...variableManners]

/**
 * The same for requests that must be refused, of which each sender has few: values that cannot be packed are sent
 * alone.
 */
const fewManners = ['packed', 'packed', 'digits', 'decimals', 'words', 'formulas']

const isOfManner = (manner: string | undefined, value: unknown): boolean =>
  manner === 'own'
    ? !oddTexts.includes(String(value))
    : manner === undefined || (textClasses[manner]?.includes(String(value)) ?? false)

/** Values that are false in some languages, or mean that there is no value. */
const falsy: readonly unknown[] = [0, -1, '', '0', 'false']

/** A text with capitals instead of small letters, and the other way round, of those that both have. */
const inOtherCase = (text: string): string =>
  text.replaceAll(/[a-z]+|[A-Z]+/g, (letters) =>
    letters < 'a' ? letters.toLowerCase() : letters.toUpperCase(),
  )

/** The lengths of texts that pack others, which are limits of many servers: the first that is granted, and then longer ones. */
const firstPacks = [100, 60, 30]
const usualPack = 191
const longerPacks = [100, usualPack, 255]

const packOf = (length: number): string => `${length} characters`

/** Generates values for the fields of bodies. */
export class FieldValues {
  readonly #tables: Tables
  readonly #random: Random
  readonly #learned: Learned
  readonly #decks: Decks

  constructor(tables: Tables, random: Random, learned: Learned, decks: Decks) {
    this.#tables = tables
    this.#random = random
    this.#learned = learned
    this.#decks = decks
  }

  /** A new value for a field that comes alone. */
  one(site: Site, field: string, mode: Mode, credential: Credential | undefined): Changed {
    const untried = mode === 'barred' ? 0 : 1
    return this.#alone(site, field, mode) ?? this.#change(site, field, mode, untried, credential)
  }

  /** A value that a server may take for none, if its field has such a value and comes alone. */
  #alone(site: Site, field: string, mode: Mode): Changed | undefined {
    // Of many fields, each is sent alone a few times only.
    if (mode !== 'odd' || !this.#random.chance(isWide([site]) ? 0.5 : 0.2)) return undefined
    const { operation, subject } = site
    const all = this.#valuesOf(operation, field)
    const fits = (each: unknown): boolean =>
      all.includes(each) &&
      each !== this.#learned.shownOf(subject, field) &&
      !this.#learned.isRefused(operation, field, each)
    const value = this.#decks.take(`${operation} ${field} alone`, () => falsy, { fits })
    return value === undefined ? undefined : { field, value, isOdd: true }
  }

  /** New values for several fields; of odd ones, some are those that go together. */
  several(
    site: Site,
    names: readonly string[],
    mode: Mode,
    credential: Credential | undefined,
  ): readonly Changed[] {
    const random = this.#random
    // Users are created to check whether others were, so many of their values were granted before.
    const isLook = site.operation === 'createUser' && random.chance(0.4)
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
    const isBarred = mode === 'barred'
    const shown = this.#learned.shownOf(site.subject, 'behind_proxy')
    const together = this.#decks.take(
      `switches of ${site.operation} ${isBarred ? credential : site.subject}`,
      () => switches,
      // A value that is already stored shows nothing.
      { fits: ({ behind_proxy }) => isBarred || behind_proxy !== shown },
    )
    const valuesOf = ({ field }: Changed) => this.#valuesOf(site.operation, field)
    // Equal values may be taken for one.
    const equal = new Map<readonly unknown[], Changed | undefined>()
    for (const change of changes)
      if (!isBarred && change.isOdd && !equal.has(valuesOf(change)))
        equal.set(valuesOf(change), random.chance(0.1) ? change : undefined)
    // A server may store nothing if a field has the value that is stored, or one like it.
    const [kept] = !isBarred && random.chance(0.12) ? changes : []
    const before = kept && this.#learned.shownOf(site.subject, kept.field)
    const isOther = kept && this.#isText(site.operation, kept.field) && random.chance(0.5)
    const stored = isOther && typeof before === 'string' ? inOtherCase(before) : before
    return changes.map((change) => {
      if (change === kept && stored !== undefined) return { ...change, value: stored, isOdd: false }
      if (together && Object.hasOwn(together, change.field))
        return { ...change, value: together[change.field] }
      const same = equal.get(valuesOf(change))
      return same ? { ...same, field: change.field } : change
    })
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
    const others = [site.subject, String(credential)]
    const mannersOf = () => (isBarred ? fewManners : field === 'variable' ? variableManners : manners)
    const manner = isText
      ? this.#decks.take(`${isBarred ? few : name} manner`, mannersOf, { others })
      : undefined
    const pack = () =>
      isText ? this.#packed(operation, field, isBarred ? few : name, untried, !isBarred) : undefined
    const first = manner === 'packed' ? pack() : undefined
    if (first) return { field, isOdd: true, ...first }
    const mayBeUntried = untried > 0 || (isBarred && isText)
    const fits = (value: unknown): boolean =>
      this.#learned.isGranted(operation, field, value) ||
      (mayBeUntried && !this.#learned.isRefused(operation, field, value))
    const some = all.filter((each) => isOfManner(manner, each))
    const value = this.#decks.take(
      `${name} ${manner}`,
      () => (some.length > 0 ? some : all),
      // A value that is already stored shows nothing.
      { fits: (each) => each !== this.#learned.shownOf(site.subject, field) && fits(each), others },
    )
    const made = value === undefined ? pack() : { value }
    return made ? { field, isOdd: true, ...made } : plain
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
    const known = granted ?? firstPacks.find((each) => !isRefused(each)) ?? 0
    // Some operations are granted too seldom to learn how long their texts may be.
    const isLong = !mayGrow && !isRefused(usualPack) && this.#random.chance(0.3)
    const length = longer ?? Math.max(known, isLong ? usualPack : 0)
    const word = this.#random.word()
    const parts: string[] = []
    let left = longer !== undefined && granted !== undefined ? 0 : untried
    // Servers count a sign outside the BMP as one character or as two, which matters for the length that is granted.
    const isWithinPlane = mayGrow && this.#decks.take(`${name} is within plane`, () => [true, false])
    const fits = (each: string): boolean =>
      !parts.includes(each) &&
      !(isWithinPlane && [...each].length < each.length) &&
      packed(word, [...parts, each]).length <= length &&
      (learned.isGranted(operation, field, each) || (left > 0 && !learned.isRefused(operation, field, each)))
    for (;;) {
      const kinds = (): readonly string[] => Object.keys(pieces)
      const kind = this.#decks.take(`${name} kinds`, kinds, {
        fits: (each) => pieces[each]?.some(fits) ?? false,
      })
      const piece = this.#decks.take(`${name} piece ${kind}`, () => pieces[kind ?? ''] ?? [], { fits })
      if (piece === undefined) break
      if (!learned.isGranted(operation, field, piece)) left -= 1
      parts.push(piece)
    }
    if (parts.length === 0) return undefined
    return { value: packed(word, parts, length), parts: [packOf(length), ...parts] }
  }

  #isText(operation: OperationId, field: string): boolean {
    const values = this.#valuesOf(operation, field)
    return [oddTexts, oddCommands, oddNames].includes(values as typeof oddTexts)
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
        return (random.chance(0.25) && this.#tables.variableDefault) || `explored ${random.word()}`
      case 'scripts':
        // A server may take the same again for a change.
        return random.chance(0.15) ? shown === true : shown !== true
      case 'maintenance_mode':
      case 'behind_proxy':
        return shown !== true
      case 'egg_id': {
        const own = this.#learned.shownOf(subject, 'egg') ?? base
        return random.chance(0.5) ? base : own
      }
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
