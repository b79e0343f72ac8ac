import { gaps as allGaps } from '../src/contract/index.ts'
import type { Check } from './checks/check.ts'
import { neededBy } from './checks/needed.ts'
import { breathe } from './client/ending.ts'
import { type Fixtures, partsOf } from './judge/fixtures.ts'
import type { Observation } from './judge/outcome.ts'
import { wasGranted } from './judge/reception.ts'
import { restore } from './judge/restore.ts'
import { Sum } from './judge/rule.ts'
import { observe } from './observe/index.ts'
import type { Results } from './results.ts'
import { judgeLog } from './rules/confirm.ts'
import type { RunOptions } from './run-options.ts'
import type { Run } from './run-result.ts'

const gapIds: readonly string[] = Object.keys(allGaps)

/**
 * Runs the checks by phase: checks that play fixtures, then the observations, then requests with tokens that must be
 * refused (a server may lock out their sender), then rules, which judge every response of the run.
 * @returns the observed gaps
 */
export async function playAll(
  fixtures: Fixtures,
  options: RunOptions,
  results: Results,
): Promise<readonly Observation[]> {
  results.notSelected.push(...withoutEntry(options.checks, fixtures))
  const unselected = new Set(results.notSelected.map(({ id }) => id))
  const checks = options.checks.filter(({ id }) => !unselected.has(id))
  const others =
    options.requests === 'own' ? [] : neededBy(checks).filter(({ notSelected: why }) => !why?.(fixtures))
  const isEnded = (): boolean => options.signal?.aborted ?? false
  const play = async (phase: Check['phase']): Promise<boolean> => {
    // Whatever these checks say, only their requests are needed.
    for (const other of others.filter((each) => each.phase === phase && phase !== 'rule'))
      if (!isEnded()) await other.run(fixtures).catch(() => undefined)
    for (const check of checks.filter((each) => each.phase === phase)) {
      await breathe()
      if (isEnded()) return false
      await results.judge(check, fixtures, checks.length)
      if (options.bail && results.statusOf(check) === 'fail') return false
    }
    return true
  }
  const isWhole = await play(undefined)
  const sees = options.observe !== false && isWhole && !isEnded()
  const before = sees ? await observe(fixtures, 'before') : []
  // A server may lock the kit out after tokens that it must refuse, so the resources are restored before.
  if (isWhole && !isEnded() && checks.some(({ phase }) => phase === 'refusal')) await restore(fixtures)
  const isAll = isWhole && (await play('refusal'))
  const gaps = [...before, ...(sees && !isEnded() ? await observe(fixtures, 'after') : [])].toSorted(
    (one, other) => gapIds.indexOf(one.id) - gapIds.indexOf(other.id),
  )
  if (!isAll) return gaps
  for (const check of [...others, ...checks]) {
    await breathe()
    // The check throws the same error again when it is judged, and then reports it.
    if (!isEnded()) await check.play?.(fixtures).catch(() => undefined)
  }
  if (await play('after')) {
    const { failures, unclear } = await judgeLog(fixtures, checks)
    await play('rule')
    // What the rules over the log say of a check counts unless the check failed by itself.
    for (const check of checks.filter((each) => results.isOpen(each))) {
      const failure = failures.get(check.id)
      const change = unclear.get(check.id)
      if (failure) results.fail(check, failure)
      else if (change !== undefined && results.statusOf(check) === 'pass')
        results.set(check, { status: 'skip', message: change })
    }
  }
  return gaps
}

/** The checks that need an entry that the target lacks. */
export const withoutEntry = (checks: readonly Check[], fixtures: Fixtures): Run['notSelected'] =>
  checks.flatMap(({ id, notSelected: why }) => {
    const reason = why?.(fixtures)
    return reason === undefined ? [] : [{ id, reason }]
  })

/**
 * Judges responses that came after the checks, such as those of the restoring, by the rules that passed before, as far as
 * there is time.
 */
export async function judgeLate(
  { session, context }: Fixtures,
  checks: readonly Check[],
  results: Results,
  from: number,
): Promise<void> {
  const late = session.exchanges.slice(from).filter(wasGranted).map(partsOf)
  for (const check of checks.filter((each) => late.length > 0 && results.statusOf(each) === 'pass')) {
    if (!check.rule) continue
    const { on, judge } = check.rule
    const judged = late.filter(({ exchange: { ask } }) => !on || on.includes(ask.operation))
    const sum = new Sum()
    for (const answer of judged) {
      await breathe()
      if (session.client.isEnded) break
      sum.add(judge(answer, context))
    }
    const failure = sum.failure(judged.length)
    if (failure) results.fail(check, failure)
  }
}
