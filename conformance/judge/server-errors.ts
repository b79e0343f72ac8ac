import type { AskedId, Exchange } from '../client/client.ts'
import { isServerError } from './ladder.ts'
import type { Result } from './outcome.ts'

/**
 * Requests with a 5xx response, each once with its count, such as `500 to GET /api/...?per_page=x`. Responses of
 * gateways, missing operations, and responses that a result already reports are left out.
 */
export function serverErrors(
  exchanges: readonly Exchange<AskedId>[],
  results: readonly Result[],
): readonly string[] {
  const told = new Set(results.flatMap(({ exchange }) => (exchange ? [inWords(exchange)] : [])))
  const counts = new Map<string, number>()
  for (const exchange of exchanges) {
    if (!isServerError(exchange)) continue
    const words = inWords(exchange)
    if (!told.has(words)) counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].map(([words, count]) => (count > 1 ? `${words}, ${count} times` : words))
}

const inWords = ({ ask, reply }: Exchange<AskedId>): string => `${reply?.status} to ${ask.method} ${ask.path}`
