import { isWriting } from '../../src/contract/index.ts'
import type { Check } from '../checks/check.ts'
import { isTokenName } from '../client/credentials.ts'
import { isBarred } from '../judge/access.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { whyUnjudged } from '../judge/outcome.ts'
import type { Finding } from '../rules/finding.ts'
import type { Judge } from '../rules/index.ts'
import { refusedTags } from '../rules/refused-writes.ts'
import { Random } from '../steps/random.ts'
import { type Call, callsOf, type Entry, type Step } from '../steps/step.ts'
import { type Covered, coverageOf } from './coverage.ts'
import { Draw } from './draw.ts'
import { episode } from './episode.ts'
import { JudgedSteps, none, type Played, reasonOf } from './judged-steps.ts'
import { Player, usersLeft } from './player.ts'
import { putBackOthers } from './put-back.ts'
import { guessesOf, isFlicker, lastOnly, type Pending, textsOf } from './smaller.ts'
import { type Tables, tablesOf } from './tables.ts'
import { inWords, isSure, type Told, Trials } from './trials.ts'

export interface ExploreOptions {
  /** The number of requests, without those for making findings small. */
  readonly requests: number
  readonly seed: string
  /** The number of findings after which the exploration ends; 12 by default, because many findings have few causes. */
  readonly findings?: number
}

export interface Exploration {
  readonly seed: string
  readonly requests: number
  readonly episodes: number
  /** The number of requests for making findings small. */
  readonly repeated: number
  readonly told: readonly Told[]
  readonly coverage: readonly Covered[]
  /** Why it ended before all its requests were sent. */
  readonly ended?: string
  /** Limits of the exploration, and differences that are not faults of the server, as sentences. */
  readonly notes: readonly string[]
}

/** How often findings of one cause are made small without a result, before they are left alone. */
const mostTries = 5

/** The same for findings of one check in one episode, which mostly have one cause. */
const mostTriesInEpisode = 2

const bySureness = (one: Pending, other: Pending): number =>
  Number(one.finding.moved !== undefined) - Number(other.finding.moved !== undefined)

const onlyOnce = 'seen once, and not again when the same requests were sent again'

const neverAgain = 'it did not occur again alone: it needs the requests before'

/** A step with at most so many requests. */
const within = (step: Step, most: number): Step =>
  'burst' in step ? { burst: step.burst.slice(0, most) } : step

/** A finding with all steps of its episode. */
const asFound = ({ finding, steps, played, from }: Pending, again: string): Told => ({
  ...{ check: finding.check, failure: finding.failure, keys: [finding.key], again },
  ...{ steps: steps.slice(from), played: played.slice(from) },
})

/** A finding that the end of the run interrupted; undefined if another client, or a short outage, may be the reason. */
const asCut = (pending: Pending): Told | undefined =>
  pending.finding.moved === undefined && !pending.finding.key.startsWith('refused ')
    ? asFound(pending, 'the exploration ended before it was repeated')
    : undefined

/** Plays random steps against a server, judges every response, and reduces its findings. */
export class Explorer {
  readonly #fixtures: Fixtures
  readonly #checks: readonly Check[]
  readonly #steps: JudgedSteps
  /** Fields and lists of which a difference did not occur again. */
  readonly #dismissals = new Set<string>()
  #tables: Tables | undefined
  /** Why the exploration ended early. */
  #ended: string | undefined

  /** @param checks the checks to which findings may belong */
  constructor(fixtures: Fixtures, checks: readonly Check[]) {
    this.#fixtures = fixtures
    this.#checks = checks
    this.#steps = new JudgedSteps(fixtures, checks)
  }

  async explore({ requests, seed, findings = 12 }: ExploreOptions): Promise<Exploration> {
    const { session } = this.#fixtures
    const tables = await tablesOf(this.#fixtures).catch(whyUnjudged)
    if ('skip' in tables)
      return {
        ...{ seed, requests: 0, episodes: 0, repeated: 0, told: [], coverage: [] },
        ended: tables.skip,
        notes: [`nothing was explored: ${tables.skip}`],
      }
    if (tables.sites.length === 0) this.#ended = 'no request of the plain run was granted'
    this.#tables = tables
    const draw = new Draw(tables, session, new Random(seed))
    const judge = this.#steps.judge()
    const player = new Player(session)
    const told: Told[] = []
    const steps: Step[] = []
    const played: (readonly Entry[] | number)[] = []
    const tries = new Map<string, number>()
    let episodes = 0
    let explored = 0
    let repeated = 0
    try {
      while (explored < requests && this.#ended === undefined && told.length < findings) {
        episodes += 1
        const before = this.#steps.sent
        const found = await this.#episode(draw, player, judge, { steps, played }, requests - explored)
        explored += this.#steps.sent - before
        if (this.#steps.sent === before) this.#ended ??= 'no further request could be made'
        const inVain = new Map<string, number>()
        // Findings that no other client can cause are reported first.
        for (const pending of found.toSorted(bySureness)) {
          const { check, key } = pending.finding
          const times = tries.get(key) ?? 0
          const isTold = told.some((each) => each.check === check || each.keys.includes(key))
          const isVain = times === mostTries || inVain.get(check) === mostTriesInEpisode
          if (isVain || isTold || told.length === findings) continue
          tries.set(key, times + 1)
          const start = this.#steps.sent
          const small = this.#ended === undefined ? await this.#small(pending, draw) : asCut(pending)
          repeated += this.#steps.sent - start
          if (small && !told.some((each) => each.check === small.check)) told.push(small)
          if (!small) inVain.set(check, (inVain.get(check) ?? 0) + 1)
          // The repetitions wrote unknown values, so no request is compared with one before them.
          judge.model.forget()
        }
        if (this.#ended !== undefined) break
      }
    } catch (error) {
      this.#ended ??= reasonOf(error)
    }
    const ended = this.#ended
    if (ended !== undefined) this.#steps.notes.add(`the exploration ended early: ${ended}`)
    return {
      ...{ seed, episodes, repeated, told, ...(ended !== undefined && { ended }) },
      requests: explored,
      coverage: coverageOf(steps.flatMap(callsOf), tables),
      notes: [...this.#steps.notes],
    }
  }

  /** Restores values that only an exploration writes. */
  async putBack(): Promise<void> {
    if (this.#tables && this.#fixtures.session.mayWrite) await putBackOthers(this.#fixtures, this.#tables)
  }

  async #episode(
    draw: Draw,
    player: Player,
    judge: Judge,
    { steps, played }: { readonly steps: Step[]; readonly played: (readonly Entry[] | number)[] },
    most: number,
  ): Promise<readonly Pending[]> {
    const { session } = this.#fixtures
    const scenario = episode(draw, usersLeft(session, 15), most)
    const from = steps.length
    const found = new Map<string, Pending>()
    const start = this.#steps.sent
    for (let next = scenario.next(); !next.done; ) {
      const left = most - (this.#steps.sent - start)
      if (left <= 0) break
      const step = within(next.value, left)
      const isSkipped =
        this.#steps.isLockedOut && callsOf(step).some(({ credential }) => !isTokenName(credential))
      const { entries, findings } = isSkipped ? none : await this.#playOrEnd(step, player, judge)
      if (this.#ended !== undefined) break
      if (!isSkipped) {
        steps.push(step)
        played.push('pause' in step ? step.pause : entries)
      }
      for (const finding of findings) {
        const isOwn = this.#checks.some(({ id }) => id === finding.check)
        if (isOwn && !found.has(finding.key))
          found.set(finding.key, { finding, steps: [...steps], played: [...played], from })
      }
      next = scenario.next(entries)
    }
    return [...found.values()]
  }

  /** Plays a step of an episode; if that ends the exploration, its reason is noted, and the episode keeps its findings. */
  #playOrEnd = (step: Step, player: Player, judge: Judge): Promise<Played> =>
    this.#steps.play(step, player, judge).catch((error) => {
      this.#ended = reasonOf(error)
      return none
    })

  /** The shortest steps that show a finding; undefined if the server may not be the reason. */
  async #small(pending: Pending, draw: Draw): Promise<Told | undefined> {
    const { finding, steps } = pending
    const { session } = this.#fixtures
    const isRefusal = finding.key.startsWith('refused ')
    const trials = new Trials(
      pending,
      draw.plain,
      (some) => this.#steps.replay(some),
      () => usersLeft(session),
    )
    const first = await trials.first(guessesOf(pending, draw.plain.control(steps.at(-1))))
    const tried = first && (await trials.smallest(first))
    this.#ended ??= this.#steps.ended
    // Repetitions that the end of the run interrupts prove nothing.
    const isCut = session.client.isEnded || this.#ended !== undefined
    if (isCut && !(tried && isSure(tried))) return asCut(pending)
    // A server may refuse everything for a short time after invalid tokens, so they must not be the reason.
    if (tried && isRefusal && tried.steps.flatMap(callsOf).some(isBarred)) {
      const valid = tried.steps.map((step) =>
        'operation' in step && isBarred(step) ? this.#asOwner(step) : step,
      )
      if (valid.flatMap(callsOf).some(isBarred) || !(await trials.show(valid)))
        return this.#observed(finding, 'it occurred only after invalid tokens, which may lock the kit out')
    }
    if (finding.moved !== undefined) {
      // A boolean has only one other value, and a server may be busy once, so once is a coincidence.
      const least = typeof finding.actual === 'boolean' || isRefusal ? 1 : 0
      const mayBe = tried && (isSure(tried) || (tried.times > least && finding.isExplained === true))
      if (!mayBe) return this.#dismissed(finding, tried && tried.times > 0 ? inWords(tried) : onlyOnce)
      if (await this.#isMoving(trials.shown?.steps ?? [], finding))
        return this.#dismissed(
          finding,
          'it occurs without a write too, so that another client may be the reason',
        )
      if (session.client.isEnded) return undefined
    }
    return tried && tried.times > 0 && trials.shown
      ? { ...trials.shown, again: inWords(tried) }
      : asFound(pending, neverAgain)
  }

  #asOwner = (call: Call): Call => ({ ...call, credential: this.#fixtures.session.tokenFor(call.operation) })

  /**
   * Whether the response to the last step changes without other requests, because of another client. A write of which
   * most responses contradict the write itself is wrong without another client.
   * @param steps those that showed it
   */
  async #isMoving(steps: readonly Step[], { key, place }: Finding): Promise<boolean> {
    const last = steps.at(-1)
    if (!last || key.startsWith('refused ')) return false
    const { findings, played } = await this.#steps.replay(lastOnly(steps))
    const shown = findings.filter((finding) => finding.key === key).length
    // The finding needs a refused request in between, but not the movement.
    if (key === refusedTags) return new Set(textsOf(played)).size > 1
    const isWrong = shown > textsOf(played).length / 2
    if (!place && callsOf(last).every(({ operation }) => isWriting(operation)) && isWrong) return false
    return shown > 0 && !isFlicker(textsOf(played))
  }

  /** A difference of which the server may not be the reason. A field that another client changes differs more than once. */
  #dismissed(finding: Finding, why: string): undefined {
    const { moved = '' } = finding
    if (this.#dismissals.has(moved)) this.#steps.moving.add(moved)
    this.#dismissals.add(moved)
    return this.#observed(finding, why)
  }

  /** Tells a difference that is no ground to fail the server. */
  #observed({ failure: { message, expected, actual, exchange } }: Finding, why: string): undefined {
    const request = exchange ? ` (${exchange.ask.method} ${exchange.ask.path})` : ''
    this.#steps.notes.add(
      `${message} Expected: ${expected}; actual: ${actual}${request}. Not judged: ${why}.`,
    )
  }
}
