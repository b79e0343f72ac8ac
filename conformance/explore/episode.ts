import { isBarred } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { wasGranted } from '../judge/reception.ts'
import type { Entry, Step } from '../steps/step.ts'
import type { Draw } from './draw.ts'

/** The number of steps of an episode, and how many of them are reserved to read the written values. */
const longestEpisode = 25
const looks = 6

/**
 * One episode: complete writes in a random order, steps that each cover much, and reads of values that may have been
 * written. It judges nothing.
 * @param usersLeft the number of users that may still be created
 * @param requestsLeft the number of requests that may still be sent; the last ones are reads
 */
export function* episode(
  draw: Draw,
  usersLeft: number,
  requestsLeft: number,
): Generator<Step, void, readonly Entry[]> {
  let left = longestEpisode
  let requests = requestsLeft
  function* sent(step: Step): Generator<Step, readonly Entry[], readonly Entry[]> {
    const entries = yield step
    draw.note(entries)
    left -= 1
    requests -= entries.length
    return entries
  }
  /**
   * Sends a request that must be granted once more if it was refused, and then with another token and with values that
   * the server itself showed.
   */
  function* insisted(step: Step): Generator<Step, void, readonly Entry[]> {
    const [entry] = yield* sent(step)
    if (isRefusal(entry)) for (const more of draw.plain.afterRefusal(entry)) yield* sent(more)
    // A value that was never granted may be refused.
    if (!isRefusal(entry) || (mayBeTheBody(entry.exchange) && draw.random.chance(0.8))) return
    const [again] = yield* sent(step)
    if (!isRefusal(again)) return
    const others = [draw.plain.byOtherToken(again.call), draw.plain.own(again.call)]
    for (const other of others) if (other) yield* sent(other)
  }
  for (const step of draw.beginning(usersLeft)) {
    const [entry] = yield* sent(step)
    const plain = isRefusal(entry)
      ? mayBeTheBody(entry.exchange)
        ? draw.plain.opening(entry.call)
        : entry.call
      : undefined
    if (plain) yield* insisted(plain)
  }
  for (let idle = 0; Math.min(left, requests / 2) > looks && idle < 20; ) {
    idle += 1
    for (const step of draw.steps()) {
      idle = 0
      yield* insisted(step)
    }
  }
  const last = requests < longestEpisode ? draw.lastLooks() : draw.looks()
  for (const look of last) yield* insisted(look)
}

/** Whether a request was refused that must be granted. */
const isRefusal = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined &&
  !entry.burst &&
  entry.call.subject !== 'nobody' &&
  !isBarred(entry.call) &&
  !wasGranted(entry.exchange)
