import * as Type from '@sinclair/typebox'
import { createAjv } from '../src/contract/checking/compile.ts'
import { errorsIn } from '../src/contract/checking/errors-in.ts'
import { wrongUrl } from './client/probe.ts'
import { BadInput, baseUrl, type Target } from './target/target.ts'

/** The longest time limit of a response in milliseconds, and the highest rate in requests per second. */
export const longestTimeout = 600_000
export const highestRate = 10_000

const validate = createAjv().compile(
  Type.Object({
    target: Type.Object({ baseUrl: baseUrl(), tokens: Type.Object({}), headers: Type.Object({}) }),
    checks: Type.Array(Type.Unknown(), { minItems: 1, says: 'a list of one check or more' }),
    timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: longestTimeout })),
    rate: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: highestRate })),
  }),
)

/**
 * Checks options of a run that TypeScript cannot check, and that would end in a verdict without a request.
 * @throws BadInput
 */
export function checkRunOptions(options: { readonly target: Pick<Target, 'baseUrl'> }): void {
  const nameOf = (path: string): string => `The option \`${path}\``
  const [wrong] = errorsIn(validate, options, { subject: 'The object of options', nameOf, hidesValues: true })
  const url = wrong ? undefined : wrongUrl(options.target.baseUrl)
  if (wrong) throw new BadInput(wrong.detail)
  if (url !== undefined) throw new BadInput(`${nameOf('target.baseUrl')} must ${url}.`)
}
