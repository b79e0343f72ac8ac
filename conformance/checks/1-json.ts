import { operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { jsonFault } from '../client/parsed-json.ts'
import { everything } from '../judge/fixtures.ts'
import type { Failure } from '../judge/outcome.ts'
import { outcomeOf } from '../judge/rule.ts'
import type { CheckRow } from './check.ts'

/** The bodies of granted responses. Section 1. */
export const json: readonly CheckRow[] = [
  {
    id: '1/json',
    clauses: ['1#json'],
    title: 'the body of a successful response is JSON',
    ignored: 'bodies of refusals, which the document does not give',
    phase: 'last',
    needs: [everything],
    judge(evidence) {
      const granted = new Set(evidence.granted().map(placeOf))
      const judged = evidence.exchanges.filter(
        ({ ask, reply }) =>
          reply !== undefined &&
          reply.status >= 200 &&
          reply.status < 300 &&
          ask.credential === evidence.session.tokenFor(ask.operation) &&
          granted.has(placeOf({ ask })) &&
          looksLikeJson(reply.text),
      )
      return outcomeOf(judged, notJson, 'no request was answered with a successful status')
    },
  },
]

/** The failure of a successful response that looks like JSON, but is not. */
export function notJson(exchange: Exchange): Failure | undefined {
  const { ask, reply } = exchange
  // A parsed text is JSON; scanning all texts of a run again would take seconds.
  if (!reply || reply.json !== undefined) return undefined
  if (reply.status < 200 || reply.status >= 300 || !looksLikeJson(reply.text)) return undefined
  const fault = jsonFault(reply.text)
  if (fault === undefined) return undefined
  const message = `A response of "${operations[ask.operation].summary}" is not JSON.`
  return { message, expected: 'JSON', actual: fault, exchange }
}

/** A successful response without data may be a refusal: the document defines neither status nor body of refusals. */
const looksLikeJson = (text: string): boolean => /^[\s\uFEFF]*[[{]/.test(text)

/** Method and path of a request, without its query. */
const placeOf = ({ ask }: Pick<Exchange, 'ask'>): string => `${ask.method} ${ask.path.split('?')[0]}`
