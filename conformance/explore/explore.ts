import type { Check } from '../checks/check.ts'
import { refusedAs } from '../judge/access.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { type Failure, Unjudged } from '../judge/outcome.ts'
import { wasGranted } from '../judge/reception.ts'
import type { Finding } from '../rules/finding.ts'
import { Judge } from '../rules/index.ts'
import { Random } from '../steps/random.ts'
import { type Call, callsOf, type Entry, type Step } from '../steps/step.ts'
import { type Covered, coverageOf } from './coverage.ts'
import { Draw, episode } from './draw.ts'
import { Player, usersLeft } from './player.ts'
import { putBackOthers } from './put-back.ts'
import { fewerSteps, plainerSteps } from './smaller.ts'
import { type Tables, tablesOf } from './tables.ts'

export interface ExploreOptions {
  /** The number of requests, without those for making findings small. */
  readonly requests: number
  readonly seed: string
}

/** A finding, with the shortest steps that show it. */
export interface Told {
  readonly check: string
  readonly failure: Failure
  readonly steps: readonly Step[]
  /** The entries of each step as it was played last; a number is a pause in milliseconds. */
  readonly played: readonly (readonly Entry[] | number)[]
  /** How often it came again, in words. */
  readonly again: string
}

export interface Exploration {
  readonly seed: string
  readonly requests: number
  readonly episodes: number
  /** The number of requests for making findings small. */
  readonly repeated: number
  readonly told: readonly Told[]
  readonly coverage: readonly Covered[]
  /** What the exploration could not do, and differences that are not the server's fault, in sentences. */
  readonly notes: readonly string[]
}

/** Requests for making one finding small. */
const mostReplays = 300

/** Findings that are made small; a server with more of them has few causes. */
const mostFindings = 12

/** How often a finding is played again before it is told. */
const confirmations = 3

/** Before a lost write is told, a view may lag for this time, in milliseconds. */
const lagMs = 300

/** Milliseconds until a server is expected to accept valid tokens again, after tokens that it refused. */
const lockoutMs = 2_500

/** The exploration ends: the server does not respond, or keeps refusing everything. */
class Ended extends Error {
  override readonly name = 'Ended'
}

/** A finding with the steps before it. */
interface Pending {
  readonly finding: Finding
  readonly steps: readonly Step[]
  readonly played: Told['played']
}

/** Plays random steps against a server, judges every response, and makes what it finds small. */
export class Explorer {
  readonly #fixtures: Fixtures
  readonly #checks: readonly Check[]
  readonly #moving = new Set<string>()
  readonly #notes = new Set<string>()
  #tables: Tables | undefined
  #isLockedOut = false
  #silent = 0
  #sent = 0

  /** @param checks the checks to which findings may belong */
  constructor(fixtures: Fixtures, checks: readonly Check[]) {
    this.#fixtures = fixtures
    this.#checks = checks
  }

  async explore({ requests, seed }: ExploreOptions): Promise<Exploration> {
    const { session } = this.#fixtures
    const tables = await tablesOf(this.#fixtures)
    this.#tables = tables
    const draw = new Draw(tables, session, new Random(seed))
    const judge = this.#judge()
    const player = new Player(session)
    const told: Told[] = []
    const calls: Call[] = []
    let episodes = 0
    let explored = 0
    let repeated = 0
    try {
      while (explored < requests && tables.sites.length > 0 && told.length < mostFindings) {
        episodes += 1
        const before = this.#sent
        const found = await this.#episode(draw, player, judge, calls, requests - explored)
        explored += this.#sent - before
        if (this.#sent === before) break
        for (const pending of found) {
          if (told.some(({ check }) => check === pending.finding.check)) continue
          const start = this.#sent
          const small = await this.#small(pending, draw)
          repeated += this.#sent - start
          if (small) told.push(small)
          // What the repetitions wrote is not known.
          judge.model.forget()
        }
      }
    } catch (error) {
      if (!(error instanceof Ended) && !(error instanceof Unjudged)) throw error
      this.#notes.add(`the exploration ended early: ${error.message}`)
    }
    return {
      ...{ seed, episodes, repeated, told },
      requests: explored,
      coverage: coverageOf(calls, tables),
      notes: [...this.#notes],
    }
  }

  /** Puts back what only an exploration writes. */
  async putBack(): Promise<void> {
    if (this.#tables && this.#fixtures.session.mayWrite) await putBackOthers(this.#fixtures, this.#tables)
  }

  /** Plays steps that were stored. @returns the findings of the checks that they are about */
  async replay(steps: readonly Step[]): Promise<{ findings: readonly Finding[]; played: Told['played'] }> {
    const judge = this.#judge()
    const player = new Player(this.#fixtures.session)
    const findings: Finding[] = []
    const played: (readonly Entry[] | number)[] = []
    for (const step of steps) {
      const result = await this.#play(step, player, judge)
      played.push('pause' in step ? step.pause : result.entries)
      findings.push(...result.findings)
    }
    return { findings, played }
  }

  #judge(): Judge {
    return new Judge(this.#checks, this.#fixtures.context, this.#moving)
  }

  async #episode(
    draw: Draw,
    player: Player,
    judge: Judge,
    calls: Call[],
    most: number,
  ): Promise<readonly Pending[]> {
    const { session } = this.#fixtures
    const scenario = episode(draw, () => usersLeft(session, 15))
    const steps: Step[] = []
    const played: (readonly Entry[] | number)[] = []
    const found = new Map<string, Pending>()
    const start = this.#sent
    for (let next = scenario.next(); !next.done; ) {
      const step = next.value
      const isSkipped = this.#isLockedOut && callsOf(step).some(({ credential }) => isForged(credential))
      if (this.#sent - start >= most) break
      const { entries, findings } = isSkipped ? none : await this.#play(step, player, judge)
      if (!isSkipped) {
        steps.push(step)
        calls.push(...callsOf(step))
        played.push('pause' in step ? step.pause : entries)
      }
      for (const finding of findings) {
        const isOwn = this.#checks.some(({ id }) => id === finding.check)
        if (isOwn && !found.has(finding.key))
          found.set(finding.key, { finding, steps: [...steps], played: [...played] })
      }
      next = scenario.next(entries)
    }
    return [...found.values()]
  }

  /** Sends a step and judges it; what only lags, and refusals of a server that locked the kit out, are no findings. */
  async #play(
    step: Step,
    player: Player,
    judge: Judge,
  ): Promise<{ entries: readonly Entry[]; findings: readonly Finding[] }> {
    if (this.#fixtures.session.client.isEnded) throw new Ended('the run was ended')
    const entries = await player.play(step)
    this.#sent += entries.length
    this.#silent =
      entries.every(({ exchange }) => exchange.reply === undefined) && entries.length > 0
        ? this.#silent + 1
        : 0
    if (this.#silent > 2) throw new Ended('the server did not respond three times in a row')
    const findings: Finding[] = []
    for (const finding of judge.take(entries)) {
      if (finding.isSettledBy && (await this.#isLag(finding, entries, player, judge))) continue
      if (finding.key.startsWith('refused ') && (await this.#wasLockedOut(finding, judge))) continue
      findings.push(finding)
    }
    return { entries, findings }
  }

  /** Looks once more, because a view may lag. */
  async #isLag(finding: Finding, entries: readonly Entry[], player: Player, judge: Judge): Promise<boolean> {
    const call = entries.find(({ exchange }) => exchange === finding.failure.exchange)?.call
    if (!call) return false
    await this.#pause(lagMs)
    const [again] = await player.play(call)
    this.#sent += 1
    if (!again || !finding.isSettledBy?.(again)) return false
    judge.model.learn(again)
    this.#notes.add('some views showed a write only after a moment')
    return true
  }

  /** Whether a read that was granted before is refused now, so that the refusal says nothing about the request. */
  async #wasLockedOut({ failure: { exchange } }: Finding, judge: Judge): Promise<boolean> {
    const { client } = this.#fixtures.session
    const control = judge.model.log.findLast(
      (each) =>
        each.exchange.ask.method === 'GET' &&
        each.call.credential === exchange?.ask.credential &&
        each.call.operation !== exchange?.ask.operation &&
        wasGranted(each.exchange),
    )
    if (!control) return false
    for (const wait of [0, lockoutMs]) {
      if (wait > 0) await this.#pause(wait)
      this.#sent += 1
      if (wasGranted(await client.send(control.exchange.ask))) return wait > 0
      this.#isLockedOut = true
      this.#notes.add(
        'the server locked the kit out after invalid tokens; the rest was explored without them',
      )
    }
    throw new Ended('the server locked the kit out')
  }

  async #pause(milliseconds: number): Promise<void> {
    await this.#fixtures.session.client.wait(milliseconds)
  }

  /** The shortest steps that show a finding; undefined if the server may not be the reason. */
  async #small({ finding, steps, played }: Pending, draw: Draw): Promise<Told | undefined> {
    const start = this.#sent
    let last: Told | undefined
    // Without another value before it, a write that is lost may already have been stored by an earlier play.
    const openings = new Map<string, Step | undefined>()
    const opened = (some: readonly Step[]): readonly Step[] => {
      const calls = some.flatMap(callsOf)
      for (const call of calls) {
        const site = `${call.operation} ${call.subject}`
        if (!openings.has(site)) openings.set(site, draw.opening(call))
      }
      const sites = new Set(calls.map(({ operation, subject }) => `${operation} ${subject}`))
      return [...[...sites].flatMap((site) => openings.get(site) ?? []), ...some]
    }
    const stillFails = async (some: readonly Step[]): Promise<boolean> => {
      const all = opened(some)
      if (this.#sent - start + all.length > mostReplays) return false
      if (usersLeft(this.#fixtures.session) <= 0 && all.some(creates)) return false
      const { findings, played: again } = await this.replay(all)
      const found = findings.find(({ key }) => key === finding.key)
      if (!found) return false
      last = { check: found.check, failure: found.failure, steps: all, played: again, again: '' }
      return true
    }
    const whole = steps
    let small: readonly Step[] | undefined
    for (const guess of guesses(finding, steps, played)) {
      if (!(await stillFails(guess))) continue
      small = guess
      break
    }
    if (!small) {
      if (finding.moved !== undefined) return this.#dismissed(finding)
      const { check, failure } = finding
      return {
        check,
        failure,
        steps: whole,
        played,
        again: 'it did not come again alone: it needs what came before',
      }
    }
    small = await fewerSteps(small, stillFails)
    small = await plainerSteps(small, stillFails)
    let times = 0
    for (let at = 0; at < confirmations; at += 1) {
      const { findings } = await this.replay(opened(small))
      if (findings.some(({ key }) => key === finding.key)) times += 1
    }
    // A server may refuse everything for a moment after invalid tokens.
    const isLockout = finding.key.startsWith('refused ') && small.flatMap(callsOf).some(isBarred)
    if (isLockout) return undefined
    if (finding.moved !== undefined) {
      const isSteady = await this.#isSteady(small, finding)
      const isSure = times === confirmations || (times > 0 && finding.isExplained === true)
      if (!isSteady || !isSure) return this.#dismissed(finding)
    }
    if (!last) return undefined
    const again =
      times === confirmations
        ? 'it came again each time that these requests were sent'
        : `it came again ${times} of ${confirmations} times that these requests were sent`
    return { ...last, again }
  }

  /** Whether the last step shows the same twice in a row, so that no other client changes what it shows. */
  async #isSteady(steps: readonly Step[], { key }: Finding): Promise<boolean> {
    const last = steps.at(-1)
    if (!last) return false
    const { findings } = await this.replay([last, last, last])
    return key.startsWith('refused ') || !findings.some((finding) => finding.key === key)
  }

  #dismissed({ moved, failure: { message } }: Finding): undefined {
    if (moved !== undefined) this.#moving.add(moved)
    this.#notes.add(
      `a difference did not come again, or comes without a write, so that another client may be the reason: ${message}`,
    )
  }
}

const isBarred = ({ operation, credential }: Call): boolean => refusedAs(operation, credential) !== undefined

const none = { entries: [], findings: [] } as const

const creates = (step: Step): boolean => callsOf(step).some(({ operation }) => operation === 'createUser')

const isForged = (credential: string): boolean =>
  !['application', 'rootClient', 'userClient', 'otherUserClient'].includes(credential)

/** Short beginnings of an episode that may show the finding alone: the write and the look, then all of it. */
function guesses(
  { failure: { after } }: Finding,
  steps: readonly Step[],
  played: Told['played'],
): readonly (readonly Step[])[] {
  const last = steps.at(-1)
  const source = played.findIndex(
    (each) => typeof each !== 'number' && each.some(({ exchange }) => exchange === after),
  )
  const first = steps[source]
  const own = played.slice(0, -1).flatMap((each, at) => {
    const call = typeof each === 'number' ? undefined : each[0]?.call
    const shown = typeof played.at(-1) === 'number' ? undefined : (played.at(-1) as readonly Entry[])[0]?.call
    return call && call.operation === shown?.operation && call.subject === shown.subject
      ? [steps[at] as Step]
      : []
  })
  return [
    ...(last ? [[last]] : []),
    ...(first && last ? [[first, last]] : []),
    ...(last && own.length > 0 ? [[own[0] as Step, last]] : []),
    ...(source >= 0 ? [steps.slice(source)] : []),
    steps,
  ]
}
