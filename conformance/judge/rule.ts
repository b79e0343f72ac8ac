import type { OperationId } from '../../src/contract/index.ts'
import type { CheckRow, RuleContext } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { answerCheckOf, type Fixtures, type Granted, granted } from './fixtures.ts'
import { type Failure, ignoreUnjudged, prerequisite, type Skip, unseen } from './outcome.ts'

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
      const judged = answers.filter((answer) => {
        const reason = without?.(answer, fixtures)
        if (reason === undefined) return true
        const why = typeof reason === 'string' ? unseen(reason) : reason
        reasons.set(why.skip, why)
        return false
      })
      if (judged.length === 0) {
        const [why] = reasons.values()
        return { ...why, ...unseen([...reasons.keys()].join('; ')) }
      }
      return summed(
        judged.flatMap((answer) => [...judge(answer, fixtures.context)]),
        judged.length,
      )
    },
  }
}

async function nothingGranted(fixtures: Fixtures, on?: readonly OperationId[]): Promise<Skip> {
  const [only] = on ?? []
  return only === undefined || (on?.length ?? 0) > 1
    ? unseen('no response was granted that could be judged')
    : prerequisite(answerCheckOf(only), await fixtures.plain(only))
}

/** One failure for all failures with the message of the first, with their number and their places. */
export function summed(failures: readonly Failure[], judged: number): Failure | undefined {
  const [first] = failures
  if (!first) return undefined
  const alike = failures.filter(({ message }) => message === first.message)
  const places = [...new Set(alike.flatMap(({ exchange }) => (exchange ? [placeOf(exchange)] : [])))]
  const others = [...new Set(failures.map(({ message }) => message))].filter(
    (message) => message !== first.message,
  )
  return { ...first, occurrences: { count: alike.length, of: judged, places, others } }
}

const placeOf = ({ ask }: Exchange): string => `${ask.method} ${ask.path}`
