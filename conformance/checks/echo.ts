import { type OperationId, operations, valueAt } from '../../src/contract/index.ts'
import type { Evidence } from '../judge/fixtures.ts'
import type { Failure } from '../judge/outcome.ts'
import { sentFields } from '../judge/parts.ts'
import { inShort, wasGranted } from '../judge/reception.ts'
import type { ResponseRule } from '../judge/rule.ts'
import { isSame } from '../judge/same.ts'
import { pinsOf } from '../judge/session.ts'
import { type CheckRow, failureIfDifferent } from './check.ts'

/** A check that a field of a request is in the response, in every granted response of the run. */
export interface Echo extends Pick<CheckRow, 'id' | 'clauses' | 'title' | 'ignored' | 'scenes'> {
  readonly operation: OperationId
  /** Name of the field in the request body. */
  readonly field: string
  /** Path of the field below the attributes of the response, such as `container.image`, if it has another name there. */
  readonly at?: string
  /** Why a response is not judged, although the request has the field. */
  readonly without?: ResponseRule['without']
}

export function echoCheck({ operation, field, at = field, without, ...check }: Echo): CheckRow {
  const lost = `The response does not have the \`${field}\` that was sent.`
  // Falsy values are often lost in many fields for one reason, so that all fields share this message.
  const emptyLost = `A response of "${operations[operation].summary}" has another value where 0, false or an empty text was sent.`
  return {
    ...check,
    notSelected: ({ target }) =>
      Object.hasOwn(pinsOf(target, operation), field) ? `the target pins \`${field}\`` : undefined,
    rule: {
      on: [operation],
      without: (response, evidence) =>
        Object.hasOwn(response.sent, field)
          ? without?.(response, evidence)
          : notGranted(evidence, operation, field),
      *judge({ exchange, attributes, sent }, { target }): Iterable<Failure> {
        const got = valueAt(attributes, at)
        const value = sent[field]
        if (exchange.ask.isContested) return
        // Another check reports missing fields.
        if (!Object.hasOwn(sent, field) || got === undefined) return
        if (isUndocumented(field, value, got)) return
        const message = isEmpty(value) ? emptyLost : lost
        const pointer = `/attributes/${at.replaceAll('.', '/')}`
        const failure = failureIfDifferent(exchange, pointer, value, got, message)
        if (failure && !Object.hasOwn(pinsOf(target, operation), field)) yield failure
      },
      // A field that loses other values as well has another cause.
      told: (failure) =>
        failure.occurrences?.others.includes(lost) ? { ...failure, message: lost } : failure,
    },
  }
}

const isEmpty = (value: unknown): boolean => value === 0 || value === false || value === ''

/** Why no granted request has a field: the response to the last request with the field. */
function notGranted(evidence: Evidence, operation: OperationId, field: string): string {
  const own = evidence.exchanges.filter(({ ask }) => ask.operation === operation)
  const refused = own.findLast(
    (exchange) =>
      // Requests with another token or for another resource are refused for other reasons.
      exchange.ask.credential === evidence.session.tokenFor(operation) &&
      exchange.ask.path === own[0]?.ask.path &&
      Object.hasOwn(sentFields(exchange), field) &&
      !wasGranted(exchange),
  )
  return refused
    ? `no request with \`${field}\` was granted; the server said to the last one: ${inShort(refused.reply, refused.failure)}`
    : `no request with \`${field}\` was sent: the server granted a plainer one only`
}

/**
 * Whether the document does not define the result of a value: a value of another type than the field (another check
 * judges the type in the response), or a text with spaces around it.
 */
const isUndocumented = (field: string, sent: unknown, got: unknown): boolean =>
  (typeof sent === 'string' && isSame(field, sent.trim(), got)) ||
  (got !== null && typeof sent !== typeof got)
