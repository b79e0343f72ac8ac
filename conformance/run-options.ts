import * as Type from '@sinclair/typebox'
import { createAjv } from '../src/contract/checking/compile.ts'
import { errorsIn } from '../src/contract/checking/errors-in.ts'
import { type Level, recordOf } from '../src/contract/index.ts'
import { oneOf } from '../src/contract/schemas/data.ts'
import type { Check } from './checks/check.ts'
import { checks as allChecks } from './checks/index.ts'
import type { ConnectionOptions } from './client/connection.ts'
import { wrongUrl } from './client/probe.ts'
import type { ExploreOptions } from './explore/explore.ts'
import type { Replay } from './explore/replay.ts'
import type { Result } from './judge/outcome.ts'
import { type Known, KnownFile, mustMatch } from './target/known.ts'
import { BadInput, baseUrl, type Target } from './target/target.ts'

export interface RunOptions extends Omit<ConnectionOptions, 'headers'> {
  readonly target: Target
  /** The checks to run, in order; `choose` selects checks by id. */
  readonly checks: readonly Check[]
  /** Failures of checks below this level are warnings; `inferred`, the lowest level, by default. */
  readonly level?: Level
  /** Whether null and absent fields fail everywhere. */
  readonly strict?: boolean
  /** Sends no request that writes, even if the target is disposable. */
  readonly readOnly?: boolean
  /** Known deviations: failures of the checks that they name are excused until the deviations expire. */
  readonly known?: readonly Known[]
  /** Whether to stop at the first failure. */
  readonly bail?: boolean
  /** The maximum number of requests in a second. */
  readonly rate?: number
  /** The file of `ca`, for commands that repeat a request. */
  readonly caFile?: string
  /** Whether to observe the gaps as well, which needs additional requests; true by default. */
  readonly observe?: boolean
  /**
   * The requests to send. `needed`, the default: those of the checks, and those of other checks whose responses the checks
   * judge, so that a few checks find what they find in a run of all checks. `own`: those of the checks.
   */
  readonly requests?: 'needed' | 'own'
  /** Explores the server after the checks: random steps, drawn by a seed. */
  readonly explore?: ExploreOptions
  /** Sends the findings of an exploration again, instead of running the checks. */
  readonly replay?: Replay['findings']
  /** Called with each check as soon as its requests were sent; the results are known when all were sent. */
  readonly onProgress?: (check: Check, done: number, of: number) => void
  /** Called with each result as soon as it is known. */
  readonly onResult?: (result: Result, done: number, of: number) => void
}

/** The longest time limit of a response in milliseconds, and the lowest and highest rate in requests per second. */
export const longestTimeout = 600_000
export const lowestRate = 0.001
export const highestRate = 10_000

const validate = createAjv().compile(
  Type.Object({
    target: Type.Object({ baseUrl: baseUrl(), tokens: Type.Object({}), headers: Type.Object({}) }),
    checks: Type.Array(Type.Unknown(), { minItems: 1, says: 'a list of one check or more' }),
    level: Type.Optional(oneOf(['stated', 'inferred'])),
    known: Type.Optional(KnownFile),
    requests: Type.Optional(oneOf(['needed', 'own'])),
    ...recordOf(['strict', 'readOnly', 'bail', 'observe'], () => Type.Optional(Type.Boolean())),
    timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: longestTimeout })),
    rate: Type.Optional(
      Type.Number({
        minimum: lowestRate,
        maximum: highestRate,
        says: `a number from ${lowestRate} to ${highestRate}`,
      }),
    ),
    explore: Type.Optional(Type.Object({ requests: Type.Integer({ minimum: 1 }), seed: Type.String() })),
  }),
)

/**
 * Checks options of a run that TypeScript cannot check, and that would end in a verdict without a request.
 * @throws BadInput
 */
export function checkRunOptions(
  options: Pick<RunOptions, 'known'> & { readonly target: Pick<Target, 'baseUrl'> },
): void {
  const nameOf = (path: string): string => `The option \`${path}\``
  const [wrong] = errorsIn(validate, options, { subject: 'The object of options', nameOf, hidesValues: true })
  const url = wrong ? undefined : wrongUrl(options.target.baseUrl)
  if (wrong) throw new BadInput(wrong.detail)
  if (url !== undefined) throw new BadInput(`${nameOf('target.baseUrl')} must ${url}.`)
  const ids = allChecks.map(({ id }) => id)
  mustMatch(options.known ?? [], ids, `${nameOf('known')}: `)
}
