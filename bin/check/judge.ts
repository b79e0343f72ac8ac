import { type Run, type RunOptions, run } from '../../conformance/run.ts'
import type { Target } from '../../conformance/target/target.ts'
import type { Manners } from './place.ts'

/** A run in the manner of the flags. */
export const judge = ({
  manner: { timeout, insecure, rate, ca, caFile },
  ...options
}: Omit<RunOptions, keyof Manners> & { readonly manner: Manners }): Promise<Run> =>
  run({
    ...options,
    timeout,
    insecure,
    ...(rate !== undefined && { rate }),
    ...(ca !== undefined && { ca }),
    ...(caFile !== undefined && { caFile }),
  })

/** What no report may hold. */
export const secretsOf = ({ tokens, headers }: Target): string[] => [
  ...Object.values(tokens),
  ...Object.values(headers),
]
