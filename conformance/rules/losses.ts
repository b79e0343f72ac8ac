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

/**
 * Sends two granted writes with different values in turn, and reads after each. A loss counts if the read still shows
 * the values of the write before, and shows them again after a wait.
 * @param look a read that shows what was written; undefined if the response to the write does
 * @returns the finding of the last loss that proves that the server loses writes; undefined if there are too few
 */
export async function losesNowAndThen(
  fixtures: Fixtures,
  writes: readonly [Entry, Entry],
  look: Entry | undefined,
  { key, check, place }: Finding,
): Promise<Finding | undefined> {
  const { session } = fixtures
  const judge = new Judge([], fixtures, new Set())
  // The response to a tag sync can lack tags, have others, or both.
  const isAlike = (other: Finding) =>
    other.key === key || (!place && other.check.startsWith(check.split('/')[0] ?? ''))
  let at = 0
  const send = async ({
    exchange: { ask },
  }: Entry): Promise<readonly [Entry | undefined, Finding | undefined]> => {
    const [entry] = logOf([await session.sendAgain(ask)], session.target, at)
    at += 1
    return [entry, entry && judge.take([entry]).find(isAlike)]
  }
  let losses = 0
  for (let write = 1; write <= mostWrites; write += 1) {
    const before = place && judge.model.value(place)
    const [written, inResponse] = await send(writes[write % 2 === 0 ? 0 : 1])
    if (!written || !wasGranted(written.exchange)) return undefined
    let lost = look ? (await send(look))[1] : inResponse
    // Another client writes other values than those of the write before.
    if (place && lost && !isSame(place.field, before, lost.actual)) lost = undefined
    if (look && lost) {
      await session.client.wait(longestLagMs)
      const [again] = await send(look)
      if (!again || showsExpected(again, lost) !== false) lost = undefined
    }
    if (!lost || write === 1) continue
    losses += 1
    if (losses < leastLosses) continue
    const message = `${lost.failure.message} ${write} such writes in turn were sent to see whether this comes again, and the new value of ${losses} of them was not shown.`
    return { ...lost, failure: { ...lost.failure, message } }
  }
  return undefined
}
