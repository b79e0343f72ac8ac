import { type OperationId, objectAt, operations, valueAt } from '../../src/contract/index.ts'
import type { AskedId, Exchange } from '../client/client.ts'
import { prerequisite, Unjudged } from './outcome.ts'
import { isObject, wasGranted } from './reception.ts'

/** Fields by name: attributes, or a body that is an object. */
export type Attributes = Readonly<Record<string, unknown>>

/** The attributes of an envelope; empty if the value is not an envelope. */
export const attributesOf = (envelope: unknown): Attributes => objectAt(envelope, 'attributes')

const attributesIn = (envelope: unknown): Attributes | undefined =>
  isObject(envelope) && isObject(envelope['attributes']) ? envelope['attributes'] : undefined

/** The attributes of all items that are envelopes. */
const attributesOfAll = (items: readonly unknown[]): readonly Attributes[] =>
  items.map(attributesIn).filter((attributes) => attributes !== undefined)

const listed = (list: unknown): readonly unknown[] =>
  isObject(list) && Array.isArray(list['data']) ? list['data'] : []

/** The items of a list response. */
export const dataOf = ({ reply }: Exchange): readonly unknown[] => listed(reply?.json)

/** The attributes of the items of a list response. */
export const itemsOf = (exchange: Exchange): readonly Attributes[] => attributesOfAll(dataOf(exchange))

/** The attributes of a nested single resource; undefined if it is cut off. */
export const nested = (attributes: Attributes, name: string): Attributes | undefined =>
  attributesIn(valueAt(attributes, `relationships.${name}`))

/** The attributes of the items of a nested list; empty if it is cut off. */
export const nestedItems = (attributes: Attributes, name: string): readonly Attributes[] =>
  attributesOfAll(listed(valueAt(attributes, `relationships.${name}`)))

/** The `container` of a server; empty if the server has none. Section 2.8. */
export const containerOf = (server: Attributes | undefined): Attributes => objectAt(server, 'container')

/** The images that an egg shows. */
export const imagesOf = (egg: Attributes): readonly unknown[] => Object.values(objectAt(egg, 'docker_images'))

/** The `meta.pagination` of a response; undefined if it is missing. */
export function paginationOf({ reply }: Exchange): Attributes | undefined {
  const pagination = valueAt(reply?.json, 'meta.pagination')
  return isObject(pagination) ? pagination : undefined
}

/** A number in `meta.pagination`. */
export const numberOf = (exchange: Exchange, field: string): number | undefined =>
  [paginationOf(exchange)?.[field]].find((value) => typeof value === 'number')

/** A granted response with its parts. */
export interface Granted {
  readonly exchange: Exchange
  /** The attributes of a single resource; empty for a list. */
  readonly attributes: Attributes
  /** The items of a list; empty for a single resource. */
  readonly data: readonly unknown[]
  /** The fields of the JSON body of the request. */
  readonly sent: Attributes
}

/** The id of the check that reports why requests of an operation are refused. */
export const responseCheckOf = (id: OperationId): string => `${operations[id].section}/response`

/**
 * The parts of a granted exchange.
 * @param by the check that reports why the request was refused
 * @throws Unjudged if the request was refused
 */
export function granted(exchange: Exchange, by = responseCheckOf(exchange.ask.operation)): Granted {
  if (!wasGranted(exchange)) throw new Unjudged(prerequisite(by, exchange))
  return partsOf(exchange)
}

/** The parts of an exchange that was granted. */
export function partsOf(exchange: Exchange): Granted {
  return {
    exchange,
    attributes: attributesOf(exchange.reply?.json),
    data: dataOf(exchange),
    sent: sentFields(exchange),
  }
}

/** The fields of the JSON body of a request; empty if the body has another content type. */
export function sentFields({ ask }: Pick<Exchange<AskedId>, 'ask'>): Readonly<Record<string, unknown>> {
  const type = ask.headers?.['content-type'] ?? 'application/json'
  return type.startsWith('application/json') && isObject(ask.json) ? ask.json : {}
}
