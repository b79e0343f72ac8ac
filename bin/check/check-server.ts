import type { Check } from '../../conformance/checks/check.ts'
import { choose } from '../../conformance/checks/choose.ts'
import { checks as allChecks } from '../../conformance/checks/index.ts'
import { Unreachable } from '../../conformance/client/probe.ts'
import { Busy } from '../../conformance/client/retry-budget.ts'
import { redacted } from '../../conformance/report/redact.ts'
import { verdictInWords } from '../../conformance/report/summary.ts'
import type { Run } from '../../conformance/run.ts'
import type { Known } from '../../conformance/target/known.ts'
import { asKnown, readKnownFile } from '../../conformance/target/known-file.ts'
import { readTargetFile } from '../../conformance/target/target-file.ts'
import type { checkFlags } from '../commands/check-flags.ts'
import { complain } from '../complain.ts'
import type { Values } from '../flags.ts'
import { UsageError } from '../usage-error.ts'
import { commandAgain } from './again.ts'
import { endingOf } from './ending.ts'
import { exitCodeFor } from './exit-code.ts'
import { judge, secretsOf } from './judge.ts'
import { type Manners, mannerOf, targetAt, urlGiven, urlMissing } from './place.ts'
import { progressOn } from './progress.ts'
import { reportsFor } from './reports.ts'
import { table } from './table.ts'
import { mustBeWritable, writeForOwner } from './writable.ts'

type Given = Values<typeof checkFlags>

/** What a check is to do, settled before anything is sent. */
interface Plan {
  readonly url: string | undefined
  readonly checks: readonly Check[]
  readonly known: readonly Known[]
  readonly manner: Manners
}

/** Judges the server at a URL and reports on it. @returns the exit code */
export async function checkServer(
  given: Given,
  [word]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  refuseContradictions(given, word)
  const url = word === undefined ? undefined : urlGiven(word)
  const checks = choose(allChecks, given)
  const ids = allChecks.map(({ id }) => id)
  const known = given.known === undefined ? [] : await readKnownFile(given.known, ids)
  const report = await reportsFor(given.reporter)
  if (given['write-known'] !== undefined) await mustBeWritable('--write-known', given['write-known'])
  const plan = { url, checks, known, manner: await mannerOf(given) }
  if (given['dry-run']) return rehearse(given, plan, env)
  const { outcome, secrets, endedWith } = await play(given, plan, env)
  const exitCode = endedWith ?? codeOf(outcome, given)
  const isAsked = url !== undefined && given.target === undefined
  await report(outcome, {
    command: commandAgain(given, url),
    secrets,
    isSelection: given.only !== undefined,
    showGaps: given['show-gaps'] ?? false,
    verbose: given.verbose ?? false,
    exitCode,
    ...(isAsked && { asked: url }),
  })
  const write = given['write-known']
  if (write !== undefined)
    await writeForOwner(
      write,
      `${JSON.stringify(redacted(asKnown(outcome.results, known), secrets), null, 2)}\n`,
    )
  conclude(outcome, given)
  return exitCode
}

function refuseContradictions({ self, target }: Given, word: string | undefined): void {
  if (self && (word !== undefined || target !== undefined))
    throw new UsageError('--self judges the mock, so there can be neither a base URL nor --target with it.')
  if (!self && word === undefined && target === undefined) throw urlMissing()
}

/** Lists what would be judged, and sends nothing. */
async function rehearse({ target }: Given, { url, checks }: Plan, env: NodeJS.ProcessEnv): Promise<number> {
  if (target !== undefined) await readTargetFile(target, { env, baseUrl: url })
  process.stdout.write(table(checks.map(({ id, level, title }) => [id, level, title])))
  return exitCodeFor('conforms')
}

/** The run, or what stands for it where nothing answers, and the texts that no report may hold. */
async function play(
  given: Given,
  { url: asked, checks, known, manner }: Plan,
  env: NodeJS.ProcessEnv,
): Promise<{ outcome: Run; secrets: readonly string[]; endedWith?: number | undefined }> {
  const mock = given.self ? await startMock() : undefined
  const url = mock?.url ?? asked
  const progress = progressOn(process.stderr)
  const ending = endingOf(given['max-time'])
  try {
    const target = await targetAt({ url, file: given.target, patience: given['wait-for'] }, manner, env)
    const outcome = await judge({
      target,
      manner,
      checks,
      known,
      level: given.level ?? 'inferred',
      strict: given.strict ?? false,
      readOnly: given['read-only'] ?? false,
      bail: given.bail ?? false,
      // Who wants to know of a few checks wants few requests, too.
      observe: given.only === undefined,
      onResult: progress.show,
      signal: ending.signal,
    })
    return { outcome, secrets: secretsOf(target), endedWith: ending.exitCode() }
  } catch (error) {
    const place = url ?? given.target ?? ''
    if (error instanceof Busy) return { outcome: allSkipped(place, checks, error.message), secrets: [] }
    if (!(error instanceof Unreachable)) throw error
    complain(error.message)
    return { outcome: nothing(place), secrets: [] }
  } finally {
    ending.release()
    progress.clear()
    await mock?.close()
  }
}

/** The mock, which is loaded for nothing else here. */
const startMock = async () => (await import('../../src/index.ts')).startNestbox({ port: 0 })

/** The run that never began. */
const nothing = (target: string): Run => ({
  target,
  verdict: 'unreachable',
  results: [],
  notSelected: [],
  gaps: [],
  fields: { known: 0, seen: 0, never: [] },
  ledger: [],
  stale: [],
  requests: 0,
  exchanges: [],
  startedAt: new Date().toISOString(),
  milliseconds: 0,
})

/** The run in which nothing could be judged, because the server never came to telling what may be. */
const allSkipped = (target: string, checks: readonly Check[], message: string): Run => ({
  ...nothing(target),
  verdict: 'incomplete',
  results: checks.map(({ id, section, clauses, level, title }) => ({
    ...{ id, section, clauses, level, title, message },
    status: 'skip',
  })),
})

/** What the process ends with; a run that was ended before its time is never as good as a whole one. */
const codeOf = ({ verdict, cut }: Run, given: Given): number =>
  exitCodeFor(verdict, { allowIncomplete: given['allow-incomplete'] === true && cut === undefined })

/** Says aloud what the exit code, or a silent stdout, would hide. */
function conclude(outcome: Run, given: Given): void {
  const { verdict, results, cut } = outcome
  const unjudged = results.filter(({ status }) => status === 'skip').length
  if (verdict === 'incomplete' && given['allow-incomplete'] && cut === undefined)
    complain(`INCOMPLETE: ${unjudged} of ${results.length} checks could not be judged, which was allowed.`)
  else if (given.reporter?.every(({ file }) => file !== undefined))
    complain(`${verdict}: ${verdictInWords(outcome)}`)
}
