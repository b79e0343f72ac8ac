import type { Level, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { heardReception } from '../judge/heard.ts'
import type { Failure } from '../judge/outcome.ts'
import { inShort } from '../judge/reception.ts'
import { granted, type Scenes } from '../judge/scenes.ts'

/** A statement of the document, put to the test. */
export interface Check {
  /** `<section>/<slug>`, never reused for another check. */
  readonly id: string
  readonly section: Section
  /** Ids of the clauses it covers. */
  readonly clauses: readonly string[]
  readonly level: Level
  /** What holds, in the third person. */
  readonly title: string
  /** What of the answers it leaves unjudged, and why. */
  readonly ignored?: string
  /**
   * Looks for a failure.
   * @throws Unjudged where the server cannot be judged
   */
  readonly run: (scenes: Scenes) => Promise<Failure | undefined>
}

/**
 * A check that something is refused: the same request, varied in one thing,
 * beside one that was granted. Without a control there is no such check.
 */
export interface Contrast {
  /** Has to be granted, else there is nothing to contrast with. */
  readonly control: (scenes: Scenes) => Promise<Exchange>
  readonly vary: (scenes: Scenes) => Promise<Exchange>
  /** In words: what was varied. */
  readonly varied: string
}

export const refuses =
  ({ control, vary, varied }: Contrast): Check['run'] =>
  async (scenes) => {
    granted(await control(scenes))
    const exchange = await vary(scenes)
    const reception = heardReception(exchange)
    if (reception === 'refused') return undefined
    return {
      message: reception === 'granted' ? `The request with ${varied} was granted.` : leakOf(varied),
      expected: 'a refusal, whatever its status and body',
      actual: inShort(exchange.reply, exchange.failure),
      exchange,
    }
  }

/** What is said of an answer that is no success, and still has what only success may have. */
export const leakOf = (varied: string): string =>
  `The request with ${varied} was not granted, but its answer carries data all the same.`

/** Fails where two values of an answer differ. */
export function differs(
  exchange: Exchange,
  pointer: string,
  expected: unknown,
  actual: unknown,
  message: string,
): Failure | undefined {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return undefined
  return { message, expected: inJson(expected), actual: inJson(actual), pointer, exchange }
}

export const inJson = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** The first failure of several looks. */
export const firstOf = (...failures: readonly (Failure | undefined)[]): Failure | undefined =>
  failures.find((failure) => failure !== undefined)
