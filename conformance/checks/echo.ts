import type { OperationId } from '../../src/contract/index.ts'
import type { Fixtures, Granted } from '../judge/fixtures.ts'
import type { Failure } from '../judge/outcome.ts'
import { type Rule, ruleCheck } from '../judge/rule.ts'
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
  return {
    ...ruleCheck({
      ...rule,
      on: [operation],
      without: ({ sent }) =>
        Object.hasOwn(sent, field)
          ? undefined
          : `no request with \`${field}\` was granted; what the server said is in the check of its answer`,
      *judge(answer, fixtures): Iterable<Failure> {
        const got = read(answer)
        // A field that is missing is for the check of presence to tell.
        if (!Object.hasOwn(answer.sent, field) || got === undefined) return
        if (isUndocumented(answer.sent[field], got)) return
        const message = `The response does not have the \`${field}\` that was sent.`
        const failure = differs(answer.exchange, `/attributes/${at}`, answer.sent[field], got, message)
        if (failure && !isPinnedIn(fixtures, operation, field)) yield failure
      },
    }),
    notSelected: (fixtures) =>
      isPinnedIn(fixtures, operation, field) ? `the target pins \`${field}\`` : undefined,
  }
}

/**
 * Whether the document does not say what becomes of a value: one of another type than the field (the type in the response
 * is for the check of types), or a text with blanks around it.
 */
const isUndocumented = (sent: unknown, got: unknown): boolean =>
  (typeof sent === 'string' && sent.trim() === (got ?? '')) || (got !== null && typeof sent !== typeof got)

const isPinnedIn = ({ session }: Fixtures, operation: OperationId, field: string): boolean =>
  session.isPinned(operation, field)
