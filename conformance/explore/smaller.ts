import { without } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { isBarred } from '../judge/access.ts'
import type { Finding } from '../rules/finding.ts'
import type { Call, Entry, Step } from '../steps/step.ts'

/** A finding with all steps before it, of which the last one shows it. */
export interface Pending {
  readonly finding: Finding
  readonly steps: readonly Step[]
  /** The entries of each step; a number is a pause in milliseconds. */
  readonly played: readonly (readonly Entry[] | number)[]
  /** The place of the first step of the episode. */
  readonly from: number
}

const callOf = (played: readonly Entry[] | number | undefined): Call | undefined =>
  typeof played === 'number' ? undefined : played?.[0]?.call

/** Lengths of the ends of an episode that may show a finding alone. */
const ends = { few: [3, 4, 6, 8], many: [13, 21] } as const

/** Sequences that may show a finding alone: the shortest, other short ones, and longer ones of which few can be sent. */
export interface Guesses {
  readonly short: readonly (readonly Step[])[]
  readonly few: readonly (readonly Step[])[]
  readonly many: readonly (readonly Step[])[]
}

/**
 * Sequences that may show a finding alone, the shortest first: the write and the read, the requests directly before,
 * then all of them.
 * @param control a read, so that no write comes right before
 */
export function guessesOf({ finding, steps, played, from }: Pending, control: Step | undefined): Guesses {
  const last = steps.at(-1)
  if (!last) return { short: [], few: [], many: [] }
  const placeOf = (exchange: Exchange | undefined): number =>
    played.findIndex((each) => typeof each !== 'number' && each.some((entry) => entry.exchange === exchange))
  /** The steps at some places, and as many before each of them. */
  const stepsAt = (places: readonly number[], before: number): readonly Step[] =>
    steps.filter((_, at) => places.some((place) => place >= at && place - before <= at))
  const together = finding.together?.map(({ exchange }) => placeOf(exchange)) ?? []
  const source = placeOf(finding.failure.after ?? finding.source?.exchange)
  const senders = (finding.suspects ?? [])
    .filter(({ call }) => Object.values(call.fields ?? {}).some((value) => value === finding.actual))
    .map(({ exchange }) => placeOf(exchange))
    .slice(-2)
  const shown = callOf(played.at(-1))
  const own = played.findIndex((each, at) => {
    const call = callOf(each)
    return (
      at >= from &&
      at < steps.length - 1 &&
      call?.operation === shown?.operation &&
      call?.subject === shown?.subject
    )
  })
  const proof = stepsAt([source], 0)
  const isRefusal = finding.key.startsWith('refused ')
  /** The last steps, with the write that they contradict if it came before. */
  const endsOf = (lengths: readonly number[]) =>
    lengths
      .filter((length) => length < steps.length)
      .map((length) => [
        ...(source < steps.length - length ? proof : []),
        ...steps.slice(steps.length - length),
      ])
  return {
    short: [
      ...(finding.together ? [0, 1].map((before) => [...stepsAt(together, before), last]) : []),
      [last],
      [...proof, last],
      ...senders.flatMap((sender) => [0, 1].map((before) => [...proof, ...stepsAt([sender], before), last])),
      // The requests directly before may matter.
      ...(source > 0 ? [[...stepsAt([source], 1), last]] : []),
      ...(steps.length > 1 ? [[...proof, steps.at(-2) ?? last, last]] : []),
      ...(own >= 0 ? [[steps[own] ?? last, last]] : []),
      ...(source >= 0 && control && isRefusal
        ? [
            [control, ...proof, last],
            [control, ...proof, control, last],
          ]
        : []),
    ],
    few: [
      ...endsOf(ends.few),
      ...(source > 1 ? [steps.slice(source - 1, source + 4).concat(last)] : []),
      ...(source >= 0 ? [[...proof, ...Array.from({ length: repetitions }, () => last)]] : []),
    ],
    many: [
      ...endsOf(ends.many),
      ...(source >= from ? [steps.slice(source)] : []),
      [
        ...(control && isRefusal ? [control] : []),
        ...(source < from - 1 ? proof : []),
        ...steps.slice(Math.max(0, from - 1)),
      ],
    ],
  }
}

/** How often a step is repeated, so that an effect at regular intervals occurs. */
const repetitions = 8

/**
 * Rounds of steps in which a fault at regular intervals occurs each time, the shortest first. One of two rounds that
 * differ by one request meets each period up to the number of rounds.
 */
export function roundsOf(
  steps: readonly Step[],
  times: readonly number[] = [3, 7],
): readonly (readonly Step[])[] {
  const longer = [...steps, ...steps.slice(-1)]
  return times.flatMap((rounds) =>
    [steps, longer].map((round) => Array.from({ length: rounds }, () => round).flat()),
  )
}

/**
 * The same steps with each refused request several times: one of them meets a fault that occurs at regular intervals.
 */
export const refusedAgain = (steps: readonly Step[]): readonly (readonly Step[])[] =>
  steps.some(isRefused)
    ? [2, 3, 7].map((times) =>
        steps.flatMap((step) => Array.from({ length: isRefused(step) ? times : 1 }, () => step)),
      )
    : []

const isRefused = (step: Step): boolean => 'operation' in step && isBarred(step)

/** How often the last step takes the place of all steps, and the least number of its requests then. */
const stillRounds = 3
const leastStill = 12

/**
 * The last step in place of each request of some steps, several times, with the same pauses: a value that changes after
 * so many requests, or at regular times, changes then too.
 */
export function lastOnly(steps: readonly Step[]): readonly Step[] {
  const still = steps.flatMap((step) => ('pause' in step ? step : steps.slice(-1)))
  const rounds = Math.max(stillRounds, Math.ceil(leastStill / Math.max(1, still.length)))
  return Array.from({ length: rounds }, () => still).flat()
}

/** The bodies of the first responses of steps. */
export const textsOf = (played: Pending['played']): readonly string[] =>
  played.flatMap((each) => (typeof each === 'number' ? [] : [each[0]?.exchange.reply?.text ?? '']))

/**
 * Whether equal requests have one response, but for single ones that are followed by the usual one again: a list that
 * another client changes does not come back at once.
 */
export function isFlicker(texts: readonly string[]): boolean {
  const usual = texts.toSorted()[Math.floor(texts.length / 2)]
  const odd = texts.flatMap((text, at) => (text === usual || at === 0 || at === texts.length - 1 ? [] : [at]))
  return odd.length > 0 && odd.every((at) => texts[at - 1] === usual && texts[at + 1] === usual)
}

/**
 * Drops steps as long as a test still holds, in parts of falling size (delta debugging). The last step, which shows the
 * finding, stays.
 */
export async function fewerSteps(
  steps: readonly Step[],
  stillFails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let kept = steps
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length - 1; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(Math.min(from + size, kept.length - 1))]
      if (fewer.length < kept.length && (await stillFails(fewer))) kept = fewer
      else from += size
    }
  }
  return kept
}

/** Plainer forms of a step, of which the first that still fails is taken. */
function plainer(step: Step): readonly Step[] {
  if ('pause' in step) return []
  if ('burst' in step)
    return step.burst.length > 2
      ? step.burst.map((_, at) => ({ burst: step.burst.filter((__, index) => index !== at) }))
      : step.burst
  const bare = without(step, 'spelling', 'query', 'headers', 'isReversed')
  return [
    ...(Object.keys(bare).length < Object.keys(step).length ? [bare] : []),
    ...oneField(step),
    ...halves(step),
  ]
}

/** The same call with half of its fields. */
function halves(call: Call): readonly Call[] {
  const fields = Object.entries(call.fields ?? {})
  if (fields.length < 4 || call.operation === 'createUser') return []
  const half = Math.ceil(fields.length / 2)
  return [fields.slice(0, half), fields.slice(half)].map((some) => ({
    ...call,
    fields: Object.fromEntries(some),
  }))
}

/** The same call with one of its fields only. */
function oneField(call: Call): readonly Call[] {
  const names = Object.keys(call.fields ?? {})
  if (names.length < 2 || call.operation === 'createUser') return []
  const { pins: _, ...rest } = call
  return names.map((name) => ({
    ...rest,
    body: 'one field' as const,
    fields: { [name]: call.fields?.[name] },
    pins: {},
  }))
}

/** Simplifies the values of steps, as long as a test still holds. */
export async function plainerSteps(
  steps: readonly Step[],
  stillFails: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let kept = steps
  for (const at of steps.keys()) {
    // The steps are as many as before.
    for (let steps = [...plainer(kept[at] as Step)]; steps.length > 0; ) {
      const simpler = kept.with(at, steps.shift() as Step)
      if (!(await stillFails(simpler))) continue
      kept = simpler
      steps = [...plainer(kept[at] as Step)]
    }
  }
  return kept
}
