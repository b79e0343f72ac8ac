import { randomBytes } from 'node:crypto'
import type { Check } from '../../conformance/checks/check.ts'
import { choose, noSuchCheck } from '../../conformance/checks/choose.ts'
import { checks as allChecks } from '../../conformance/checks/index.ts'
import { writeEggFiles } from '../../conformance/client/egg-file.ts'
import { Unreachable } from '../../conformance/client/probe.ts'
import { Busy } from '../../conformance/client/retry-budget.ts'
import { mustBeOf, type Replay, readReplay } from '../../conformance/explore/replay.ts'
import { exitCodes, wasJudged } from '../../conformance/judge/verdict.ts'
import { notSelectedLines, verdictInWords } from '../../conformance/report/summary.ts'
import { notSelectedFor, run } from '../../conformance/run.ts'
import type { Run } from '../../conformance/run-result.ts'
import { asKnown, type Known, readKnownFile, unexplained } from '../../conformance/target/known.ts'
import { readTargetFile } from '../../conformance/target/read-target.ts'
import { BadInput } from '../../conformance/target/target.ts'
import { plural } from '../../src/contract/checking/words.ts'
import { identityOf, mustBeWritable, readInput, replacesContent, writeForOwner } from '../files.ts'
import type { Values } from '../flags.ts'
import { complain, print, progressOn, table, UsageError } from '../terminal.ts'
import { type Connection, connectionFor, tlsHint } from './connection.ts'
import { type EarlyEnd, endingOf } from './ending.ts'
import { findTarget, noBaseUrl, readBaseUrl } from './find-target.ts'
import type { checkFlags } from './flags.ts'
import { listsLeftBehind, reportsFor, tellLeftBehind } from './reports.ts'
import { rerunCommand } from './rerun-command.ts'

type CheckValues = Values<typeof checkFlags>

/** The arguments of a check, and the data of the files that they name. */
interface Plan {
  readonly url: string | undefined
  readonly checks: readonly Check[]
  readonly known: readonly Known[]
  readonly connection: Connection
  readonly replay: Replay | undefined
}

/** Checks the server at a URL and reports on it. @returns the exit code */
export async function checkServer(
  passed: CheckValues,
  [argument]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  refuseContradictions(passed, argument)
  const values = passed.explore
    ? { ...passed, 'explore-seed': passed['explore-seed'] ?? randomBytes(4).toString('hex') }
    : passed
  const ending = endingOf(values['max-time'])
  try {
    return await checkUntil(ending, values, argument, env)
  } catch (error) {
    // A signal also ends the wait for a pipe.
    const code = ending.exitCode()
    if (code === undefined || !(error instanceof BadInput || error instanceof UsageError)) throw error
    return code
  } finally {
    ending.release()
  }
}

/** The same, until an early end. */
async function checkUntil(
  ending: EarlyEnd,
  values: CheckValues,
  argument: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const url = argument === undefined ? undefined : readBaseUrl(argument)
  const checks = choose(allChecks, values)
  const { signal } = ending
  const known = values.known === undefined ? [] : await readKnownFile(values.known, ids, { signal })
  await refuseOverwriting(values)
  const report = await reportsFor(values.reporter, env)
  const knownFile = values['write-known']
  if (knownFile !== undefined) await mustBeWritable('--write-known', knownFile)
  const replaced = knownFile !== undefined && (await replacesContent(knownFile))
  const kept = replaced ? await readKnownFile(knownFile, ids, { signal }) : []
  const replay =
    values.replay === undefined ? undefined : await readReplayFile(values.replay, url, checks, signal)
  const plan = { url, checks, known, connection: await connectionFor(values, signal), replay }
  if (values['dry-run']) return listChecks(ending, values, plan, env)
  const result = await runPlan(ending, values, plan, env)
  const exitCode = ending.exitCode() ?? exitCodes[isExcused(result, values) ? 'conforms' : result.verdict]
  await writeEggFiles(
    result.results.flatMap(({ curl }) => curl ?? []),
    result.exchanges,
  )
  try {
    await report(result, {
      ...rerunCommand(values, url),
      isSelection: values.only !== undefined,
      showGaps: values['show-gaps'] ?? false,
      verbose: values.verbose ?? false,
      exitCode,
      // If the server provides the target file, the target can be a sandbox of the server.
      ...(url !== undefined && values.target === undefined && { asked: url }),
    })
  } finally {
    if (knownFile !== undefined) await writeKnown(knownFile, result, kept, known)
  }
  conclude(result, values)
  return exitCode
}

/**
 * Writes a file of known deviations, and says which entries need a reason.
 * @param kept the entries that the file has, which stay before equal ones of `known`
 */
async function writeKnown(
  path: string,
  result: Run,
  kept: readonly Known[],
  known: readonly Known[],
): Promise<void> {
  if (!result.results.some(wasJudged))
    return complain(`No check was judged, so no known deviations were written to ${path}.`)
  const others = known.filter(({ id }) => !kept.some((entry) => entry.id === id))
  const entries = asKnown(result, [...kept, ...others])
  await writeForOwner(path, `${JSON.stringify(entries, null, 2)}\n`)
  const added = entries.filter(({ reason }) => reason === unexplained).length
  const next = added > 0 ? `; write a reason for each that is "${unexplained}"` : ''
  complain(`Wrote ${plural(entries.length, 'known deviation')} to ${path}${next}.`)
}

function refuseContradictions(values: CheckValues, argument: string | undefined): void {
  const { self, target } = values
  if (self && (argument !== undefined || target !== undefined))
    throw new UsageError(
      '--self checks the mock server, so it cannot be combined with a base URL or --target.',
    )
  if (!self && argument === undefined && target === undefined) throw noBaseUrl()
  for (const name of ['explore-requests', 'explore-seed'] as const)
    if (values[name] !== undefined && !values.explore)
      throw new UsageError(`--${name} needs --explore, which it is a part of.`)
  for (const name of ['explore', 'read-only', 'known', 'write-known'] as const)
    if (values.replay !== undefined && values[name])
      throw new UsageError(`--replay sends stored requests again, so it cannot be combined with --${name}.`)
}

/**
 * Refuses output to a file that is read as well, or that has another output; only known deviations are read and written
 * again.
 * @param importEgg the file that the target names
 */
async function refuseOverwriting(values: CheckValues, importEgg?: string): Promise<void> {
  const { target, known, replay, ca, reporter = [], 'write-known': written } = values
  const flags: readonly (readonly [flag: string, path: string | undefined])[] = [
    ['files.importEgg', importEgg],
    ...Object.entries({ target, known, replay, ca }).map(([name, path]) => [`--${name}`, path] as const),
    ...reporter.map(({ name, file }) => [`--reporter ${name}`, file] as const),
    ['--write-known', written],
    // A shell may have opened one of these files for stdout.
    ['stdout', reporter.some(({ file }) => file === undefined) ? '/dev/stdout' : undefined],
  ]
  const taken = new Map<string, string>()
  for (const [flag, path] of flags) {
    if (path === undefined) continue
    const file = await identityOf(path)
    const other = taken.get(file)
    const isInput = !/^(?:--reporter|--write-known|stdout)/.test(flag)
    if (other !== undefined && !isInput && !(flag === '--write-known' && other === '--known'))
      throw new UsageError(`${flag} cannot write to ${path}: it is the file of ${other}.`)
    taken.set(file, other ?? flag)
  }
}

const ids = allChecks.map(({ id }) => id)

/** The longest report that is read, in bytes. */
const longestReport = 200_000_000

/**
 * @param checks those that are chosen
 * @throws UsageError, BadInput
 */
async function readReplayFile(
  path: string,
  url: string | undefined,
  checks: readonly Check[],
  signal: AbortSignal,
): Promise<Replay> {
  const text = await readInput(path, { most: longestReport, signal })
  const replay = readReplay(text, path)
  // The target of a server that provides its own is a sandbox of the server.
  if (url !== undefined && replay.target !== url && !replay.target.startsWith(`${url}/~`))
    throw new UsageError(`--replay: ${path} is about ${replay.target}, not about ${url}.`)
  const unknown = replay.findings.find(({ check }) => !ids.includes(check))
  if (unknown) throw noSuchCheck(unknown.check, ids, `--replay: ${path}: `)
  if (!replay.findings.some(({ check }) => checks.some(({ id }) => id === check)))
    throw new UsageError(
      `--replay: ${path} holds no finding of the chosen checks, so there is nothing to send again.`,
    )
  return replay
}

/** Lists the selected checks without sending a request. */
async function listChecks(
  { signal }: EarlyEnd,
  { target }: CheckValues,
  { url, checks }: Plan,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const given = target === undefined ? undefined : await readTargetFile(target, { env, baseUrl: url, signal })
  const notSelected = given ? await notSelectedFor(given, checks) : []
  const selected = checks.filter(({ id }) => !notSelected.some((each) => each.id === id))
  const less = given ? '' : ', less those that need an entry that the target lacks'
  await print(
    [
      table(selected.map(({ id, level, title }) => [id, level, title])),
      plural(selected.length, 'check') + less,
      ...notSelectedLines({ notSelected }).map((line) => `not selected: ${line}`),
      '',
    ].join('\n'),
  )
  return exitCodes.conforms
}

/** The result of a run, or a substitute if no server responds. */
async function runPlan(
  ending: EarlyEnd,
  values: CheckValues,
  { url: passed, checks, known, connection, replay }: Plan,
  env: NodeJS.ProcessEnv,
): Promise<Run> {
  const mock = values.self ? await startMock() : undefined
  const url = mock?.url ?? passed
  const progress = progressOn(process.stderr)
  try {
    const target = await findTarget(
      { url, file: values.target, waitFor: values['wait-for'] },
      { ...connection, signal: ending.signal },
      env,
    )
    await refuseOverwriting(values, target.importEggFile)
    if (replay) mustBeOf(replay, target, values.replay ?? '', !values.self)
    const result = await run({
      ...connection,
      ...(replay && { replay: replay.findings }),
      ...(values.explore && {
        explore: { requests: values['explore-requests'] ?? 2_000, seed: values['explore-seed'] ?? '' },
      }),
      target,
      checks,
      known,
      level: values.level ?? 'inferred',
      strict: values.strict ?? false,
      readOnly: values['read-only'] ?? false,
      bail: values.bail ?? false,
      // A run of a few checks should send few requests.
      observe: values.only === undefined,
      onProgress: progress.show,
      signal: ending.signal,
      deadline: ending.deadline,
    })
    const mayHint = result.verdict === 'unreachable' && !ending.signal.aborted
    const hint = mayHint ? await tlsHint(target.baseUrl) : ''
    if (hint !== '') complain(`${target.baseUrl} cannot be reached.${hint}`)
    // A mock server that is stopped now has no leftovers.
    return mock ? { ...result, ledger: [] } : result
  } catch (error) {
    const address = url ?? values.target ?? ''
    if ((error instanceof Unreachable || error instanceof BadInput) && ending.signal.aborted)
      return { ...unreachable(address), verdict: 'incomplete', cut: checks.length }
    if (error instanceof Busy) return allSkipped(address, checks, error.message)
    if (!(error instanceof Unreachable)) throw error
    complain(error.message + (await tlsHint(address)))
    return unreachable(address)
  } finally {
    ending.release()
    progress.clear()
    await mock?.close()
  }
}

/** Starts the mock server. Its module is loaded only for `--self`. */
const startMock = async () => (await import('../../src/index.ts')).startNestbox({ port: 0 })

/** The result if no server responds. */
const unreachable = (target: string): Run => ({
  target,
  verdict: 'unreachable',
  results: [],
  targetProblems: [],
  notSelected: [],
  gaps: [],
  fields: { known: 0, seen: 0, never: [] },
  ledger: [],
  serverErrors: [],
  stale: [],
  requests: 0,
  exchanges: [],
  startedAt: new Date().toISOString(),
  milliseconds: 0,
})

/** The result if the server was too busy to provide its target file. */
const allSkipped = (target: string, checks: readonly Check[], message: string): Run => ({
  ...unreachable(target),
  verdict: 'incomplete',
  results: checks.map(({ id, section, clauses, level, title }) => ({
    ...{ id, section, clauses, level, title, message },
    status: 'skip',
  })),
})

/** Whether `--allow-incomplete` excuses a run; it has no effect on a run that ended early. */
const isExcused = ({ verdict, cut }: Run, values: CheckValues): boolean =>
  verdict === 'incomplete' && values['allow-incomplete'] === true && cut === undefined

/** Prints facts that the exit code, or a stdout without a report, would hide. */
function conclude(result: Run, values: CheckValues): void {
  const { verdict, results } = result
  const skipped = results.filter(({ status }) => status === 'skip').length
  if (isExcused(result, values))
    complain(`INCOMPLETE: ${skipped} of ${results.length} checks could not be judged (--allow-incomplete).`)
  else if (values.reporter?.every(({ file }) => file !== undefined))
    complain(`${verdict}: ${verdictInWords(result)}`)
  if (!listsLeftBehind(values.reporter)) tellLeftBehind(result)
}
