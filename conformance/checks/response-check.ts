import { type OperationId, operations, type ResponseWithBody, withArticle } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { inquire } from '../judge/inquiry.ts'
import { plans } from '../judge/operations/index.ts'
import { wasGranted } from '../judge/reception.ts'
import { mustBeGranted } from '../judge/why-refused.ts'
import type { CheckRow } from './check.ts'

/**
 * A check that an operation responds to a valid request with its envelope; all other checks of the operation need
 * this.
 */
export function responseCheck(id: OperationId): CheckRow {
  const { section, method, path, response } = operations[id]
  const [title, expected] = inWords(response)
  return {
    id: `${section}/response`,
    clauses: [`${section}#route`, `${section}#response`, '1#prefixes', '1#json', '9#no-version'],
    title: `${method} ${path} answers with ${title}`,
    ignored: 'the exact status',
    ...mustBeGranted(async (fixtures) => {
      const exchange = await firstRefused(fixtures, id)
      if (!exchange) return undefined
      const claim = `A valid request is not answered with ${expected}.`
      return inquire(fixtures, exchange, { claim, expected, isChosen: plans[id].key !== undefined })
    }),
  }
}

/** A description of a response, for the title of the check and for its failure. */
const inWords = ({ envelope, kind }: ResponseWithBody): readonly [title: string, expected: string] =>
  envelope === 'single'
    ? [withArticle(kind), `one resource: object "${kind}" and attributes`]
    : [`a list of ${kind} resources`, 'a list: object "list" and an array data']

/** The plain request if it was refused, else the first of the other valid requests that was refused. */
async function firstRefused(fixtures: Fixtures, id: OperationId): Promise<Exchange | undefined> {
  const { exchange, isGranted } = await fixtures.accepted(id)
  if (!isGranted) return exchange
  const more = (await plans[id].more?.(fixtures)) ?? []
  return more.find((other) => !wasGranted(other))
}
