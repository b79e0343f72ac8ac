import { gaps as allGaps, type OperationId, operationIds, operations } from '../src/contract/index.ts'
import { type Check, type Phase, phaseOf } from './checks/check.ts'
import { neededBy } from './checks/choose.ts'
import type { Exchange } from './client/client.ts'
import { breathe } from './client/ending.ts'
import type { Fixtures } from './judge/fixtures.ts'
import { longestLagMs } from './judge/lag.ts'
import { ignoreUnjudged, isSkip, type Observation, type Outcome } from './judge/outcome.ts'
import { partsOf } from './judge/parts.ts'
import { wasGranted } from './judge/reception.ts'
import { restore } from './judge/restore.ts'
import { RuleJudge } from './judge/rule.ts'
import { observe } from './observe/index.ts'
import type { Results } from './results.ts'
import { type JudgedLog, judgeLog, sendAsBefore } from './rules/confirm.ts'
import { refusedToTheEnd } from './rules/stays-refused.ts'
import type { RunOptions } from './run-options.ts'
import type { Run } from './run-result.ts'

const gapIds: readonly string[] = Object.keys(allGaps)

/** The checks that need an entry that the target lacks. */
export const withoutEntry = (checks: readonly Check[], fixtures: Fixtures): Run['notSelected'] =>
  checks.flatMap(({ id, notSelected: why }) => {
    const reason = why?.(fixtures)
    return reason === undefined ? [] : [{ id, reason }]
  })

/** The plain run: sends the scenes of the checks by phase, then judges the responses. */
export class PlainRun {
  readonly #fixtures: Fixtures
  readonly #options: RunOptions
  readonly #results: Results
  readonly #checks: readonly Check[]
  /** Checks whose requests are needed, with any result. */
  readonly #others: readonly Check[]
  readonly #played = new Set<Check>()
  readonly #rules: ReadonlyMap<Check, RuleJudge>
  /** The number of responses that the rules have judged, and whether the run was ended before they had judged all. */
  #judged = 0
  #isCut = false
  #isJudged = false

  constructor(fixtures: Fixtures, options: RunOptions, results: Results) {
    this.#fixtures = fixtures
    this.#options = options
    this.#results = results
    results.notSelected.push(...withoutEntry(options.checks, fixtures))
    const unselected = new Set(results.notSelected.map(({ id }) => id))
    this.#checks = options.checks.filter(({ id }) => !unselected.has(id))
    this.#others =
      options.requests === 'own'
        ? []
        : neededBy(this.#checks).filter(({ notSelected: why }) => !why?.(fixtures))
    this.#rules = new Map(
      this.#checks.flatMap((check) => (check.rule ? [[check, new RuleJudge(check.rule)]] : [])),
    )
  }

  /** Sends everything, and judges it. @returns the observed gaps */
  async play(): Promise<readonly Observation[]> {
    const fixtures = this.#fixtures
    const mayObserve = this.#options.observe !== false
    let isWhole = (await this.#playPhase('unwritten')) && (await this.#playPhase('first'))
    const sees = mayObserve && isWhole && !this.#isEnded
    const before = sees ? await observe(fixtures, 'before') : []
    // A server may lock the kit out after tokens that it must refuse, so the resources are restored before.
    const hasRefusals = this.#checks.some((check) => phaseOf(check) === 'refusal')
    if (isWhole && !this.#isEnded && hasRefusals) await restore(fixtures)
    isWhole &&= await this.#playPhase('refusal')
    const after = sees && !this.#isEnded ? await observe(fixtures, 'after') : []
    isWhole &&= await this.#playPhase('last')
    // If the run was ended, the restoring must not wait.
    if (!this.#isEnded) await this.#judge(isWhole)
    return [...before, ...after].toSorted((one, other) => gapIds.indexOf(one.id) - gapIds.indexOf(other.id))
  }

  /**
   * Judges responses from after the scenes, such as those of the restoring, and everything if the run was ended
   * before it was judged, as far as there is time.
   */
  async judgeLate(): Promise<void> {
    if (!this.#isJudged) return this.#judge(true)
    if (this.#isCut) return
    await this.#judgeResponses()
    for (const [check, rule] of this.#rules) {
      const failure = this.#results.statusOf(check) === 'pass' && rule.failure()
      if (failure) this.#results.fail(check, failure)
    }
  }

  /**
   * Judges the operations that the server granted, and then refused up to now.
   * @param restoring the requests that have restored the resources, if they have
   */
  async judgeEnd(restoring?: readonly Exchange[]): Promise<void> {
    if (this.#isEnded || this.#isCut) return
    const checkOf = (id: OperationId): Check | undefined =>
      this.#checks.find((each) => each.id === `${operations[id].section}/response`)
    const isOpen = (id: OperationId): boolean => {
      const check = checkOf(id)
      // After the restoring, no wait comes twice.
      const open = restoring ? ['pass'] : ['pass', 'skip']
      return check !== undefined && open.includes(this.#results.statusOf(check) ?? '')
    }
    for (const [id, outcome] of await refusedToTheEnd(this.#fixtures, isOpen, restoring)) {
      const check = checkOf(id)
      if (!check) continue
      if (isSkip(outcome)) this.#results.set(check, { status: 'skip', message: outcome.skip })
      else this.#results.fail(check, outcome)
    }
  }

  get #isEnded(): boolean {
    return this.#options.signal?.aborted ?? false
  }

  /** @returns whether the run continues */
  async #playPhase(phase: Phase): Promise<boolean> {
    const isOfPhase = (check: Check): boolean => phaseOf(check) === phase
    for (const other of this.#others.filter(isOfPhase)) if (!this.#isEnded) await this.#playScenes(other)
    for (const check of this.#checks.filter(isOfPhase)) {
      await breathe()
      if (this.#isEnded) return false
      await this.#playScenes(check)
      this.#played.add(check)
      this.#options.onProgress?.(check, this.#played.size, this.#checks.length)
      if (this.#options.bail && (await this.#fails(check))) return false
    }
    return true
  }

  async #playScenes({ needs = [], scenes = [], rule }: Check): Promise<void> {
    // The responses so far are judged now: the restoring of a run that is ended may take all the time that is left.
    await this.#judgeResponses()
    const fixtures = this.#fixtures
    const plain: readonly OperationId[] = rule ? (rule.on ?? operationIds) : []
    // Errors are reported when the checks that need the scene are judged.
    for (const id of plain) await fixtures.plain(id).catch(isNotDone)
    for (const scene of needs) if (!(await fixtures.play(scene).then(isDone, isNotDone))) return
    for (const scene of scenes) await fixtures.play(scene).catch(isNotDone)
  }

  /** Whether the exchanges so far fail a check. */
  async #fails(check: Check): Promise<boolean> {
    await this.#judgeResponses()
    const isFailure = (each: Check): boolean =>
      this.#results.judged(each, () => this.#outcome(each)).status === 'fail'
    return isFailure(check) || [...this.#rules].some(([each, rule]) => rule.failure() && isFailure(each))
  }

  /** Judges new responses by the rules. */
  async #judgeResponses(): Promise<void> {
    const { exchanges, session } = this.#fixtures
    for (const exchange of exchanges.slice(this.#judged)) {
      await breathe()
      this.#isCut = session.client.isEnded
      if (this.#isCut) return
      this.#judged += 1
      if (!wasGranted(exchange)) continue
      const response = partsOf(exchange)
      for (const rule of this.#rules.values()) rule.take(response, this.#fixtures)
    }
  }

  /** Sends requests again whose responses had values from before a write, after the time that these may lag. */
  async #lookAgain(): Promise<void> {
    const { session } = this.#fixtures
    // A response may be wrong every second time.
    // The first time, a write may change again what it changed before; a response may be wrong every second time.
    for (const rule of this.#rules.values())
      for (const exchange of rule.doubtful)
        for (const round of [1, 2, 3]) {
          await session.client.wait(longestLagMs)
          const again = await sendAsBefore(this.#fixtures, exchange).catch(ignoreUnjudged)
          if (again && round > 1) rule.settle(again, this.#fixtures)
        }
  }

  #outcome(check: Check): Outcome {
    const fixtures = this.#fixtures
    const { needs = [], scenes = [], judge } = check
    for (const scene of needs) {
      const why = fixtures.whyNot(scene)
      if (why) return why
    }
    for (const scene of scenes) fixtures.whyNot(scene)
    const rule = this.#rules.get(check)
    const isCut = fixtures.session.client.isEnded && this.#judged < fixtures.exchanges.length
    const outcomes = [
      isCut ? (rule?.failure() ?? (rule && { skip: endedBefore })) : rule?.outcome(fixtures),
      judge?.(fixtures),
    ]
    return outcomes.find((outcome) => outcome && !isSkip(outcome)) ?? outcomes.find(Boolean)
  }

  async #judge(isWhole: boolean): Promise<void> {
    this.#isJudged = true
    const { failures, unclear, isCut } = isWhole
      ? await judgeLog(this.#fixtures, this.#checks, !this.#isEnded)
      : nothing
    await this.#judgeResponses()
    if (isWhole && !this.#isEnded) await this.#lookAgain()
    for (const check of this.#checks) {
      const failure = failures.get(check.id)
      if (!this.#played.has(check) && !failure && !this.#rules.get(check)?.failure()) continue
      await breathe()
      const found = { failure, change: unclear.get(check.id) ?? (isCut ? endedBefore : undefined) }
      this.#results.conclude(check, () => this.#outcome(check), found, this.#checks.length)
      if (this.#options.bail && this.#results.statusOf(check) === 'fail') return
    }
  }
}

const nothing: JudgedLog = { failures: new Map(), unclear: new Map(), isCut: false }

const endedBefore = 'the run was ended before that'

const isDone = (): boolean => true
const isNotDone = (): boolean => false
