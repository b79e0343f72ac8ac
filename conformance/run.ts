import type { Check } from './checks/check.ts'
import { checks as allChecks } from './checks/index.ts'
import { Client } from './client/client.ts'
import { written } from './client/long-integers.ts'
import { hiding, Redactor, secretsOf } from './client/redact.ts'
import { exploreMore, sendAgain } from './explored.ts'
import { fieldsSeen } from './judge/fields-seen.ts'
import { Fixtures } from './judge/fixtures.ts'
import { restore } from './judge/restore.ts'
import { serverErrors } from './judge/server-errors.ts'
import { Session } from './judge/session.ts'
import { verdictOn } from './judge/verdict.ts'
import { PlainRun, withoutEntry } from './phases.ts'
import { oneLine } from './report/printable.ts'
import { quoted, Results } from './results.ts'
import { checkRunOptions, type RunOptions } from './run-options.ts'
import { type Run, redactRun } from './run-result.ts'
import { type Known, passingNow } from './target/known.ts'
import { targetDoubts, targetProblems } from './target/preflight.ts'
import type { Target } from './target/target.ts'

export type { RunOptions }

/**
 * Runs checks against a target, one request at a time. Errors of the server are in the results, never thrown. Nothing in
 * the results contains a token or a header of the target.
 * @throws BadInput for options without a check, or with invalid values
 */
export async function run(options: RunOptions): Promise<Run> {
  checkRunOptions(options)
  const redactor = new Redactor(secretsOf(options.target))
  return hiding(redactor, () => judgeTarget(options, redactor))
}

async function judgeTarget(options: RunOptions, redactor: Redactor): Promise<Run> {
  const startedAt = new Date().toISOString()
  const started = performance.now()
  const { target, checks, known = [] } = options
  const client = clientFor(options)
  const session = new Session(target, client, options.readOnly)
  const fixtures = new Fixtures(session, options.strict ? 'strict' : 'loose')
  const found = new Results(options, redactor)
  const isEnded = (): boolean => options.signal?.aborted ?? false
  try {
    const problems = await targetProblems(fixtures, new Set(checks.map(({ section }) => section)))
    const isJudged = problems.length === 0
    if (isJudged && options.replay) await sendAgain(fixtures, options, options.replay, found)
    const plain = isJudged && !options.replay ? new PlainRun(fixtures, options, found) : undefined
    const gaps = (await plain?.play()) ?? []
    const mayExplore = isJudged && !options.replay && !isEnded() && !(options.bail && found.hasFailed)
    const explored =
      options.explore && mayExplore ? await exploreMore(fixtures, options, options.explore, found) : undefined
    await plain?.judgeEnd()
    client.beginRestoring()
    const sent = session.exchanges.length
    await restore(fixtures)
    await plain?.judgeEnd(session.exchanges.slice(sent))
    await plain?.judgeLate()
    const results = found.excused()
    const { notSelected } = found
    const stale = staleEntries(known, { results, notSelected })
    const verdict = verdictOn(results, stale, client.exchanges)
    const unrun = checks.length - notSelected.length - results.length
    // With `bail`, a plain run ends early as well; a replay runs no check.
    const cut = isEnded() || !isJudged || (plain && unrun > 0) ? unrun : undefined
    const isIncomplete = cut !== undefined || explored?.ended !== undefined
    const leftOut = allChecks.length - (options.replay ? results : checks).length
    const whole: Run = {
      target: target.baseUrl,
      verdict: isIncomplete && verdict === 'conforms' ? 'incomplete' : verdict,
      results,
      targetProblems: (isJudged ? targetDoubts(fixtures) : problems).map((problem) =>
        oneLine(quoted(problem)),
      ),
      notSelected,
      gaps,
      fields: fieldsSeen(fixtures.seen.found()),
      ledger: [...new Set(session.ledger.map(written))],
      serverErrors: serverErrors(client.exchanges, results),
      stale,
      requests: client.exchanges.length,
      exchanges: client.exchanges,
      ...(explored && { exploration: explored }),
      ...(leftOut > 0 && { leftOut }),
      ...(cut !== undefined && { cut }),
      startedAt,
      milliseconds: performance.now() - started,
    }
    return redactRun(whole, redactor)
  } catch (error) {
    // Neither a bug of the kit nor one of `onResult` may leave the resources changed.
    client.beginRestoring()
    await restore(fixtures).catch(() => undefined)
    throw error
  } finally {
    await client.close()
  }
}

const clientFor = ({ target: { baseUrl, tokens, headers }, ...options }: RunOptions): Client =>
  new Client({ ...options, baseUrl, tokens, headers })

/** The checks that a run would not select for a target, without a request. */
export async function notSelectedFor(target: Target, checks: readonly Check[]): Promise<Run['notSelected']> {
  const client = clientFor({ target, checks })
  try {
    return withoutEntry(checks, new Fixtures(new Session(target, client, true)))
  } finally {
    await client.close()
  }
}

/** Known deviations that have expired, or that excuse nothing any more. */
function staleEntries(known: readonly Known[], run: Pick<Run, 'results' | 'notSelected'>): string[] {
  const today = new Date().toISOString().slice(0, 10)
  const passing = passingNow(known, run)
  return known.flatMap((entry) => {
    if (entry.expires !== undefined && entry.expires < today)
      return [`${entry.id} expired on ${entry.expires}`]
    return passing.has(entry) ? [`${entry.id} passes now`] : []
  })
}
