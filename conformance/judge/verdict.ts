import type { Exchange } from '../client/client.ts'
import type { Result } from './outcome.ts'

export type Verdict = 'conforms' | 'nonconforming' | 'incomplete' | 'unreachable' | 'error'

/** The exit code of each verdict. */
export const exitCodes: Readonly<Record<Verdict, number>> = {
  conforms: 0,
  nonconforming: 1,
  incomplete: 3,
  unreachable: 4,
  error: 5,
}

/** Whether a run came to a result of a check, of whatever kind. */
export const wasJudged = ({ status }: { readonly status: string }): boolean => status !== 'skip'

/** The parts of a run, or of its JSON report, that say why nothing was judged. */
export interface Reasons {
  readonly results: readonly (Pick<Result, 'message' | 'needs'> & Record<'id' | 'status', string>)[]
  readonly targetProblems?: readonly string[]
  readonly notSelected?: readonly { readonly reason: string }[]
}

/** Why no check was judged, as the end of a sentence; undefined if one was. */
export function whyNoneJudged({
  results,
  targetProblems = [],
  notSelected = [],
}: Reasons): string | undefined {
  if (results.some(wasJudged)) return undefined
  const needed = new Set(results.map(({ needs }) => needs))
  // The reason of a check on which others depend is theirs too.
  const { message } = results.find(({ id }) => needed.has(id)) ?? results[0] ?? {}
  const { reason = 'the run ended before the first check' } = notSelected[0] ?? {}
  return (targetProblems[0] ?? message ?? reason).replace(/\.$/, '')
}

/** The verdict on a run; the worst result decides. */
export function verdictOn(
  results: readonly Result[],
  stale: readonly string[],
  exchanges: readonly Pick<Exchange, 'reply'>[],
): Verdict {
  const has = (status: Result['status']) => results.some((result) => result.status === status)
  if (exchanges.length > 0 && exchanges.every(({ reply }) => reply === undefined)) return 'unreachable'
  if (has('error')) return 'error'
  if (has('fail') || stale.length > 0) return 'nonconforming'
  return has('skip') || results.length === 0 ? 'incomplete' : 'conforms'
}
