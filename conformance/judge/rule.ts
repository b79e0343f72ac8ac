import type { OperationId } from '../../src/contract/index.ts'
import type { Check } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { answerCheckOf, type Fixtures, type Granted, granted } from './fixtures.ts'
import { type Failure, Prerequisite, Unjudged, Unseen } from './outcome.ts'

/** A statement that holds for every granted response, wherever in the run it came from. */
export interface Rule extends Omit<Check, 'run' | 'play' | 'phase'> {
  /** Operations whose responses it judges; all of them unless given. */
  readonly on?: readonly OperationId[]
  /** Requests to play beside the plain ones, so that there is something to judge. */
  readonly fixtures?: readonly ((fixtures: Fixtures) => Promise<unknown>)[]
  /** Why a response has nothing to judge; undefined where it has. */
  readonly without?: (answer: Granted, fixtures: Fixtures) => string | undefined
  readonly judge: (answer: Granted, fixtures: Fixtures) => Iterable<Failure>
}

/** A rule as a check: it looks at all granted responses of the run, which have to be there by then. */
export function ruleCheck({ on, fixtures: more = [], without, judge, ...check }: Rule): Check {
  const play = async (fixtures: Fixtures): Promise<void> => {
    await fixtures.everything(on)
    for (const scene of more) await scene(fixtures).catch(ignorePrerequisite)
  }
  return {
    ...check,
    phase: 'rule',
    play,
    async run(fixtures) {
      await play(fixtures)
      const answers = fixtures.session.granted(...(on ?? [])).map((exchange) => granted(exchange))
      if (answers.length === 0) throw await nothingGranted(fixtures, on)
      const reasons = new Set<string>()
      const judged = answers.filter((answer) => {
        const reason = without?.(answer, fixtures)
        if (reason !== undefined) reasons.add(reason)
        return reason === undefined
      })
      if (judged.length === 0) throw new Unseen([...reasons].join('; '))
      return summed(
        judged.flatMap((answer) => [...judge(answer, fixtures)]),
        judged.length,
      )
    },
  }
}

/** Fixtures may not be possible, which is for other checks to say. */
function ignorePrerequisite(error: unknown): void {
  if (!(error instanceof Unjudged)) throw error
}

async function nothingGranted(fixtures: Fixtures, on?: readonly OperationId[]): Promise<Unjudged> {
  const [only] = on ?? []
  if (only === undefined || (on?.length ?? 0) > 1)
    return new Unseen('no response was granted that could be judged')
  return new Prerequisite(answerCheckOf(only), await fixtures.plain(only))
}

/** One failure for many of the same cause: the first one, with how often and where it was seen. */
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
