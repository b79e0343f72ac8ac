import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Fixtures, Granted } from '../judge/fixtures.ts'
import type { Failure } from '../judge/outcome.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import { type Rule, ruleCheck } from '../judge/rule.ts'
import { sentFields } from '../judge/session.ts'
import { type Check, differs } from './check.ts'

/** That the field of a request comes back in its response, wherever in the run it was sent. */
export interface Echo
  extends Pick<Rule, 'id' | 'section' | 'clauses' | 'level' | 'title' | 'ignored' | 'fixtures'> {
  readonly operation: OperationId
  /** Name of the field in the request. */
  readonly field: string
  /** Path of the field below the attributes of the response, such as `container/image`. */
  readonly at: string
  /** What the field is called in the resource, where that is another name. */
  readonly read: (answer: Granted) => unknown
}

export function echoCheck({ operation, field, at, read, ...rule }: Echo): Check {
  const lost = `The response does not have the \`${field}\` that was sent.`
  // One test for truth loses them in many fields: the same words make one failure of these in reports.
  const emptyLost = `A response of "${operations[operation].summary}" has another value where 0, false or an empty text was sent.`
  const check = ruleCheck({
    ...rule,
    on: [operation],
    without: ({ sent }, fixtures) =>
      Object.hasOwn(sent, field) ? undefined : notGranted(fixtures, operation, field),
    *judge(answer, fixtures): Iterable<Failure> {
      const got = read(answer)
      const value = answer.sent[field]
      // A field that is missing is for the check of presence to tell.
      if (!Object.hasOwn(answer.sent, field) || got === undefined) return
      if (isUndocumented(value, got)) return
      const message = isEmpty(value) ? emptyLost : lost
      const failure = differs(answer.exchange, `/attributes/${at}`, value, got, message)
      if (failure && !isPinnedIn(fixtures, operation, field)) yield failure
    },
  })
  return {
    ...check,
    async run(fixtures) {
      const failure = await check.run(fixtures)
      // A field of which other values are lost as well has a cause of its own.
      return failure?.occurrences?.others.includes(lost) ? { ...failure, message: lost } : failure
    },
    notSelected: (fixtures) =>
      isPinnedIn(fixtures, operation, field) ? `the target pins \`${field}\`` : undefined,
  }
}

const isEmpty = (value: unknown): boolean => value === 0 || value === false || value === ''

/** Why no granted request has a field: what the server said to the last request that had it. */
function notGranted({ session }: Fixtures, operation: OperationId, field: string): string {
  const own = session.exchanges.filter(({ ask }) => ask.operation === operation)
  const refused = own.findLast(
    (exchange) =>
      // Requests with another token or for another resource are refused for that.
      exchange.ask.credential === session.tokenFor(operation) &&
      exchange.ask.path === own[0]?.ask.path &&
      Object.hasOwn(sentFields(exchange), field) &&
      !wasGranted(exchange),
  )
  return refused
    ? `no request with \`${field}\` was granted; the server said to the last one: ${inShort(refused.reply, refused.failure)}`
    : `no request with \`${field}\` was sent: the server granted a plainer one only`
}

/**
 * Whether the document does not say what becomes of a value: one of another type than the field (the type in the response
 * is for the check of types), or a text with blanks around it.
 */
const isUndocumented = (sent: unknown, got: unknown): boolean =>
  (typeof sent === 'string' && sent.trim() === (got ?? '')) || (got !== null && typeof sent !== typeof got)

const isPinnedIn = ({ session }: Fixtures, operation: OperationId, field: string): boolean =>
  session.isPinned(operation, field)
