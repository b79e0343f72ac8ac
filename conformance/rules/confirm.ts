import type { OperationId } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { type Check, inJson } from '../checks/check.ts'
import { listChanged } from '../checks/pages.ts'
import type { Exchange } from '../client/client.ts'
import { breathe } from '../client/ending.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { longestLagMs } from '../judge/lag.ts'
import { plans } from '../judge/operations/index.ts'
import { type Failure, ignoreUnjudged } from '../judge/outcome.ts'
import { dataOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { summed } from '../judge/rule.ts'
import type { Model } from '../model/model.ts'
import { mayChange } from '../model/reach.ts'
import { type Entry, logOf } from '../steps/step.ts'
import { type Finding, showsExpected, valuesAt } from './finding.ts'
import { Judge } from './index.ts'
import { slugsOfPages } from './lists.ts'
import { isLook, isOfList, isOfOthers, isRead, isStray, openingOf, partsOf } from './log-parts.ts'
import { losesNowAndThen } from './losses.ts'
import { isOnceForEach, type Sight } from './once-for-each.ts'

/** Findings that are sent again; a server with more of them has few causes. */
const mostFindings = 20

/** Milliseconds that the search waits: a server whose views alternate has findings that do not occur again. */
const longestSearchMs = 40_000

/** How often the requests of a finding are sent again, twice as often if it occurred again only once. */
const rounds = 3

/** The rounds if one of many parts may show the finding: each part is another chance for a coincidence. */
const roundsOfMany = 5

/** The number of parts from which on they are many. */
const manyParts = 3

/** How often a difference that values of the kit explain must occur again: once is a coincidence. */
const leastTimes = 2

/** The findings of the rules in the log of a run, by the id of the check. */
export interface JudgedLog {
  readonly failures: ReadonlyMap<string, Failure>
  /** Why there is no verdict: differences that did not occur again, and lists that change without a request. */
  readonly unclear: ReadonlyMap<string, string>
  /** Whether the run was ended before the whole log was judged. */
  readonly isCut: boolean
}

/**
 * The difference occurs again, or it is a movement (another client or the server itself changes the field), or a list
 * was changed and is read without a difference now, or it is neither proven nor explained.
 */
type Again = Finding | 'movement' | 'settled' | 'unclear'

/**
 * Judges the log of a run by the rules over it. A difference that another client or a lagging response may explain is a
 * failure only if it occurs again when its requests are sent again.
 * @param maySend whether requests may be sent again; not after a run was ended
 */
export async function judgeLog(
  fixtures: Fixtures,
  checks: readonly Check[],
  maySend: boolean,
): Promise<JudgedLog> {
  const { session } = fixtures
  const moving = new Set<string>()
  const judge = new Judge([], fixtures, moving)
  const failures = new Map<string, Failure>()
  const unclear = new Map<string, string>()
  const found = new Map<string, readonly Sight[]>()
  let isCut = false
  // A refusal needs its reason, which the checks look for when they send a request.
  for (const entry of logOf(session.exchanges, session.target)) {
    await breathe()
    isCut = session.client.isEnded
    if (isCut) break
    for (const finding of judge.take([entry]))
      if (
        !finding.key.startsWith('refused ') &&
        checks.some(
          ({ id, isMeasured }) =>
            (id === finding.check && !isMeasured) || (finding.suspects && isOfOthers(id)),
        )
      )
        found.set(finding.key, [...(found.get(finding.key) ?? []), { finding, entry }])
  }
  const end = session.client.waited + longestSearchMs
  for (const [index, all] of [...found.values()].entries()) {
    const hasTime = maySend && session.client.waited < end
    const { finding, entry } = all.find(isOfWholes) ?? (all[0] as Sight)
    const { check, failure, moved } = finding
    const isLeftOut = moved !== undefined && (index >= mostFindings || moving.has(moved))
    if (isLeftOut || failures.has(check)) continue
    // A server that is busy now does not show it again.
    const again: Again =
      finding.moved === undefined || isOnceForEach(judge.model.log, all, session.target)
        ? finding
        : (hasTime && (await comesAgain(fixtures, judge, finding, entry, moving).catch(ignoreUnjudged))) ||
          'unclear'
    if (typeof again === 'object') {
      // A difference that occurs again with fewer requests may belong to another check.
      const isSelected = checks.some(({ id }) => id === again.check)
      // Findings that no other client can cause are counted.
      const sum = finding.moved === undefined && summed(all.map(failureOf), judge.model.log.length)
      failures.set(isSelected ? again.check : check, { ...sum, ...again.failure })
    } else moving.add(finding.moved ?? '')
    if (again === 'unclear') {
      const isSent = hasTime && !session.client.isEnded
      const why = isSent
        ? 'and not again when the same requests were sent again'
        : 'and there was no time to send the same requests again'
      unclear.set(check, `seen once, ${why}: ${failure.message}`)
    }
    if (again === 'movement' && finding.change !== undefined)
      for (const slug of slugsOfPages)
        unclear.set(check.replace(/[^/]+$/, slug), listChanged(finding.change).skip)
  }
  return { failures, unclear, isCut }
}

const failureOf = ({ finding: { failure } }: Sight): Failure => failure

/** Whether a difference is not between updates of one field: sent again, these do not bring back its earlier value. */
const isOfWholes = ({ finding: { source }, entry }: Sight): boolean =>
  ![source, entry].some((each) => each && !each.call.tags && Object.keys(each.call.fields ?? {}).length === 1)

/** The number of requests in which a value that changes without a request should not change each time. */
const fewRequests = 4

/** Sends the requests of a finding again. */
async function comesAgain(
  fixtures: Fixtures,
  { model }: Judge,
  finding: Finding,
  last: Entry,
  moving: Set<string>,
): Promise<Again> {
  const { log } = model
  const source = finding.source ?? log.find(({ exchange }) => exchange === finding.failure.after)
  if (isStray(log, last, finding, (other) => model.value(other))) return finding
  if (source && isRead(source) && isRead(last)) {
    // A short page can have other records each time.
    const [longest = last] = [last, source].toSorted(
      (a, b) => dataOf(b.exchange).length - dataOf(a.exchange).length,
    )
    if (await isFlickering(fixtures, finding.place ? last : longest, finding)) return finding
  }
  let isMoving = false
  const parts = partsOf(log, source, last, finding)
  const most = parts.length < manyParts || finding.isExplained ? rounds : roundsOfMany
  // Another client may write a field as often as the requests are sent again.
  const controlRounds = finding.isExplained && !finding.isEarlier ? 1 : 2 * most
  for (const part of parts) {
    let seen: Finding | undefined
    let times = 0
    // Among many requests, or in one of many resources, another client may happen to change a boolean twice.
    const isChance =
      typeof finding.actual === 'boolean' && (part.length > fewRequests || isOfOthers(finding.check))
    const least = finding.isExplained && !isChance ? leastTimes : most
    const mayGoOn = (): boolean => least < most && times > 0 && times < least
    for (let round = 1; round <= most || (mayGoOn() && round <= 2 * most); round += 1) {
      const again = await play(fixtures, part, finding.key, moving)
      if (again) times += 1
      seen = again ?? seen
      if (times === 0 && !finding.isExplained) break
    }
    isMoving = times > 0
    if (!seen || times < least) continue
    if (finding.change !== undefined) {
      const page = await movingPage(fixtures, part, finding.key, controlRounds)
      return page && !(await isFlickering(fixtures, page, finding)) ? 'movement' : seen
    }
    const control = controlOf(model, last, finding)
    const look = isRead(last) || control !== last ? control : log.findLast(isLook)
    // A value that changes from read to read needs no write.
    for (let round = 1; look && round <= controlRounds; round += 1)
      if (await play(fixtures, [look, look, look], finding.key, moving)) return 'movement'
    // Where only the response to the write shows the field, another client needs time to change it, the server does not.
    if (!isRead(last) && control === last && !finding.isExplained)
      for (let round = 1; round <= rounds; round += 1)
        if (!(await play(fixtures, part, finding.key, moving, 0))) return 'movement'
    // A value that changes at regular intervals may be lost occasionally, independently of these requests.
    const { place } = finding
    const opening = place && source ? part.slice(0, part.indexOf(source) + 1) : []
    const others = part.flatMap(() => Array<Entry>(rounds).fill(control))
    if (part.length > fewRequests && (await play(fixtures, [...opening, ...others], finding.key, moving))) {
      if (place) continue
      return 'movement'
    }
    return seen
  }
  if (finding.change !== undefined && !isMoving)
    return (await isBack(fixtures, log, source, last, finding.key)) ? finding : 'settled'
  const lost = finding.isExplained && (await isLost(fixtures, log, source, last, finding))
  if (lost) return lost
  // A value that the kit sent is not an edit of another client, unless it is a boolean.
  return finding.isExplained && typeof finding.actual !== 'boolean' ? 'unclear' : 'movement'
}

/** The latest request that shows the field of a finding and cannot change it, a read if there is one; or else the last one. */
function controlOf(model: Model, last: Entry, finding: Finding): Entry {
  const { place } = finding
  if (!place || isRead(last)) return last
  const shows = (entry: Entry): boolean => showsExpected(entry, finding) !== undefined
  const { log } = model
  return (
    log.findLast((entry) => isRead(entry) && shows(entry)) ??
    log.findLast((entry) => shows(entry) && !mayChange(entry, place, (other) => model.value(other))) ??
    last
  )
}

/** Operations of which a granted write is sent again and again, if one was lost once. */
const mayLose: readonly OperationId[] = ['updateNode', 'syncNodeTags', 'updateServerStartup']

/** Looks for other losses, if a granted write with values of the kit was lost once. */
async function isLost(
  fixtures: Fixtures,
  log: readonly Entry[],
  source: Entry | undefined,
  last: Entry,
  finding: Finding,
): Promise<Finding | undefined> {
  // The response to a tag sync serves as the read.
  const write = isRead(last) ? source : last
  if (!write || !mayLose.includes(write.call.operation) || !wasGranted(write.exchange)) return undefined
  const { operation } = write.call
  const [other] = openingOf(log, write, finding.place && finding)
  const look =
    finding.place && log.findLast((each) => isRead(each) && showsExpected(each, finding) !== undefined)
  if (!other || (finding.place && !look)) return undefined
  const known = losses(fixtures)
  const found = known.get(operation) ?? losesNowAndThen(fixtures, [write, other], look, finding)
  known.set(operation, found)
  return found
}

/** The result of the search for losses of an operation, for which it sends many requests. */
const losses = onceFor((_: Fixtures) => new Map<OperationId, Promise<Finding | undefined>>())

/** How often a list is requested to check whether its records appear and disappear. */
const looks = 12

/**
 * Whether records, or values of a field, are missing in a single response and appear again, twice or more: no other
 * client removes and adds them so quickly, but it may well change a boolean.
 */
async function isFlickering(
  { session, target }: Fixtures,
  { exchange: { ask } }: Entry,
  finding: Finding,
): Promise<boolean> {
  if (typeof finding.actual === 'boolean') return false
  const shown: ReadonlySet<string>[] = []
  for (let at = 0; at < looks; at += 1) {
    const log = logOf([await session.sendAgain(ask)], target)
    for (const entry of log) if (wasGranted(entry.exchange)) shown.push(new Set(recordsIn(entry, finding)))
  }
  const isGap = (now: ReadonlySet<string>, at: number): boolean =>
    [...(shown[at - 1] ?? [])].some((record) => !now.has(record) && (shown[at + 1]?.has(record) ?? false))
  return shown.filter(isGap).length > 1
}

/** The records of a response; of a finding about a field, the values of the field. */
const recordsIn = (entry: Entry, { place }: Finding): readonly string[] =>
  place ? valuesAt(entry, place).map(inJson) : dataOf(entry.exchange).map(inJson)

/** The first page of a list, among those that a part of a log requests, that has other records after a pause. */
async function movingPage(
  fixtures: Fixtures,
  part: readonly Entry[],
  key: string,
  pauses: number,
): Promise<Entry | undefined> {
  // A page is only compared with itself: pages that contradict each other prove no movement.
  const pages = new Map(
    part.map((entry) => [entry.exchange.ask.path, { entry, judge: new Judge([], fixtures, new Set()) }]),
  )
  for (let time = 0; time <= pauses; time += 1) {
    if (time > 0) await fixtures.session.client.wait(longestLagMs)
    for (const { entry, judge } of pages.values()) {
      const again = logOf([await fixtures.session.sendAgain(entry.exchange.ask)], fixtures.target, time)
      if (judge.take(again).some((finding) => finding.key === key)) return entry
    }
  }
  return undefined
}

/**
 * Whether a list differed in a single response only: it equals the list before that response now, and the next response
 * that differs from either of the two equals it too. Another client that adds a record and deletes it is seen longer.
 */
async function isBack(
  fixtures: Fixtures,
  log: readonly Entry[],
  source: Entry | undefined,
  last: Entry,
  key: string,
): Promise<boolean> {
  const differs = (one: Entry | undefined, other: Entry | undefined): boolean => {
    const judge = new Judge([], fixtures, new Set())
    if (one) judge.take([one])
    return other !== undefined && judge.take([other]).some((finding) => finding.key === key)
  }
  const [now] = logOf([await fixtures.session.sendAgain(last.exchange.ask)], fixtures.target, last.at + 1)
  const next = log
    .slice(log.indexOf(last) + 1)
    .find((each) => isOfList(each, last) && (differs(last, each) || differs(source, each)))
  return [next ?? now, now].every((each) => differs(last, each) && !differs(source, each))
}

/** Sends requests again, the last one after a pause in milliseconds, because a response may lag. */
async function play(
  fixtures: Fixtures,
  part: readonly Entry[],
  key: string,
  moving: Set<string>,
  pause = longestLagMs,
): Promise<Finding | undefined> {
  const { session } = fixtures
  const judge = new Judge([], fixtures, moving)
  let seen: Finding | undefined
  for (const [at, { exchange }] of part.entries()) {
    if (at > 0 && at === part.length - 1) await session.client.wait(pause)
    const again = await sendAsBefore(fixtures, exchange)
    const [entry] = logOf([again], session.target, at)
    const findings = entry ? judge.take([entry]) : []
    seen = findings.find((finding) => finding.key === key) ?? seen
  }
  return seen
}

/** Sends a request again; if it was granted, later changes of the run may have to be undone first. */
export async function sendAsBefore(fixtures: Fixtures, before: Exchange): Promise<Exchange> {
  const { ask } = before
  const again = await fixtures.session.sendAgain(ask)
  const isBlocked = wasGranted(before) && mayBeTheBody(again)
  const isFree = isBlocked && (await plans[ask.operation].unblock?.(fixtures).catch(ignoreUnjudged))
  return isFree ? fixtures.session.sendAgain(ask) : again
}
