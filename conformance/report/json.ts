import { without } from '../../src/contract/index.ts'
import type { Result } from '../judge/outcome.ts'
import { printableJson } from './printable.ts'
import type { Reporter } from './reporter.ts'
import { summaryOf } from './summary.ts'

/** The report for programs; the names of its fields do not change between versions. */
export const json: Reporter = (run, { version, command }) => {
  const { exchanges, results, exploration, milliseconds, target, verdict, ...others } = run
  const report = {
    kit: { name: 'nestbox', version },
    target,
    verdict,
    summary: summaryOf(results),
    results: results.map(resultRow),
    ...others,
    ...(exploration && { exploration: without(exploration, 'coverage'), coverage: exploration.coverage }),
    command,
    milliseconds: Math.round(milliseconds),
  }
  return `${printableJson(report)}\n`
}

/** A result with a summary of its exchange; the `har` report has the whole exchange. */
function resultRow({ exchange, ...result }: Result): object {
  if (!exchange) return result
  const { method, path, credential } = exchange.ask
  return {
    ...result,
    request: { method, path, credential },
    response: exchange.reply ? { status: exchange.reply.status } : { failure: exchange.failure },
  }
}
