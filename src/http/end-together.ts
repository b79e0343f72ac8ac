import type { ServerResponse } from 'node:http'
import { timers } from '../util/timers.ts'

let waiting: [res: ServerResponse, body: string][] = []

/**
 * Ends a response when all that came in with its request has been worked on. Clients that wait are
 * woken by the first answer that is written; to wake them again for each of the others takes the
 * system about as long as half of the work on a request.
 */
export function endTogether(res: ServerResponse, body: string): void {
  waiting.push([res, body])
  if (waiting.length === 1) timers.setImmediate(endAll)
}

function endAll(): void {
  const all = waiting
  waiting = []
  for (const [res, body] of all) res.end(body)
}
