import { beforeAll, describe, expect, it } from 'vitest'
import { type Choice, choose } from './checks/choose.ts'
import { checks } from './checks/index.ts'
import { type EndSignal, follow } from './client/ending.ts'
import type { Result } from './judge/outcome.ts'
import { whyNoneJudged } from './judge/verdict.ts'
import { printable, withoutCommands } from './report/printable.ts'
import { remarks } from './report/summary.ts'
import { type RunOptions, run } from './run.ts'
import type { Run } from './run-result.ts'
import type { Target } from './target/target.ts'

export interface ConformanceTestOptions
  extends Choice,
    Omit<RunOptions, 'target' | 'checks' | 'bail' | 'onResult'> {
  /** The name of the `describe` block. */
  readonly name?: string
  /** The maximum duration of the whole run in milliseconds; its changes are restored afterwards. */
  readonly runTimeout?: number
}

/** The time for the restoring after the maximum duration, and for the result after that, in milliseconds. */
const restoringMs = 5_000
const resultMs = 5_000

/** The longest time that a timer can have after it, in milliseconds. */
const longestMs = 2 ** 31 - 1 - restoringMs - resultMs

/** A target, or a function that returns one when the tests begin. */
type Aim = Target | (() => Target | Promise<Target>)

/**
 * Makes a test of every check, and one of an exploration. All requests are sent once, before the first test; a check
 * that could not be judged, or that has nothing to judge in the target, is a skipped test with the reason. As with
 * `nestbox check`, the gaps are left alone where `only` chooses the checks.
 */
export function conformanceTests(aim: Aim, options: ConformanceTestOptions = {}): void {
  const { name = 'the API document', runTimeout = 600_000, only, skip, ...rest } = options
  // As for Vitest, zero and infinity are no limit.
  const limit = Math.min(runTimeout > 0 ? runTimeout : longestMs, longestMs)
  const chosen = choose(checks, { only, skip })
  describe(name, () => {
    let outcome: Run | undefined
    beforeAll(
      async () => {
        const over = endAfter(limit, rest.signal)
        const deadline = endAfter(limit + restoringMs, rest.deadline)
        try {
          const target = typeof aim === 'function' ? await aim() : aim
          const ends = { signal: over.signal, deadline: deadline.signal }
          outcome = await run({ observe: only === undefined, ...rest, ...ends, target, checks: chosen })
          // The skipped tests say what is not selected.
          for (const [title, lines] of remarks({ ...outcome, notSelected: [] })) {
            // biome-ignore lint/suspicious/noConsole: Vitest shows warnings beside the tests
            console.warn([title, ...lines.map(asLine)].join('\n  '))
          }
          if (over.signal.aborted && !rest.signal?.aborted)
            throw new Error(`The run was ended after ${runTimeout} ms, the value of \`runTimeout\`.`)
          if (outcome.verdict === 'unreachable') throw new Error(`No server responds at ${target.baseUrl}.`)
          // Otherwise every test would be skipped, and none would fail.
          const why = whyNoneJudged(outcome)
          if (why !== undefined) throw new Error(asLine(`No check was judged: ${why}.`))
        } finally {
          over.release()
          deadline.release()
        }
      },
      // Vitest only stops waiting for a hook that takes longer, and nothing would be restored.
      limit + restoringMs + resultMs,
    )

    for (const { id, title } of chosen) {
      it(`${id}: ${title}`, (test) => {
        const result = outcome?.results.find((each) => each.id === id)
        const notSelected = outcome?.notSelected.find((each) => each.id === id)
        if (notSelected) test.skip(asLine(`not selected: ${notSelected.reason}`))
        else if (!result) test.skip('the run ended before this check')
        else if (result.status === 'skip') test.skip(asLine(result.message ?? ''))
        else if (isFound(result)) test.skip('failed by the exploration: see its test')
        else if (isFailure(result)) throw new Error(inWords(result))
        else expect(result.status).toMatch(/^(?:pass|warn|known)$/)
      })
    }

    if (options.explore) {
      it('exploration: random requests find nothing', () => {
        const found = outcome?.results.filter(isFound) ?? []
        if (found.length > 0)
          throw new Error(found.map((result) => `${result.id}: ${inWords(result)}`).join('\n\n'))
        // A server that a random request ends would pass otherwise.
        const { ended = outcome?.exploration ? undefined : 'the run ended before it' } =
          outcome?.exploration ?? {}
        if (ended !== undefined) throw new Error(asLine(`The exploration is incomplete: ${ended}.`))
      })
    }

    if (options.known) {
      it('every known deviation still deviates', () => {
        expect(outcome?.stale).toEqual([])
      })
    }
  })
}

/** A signal that is aborted with another one, or after a time. */
function endAfter(milliseconds: number, other: EndSignal | undefined) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), milliseconds)
  follow(controller, other)
  return { signal: controller.signal, release: () => clearTimeout(timer) }
}

const isFailure = ({ status }: Result): boolean => status === 'fail' || status === 'error'

/** Whether an exploration found the failure of a check. */
const isFound = (result: Result): boolean => isFailure(result) && result.steps !== undefined

/** A failure with all its details, as one text. */
const inWords = ({ message = '', expected, actual, pointer, curl }: Result): string =>
  [
    message,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(actual === undefined ? [] : [`actual: ${actual}`]),
    ...(pointer === undefined ? [] : [`at: ${pointer}`]),
    ...(curl === undefined ? [] : [`again: ${curl}`]),
  ]
    .map(asLine)
    .join('\n')

const asLine = (text: string): string => withoutCommands(printable(text))
