import { isWriting } from '../../src/contract/index.ts'
import { refusedAs } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { wasGranted } from '../judge/reception.ts'
import { type Call, callsOf, type Entry, type Step } from '../steps/step.ts'
import type { Draw } from './draw.ts'

/** The number of steps of an episode, without the requests between them. */
const longestEpisode = 25

/**
 * One episode: whole writes in a random order, then random steps, with a look after what writes; between them, mostly
 * requests that must be refused. It judges nothing.
 */
export function* episode(draw: Draw, usersLeft: () => number): Generator<Step, void, readonly Entry[]> {
  let left = longestEpisode
  function* sent(step: Step): Generator<Step, readonly Entry[], readonly Entry[]> {
    const entries = yield step
    draw.note(entries)
    return entries
  }
  /** Sends what must be granted once more if it was refused, and then what the server itself showed. */
  function* insisted(step: Step): Generator<Step, void, readonly Entry[]> {
    left -= 1
    const [entry] = yield* sent(step)
    // A value that was never granted may be refused.
    if (!isRefusal(entry) || (mayBeTheBody(entry.exchange) && draw.random.chance(0.8))) return
    const [again] = yield* sent(step)
    const own = isRefusal(again) ? draw.own(again.call) : undefined
    if (own) yield* sent(own)
  }
  /** The steps right after another request: mostly a request that must be refused, then a look. */
  function* between(): Generator<Step, void, readonly Entry[]> {
    const call = draw.random.chance(0.9) ? draw.barred() : undefined
    if (call) yield* sent(call)
    const look = call && draw.lookBack()
    if (look) yield* sent(look)
  }
  for (const call of draw.beginning()) {
    left -= 1
    const [entry] = yield* sent(call)
    const plain = isRefusal(entry) ? (mayBeTheBody(entry.exchange) ? draw.opening(call) : call) : undefined
    if (plain) yield* insisted(plain)
    yield* between()
  }
  for (const look of draw.looks()) {
    yield* insisted(look)
    yield* between()
  }
  let idle = 0
  while (left > 0 && idle < 20) {
    let write: Call | undefined
    let last: Step | undefined
    idle += 1
    for (const step of draw.step(usersLeft())) {
      idle = 0
      yield* insisted(step)
      write = callsOf(step).findLast(({ operation }) => isWriting(operation)) ?? write
      // A request that is repeated has nothing between.
      if (step !== last) yield* between()
      last = step
    }
    const look = write && draw.look(write)
    if (look) yield* sent(look)
    if (look || idle > 0) yield* between()
  }
}

/** Whether a request was refused that must be granted. */
const isRefusal = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined &&
  !entry.burst &&
  entry.call.subject !== 'nobody' &&
  refusedAs(entry.call.operation, entry.call.credential) === undefined &&
  !wasGranted(entry.exchange)
