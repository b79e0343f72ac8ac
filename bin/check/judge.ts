import { curlOf, type Trust } from '../../conformance/curl.ts'
import { type Run, type RunOptions, run } from '../../conformance/run.ts'
import type { Target } from '../../conformance/target.ts'
import type { Manners } from './place.ts'

/** A run in the manner of the flags. */
export const judge = async ({
  manner,
  ...options
}: Omit<RunOptions, keyof Manners> & { readonly manner: Manners }): Promise<Run> => {
  const { timeout, insecure, rate, ca } = manner
  const made = await run({
    ...options,
    timeout,
    insecure,
    ...(rate !== undefined && { rate }),
    ...(ca !== undefined && { ca }),
  })
  return withTrust(made, manner)
}

/** A run whose commands trust what it trusted: it knows certificates only, and a command wants their file. */
const withTrust = (run: Run, trust: Trust): Run => ({
  ...run,
  results: run.results.map((result) =>
    result.exchange ? { ...result, curl: curlOf(result.exchange, run.target, trust) } : result,
  ),
})

/** What no report may hold. */
export const secretsOf = ({ tokens, headers }: Target): string[] => [
  ...Object.values(tokens),
  ...Object.values(headers),
]
