import type { OperationId } from '../../src/contract/index.ts'
import type { CheckRow, RuleContext } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { breathe } from '../client/ending.ts'
import { answerCheckOf, type Fixtures, type Granted, granted } from './fixtures.ts'
import { type Failure, ignoreUnjudged, prerequisite, type Skip, Unjudged, unseen } from './outcome.ts'

/** A statement about every granted response of a run. */
export interface Rule extends Omit<CheckRow, 'run' | 'play' | 'phase' | 'rule'> {
  /** Operations whose responses the rule judges; all if undefined. */
  readonly on?: readonly OperationId[]
  /** Requests that are sent in addition to the plain ones, so that there are responses to judge. */
  readonly fixtures?: readonly ((fixtures: Fixtures) => Promise<unknown>)[]
  /** Why the rule has nothing to judge in a response; undefined if it has. */
  readonly without?: (answer: Granted, fixtures: Fixtures) => Skip | string | undefined
  readonly judge: (answer: Granted, context: RuleContext) => Iterable<Failure>
}

/** Makes a check of a rule, which judges all granted responses of the run after the other checks. */
export function ruleCheck({ on, fixtures: more = [], without, judge, ...check }: Rule): CheckRow {
  const play = async (fixtures: Fixtures): Promise<void> => {
    await fixtures.everything(on)
    // If a fixture cannot be sent, other checks report that.
    for (const scene of more) await scene(fixtures).catch(ignoreUnjudged)
  }
  return {
    ...check,
    phase: 'rule',
    play,
    rule: { ...(on && { on }), judge },
    async run(fixtures) {
      await play(fixtures)
      const answers = fixtures.session.granted(...(on ?? [])).map((exchange) => granted(exchange))
      if (answers.length === 0) return nothingGranted(fixtures, on)
      const reasons = new Map<string, Skip>()
      const sum = new Sum()
      let judged = 0
      for (const answer of answers) {
        await breathe()
        if (fixtures.session.client.isEnded)
          return sum.failure(judged) ?? new Unjudged('the run was ended before that').why
        const reason = without?.(answer, fixtures)
        if (reason === undefined) {
          judged += 1
          sum.add(judge(answer, fixtures.context))
          continue
        }
        const why = typeof reason === 'string' ? unseen(reason) : reason
        reasons.set(why.skip, why)
      }
      if (judged > 0) return sum.failure(judged)
      const [why] = reasons.values()
      return { ...why, ...unseen([...reasons.keys()].join('; ')) }
    },
  }
}

async function nothingGranted(fixtures: Fixtures, on?: readonly OperationId[]): Promise<Skip> {
  const [only] = on ?? []
  return only === undefined || (on?.length ?? 0) > 1
    ? unseen('no response was granted that could be judged')
    : prerequisite(answerCheckOf(only), await fixtures.plain(only))
}

/** The maximum number of other messages that are kept; more of them have few causes. */
const mostOthers = 1_000

/** One failure for all failures with the message of the first, with their number and their places. */
export class Sum {
  #first: Failure | undefined
  #count = 0
  readonly #places = new Set<string>()
  readonly #others = new Set<string>()

  add(failures: Iterable<Failure>): void {
    for (const failure of failures) {
      this.#first ??= failure
      if (failure.message === this.#first.message) {
        this.#count += 1
        if (failure.exchange) this.#places.add(placeOf(failure.exchange))
      } else if (this.#others.size < mostOthers) this.#others.add(failure.message)
    }
  }

  /** @param judged the number of responses that were judged */
  failure(judged: number): Failure | undefined {
    const [places, others] = [[...this.#places], [...this.#others]]
    return this.#first && { ...this.#first, occurrences: { count: this.#count, of: judged, places, others } }
  }
}

/** One failure for all failures of some responses. */
export function summed(failures: Iterable<Failure>, judged: number): Failure | undefined {
  const sum = new Sum()
  sum.add(failures)
  return sum.failure(judged)
}

const placeOf = ({ ask }: Exchange): string => `${ask.method} ${ask.path}`
