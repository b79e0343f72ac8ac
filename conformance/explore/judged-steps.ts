import { type OperationId, operationIds, operations, parameterOf } from '../../src/contract/index.ts'
import type { Check } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { isTokenName } from '../client/credentials.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { lockoutMs } from '../judge/inquiry.ts'
import { Unjudged } from '../judge/outcome.ts'
import { wasGranted } from '../judge/reception.ts'
import { walk } from '../judge/walk.ts'
import { whyLockedOut } from '../judge/why-refused.ts'
import { isOwner } from '../rules/access.ts'
import type { Finding } from '../rules/finding.ts'
import { Judge } from '../rules/index.ts'
import { type Entry, logOf, type Step } from '../steps/step.ts'
import { Player } from './player.ts'
import type { Told } from './trials.ts'

/** The time in milliseconds that a response may lag before a lost write is reported. */
const lagMs = 300

/** The statuses of a server that locks out clients; one that is busy has others. */
const ofLockouts = [401, 403, 404]

/** How often an operation of a resource is refused in a row before the reason is looked for. */
const mostRefusals = 5

/** The operations that can be sent again without leaving something behind. */
const rewritten: readonly OperationId[] = ['syncNodeTags', 'updateNode', 'updateServerStartup']

/** Milliseconds between the requests that show whether a server locks the kit out of an operation for some time. */
const lockoutWaits = [lockoutMs, 5_000, 10_000, 20_000, 40_000]

/** The operation of a request and the resource that its path names. */
const addressOf = ({ ask }: Exchange): string => `${ask.operation} ${ask.path.split('?')[0]}`

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
  /** Operations of resources that stay refused: no later response was granted, however long the kit waited. */
  readonly #closed = new Set<string>()
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
    const isRefused = ofLockouts.includes(exchange.reply?.status ?? 0)
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
    const reads = session.exchanges.filter(
      (each) =>
        each.ask.method === 'GET' &&
        each.ask.operation !== exchange?.ask.operation &&
        isTokenName(each.ask.credential) &&
        wasGranted(each),
    )
    const read = reads.findLast(({ ask }) => ask.credential === exchange?.ask.credential) ?? reads.at(-1)
    // Without a read, only another request that was granted shows that the refusal is about the request.
    if (!read && after === undefined) return true
    if (read && !wasGranted(await this.#again(read, judge))) {
      await session.client.wait(lockoutMs)
      const why = whyLockedOut(await this.#again(read, judge))
      if (why) throw new Ended(why.skip)
      return this.#noteLockout()
    }
    return exchange !== undefined && (await this.#isClosed(exchange, judge))
  }

  /**
   * Whether the operation of a resource that was refused is refused with its first granted body too, also after the
   * first write of each resource, so that no value is the reason.
   * @throws Ended if it stays so, and the resource exists
   */
  async #isClosed(refused: Exchange, judge: Judge): Promise<boolean> {
    const { session } = this.#fixtures
    const address = addressOf(refused)
    const { operation } = refused.ask
    // The user exists now, so that the same request may be refused.
    if (operation === 'createUser' || !ofLockouts.includes(refused.reply?.status ?? 0)) return false
    if (this.#closed.has(address)) return true
    const like = session.granted(operation).filter((each) => addressOf(each) === address)
    const before = like.find(({ ask }) => ask.credential === refused.ask.credential) ?? like[0]
    const isRefused = async (): Promise<boolean> =>
      (await this.#again(before ?? refused, judge)).reply?.status === refused.reply?.status
    if (!(await isRefused())) return false
    for (const first of this.#firstWrites()) await this.#again(first, judge)
    if (!(await isRefused())) return false
    for (const ms of lockoutWaits) {
      await session.client.wait(ms)
      if (!(await isRefused())) return this.#noteLockout()
    }
    // Nothing shows that it was ever granted.
    if (!before) return false
    this.#closed.add(address)
    const isThere = refused.reply?.status !== 404 || (await this.#isThere(refused.ask))
    const why = isThere ? whyLockedOut(refused) : undefined
    if (why) {
      this.ended = why.skip
      throw new Ended(why.skip)
    }
    const [path] = refused.ask.path.split('?')
    this.notes.add(`what ${path} names is gone by now, or hidden, so that its refusal says nothing`)
    return true
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

  /** Whether another operation of the resource that a path names is granted, or the mounts show the resource. */
  async #isThere({ operation, path }: Exchange['ask']): Promise<boolean> {
    const { session, target } = this.#fixtures
    const { server, otherServer } = target.resources
    const kindOf = (id: OperationId) => parameterOf(operations[id])?.kind
    // The names of collections are in the paths of all resources.
    const parts = path.split(/[/?]/).filter((part) => /\d/.test(part))
    const names = [server, otherServer].map((each) => (each ? [String(each.id), each.uuid] : []))
    const named = names.find((pair) => pair.some((name) => parts.includes(name))) ?? parts
    const others = operationIds.filter((id) => id !== operation && kindOf(id) === kindOf(operation))
    const other = session
      .granted(...others)
      .findLast(({ ask }) => others.length > 0 && ask.path.split(/[/?]/).some((part) => named.includes(part)))
    if (other && wasGranted(await session.sendAgain(other.ask))) return true
    const shown = server ? walk(await this.#fixtures.mountsNow()).found : []
    return shown.some(
      ({ kind, attributes: { id, uuid } }) =>
        kind === kindOf(operation) && [id, uuid].some((name) => named.includes(String(name))),
    )
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
