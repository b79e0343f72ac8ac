import type { OperationId } from '../../src/contract/index.ts'
import type { Attributes } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { varietyOf } from '../judge/sent-values.ts'
import type { Session } from '../judge/session.ts'
import type { Random } from '../steps/random.ts'
import type { BodyForm, Call } from '../steps/step.ts'
import {
  isPacked,
  oddCommands,
  oddImages,
  oddNumbers,
  oddPorts,
  oddTexts,
  withoutWord,
  withWord,
} from '../steps/values.ts'
import type { Changed, Learned } from './learned.ts'
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
 * Whether a body has odd values: of those that were never granted only a few, because one may be refused; `granted` if
 * only such as were granted before, but in all fields.
 */
export type Oddness = boolean | 'granted'

/** The last number of each class of numbers that servers treat alike. */
const numberClasses = [0, 1_023, 65_535, 2 ** 31 - 1, 2 ** 32 - 1] as const

/** The class of a value: a body has values of many classes rather than many values of one. */
function classOf(value: unknown): unknown {
  if (typeof value === 'number') return numberClasses.findIndex((last) => value <= last)
  return isPacked(value) ? withoutWord(value) : value
}

/** The classes of the values in a body. */
export const classesIn = (fields: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    if (typeof value === 'number')
      return [`${field.startsWith('daemon') ? 'port' : 'number'} ${classOf(value)}`]
    if (typeof value === 'boolean' || field === 'scheme') return [`${field} ${value}`]
    return isPacked(value) ? [String(withoutWord(value))] : []
  })

/** Makes the requests that write: operations × bodies × values. */
export class Bodies {
  readonly #tables: Tables
  readonly #session: Session
  readonly #random: Random
  readonly #learned: Learned
  /** How often each odd value was sent, by operation and field. */
  readonly #tried = new Map<string, Map<unknown, number>>()
  #names = 0

  constructor(tables: Tables, session: Session, random: Random, learned: Learned) {
    this.#tables = tables
    this.#session = session
    this.#random = random
    this.#learned = learned
  }

  /** A request for what a site names, by one of its names and with one of its tokens. */
  call({ operation, subject, names, tokens }: Site, more: Partial<Call>): Call {
    return {
      operation,
      subject,
      named: this.#random.one(names),
      credential: this.#random.one(tokens),
      ...more,
    }
  }

  /** A write with values of its own. */
  write(site: Site, body: BodyForm, oddness: Oddness): Call {
    switch (site.operation) {
      case 'syncNodeTags':
        return this.call(site, { tags: this.#selection(oddness) })
      case 'importEgg':
        return this.#import(site, oddness)
      case 'updateServerStartup':
        return this.#startup(site, body, oddness)
      case 'createUser':
        return this.#fields(site, 'whole', oddness, this.#person(site.fields ?? {}))
      default:
        return this.#fields(site, body, oddness, this.#node(site.fields ?? {}))
    }
  }

  #selection(oddness: Oddness): readonly number[] {
    const { tags } = this.#tables
    const random = this.#random
    const some = random.some(tags, random.integer(oddness ? 0 : 1, tags.length))
    return oddness && random.chance(0.2) ? [...some, ...some.slice(0, 1)] : some
  }

  #import(site: Site, oddness: Oddness): Call {
    const random = this.#random
    const odd = oddness && random.chance(0.5) ? ` ${random.one(Object.values(varietyOf))}` : ''
    const mark = `${this.#session.mark} explored:${random.word()}${odd}`
    return this.call(site, { mark, file: this.#tables.fileOf?.(mark) ?? '' })
  }

  /** New values for the fields of a node, which most servers accept. */
  #node(base: Attributes): Attributes {
    const random = this.#random
    const { locations } = this.#tables
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
      ...(locations.length > 1 && random.chance(0.1) && { location_id: random.one(locations) }),
    }
  }

  /** A user like the one that the server granted, with an address and a name that no other has. */
  #person({ email, username, ...rest }: Attributes): Attributes {
    this.#names += 1
    const name = /\d/.test(String(username)) ? `{{unique ${this.#names}}}` : `{{letters ${this.#names}}}`
    return { ...rest, email: `${name}@${String(email).split('@')[1]}`, username: name }
  }

  /** A body with the granted fields, of which those that the server accepts have new values. */
  #fields(site: Site, body: BodyForm, oddness: Oddness, fresh: Attributes): Call {
    const { operation, fields: base = {} } = site
    const mayVary = (field: string) =>
      Object.hasOwn(base, field) &&
      !this.#session.isPinned(operation, field) &&
      !this.#learned.isRefused(operation, field)
    const changes: Changed[] = [
      ...Object.entries(fresh)
        .filter(([field]) => mayVary(field))
        .map(([field, value]) => ({ field, value, isOdd: false })),
      ...this.#odd(operation, Object.keys(oddValues[operation] ?? {}).filter(mayVary), oddness),
    ]
    const isOne = body === 'one field' && changes.length > 0
    const last = changes.at(-1)
    const sent = isOne && last ? [last.isOdd ? last : this.#random.one(changes)] : changes
    const values = Object.fromEntries(sent.map(({ field, value }) => [field, value]))
    const call = this.call(site, {
      body: isOne ? 'one field' : 'whole',
      fields: isOne ? values : { ...base, ...values },
      ...(isOne && { pins: {} }),
    })
    this.#learned.change(call, sent)
    return call
  }

  /** Odd values of some fields, of different classes. */
  #odd(operation: OperationId, names: readonly string[], oddness: Oddness): readonly Changed[] {
    const random = this.#random
    const isWhole = oddness === 'granted' || random.chance(0.4)
    if (oddness === false || (!isWhole && random.chance(0.3))) return []
    let untried = oddness === true ? random.integer(1, this.#learned.bold) : 0
    const used = new Set<unknown>()
    const changes: Changed[] = []
    for (const field of random.some(names, isWhole ? names.length : random.integer(1, names.length))) {
      const isKnown = (value: unknown) => this.#learned.isGranted(operation, field, value)
      const values = (oddValues[operation]?.[field] ?? []).filter(
        (value) => !this.#learned.isRefused(operation, field, value),
      )
      const unknown = untried > 0 ? values.filter((value) => !isKnown(value)) : []
      if (unknown.length > 0) untried -= 1
      const own = unknown.length > 0 ? unknown : values.filter(isKnown)
      if (own.length === 0) continue
      const value = this.#rarest(
        `${operation} ${field}`,
        apart(own, used, oddness === 'granted' || own === unknown),
      )
      used.add(classOf(value))
      changes.push({ field, value: withWord(value, () => random.word()), isOdd: true })
    }
    return changes
  }

  /** The value of two drawn ones that was sent less often. */
  #rarest(key: string, values: readonly unknown[]): unknown {
    const tried = this.#tried.get(key) ?? new Map<unknown, number>()
    const [one, other] = [this.#random.one(values), this.#random.one(values)]
    const value = (tried.get(one) ?? 0) <= (tried.get(other) ?? 0) ? one : other
    this.#tried.set(key, tried.set(value, (tried.get(value) ?? 0) + 1))
    return value
  }

  #startup(site: Site, body: BodyForm, oddness: Oddness): Call {
    const random = this.#random
    const { environment, scripts, variable, eggs } = this.#tables
    const { requests } = this.#session.target
    const word = random.word()
    const fresh = { startup: `./run --explored ${word}`, docker_image: `example/explored:${word}` }
    const call = this.#fields(site, body, oddness, fresh)
    if (call.body === 'one field') return call
    // Before its import, the other egg may lack the variable.
    const mayMove = this.#learned.wasGranted({ operation: 'importEgg', subject: 'otherEgg' })
    const other = oddness && mayMove && site.subject === 'server' && random.chance(0.15) ? eggs[1] : undefined
    const own =
      other === undefined
        ? this.#session.pins('updateServerStartup')
        : (requests.startupOtherEgg ?? requests.startup ?? {})
    const set = environment === undefined ? undefined : own[environment]
    const odd = oddCommands.filter(
      (each) => !this.#learned.isRefused('updateServerStartup', 'variable', each),
    )
    const value =
      oddness && odd.length > 0 && random.chance(0.5)
        ? withWord(random.one(odd), () => word)
        : `explored ${word}`
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
    this.#learned.change(drawn, [
      ...this.#learned.changesOf(call),
      { field: 'variable', value, isOdd: value !== `explored ${word}` },
    ])
    return drawn
  }
}

/**
 * The values of classes that a body does not have yet, if there are any.
 * @param isDense whether values of many classes at once come first
 */
function apart(values: readonly unknown[], used: ReadonlySet<unknown>, isDense: boolean): readonly unknown[] {
  const others = values.filter((value) => !used.has(classOf(value)))
  const dense = isDense ? others.filter(isPacked) : []
  return dense.length > 0 ? dense : others.length > 0 ? others : values
}
