import { isBarred } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { wasGranted } from '../judge/reception.ts'
import { callsOf, type Entry, type Step } from '../steps/step.ts'
import type { Draw } from './draw.ts'

/** The number of steps of an episode, without the requests in it that must be refused. */
const longestEpisode = 60

/**
 * One episode: whole writes in a random order and looks at them, then steps that each cover much. It judges nothing.
 * @param usersLeft the number of users that may still be created
 */
export function* episode(draw: Draw, usersLeft: () => number): Generator<Step, void, readonly Entry[]> {
  function* sent(step: Step): Generator<Step, readonly Entry[], readonly Entry[]> {
    const entries = yield step
    draw.note(entries)
    return entries
  }
  /** Sends what must be granted once more if it was refused, and then what the server itself showed. */
  function* insisted(step: Step): Generator<Step, void, readonly Entry[]> {
    const [entry] = yield* sent(step)
    if (isRefusal(entry)) for (const more of draw.afterRefusal(entry)) yield* sent(more)
    // A value that was never granted may be refused.
    if (!isRefusal(entry) || (mayBeTheBody(entry.exchange) && draw.random.chance(0.8))) return
    const [again] = yield* sent(step)
    const own = isRefusal(again) ? draw.own(again.call) : undefined
    if (own) yield* sent(own)
  }
  for (const call of draw.beginning()) {
    const [entry] = yield* sent(call)
    const plain = isRefusal(entry) ? (mayBeTheBody(entry.exchange) ? draw.opening(call) : call) : undefined
    if (plain) yield* insisted(plain)
    if (draw.random.chance(0.5)) yield* barred(draw, sent)
  }
  for (const look of draw.looks()) yield* insisted(look)
  let idle = 0
  for (let left = longestEpisode; left > 0 && idle < 20; ) {
    idle += 1
    for (const step of draw.steps(usersLeft())) {
      idle = 0
      yield* insisted(step)
      if (!callsOf(step).every(isBarred)) left -= 1
    }
  }
}

function* barred(
  draw: Draw,
  sent: (step: Step) => Generator<Step, unknown, readonly Entry[]>,
): Generator<Step, void, readonly Entry[]> {
  const call = draw.barred()
  if (call) yield* sent(call)
}

/** Whether a request was refused that must be granted. */
const isRefusal = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined &&
  !entry.burst &&
  entry.call.subject !== 'nobody' &&
  !isBarred(entry.call) &&
  !wasGranted(entry.exchange)
