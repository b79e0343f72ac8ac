import { mayBeTheBody } from '../judge/ladder.ts'
import type { Call, Entry, Step } from '../steps/step.ts'
import { callsOf } from '../steps/step.ts'
import type { Bodies } from './bodies.ts'
import { isRead } from './senders.ts'
import type { Site, Tables } from './tables.ts'

/** The fields that are written again, and their later values. */
export type Opened = Pick<Call, 'operation' | 'subject' | 'fields' | 'tags'>

/** How often the fields of a request with a server error are sent one by one: one may be refused alone. */
const mostApart = 3

/**
 * Requests that help to judge others: controls, writes of plain values, and requests that show why a request was
 * refused.
 */
export class PlainRequests {
  readonly #tables: Tables
  readonly #bodies: Bodies
  /** How often the fields of a request were sent one by one, by place. */
  readonly #apart = new Map<string, number>()

  constructor(tables: Tables, bodies: Bodies) {
    this.#tables = tables
    this.#bodies = bodies
  }

  /** A read, if there is one of another operation than some steps end with, so that no write comes right before them. */
  control(last?: Step): Call | undefined {
    const reads = this.#tables.sites.filter(({ operation }) => isRead(operation))
    const site =
      reads.find(({ operation }) => !last || !callsOf(last).some((call) => call.operation === operation)) ??
      reads[0]
    return site && { ...this.#bodies.call(site, {}), named: site.names[0] ?? '' }
  }

  /** A request that sends the fields again that the server has granted for a resource. */
  own({ operation, subject }: Pick<Call, 'operation' | 'subject'>): Call | undefined {
    const site = this.site({ operation, subject })
    if (!site?.fields || operation === 'createUser') return undefined
    // The node may have tags now, with which it does not accept the egg.
    const { egg_id: _, ...fields } = site.fields
    return this.#bodies.call(site, { body: 'own', fields })
  }

  /** The same request with another token that the operation accepts. */
  byOtherToken(call: Call): Call | undefined {
    const credential = this.site(call)?.tokens.find((token) => token !== call.credential)
    return credential && call.operation !== 'createUser' ? { ...call, credential } : undefined
  }

  /**
   * Requests that show why a request was refused: a user like the one that a refused request may have created, a field
   * alone with a plain value, and each field alone of a body with a server error.
   */
  afterRefusal({ call, exchange }: Entry): readonly Call[] {
    const { operation, fields = {}, subject } = call
    if (operation === 'createUser' && mayBeTheBody(exchange)) {
      // An odd name may be the reason, too.
      const { first_name, last_name } = this.site(call)?.fields ?? {}
      const plain = { ...fields, first_name, last_name }
      const isPlain = fields['first_name'] === first_name && fields['last_name'] === last_name
      const people = [...(isPlain ? [] : [plain]), this.#bodies.people.another(plain)]
      return people.map((fields) => ({ ...call, fields }))
    }
    const [field, ...others] = Object.keys(fields)
    if (call.body === 'one field' && field !== undefined && others.length === 0 && mayBeTheBody(exchange))
      return [this.opening(call, field) ?? []].flat()
    const place = `${operation} ${subject}`
    const times = this.#apart.get(place) ?? 0
    if (exchange.reply?.status !== 500 || call.body !== 'whole' || times === mostApart) return []
    this.#apart.set(place, times + 1)
    const { pins: _, variable: __, ...bare } = call
    const whole: Call = { ...bare, pins: {} }
    const alone = Object.entries(fields).map(
      ([name, value]): Call => ({ ...whole, body: 'one field', fields: { [name]: value } }),
    )
    return [...alone, whole]
  }

  /** The site of a request that is granted. */
  site({ operation, subject }: Pick<Call, 'operation' | 'subject'>): Site | undefined {
    return this.#tables.sites.find(
      (site) => site.operation === operation && site.subject === subject && site.tokens.length > 0,
    )
  }

  /**
   * A write of plain values to the fields that a step writes, so that the values of the step are new.
   * @param field the only field that is written; all by default
   */
  opening({ operation, subject, fields = {}, tags = [] }: Opened, field = 'whole'): Call | undefined {
    const site = this.site({ operation, subject })
    if (!site || isRead(operation) || operation === 'createUser') return undefined
    if (operation === 'syncNodeTags')
      return this.#bodies.call(site, { tags: this.#tables.tags.filter((tag) => !tags.includes(tag)) })
    const plain = this.#bodies.write(site, field, 'plain')
    if (!plain.fields) return plain
    // Fields with few values have another one.
    const others = Object.entries(plain.fields).flatMap(([field, value]) =>
      typeof value === 'boolean' && fields[field] === value ? [[field, !value] as const] : [],
    )
    const location_id = this.#tables.locations.find((id) => id !== fields['location_id'])
    const isMove = field === 'whole' && location_id !== undefined && fields['location_id'] !== undefined
    return {
      ...plain,
      fields: { ...plain.fields, ...Object.fromEntries(others), ...(isMove && { location_id }) },
    }
  }
}
