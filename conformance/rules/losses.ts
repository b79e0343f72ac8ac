import { onceFor } from '../../src/contract/once.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { longestLagMs } from '../judge/lag.ts'
import { wasGranted } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
import { type Entry, logOf } from '../steps/step.ts'
import { type Finding, showsExpected } from './finding.ts'
import { Judge } from './index.ts'

/** The number of writes in a search for occasional losses. */
const mostWrites = 36

/** The losses in a series that no other client, and no view that lags, explains. */
const leastLosses = 2

/** The operations that were searched in a run: a search sends many requests. */
const searched = onceFor((_: Fixtures) => new Set<string>())

/**
 * Sends a granted write and one of other values in turn, and a read after each. A loss counts if the read still shows
 * the value of the write before, and shows it again after a wait.
 * @returns the finding of the last loss that proves that the server loses writes; undefined if there are too few
 */
export async function losesNowAndThen(
  fixtures: Fixtures,
  [write, other]: readonly Entry[],
  look: Entry,
  { key, place }: Finding,
): Promise<Finding | undefined> {
  const { session } = fixtures
  if (!write || !other || !place || searched(fixtures).has(write.call.operation)) return undefined
  searched(fixtures).add(write.call.operation)
  const judge = new Judge([], fixtures, new Set())
  const send = async ({ exchange: { ask } }: Entry): Promise<Entry> => {
    const log = logOf([await session.sendAgain(ask)], session.target, judge.model.log.length)
    // There is one entry for each exchange.
    return log[0] as Entry
  }
  let losses = 0
  for (let times = 1; times <= mostWrites; times += 1) {
    const before = judge.model.value(place)
    const written = await send(times % 2 === 0 ? write : other)
    judge.take([written])
    if (!wasGranted(written.exchange)) return undefined
    const lost = judge.take([await send(look)]).find((finding) => finding.key === key)
    // Another client writes other values than those of the write before.
    if (!lost || !isSame(place.field, before, lost.actual)) continue
    await session.client.wait(longestLagMs)
    if (showsExpected(await send(look), lost) !== false) continue
    losses += 1
    if (losses < leastLosses) continue
    const message = `${lost.failure.message} ${times} such writes in turn were sent to see whether this comes again, and the new value of ${losses} of them was not shown.`
    return { ...lost, failure: { ...lost.failure, message } }
  }
  return undefined
}
