import type { OperationId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { accepted, type Context, type Evidence } from './fixtures.ts'
import { type Failure, type Outcome, prerequisite, type Skip, unseen } from './outcome.ts'
import { type Granted, partsOf, responseCheckOf } from './parts.ts'
import { wasGranted } from './reception.ts'

/** A pure statement about each granted response of a run, of any check. */
export interface ResponseRule {
  /** The operations whose responses it judges; all if undefined. */
  readonly on?: readonly OperationId[]
  /** Whether the rule is about a response of these operations; it is about all of them if undefined. */
  readonly only?: (response: Granted) => boolean
  /** Why the rule has nothing to judge in a response; undefined if it has. */
  readonly without?: ((response: Granted, evidence: Evidence) => Skip | string | undefined) | undefined
  readonly judge: (response: Granted, context: Context) => Iterable<Failure>
  /** The failure in words that fit all causes that were found. */
  readonly told?: (failure: Failure) => Failure
}

export const isAbout = ({ on, only }: ResponseRule, response: Granted): boolean =>
  (on?.includes(response.exchange.ask.operation) ?? true) && (only?.(response) ?? true)

/** The failures of a rule in a response. */
export const failuresIn = (
  { judge }: ResponseRule,
  response: Granted,
  context: Context,
): readonly Failure[] =>
  [...judge(response, context)].map((failure) => ({ exchange: response.exchange, ...failure }))

/** The verdict of a rule on the responses of a run so far. */
export class RuleJudge {
  readonly #rule: ResponseRule
  readonly #sum = new Sum()
  readonly #reasons = new Map<string, Skip>()
  /** Responses with old values, the last one of each operation: if these only lag, they are not shown again. */
  readonly #doubtful = new Map<OperationId, Exchange>()
  #judged = 0
  /** An error of the rule itself, after which it judges nothing more. */
  #broken: { readonly error: unknown } | undefined

  constructor(rule: ResponseRule) {
    this.#rule = rule
  }

  take(response: Granted, evidence: Evidence): void {
    const { without } = this.#rule
    if (this.#broken) return
    try {
      if (!isAbout(this.#rule, response)) return
      const reason = without?.(response, evidence)
      if (reason === undefined) {
        this.#judged += 1
        for (const failure of failuresIn(this.#rule, response, evidence))
          if (failure.isOld) this.#doubtful.set(response.exchange.ask.operation, response.exchange)
          else this.#sum.add([failure])
      } else {
        const why = typeof reason === 'string' ? unseen(reason) : reason
        this.#reasons.set(why.skip, why)
      }
    } catch (error) {
      this.#broken = { error }
    }
  }

  /** Responses that decide once their requests are sent again. */
  get doubtful(): readonly Exchange[] {
    return this.failure() ? [] : [...this.#doubtful.values()]
  }

  /** Judges the response to a request that was sent again after a pause: whatever it shows does not lag. */
  settle(again: Exchange, evidence: Evidence): void {
    if (!wasGranted(again)) return
    this.#doubtful.delete(again.ask.operation)
    this.#sum.add(failuresIn(this.#rule, partsOf(again), evidence))
  }

  /** The failure for what was found so far. */
  failure(): Failure | undefined {
    const failure = this.#sum.failure(this.#judged)
    return failure && (this.#rule.told?.(failure) ?? failure)
  }

  /** @throws an error of the rule itself */
  outcome(evidence: Evidence): Outcome {
    if (this.#broken) throw this.#broken.error
    const isOpen = this.doubtful.length > 0
    if (isOpen)
      return { skip: 'a response has values from before a write, and its request was not granted again' }
    if (this.#judged > 0) return this.failure()
    const [why] = this.#reasons.values()
    return why ? { ...why, ...unseen([...this.#reasons.keys()].join('; ')) } : this.#nothingGranted(evidence)
  }

  #nothingGranted(evidence: Evidence): Skip {
    const [only, ...others] = this.#rule.on ?? []
    if (only === undefined || others.length > 0) return unseen('no granted response could be judged')
    return (
      evidence.whyNot(accepted, only) ??
      prerequisite(responseCheckOf(only), evidence.result(accepted, only)?.exchange)
    )
  }
}

/** The maximum number of other messages that are kept; more of them have few causes. */
const mostOthers = 1_000

/** One failure for all failures with the message of the first, with their number and their places. */
class Sum {
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

export const placeOf = ({ ask }: Exchange): string => `${ask.method} ${ask.path}`
