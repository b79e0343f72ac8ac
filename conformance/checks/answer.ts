import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Check } from '../check.ts'
import { inShort, verdictOf } from '../judge.ts'
import { Unjudged } from '../outcome.ts'

/** That an operation is there and answers a good request with its envelope: what all its other checks rest on. */
export function answerCheck(id: OperationId): Check {
  const { section, method, path, answer } = operations[id]
  const wanted =
    answer.envelope === 'single'
      ? `one resource: object "${answer.kind}" and attributes`
      : 'a list: object "list" and an array data'
  return {
    id: `${section}/answer`,
    section,
    clauses: [`${section}#route`, `${section}#answer`, '1#prefixes', '9#no-version'],
    level: 'stated',
    title: `${method} ${path} answers with ${answer.envelope === 'single' ? `a ${answer.kind}` : `a list of ${answer.kind} resources`}`,
    ignored: 'the status of success',
    async run(scenes) {
      const exchange = await scenes.plain(id)
      if (verdictOf(id, exchange.reply) === 'granted') return undefined
      if (await isTokenDead(scenes, exchange.ask.credential)) {
        throw new Unjudged(
          `the token ${exchange.ask.credential} was granted nowhere, so it is presumed wrong`,
        )
      }
      return {
        message: `A good request is not answered with ${wanted}.`,
        expected: wanted,
        actual: inShort(exchange.reply, exchange.failure),
        exchange,
      }
    },
  }
}

/** Whether a token was granted nothing at all; then the token is to blame before the server is. */
async function isTokenDead(scenes: Parameters<Check['run']>[0], credential: string): Promise<boolean> {
  await scenes.everything()
  return !scenes.session.exchanges.some(
    ({ ask, reply }) => ask.credential === credential && verdictOf(ask.operation, reply) === 'granted',
  )
}
