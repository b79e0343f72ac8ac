import type { Check } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { isTokenName } from '../client/credentials.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { rewritten } from '../judge/inquiry.ts'
import { Unjudged } from '../judge/outcome.ts'
import { wasGranted } from '../judge/reception.ts'
import { whyLockedOut } from '../judge/why-refused.ts'
import { isOwner, ofNoValue, ofTokens } from '../rules/access.ts'
import type { Finding } from '../rules/finding.ts'
import { Judge } from '../rules/index.ts'
import { addressOf, staysRefused } from '../rules/stays-refused.ts'
import { type Entry, logOf, type Step } from '../steps/step.ts'
import { Player } from './player.ts'
import type { Told } from './trials.ts'

/** The time in milliseconds that a response may lag before a lost write is reported. */
const lagMs = 300

/** How often an operation of a resource is refused in a row before the reason is looked for. */
const mostRefusals = 5

/** The exploration ends: the server does not respond, or keeps refusing everything. */
class Ended extends Error {
  override readonly name = 'Ended'
}

/** Why an exploration ended early. @throws any other error */
export function reasonOf(error: unknown): string {
  if (error instanceof Ended || error instanceof Unjudged) return error.message
  throw error
}

/** The log entries of a step, and the findings in them. */
export interface Played {
  readonly entries: readonly Entry[]
  readonly findings: readonly Finding[]
}

export const none: Played = { entries: [], findings: [] }

/**
 * Sends steps and judges the responses, as long as the server responds, and grants the same requests as before.
 * Responses that lag, and refusals of a server that locked the kit out, are no findings.
 */
export class JudgedSteps {
  readonly #fixtures: Fixtures
  readonly #checks: readonly Check[]
  /** Fields and lists that change without a request. */
  readonly moving = new Set<string>()
  /** Sentences about steps that could not be played, and about differences that are not faults of the server. */
  readonly notes = new Set<string>()
  /** Whether the server refused valid tokens after invalid ones. */
  isLockedOut = false
  /** How often operations of resources were refused since they were granted. */
  readonly #refusals = new Map<string, number>()
  /** Why no further step can be judged. */
  ended: string | undefined
  /** The number of requests. */
  sent = 0
  #silent = 0

  /** @param checks the checks to which findings may belong */
  constructor(fixtures: Fixtures, checks: readonly Check[]) {
    this.#fixtures = fixtures
    this.#checks = checks
  }

  judge(): Judge {
    const fixtures = this.#fixtures
    return new Judge(this.#checks, fixtures, this.moving, () => fixtures.exchanges)
  }

  /** Sends a step and judges it. @throws Ended, Unjudged */
  async play(step: Step, player: Player, judge: Judge): Promise<Played> {
    if (this.#fixtures.session.client.isEnded) throw new Ended('the run was ended')
    if (this.ended !== undefined) throw new Ended(this.ended)
    const entries = await player.play(step)
    this.sent += entries.length
    const isSilent = entries.length > 0 && entries.every(({ exchange }) => exchange.reply === undefined)
    this.#silent = isSilent ? this.#silent + 1 : 0
    if (this.#silent > 2)
      throw new Ended(
        `three requests in a row got no response: ${entries[0]?.exchange.failure ?? 'the last one failed'}`,
      )
    const findings: Finding[] = []
    for (const finding of judge.take(entries)) {
      if (finding.moved !== undefined && this.moving.has(finding.moved)) continue
      if (finding.isSettledBy && (await this.#isLag(finding, entries, player, judge))) continue
      if (finding.key.startsWith('refused ') && (await this.#wasLockedOut(finding, judge))) continue
      findings.push(finding)
    }
    for (const entry of entries) await this.#watch(entry, judge)
    return { entries, findings }
  }

  /** Looks for the reason if an operation of a resource is refused each time, although its token must be accepted. */
  async #watch(entry: Entry, judge: Judge): Promise<void> {
    const { call, exchange } = entry
    if (!isOwner(entry) || judge.model.isUnavailable(call)) return
    const address = addressOf(exchange)
    const isRefused = ofNoValue.includes(exchange.reply?.status ?? 0)
    const times = isRefused ? (this.#refusals.get(address) ?? 0) + 1 : 0
    this.#refusals.set(address, times % mostRefusals)
    if (times === mostRefusals) await this.#isClosed(exchange, judge)
  }

  /** Reads once more, because a response may lag. */
  async #isLag(finding: Finding, entries: readonly Entry[], player: Player, judge: Judge): Promise<boolean> {
    const call = entries.find(({ exchange }) => exchange === finding.failure.exchange)?.call
    if (!call) return false
    await this.#fixtures.session.client.wait(lagMs)
    const [again] = await player.play(call)
    this.sent += 1
    if (!again || !finding.isSettledBy?.(again)) return false
    judge.model.learn(again)
    this.notes.add('some responses showed a write only after a moment')
    return true
  }

  /**
   * Whether the refusal says nothing about the request, because what the run was granted before is refused now too: a
   * read, or the same operation of the same resource. A server may lock out one token or all, for one operation or all.
   */
  async #wasLockedOut({ failure: { exchange, after } }: Finding, judge: Judge): Promise<boolean> {
    const { session } = this.#fixtures
    const read = this.#readBefore(exchange, judge)
    // Without a read, only another request that was granted shows that the refusal is about the request.
    if (!read && after === undefined) return true
    const now = read && (await this.#again(read, judge))
    if (read && now && !wasGranted(now)) {
      const last = await staysRefused(session, now, () => this.#again(read, judge))
      if (last) this.#end(last)
      return this.#noteLockout()
    }
    return exchange !== undefined && (await this.#isClosed(exchange, judge))
  }

  /** The last granted read of another operation, with the same token if there is one. */
  #readBefore(exchange: Exchange | undefined, judge: Judge): Exchange | undefined {
    const { session, target } = this.#fixtures
    // Servers of a node in maintenance need not respond.
    const isAvailable = (each: Exchange): boolean =>
      logOf([each], target).every(({ call }) => !judge.model.isUnavailable(call))
    const isFit = (each: Exchange): boolean =>
      each.ask.method === 'GET' &&
      each.ask.operation !== exchange?.ask.operation &&
      isTokenName(each.ask.credential) &&
      wasGranted(each) &&
      isAvailable(each)
    const isOfToken = ({ ask }: Exchange): boolean => ask.credential === exchange?.ask.credential
    const { exchanges } = session
    return exchanges.findLast((each) => isOfToken(each) && isFit(each)) ?? exchanges.findLast(isFit)
  }

  /**
   * Whether the operation of a resource that was refused is refused with its first granted body too, also after the
   * first write of each resource, so that no value is the reason.
   * @throws Ended if it stays so
   */
  async #isClosed(refused: Exchange, judge: Judge): Promise<boolean> {
    const { session } = this.#fixtures
    const { operation, credential } = refused.ask
    // The user exists now, so that the same request may be refused.
    if (operation === 'createUser' || !ofNoValue.includes(refused.reply?.status ?? 0)) return false
    const like = session.granted(operation).filter((each) => addressOf(each) === addressOf(refused))
    const before = like.find(({ ask }) => ask.credential === credential) ?? like[0]
    const read = this.#readBefore(refused, judge)
    const again = async (): Promise<Exchange> => {
      // The request before may be the reason.
      if (read) await this.#again(read, judge)
      return this.#again(before ?? refused, judge)
    }
    const isSame = ({ reply }: Exchange): boolean => reply?.status === refused.reply?.status
    if (!isSame(await again())) return false
    for (const first of this.#firstWrites()) await this.#again(first, judge)
    if (!isSame(await again())) return false
    const last = await staysRefused(session, refused, again)
    if (!last || !isSame(last)) return ofTokens.includes(refused.reply?.status ?? 0) && this.#noteLockout()
    // Nothing shows that it was ever granted.
    if (!before) return false
    this.#end(last)
  }

  /** @throws Ended, because what was granted before is refused now */
  #end(now: Exchange): never {
    this.ended = whyLockedOut(now)?.skip
    throw new Ended(this.ended)
  }

  /** The first granted write of each resource, which has plain values: the tags first, as they limit the eggs. */
  #firstWrites(): readonly Exchange[] {
    const firsts = new Map<string, Exchange>()
    for (const exchange of this.#fixtures.session.granted(...rewritten))
      if (!firsts.has(addressOf(exchange))) firsts.set(addressOf(exchange), exchange)
    return rewritten.flatMap((id) => [...firsts.values()].filter(({ ask }) => ask.operation === id))
  }

  #noteLockout(): true {
    this.isLockedOut = true
    this.notes.add('the server locked the kit out after invalid tokens; the rest was explored without them')
    return true
  }

  /** Sends a request again; the model learns what it writes. */
  async #again({ ask }: Exchange, judge: Judge): Promise<Exchange> {
    const { session, target } = this.#fixtures
    this.sent += 1
    const exchange = await session.sendAgain(ask)
    if (ask.method !== 'GET')
      for (const entry of logOf([exchange], target, judge.model.log.at(-1)?.at)) judge.model.learn(entry)
    return exchange
  }

  /** Plays steps that were stored. @returns the findings of the checks that they are about */
  async replay(steps: readonly Step[]): Promise<{
    findings: readonly Finding[]
    played: Told['played']
    /** Why not all steps were sent. */
    ended?: string
  }> {
    const judge = this.judge()
    const player = new Player(this.#fixtures.session)
    const findings: Finding[] = []
    const played: (readonly Entry[] | number)[] = []
    try {
      for (const step of steps) {
        const result = await this.play(step, player, judge)
        played.push('pause' in step ? step.pause : result.entries)
        findings.push(...result.findings)
      }
    } catch (error) {
      return { findings, played, ended: reasonOf(error) }
    }
    return { findings, played }
  }
}
