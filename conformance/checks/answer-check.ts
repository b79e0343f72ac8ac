import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { plans } from '../judge/operations/index.ts'
import { wasGranted } from '../judge/reception.ts'
import { whyRefused } from '../judge/why-refused.ts'
import { withArticle } from '../report/with-article.ts'
import type { Check } from './check.ts'

/** That an operation is there and answers a good request with its envelope: what all its other checks rest on. */
export function answerCheck(id: OperationId): Check {
  const { section, method, path, answer } = operations[id]
  const expected =
    answer.envelope === 'single'
      ? `one resource: object "${answer.kind}" and attributes`
      : 'a list: object "list" and an array data'
  return {
    id: `${section}/answer`,
    section,
    clauses: [`${section}#route`, `${section}#answer`, '1#prefixes', '1#json', '9#no-version'],
    level: 'stated',
    title: `${method} ${path} answers with ${answer.envelope === 'single' ? withArticle(answer.kind) : `a list of ${answer.kind} resources`}`,
    ignored: 'the status of success',
    async run(fixtures) {
      const exchange = await firstRefused(fixtures, id)
      if (!exchange) return undefined
      const claim = `A good request is not answered with ${expected}.`
      return whyRefused(fixtures, exchange, { claim, expected, isChosen: plans[id].key !== undefined })
    },
  }
}

/** The plain request if it was refused, else another of its kind that was. */
async function firstRefused(fixtures: Fixtures, id: OperationId): Promise<Exchange | undefined> {
  const { exchange, isGranted } = await fixtures.accepted(id)
  if (!isGranted) return exchange
  const more = (await plans[id].more?.(fixtures)) ?? []
  return more.find((other) => !wasGranted(other))
}
