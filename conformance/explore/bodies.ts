import type { OperationId } from '../../src/contract/index.ts'
import { jsonInUtf8 } from '../client/exchange.ts'
import type { Attributes } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { varietyOf } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import type { Random } from '../steps/random.ts'
import type { Call } from '../steps/step.ts'
import type { Decks } from './deck.ts'
import { FieldValues, type Mode, oddValues } from './field-values.ts'
import { type Learned, otherOf } from './learned.ts'
import { People } from './people.ts'
import type { Site, Tables } from './tables.ts'

/** Whether a form of a body leaves out fields, so that its response shows them as they were. */
export const isPart = (shape: string): boolean =>
  !['whole', 'own', 'other egg', 'empty', 'array'].includes(shape)

/** How the JSON of a body is written: a server may read the fields in turn, or compare the whole content type. */
const bodyNotations: readonly Pick<Call, 'isReversed' | 'headers'>[] = [
  {},
  { isReversed: true },
  {},
  { isReversed: true },
  {},
  { headers: { 'content-type': jsonInUtf8 } },
]

/** Makes the requests that write: operations × bodies × values. */
export class Bodies {
  readonly #tables: Tables
  readonly #session: Session
  readonly #random: Random
  readonly #learned: Learned
  readonly #decks: Decks
  readonly #values: FieldValues
  /** The users that are created. */
  readonly people: People
  /** The last write of each operation. */
  readonly #last = new Map<OperationId, Call>()

  constructor(tables: Tables, session: Session, random: Random, learned: Learned, decks: Decks) {
    this.#tables = tables
    this.#session = session
    this.#random = random
    this.#learned = learned
    this.#decks = decks
    this.#values = new FieldValues(tables, random, learned, decks)
    this.people = new People(learned, decks)
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
   * @param shape a field that is sent alone, `two` or `some` fields, those that were `shown`, a number of tags, `other
   * egg` or `other egg alone`, or anything else for all fields
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
   * exist, and now and then for fewer, one of them appears twice, adjacent or not.
   */
  #selection({ operation, subject }: Site, shape: string, mode: Mode): readonly number[] {
    const { tags } = this.#tables
    // A refused sync shows if the node has other tags, and a tag that should go only if it was there.
    if (this.#random.chance(mode === 'barred' ? 0.85 : 0.25)) {
      const now = this.#learned.tagsOf(subject)
      return tags.filter((tag) => !now.includes(tag))
    }
    const last = this.#last.get(operation)
    if (last?.tags && last.subject === otherOf[subject] && this.#random.chance(0.15)) return last.tags
    const count = shape === 'whole' ? this.#random.integer(1, tags.length) : Number(shape) || 0
    const way = this.#decks.take(`tags ${count}`, () => [1, -1]) ?? 1
    const some = this.#random.some(tags, count).toSorted((one, other) => way * (one - other))
    const twice = Number(shape) > tags.length || this.#random.chance(0.1) ? some.slice(0, 1) : []
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
    const isMove = shape.startsWith('other egg')
    const part = shape === 'other egg alone' ? ['egg_id'] : this.#partOf(site, names, shape)
    const [alone] = part?.length === 1 ? part : []
    const changes =
      alone === undefined
        ? this.#values.several(site, part ?? names.filter((name) => name !== 'egg_id'), mode, more.credential)
        : [this.#values.one(site, alone, mode, more.credential)]
    const { variable, scripts, ...values } = Object.fromEntries(
      changes.map(({ field, value }) => [field, value]),
    )
    const other = isMove ? { egg_id: this.#session.target.resources.otherEgg } : {}
    const person = operation === 'createUser' ? this.people.person(base) : {}
    const call = this.call(site, {
      body: part ? (part.length === 1 ? 'one field' : 'some fields') : 'whole',
      fields: { ...(part ? {} : { ...base, ...person }), ...values, ...other },
      ...(part && { pins: {} }),
      ...(mode !== 'plain' && this.#decks.take(`forms of ${operation}`, () => bodyNotations)),
      ...(operation === 'updateServerStartup' &&
        this.#parts({ variable, scripts }, part !== undefined, shape)),
      ...more,
    })
    this.#learned.change(call, operation === 'createUser' ? [...changes, this.people.form] : changes)
    return call
  }

  /** The fields that a form of a body has; undefined for all. */
  #partOf(
    { operation, subject }: Site,
    names: readonly string[],
    shape: string,
  ): readonly string[] | undefined {
    if (names.includes(shape)) return [shape]
    if (names.length === 0) return undefined
    const unseen = this.#learned.unseenOf(this.#learned.rowOf(subject))
    const shown = names.filter((name) => !unseen.includes(name))
    // Neighbours have a meaning in common, such as the two ports.
    const pairs = () => names.slice(1).map((name, at) => [names[at] ?? name, name])
    const fits = (pair: readonly string[]): boolean => pair.every((name) => shown.includes(name))
    const pair =
      shape === 'two' && this.#random.chance(0.5)
        ? this.#decks.take(`pairs of ${operation}`, pairs, { fits })
        : undefined
    if (pair) return pair
    const most = Math.max(2, shown.length)
    const sizes: Readonly<Record<string, () => number>> = {
      two: () => 2,
      some: () => this.#random.integer(Math.ceil(most / 2), most),
      shown: () => most,
    }
    const size = sizes[shape]?.()
    return size === undefined ? undefined : this.#random.some(shown.length > 1 ? shown : names, size)
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

  /** The same request by another name of its resource, or with another of its tokens. */
  again(call: Call, { names, tokens }: Site): Call {
    const [named = call.named] = names.filter((name) => name !== call.named)
    const [credential = call.credential] = tokens.filter((token) => token !== call.credential)
    return { ...call, named, credential }
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
}
