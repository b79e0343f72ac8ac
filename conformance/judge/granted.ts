import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { prerequisite, Unjudged } from './outcome.ts'
import { type Attributes, attributesOf, dataOf } from './parts.ts'
import { isObject, wasGranted } from './reception.ts'
import { sentFields } from './session.ts'

/** A granted response with its parts. */
export interface Granted {
  readonly exchange: Exchange
  /** The attributes of a single resource; empty for a list. */
  readonly attributes: Attributes
  /** The items of a list; empty for a single resource. */
  readonly data: readonly unknown[]
  readonly body: Attributes
  /** The fields of the JSON body of the request. */
  readonly sent: Attributes
}

/** The id of the check that reports why requests of an operation are refused. */
export const answerCheckOf = (id: OperationId): string => `${operations[id].section}/answer`

/**
 * The parts of a granted exchange.
 * @param by the check that reports why the request was refused
 * @throws Unjudged if the request was refused
 */
export function granted(exchange: Exchange, by = answerCheckOf(exchange.ask.operation)): Granted {
  if (!wasGranted(exchange)) throw new Unjudged(prerequisite(by, exchange))
  return partsOf(exchange)
}

/** The parts of an exchange that was granted. */
export function partsOf(exchange: Exchange): Granted {
  const body = exchange.reply?.json
  return {
    exchange,
    attributes: attributesOf(body),
    data: dataOf(exchange),
    body: isObject(body) ? body : {},
    sent: sentFields(exchange),
  }
}
