import type { AskedId, Exchange } from './client/client.ts'
import type { Redactor } from './client/redact.ts'
import type { Exploration } from './explore/explore.ts'
import type { Observation, Result } from './judge/outcome.ts'
import type { Verdict } from './judge/verdict.ts'
import type { Target } from './target/target.ts'

/** The results of a run. */
export interface Run {
  readonly target: string
  readonly verdict: Verdict
  readonly results: readonly Result[]
  /** Mistakes in the target, in sentences; if one is found at the start, no check is run. */
  readonly targetProblems: readonly string[]
  /** Checks that have nothing to judge in this target, with the reasons; the verdict does not depend on them. */
  readonly notSelected: readonly { readonly id: string; readonly reason: string }[]
  readonly gaps: readonly Observation[]
  readonly fields: { readonly known: number; readonly seen: number; readonly never: readonly string[] }
  /** Sentences about resources of the server that the run changed, or may have changed, and did not restore. */
  readonly ledger: readonly string[]
  /** Requests that got a 5xx response and that no failure mentions; the verdict does not depend on them. */
  readonly serverErrors: readonly string[]
  /** Known deviations that no longer excuse a failure, with the reasons. */
  readonly stale: readonly string[]
  /** The number of checks of the kit that were not chosen, if a part of them was chosen. */
  readonly leftOut?: number
  /** The number of checks that were not run because the run ended early. */
  readonly cut?: number
  readonly requests: number
  /** The record of the exploration, if the run explored. */
  readonly exploration?: Explored
  /** All requests with their responses, in the order of sending. */
  readonly exchanges: readonly Exchange<AskedId>[]
  /** When the run began, as an ISO timestamp. */
  readonly startedAt: string
  readonly milliseconds: number
}

/** An exploration without its findings, which are in the results. */
export interface Explored extends Omit<Exploration, 'told'> {
  /** The number of findings. */
  readonly findings: number
  /** The resources of the target, by which `--replay` recognises the server. */
  readonly resources: Target['resources']
}

/**
 * A run without secrets and without long bodies. Ids, titles and other text of the kit stay as they are, even if a token
 * is the same text.
 */
export function redactRun(run: Run, redactor: Redactor): Run {
  const { target, results, targetProblems, gaps, ledger, serverErrors, exchanges, exploration } = run
  return {
    ...run,
    target: redactor.text(target),
    results: results.map((result) => redactResult(result, redactor)),
    targetProblems: redactor.value(targetProblems),
    gaps: gaps.map((gap) => ({
      ...gap,
      observed: redactor.text(gap.observed),
      ...(gap.detail !== undefined && { detail: redactor.text(gap.detail) }),
    })),
    ledger: redactor.value(ledger),
    serverErrors: redactor.value(serverErrors),
    ...(exploration && {
      exploration: { ...exploration, notes: redactor.value(exploration.notes) },
    }),
    // A getter, because most reporters do not read the exchanges.
    get exchanges() {
      return exchanges.map((exchange) => redactor.exchange(exchange))
    },
  }
}

export function redactResult(result: Result, redactor: Redactor): Result {
  const { message, expected, actual, pointer, curl, after, occurrences, exchange, steps } = result
  return {
    ...result,
    ...redactor.value({ message, expected, actual, pointer, curl, after, occurrences }),
    ...(steps && { steps: redactor.value(steps) }),
    ...(exchange && { exchange: redactor.exchange(exchange) }),
    // The fields are those of the result, of which the types allow none that is undefined.
  } as Result
}
