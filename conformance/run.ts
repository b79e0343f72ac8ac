import { gaps as allGaps, type Level } from '../src/contract/index.ts'
import { checkRunOptions } from './check-run-options.ts'
import type { Check } from './checks/check.ts'
import { checks as allChecks } from './checks/index.ts'
import { neededBy } from './checks/needed.ts'
import { Client, type Exchange } from './client/client.ts'
import { curlOf, requestLine } from './client/curl.ts'
import { breathe, type EndOptions, type Pause } from './client/ending.ts'
import { written } from './client/long-integers.ts'
import { hiding, Redactor } from './client/redact.ts'
import { commandsOf } from './explore/commands.ts'
import { type ExploreOptions, Explorer, type Told } from './explore/explore.ts'
import { cameEachTime, type Replay } from './explore/replay.ts'
import { tablesOf } from './explore/tables.ts'
import { FieldLedger } from './judge/field-ledger.ts'
import { Fixtures, partsOf } from './judge/fixtures.ts'
import {
  type Failure,
  isSkip,
  type Observation,
  type Result,
  type Skip,
  whyUnjudged,
} from './judge/outcome.ts'
import { inShort, wasGranted } from './judge/reception.ts'
import { restore } from './judge/restore.ts'
import { summed } from './judge/rule.ts'
import { serverErrors } from './judge/server-errors.ts'
import { Session } from './judge/session.ts'
import { verdictOn } from './judge/verdict.ts'
import { observe } from './observe/index.ts'
import { redactResult, redactRun } from './redact-run.ts'
import { type JudgedLog, judgeLog } from './rules/confirm.ts'
import type { Explored, Run } from './run-result.ts'
import { type Known, matching } from './target/known.ts'
import { targetDoubts, targetProblems } from './target/preflight.ts'
import type { Target } from './target/target.ts'

export interface RunOptions extends EndOptions {
  readonly target: Target
  /** The checks to run, in order; `choose` selects checks by id. */
  readonly checks: readonly Check[]
  /** Failures of checks below this level are warnings; `inferred`, the lowest level, by default. */
  readonly level?: Level
  /** Whether null and absent fields fail everywhere. */
  readonly strict?: boolean
  /** Sends no request that writes, even if the target is disposable. */
  readonly readOnly?: boolean
  /** Known deviations: failures of the checks that they name are excused until the deviations expire. */
  readonly known?: readonly Known[]
  /** Whether to stop at the first failure. */
  readonly bail?: boolean
  /** Timeout of a request with its response, in milliseconds; 10,000 by default. */
  readonly timeout?: number
  /** The maximum number of requests in a second. */
  readonly rate?: number
  /** Certificates to trust, as PEM. */
  readonly ca?: string
  /** The file of `ca`, for commands that repeat a request. */
  readonly caFile?: string
  /** Whether any certificate is trusted. */
  readonly insecure?: boolean
  /**
   * How to wait before a request is sent again after a 429, or after a 503 with `Retry-After`; for tests that must
   * not wait.
   */
  readonly pause?: Pause
  /** Whether to observe the gaps as well, which needs additional requests; true by default. */
  readonly observe?: boolean
  /**
   * The requests to send. `needed`, the default: those of the checks, and those of other checks whose responses the checks
   * judge, so that a few checks find what they find in a run of all checks. `own`: those of the checks.
   */
  readonly requests?: 'needed' | 'own'
  /** Explores the server after the checks: random steps, drawn by a seed. */
  readonly explore?: ExploreOptions
  /** Sends the findings of an exploration again, instead of running the checks. */
  readonly replay?: Replay['findings']
  /** Called with each result as soon as it is known. */
  readonly onResult?: (result: Result, done: number, of: number) => void
}

/**
 * Runs checks against a target, one request at a time. Errors of the server are in the results, never thrown. Nothing in
 * the results contains a token or a header of the target.
 * @throws BadInput for options without a check, or with values that no run can have
 */
export async function run(options: RunOptions): Promise<Run> {
  checkRunOptions(options)
  const { tokens, headers } = options.target
  const redactor = new Redactor([...Object.values(tokens), ...Object.values(headers)])
  return hiding(redactor, () => judgeTarget(options, redactor))
}

async function judgeTarget(options: RunOptions, redactor: Redactor): Promise<Run> {
  const startedAt = new Date().toISOString()
  const started = performance.now()
  const { target } = options
  const client = clientFor(options)
  const session = new Session(target, client, { readOnly: options.readOnly ?? false })
  const fixtures = new Fixtures(session, options.strict ? 'strict' : 'loose')
  try {
    const problems = await targetProblems(fixtures, new Set(options.checks.map(({ section }) => section)))
    const isJudged = problems.length === 0
    const judged = !isJudged
      ? nothing
      : options.replay
        ? await sendAgain(fixtures, options, options.replay, redactor)
        : await judgeAll(fixtures, options, redactor)
    const { gaps, notSelected } = judged
    const done = session.exchanges.length
    const explored =
      isJudged &&
      options.explore &&
      !options.replay &&
      !options.signal?.aborted &&
      !(options.bail && hasFailed(judged))
        ? await exploreMore(fixtures, options, options.explore, judged.results, redactor)
        : undefined
    client.beginRestoring()
    await explored?.putBack()
    await restore(fixtures)
    const all = judgeLate(fixtures, options, explored?.results ?? judged.results, done, redactor)
    const results = all.map((result) => excused(result, all, options))
    const fields = new FieldLedger()
    for (const found of fixtures.seen.found()) fields.note(found)
    const stale = staleEntries(options.known ?? [], results)
    const verdict = verdictOn(results, stale, client.exchanges)
    const cut =
      options.signal?.aborted || !isJudged
        ? options.checks.length - notSelected.length - results.length
        : undefined
    const whole: Run = {
      target: target.baseUrl,
      verdict: cut !== undefined && verdict === 'conforms' ? 'incomplete' : verdict,
      results,
      targetProblems: isJudged ? targetDoubts(fixtures) : problems,
      notSelected,
      gaps,
      fields: fields.summary(),
      ledger: [...new Set(session.ledger.map(written))],
      serverErrors: serverErrors(client.exchanges, results),
      stale,
      requests: client.exchanges.length,
      exchanges: client.exchanges,
      ...(explored && { exploration: explored.exploration }),
      ...(options.checks.length < allChecks.length && {
        leftOut: allChecks.length - options.checks.length,
      }),
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

const clientFor = ({ target, timeout = 10_000, insecure = false, ...options }: RunOptions): Client =>
  new Client({
    baseUrl: target.baseUrl,
    tokens: target.tokens,
    headers: target.headers,
    timeout,
    rate: options.rate,
    ca: options.ca,
    insecure,
    pause: options.pause,
    signal: options.signal,
    deadline: options.deadline,
  })

/** A check that was skipped because of a known deviation in another check is known as well. */
function excused(result: Result, all: readonly Result[], { known = [] }: RunOptions): Result {
  const { needs, message = '' } = result
  if (result.status !== 'skip' || needs === undefined) return result
  const blamed = all.find(({ id, status }) =>
    needs === 'any' ? status === 'known' && id.endsWith('/answer') : id === needs,
  )
  const excuse = matching(known, blamed?.id ?? needs)
  if (!excuse || (blamed && blamed.status !== 'known')) return result
  return { ...result, status: 'known', message: `${message}. Known: ${excuse.reason}` }
}

interface Judged {
  readonly results: readonly Result[]
  readonly gaps: readonly Observation[]
  readonly notSelected: Run['notSelected']
}

type NotSelected = Run['notSelected'][number]

/** The results of a run that stops before its first check. */
const nothing: Judged = { results: [], gaps: [], notSelected: [] }

/**
 * Runs the checks by phase: checks that play fixtures, then the observations, then requests with tokens that must be
 * refused (a server may lock out their sender), then rules, which judge every response of the run.
 */
async function judgeAll(fixtures: Fixtures, options: RunOptions, redactor: Redactor): Promise<Judged> {
  const notSelected = withoutEntry(options.checks, fixtures)
  const unselected = new Set(notSelected.map(({ id }) => id))
  const checks = options.checks.filter(({ id }) => !unselected.has(id))
  const others =
    options.requests === 'own' ? [] : neededBy(checks).filter(({ notSelected: why }) => !why?.(fixtures))
  const played: Result[] = []
  const play = async (phase: Check['phase']): Promise<boolean> => {
    // Whatever these checks say, only their requests are needed.
    for (const other of others.filter((each) => each.phase === phase && phase !== 'rule'))
      if (!options.signal?.aborted) await other.run(fixtures).catch(() => undefined)
    for (const check of checks.filter((each) => each.phase === phase)) {
      await breathe()
      if (options.signal?.aborted) return false
      const result = await judge(check, fixtures, options, played, redactor)
      if ('reason' in result) {
        notSelected.push(result)
        continue
      }
      played.push(result)
      options.onResult?.(redactResult(result, redactor), played.length, checks.length)
      if (options.bail && result.status === 'fail') return false
    }
    return true
  }
  const isWhole = await play(undefined)
  const sees = options.observe !== false && isWhole && !options.signal?.aborted
  const before = sees ? await observe(fixtures, 'before') : []
  // A server may lock the kit out after tokens that it must refuse, so the resources are restored before.
  if (isWhole && !options.signal?.aborted && checks.some(({ phase }) => phase === 'refusal'))
    await restore(fixtures)
  const isAll = isWhole && (await play('refusal'))
  const gaps = [
    ...before,
    ...(sees && !options.signal?.aborted ? await observe(fixtures, 'after') : []),
  ].toSorted(byGap)
  if (isAll) {
    for (const check of [...others, ...checks]) {
      await breathe()
      // The check throws the same error again when it is judged, and then reports it.
      if (!options.signal?.aborted) await check.play?.(fixtures).catch(() => undefined)
    }
    if (await play('after')) {
      const judged = await judgeLog(fixtures, checks)
      await play('rule')
      for (const [at, result] of played.entries()) played[at] = withJudged(result, judged, options, redactor)
    }
  }
  const order = options.checks.map(({ id }) => id)
  const results = played.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
  return { results, gaps, notSelected }
}

/** A result with what the rules over the log say of its check, unless the check failed by itself. */
function withJudged(
  result: Result,
  { failures, unclear }: JudgedLog,
  options: RunOptions,
  redactor: Redactor,
): Result {
  const failure = failures.get(result.id)
  const change = unclear.get(result.id)
  if (!failure && change !== undefined && result.status === 'pass')
    return {
      ...result,
      status: 'skip',
      message: `seen once, and not again when the same requests were sent again: ${change}`,
    }
  const check = options.checks.find(({ id }) => id === result.id)
  if (!failure || !check || (result.status !== 'pass' && result.status !== 'skip')) return result
  const { message: _, needs: __, ...base } = result
  return { ...base, ...blame(check, failure, options, redactor) }
}

/** The checks that need an entry that the target lacks. */
const withoutEntry = (checks: readonly Check[], fixtures: Fixtures): NotSelected[] =>
  checks.flatMap(({ id, notSelected: why }) => {
    const reason = why?.(fixtures)
    return reason === undefined ? [] : [{ id, reason }]
  })

/** The checks that a run would not select for a target, without a request. */
export async function notSelectedFor(target: Target, checks: readonly Check[]): Promise<Run['notSelected']> {
  const client = clientFor({ target, checks })
  try {
    return withoutEntry(checks, new Fixtures(new Session(target, client, { readOnly: true })))
  } finally {
    await client.close()
  }
}

const gapIds: readonly string[] = Object.keys(allGaps)

const hasFailed = ({ results }: Judged): boolean => results.some(({ status }) => status === 'fail')

/**
 * Explores the server, and reports what is found as failures of the checks that it belongs to. Checks that failed before
 * have told their cause.
 */
async function exploreMore(
  fixtures: Fixtures,
  options: RunOptions,
  explore: ExploreOptions,
  results: readonly Result[],
  redactor: Redactor,
): Promise<{
  readonly results: readonly Result[]
  readonly exploration: Explored
  readonly putBack: () => Promise<void>
}> {
  const open = options.checks.filter(({ id }) =>
    results.some((result) => result.id === id && (result.status === 'pass' || result.status === 'skip')),
  )
  const explorer = new Explorer(fixtures, open)
  const { told, ...exploration } = await explorer.explore({
    ...explore,
    ...(options.bail && { findings: 1 }),
  })
  return {
    putBack: () => explorer.putBack(),
    results: results.map((result) => withTold(result, told, options, redactor)),
    exploration: {
      ...exploration,
      findings: told.length,
      resources: fixtures.session.target.resources,
    },
  }
}

/** A result with the finding of an exploration, if there is one of the check. */
function withTold(result: Result, told: readonly Told[], options: RunOptions, redactor: Redactor): Result {
  const found = told.find(({ check }) => check === result.id)
  const check = options.checks.find(({ id }) => id === result.id)
  if (!found || !check) return result
  const { failure, steps, played, again } = found
  const { message: _, needs: __, ...base } = result
  return {
    ...base,
    ...blame(check, failure, options, redactor),
    ...{ steps, again },
    curl: commandsOf(played, (exchange) => commandOf(exchange, options, redactor)).join('\n'),
  }
}

/** Sends the findings of an exploration again. */
async function sendAgain(
  fixtures: Fixtures,
  options: RunOptions,
  replays: Replay['findings'],
  redactor: Redactor,
): Promise<Judged> {
  // What the run puts back at its end is read before the first write.
  await tablesOf(fixtures)
  const checks = options.checks.filter(({ id }) => replays.some(({ check }) => check === id))
  const results: Result[] = []
  for (const check of checks) {
    const { id, section, clauses, level, title } = check
    const told: Told[] = []
    let cut: string | undefined
    for (const replay of replays.filter((each) => each.check === id)) {
      const { steps } = replay
      const { findings, played, ended } = await new Explorer(fixtures, [check]).replay(steps)
      const found = findings.find((finding) => finding.check === id)
      if (found) told.push({ check: id, failure: found.failure, steps, played, again: 'it came again' })
      cut ??= ended
      if (!found && !cameEachTime(replay))
        cut ??= `the requests show nothing now, which proves nothing. When it was found, ${replay.again}`
    }
    const rest = { id, section, clauses, level, title }
    const sent: Result =
      cut === undefined ? { ...rest, status: 'pass' } : { ...rest, status: 'skip', message: cut }
    results.push(withTold(sent, told, options, redactor))
    options.onResult?.(redactResult(results.at(-1) ?? sent, redactor), results.length, checks.length)
  }
  return { results, gaps: [], notSelected: [] }
}

/** Judges responses that came after the checks, such as those of the restoring, by the rules that passed before. */
function judgeLate(
  fixtures: Fixtures,
  options: RunOptions,
  results: readonly Result[],
  from: number,
  redactor: Redactor,
): readonly Result[] {
  const late = fixtures.session.exchanges.slice(from).filter(wasGranted)
  if (late.length === 0) return results
  return results.map((result) => {
    const check = options.checks.find(({ id }) => id === result.id)
    if (result.status !== 'pass' || !check?.rule) return result
    const { on, judge: judgeOne } = check.rule
    const judged = late.filter(({ ask }) => !on || on.includes(ask.operation))
    const failure = summed(
      judged.flatMap((exchange) => [...judgeOne(partsOf(exchange), fixtures.context)]),
      judged.length,
    )
    return failure ? { ...result, ...blame(check, failure, options, redactor) } : result
  })
}

/** Compares two gaps by their order in the contract. */
const byGap = (one: Observation, other: Observation): number =>
  gapIds.indexOf(one.id) - gapIds.indexOf(other.id)

async function judge(
  check: Check,
  fixtures: Fixtures,
  options: RunOptions,
  before: readonly Result[],
  redactor: Redactor,
): Promise<Result | NotSelected> {
  const { id, section, clauses, level, title, ignored } = check
  const base = { id, section, clauses, level, title, ...(ignored !== undefined && { ignored }) }
  try {
    const outcome = await check.run(fixtures).catch(whyUnjudged)
    if (!outcome) return { ...base, status: 'pass' }
    if (!isSkip(outcome)) return { ...base, ...blame(check, outcome, options, redactor) }
    if (outcome.isMoot) return { id, reason: outcome.skip }
    const { needs, remedy } = outcome
    const reason = reasonOf(outcome, before)
    return {
      ...base,
      status: 'skip',
      message: remedy === undefined ? reason : `${reason}; ${remedy}`,
      ...(remedy !== undefined && { remedy }),
      ...(needs !== undefined && { needs }),
    }
  } catch (error) {
    return {
      ...base,
      status: 'error',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

/**
 * Why a check could not be judged. If the check that it depends on passed, the reason is a later request that was
 * refused.
 */
function reasonOf({ skip, needs, refused }: Skip, before: readonly Result[]): string {
  if (!refused || !before.some(({ id, status }) => id === needs && status === 'pass')) return skip
  const { ask, reply, failure } = refused
  return `${ask.method} ${ask.path} was not granted, though another was: ${inShort(reply, failure)}`
}

function blame(
  check: Check,
  failure: Failure,
  options: RunOptions,
  redactor: Redactor,
): Omit<Result, keyof Check> & Pick<Result, 'status'> & { readonly clauses?: Result['clauses'] } {
  const { message, expected, actual, pointer, exchange, after, clauses, occurrences } = failure
  const { level = 'inferred', known = [] } = options
  const excuse = matching(known, check.id)
  const isBelow = level === 'stated' && check.level === 'inferred'
  return {
    status: excuse ? 'known' : isBelow ? 'warn' : 'fail',
    message: written(excuse ? `${message} Known: ${excuse.reason}` : message),
    expected: written(expected),
    actual: written(actual),
    ...(pointer !== undefined && { pointer }),
    ...(clauses && { clauses }),
    ...(occurrences && { occurrences }),
    ...(after && { after: requestLine(after) }),
    ...(exchange && {
      curl: [...(after ? [after] : []), exchange]
        .map((each) => commandOf(each, options, redactor))
        .join('\n'),
      exchange,
    }),
  }
}

/** A command that sends a request again; a secret that was quoted for a shell could not be recognised any more. */
const commandOf = (
  exchange: Exchange,
  { target, caFile, insecure }: RunOptions,
  redactor: Redactor,
): string => written(curlOf(redactor.exchange(exchange), redactor.text(target.baseUrl), { caFile, insecure }))

/** Known deviations that have expired, or whose checks all passed. */
function staleEntries(known: readonly Known[], results: readonly Result[]): string[] {
  const today = new Date().toISOString().slice(0, 10)
  return known.flatMap((entry) => {
    const matched = results.filter(({ id }) => matching([entry], id))
    if (entry.expires !== undefined && entry.expires < today)
      return [`${entry.id} expired on ${entry.expires}`]
    const isStale = matched.length > 0 && matched.every(({ status }) => status === 'pass')
    return isStale ? [`${entry.id} passes now`] : []
  })
}
