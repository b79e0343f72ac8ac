import { isWriting, operations, parameterOf } from '../../src/contract/index.ts'
import { wasGranted } from '../judge/reception.ts'
import { type Entry, idIn, subjectsOf } from '../steps/step.ts'
import type { Target } from '../target/target.ts'
import { type Finding, showsExpected } from './finding.ts'

/** A finding with the entry that shows it. */
export interface Sight {
  readonly finding: Finding
  readonly entry: Entry
}

/**
 * Whether a field changed once in each of several resources, one after another or within few requests, each time at the
 * first write of the same operation, or of the same value, to that resource; or in one resource directly at the first
 * update of it, or at the first with an id, such as that of another egg. Such writes change nothing more when they are
 * sent again; but another client does not happen to change a resource at such a write.
 */
export function isOnceForEach(log: readonly Entry[], all: readonly Sight[], target: Target): boolean {
  // A response may show a resource at several places.
  const sights = new Map(all.map((sight) => [`${sight.entry.at} ${String(sight.finding.place?.id)}`, sight]))
  const changes = [...sights.values()].map((sight) => changeAt(log, sight, target))
  const ids = new Set(all.map(({ finding: { place } }) => place?.id))
  const [only] = sights.size === 1 ? sights.values() : []
  if (only) return isAtFirstUpdate(log, only, changes[0]?.causes ?? [])
  return (
    changes.length > 1 &&
    ids.size === changes.length &&
    changes.every(
      (change, at) =>
        change.causes.some((cause) => changes[0]?.causes.includes(cause)) &&
        (at === 0 || change.to - change.from <= narrow || change.from >= (changes[at - 1]?.to ?? 0)),
    )
  )
}

/** The requests in which another client does not happen to change several resources. */
const narrow = 2

/** Whether a run has few writes of a cause: the first of an operation, or of an id such as that of another egg. */
const isRare = (cause: string): boolean => !cause.includes(' ') || /^\w+ \w+_id /.test(cause)

/**
 * Whether the response to the first update of a resource, or to the first with an id, shows the change, the response
 * directly before it does not, and no later response shows the earlier value again.
 */
function isAtFirstUpdate(
  log: readonly Entry[],
  { finding, entry }: Sight,
  causes: readonly string[],
): boolean {
  const shows = log
    .filter(({ exchange }) => wasGranted(exchange))
    .map((each) => [each.at, showsExpected(each, finding)] as const)
  const before = shows.findLast(([at]) => at < entry.at)
  return (
    finding.check.endsWith('/identity') &&
    causesIn(entry).some((cause) => isRare(cause) && causes.includes(cause)) &&
    before?.[1] === true &&
    !shows.some(([at, isExpected]) => at > entry.at && isExpected)
  )
}

/** The operation of a write, and each field with its value; the first write with one of them may cause a change. */
const causesIn = ({ call: { operation, fields = {} } }: Entry): readonly string[] => [
  operation,
  ...Object.entries(fields).map(([name, value]) => `${operation} ${name} ${JSON.stringify(value)}`),
]

/**
 * The reads before and after a change, and the causes that were first sent to the resource between them. The response
 * to such a write may show the value from before.
 */
function changeAt(log: readonly Entry[], { finding, entry }: Sight, target: Target) {
  const isOfPlace = ({ call: { operation, subject, tags = [] }, exchange }: Entry): boolean => {
    const own = subjectsOf(operation).find((each) => each === subject)
    const id = own && idIn(target, own)
    const isOfKind = parameterOf(operations[operation])?.kind === finding.place?.kind
    const isSelected = finding.place?.kind === 'tag' && tags.some((tag) => tag === finding.place?.id)
    const isNamed = isSelected || (isOfKind && id === finding.place?.id)
    return isNamed && isWriting(operation) && wasGranted(exchange)
  }
  const before = log.findLast((each) => each.at < entry.at && showsExpected(each, finding))?.at ?? entry.at
  const writes = log.filter((each) => each.at <= entry.at && isOfPlace(each))
  const earlier = new Set(writes.filter(({ at }) => at < before).flatMap(causesIn))
  const causes = writes.flatMap(causesIn).filter((cause) => !earlier.has(cause))
  return { from: before, to: entry.at, causes }
}
