import type { Redactor } from './client/redact.ts'
import type { Result } from './judge/outcome.ts'
import type { Run } from './run-result.ts'

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
