import { wasGranted } from '../judge/reception.ts'
import { type Look, mayChange } from '../model/reach.ts'
import type { Entry } from '../steps/step.ts'
import { type Finding, hasSent, showsExpected } from './finding.ts'

/** The longest part of a log that is sent again. */
const longestPart = 60

export const isRead = ({ exchange: { ask } }: Entry): boolean => ask.method === 'GET'

export const isLook = ({ call, exchange }: Entry): boolean =>
  call.operation === 'listServerMounts' && call.subject === 'server' && wasGranted(exchange)

/** Which write changed another resource is known only when each is sent alone. */
export const isOfOthers = (id: string): boolean => id.endsWith('/others-unchanged')

/** Whether two reads are of one list with one token. */
export const isOfList = ({ call: one }: Entry, { call: other }: Entry): boolean =>
  one.operation === other.operation &&
  one.credential === other.credential &&
  String(one.named) === String(other.named)

/** Parts of a log that may show a finding again: the write and the read, and all entries between them. */
export function partsOf(
  log: readonly Entry[],
  source: Entry | undefined,
  last: Entry,
  finding: Finding,
): readonly (readonly Entry[])[] {
  if (!source) return [[last]]
  const { suspects = [], place, together, change } = finding
  if (change !== undefined)
    return [
      [source, last],
      [...log.filter((each) => isOfList(each, last)).slice(-longestPart), last],
    ]
  if (together) return [[...openingOf(log, source), ...together, last]]
  const reads = log.filter((entry) => isRead(entry) && showsExpected(entry, finding) !== undefined)
  // A write and its own response need no other request; other changes may come from any write before it.
  if (isRead(source) || isOfOthers(finding.check)) {
    const look = isRead(source) ? source : isRead(last) ? last : place && reads.at(-1)
    return [
      ...(isRead(source) || !isRead(last) || suspects.length === 0 ? [[source, last]] : []),
      ...(look
        ? likely(suspects, finding).flatMap((each) => [
            [...contrastOf(log, each, finding), look, each, look],
            ...twinsOf(log, each).map((twin) => [twin, look, each, look]),
          ])
        : []),
    ]
  }
  const between = log.slice(log.indexOf(source), log.indexOf(last))
  const look = reads.findLast((entry) => entry.at < last.at && showsExpected(entry, finding))
  const opening = openingOf(log, source, finding)
  return [
    [...opening, source, last],
    ...(look ? [[look, last]] : []),
    ...(between.length > 1 && between.length <= longestPart ? [[...opening, ...between, last]] : []),
  ]
}

/**
 * An earlier write of other values to the same resource: without it, a write that is lost may have been stored
 * meanwhile, and a write that does too much changes nothing.
 */
export function openingOf(log: readonly Entry[], entry: Entry, finding?: Finding): readonly Entry[] {
  const others = othersOf(log, entry)
  const before = others.filter(({ at }) => at < entry.at)
  const apt = finding && before.findLast((each) => showsExpected(each, finding) === false)
  const opening = apt ?? before.at(-1) ?? others[0]
  return opening ? [opening] : []
}

/** The granted writes of other bodies to the same resource. */
function othersOf(log: readonly Entry[], entry: Entry): readonly Entry[] {
  const bodyOf = ({ exchange: { ask } }: Entry) => JSON.stringify([ask.json, ask.file])
  return log.filter(
    (each) =>
      each !== entry &&
      !isRead(each) &&
      each.call.operation === entry.call.operation &&
      each.call.subject === entry.call.subject &&
      bodyOf(each) !== bodyOf(entry) &&
      wasGranted(each.exchange),
  )
}

/** The last such write that has all fields of an entry and did not send the new value of a finding, if there is one. */
function contrastOf(log: readonly Entry[], entry: Entry, finding: Finding): readonly Entry[] {
  const names = Object.keys(entry.call.fields ?? {})
  const apt = othersOf(log, entry).findLast(
    (each) => names.every((name) => Object.hasOwn(each.call.fields ?? {}, name)) && !isSent(each, finding),
  )
  return apt ? [apt] : openingOf(log, entry)
}

/** Whether a request sent the new value of a finding. */
const isSent = (entry: Entry, { actual, place }: Finding): boolean =>
  hasSent(entry, place?.field ?? '', actual)

/** The last such write to another resource of the kind, which may undo the change of this one. */
const twinsOf = (log: readonly Entry[], { call: { operation, subject } }: Entry): readonly Entry[] =>
  log
    .filter(
      ({ call, exchange }) =>
        call.operation === operation && call.subject !== subject && wasGranted(exchange),
    )
    .slice(-1)

/**
 * The last entry of each operation that was granted and sent the new value of a finding, then the last granted one,
 * then the last one; the latest operation first.
 */
function likely(entries: readonly Entry[], finding: Finding): readonly Entry[] {
  const granted = entries.filter(({ exchange }) => wasGranted(exchange))
  const senders = granted.filter((each) => isSent(each, finding))
  return [...new Set([...latest(senders), ...latest(granted), ...latest(entries)])]
}

function latest(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>()
  return entries.toReversed().filter(({ call: { operation } }) => seen.size < seen.add(operation).size)
}

/** Milliseconds in which no other client changes a value and changes it back. */
const shortMs = 400

/**
 * Whether the responses shortly before and after that show the field have the expected value, with no write between
 * that may change it, and no two in a row have the new one: no other client changes a value for one response. A boolean
 * has only one other value.
 * @param look the knowledge of the run, by which a write that names a UUID reaches the resource
 */
export function isStray(log: readonly Entry[], last: Entry, finding: Finding, look: Look): boolean {
  const { place, actual, isSettledBy } = finding
  if (!place || typeof actual === 'boolean') return false
  const at = log.indexOf(last)
  const isNew = (entry: Entry | undefined): boolean =>
    entry !== undefined && showsExpected(entry, { ...finding, expects: [actual] }) === true
  // A lagging response shows the value from before a write for a short time.
  if (isSettledBy && log.slice(0, at).some(isNew)) return false
  const isWriter = (entry: Entry): boolean => mayChange(entry, place, look)
  const from = Math.max(0, log.slice(0, at).findLastIndex(isWriter))
  const to = log.findIndex((entry, index) => index > at && isWriter(entry))
  const shown = log
    .slice(from, to < 0 ? undefined : to)
    .filter((entry) => showsExpected(entry, finding) !== undefined)
  const [before, after] = [shown[shown.indexOf(last) - 1], shown[shown.indexOf(last) + 1]]
  if (!before || !after || shown.some((entry, index) => isNew(entry) && isNew(shown[index + 1]))) return false
  const { started = 0, milliseconds } = after.exchange
  const ms = started + milliseconds - (before.exchange.started ?? 0)
  return ms <= shortMs && [before, after].every((entry) => showsExpected(entry, finding) === true)
}
