import type { AskedId, Exchange } from '../client/client.ts'
import type { Result } from './outcome.ts'

/**
 * Requests with a 5xx response, each once with its count, such as `500 to GET /api/...?per_page=x`, those of
 * gateways too: a process that a value ends looks like one. Missing operations and responses that a result already
 * reports are left out.
 */
export function serverErrors(
  exchanges: readonly Exchange<AskedId>[],
  results: readonly Result[],
): readonly string[] {
  const told = new Set(results.flatMap(({ exchange }) => (exchange ? [inWords(exchange)] : [])))
  const counts = new Map<string, number>()
  for (const exchange of exchanges) {
    const { status = 0 } = exchange.reply ?? {}
    if (status < 500 || status === 501) continue
    const words = inWords(exchange)
    if (!told.has(words)) counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].map(([words, count]) => (count > 1 ? `${words}, ${count} times` : words))
}

const inWords = ({ ask, reply }: Exchange<AskedId>): string => `${reply?.status} to ${ask.method} ${ask.path}`
