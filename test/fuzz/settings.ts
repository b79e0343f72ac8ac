import type { Parameters } from 'fast-check'

/** Runs per property in `npm test`; `npm run fuzz` sets more runs and another seed. */
const defaults = { runs: 300, seed: 20_261_121 }

const runs = Number(process.env['NESTBOX_FUZZ_RUNS'] ?? defaults.runs)

/** Test timeout of a property, in milliseconds. */
export const propertyTimeoutMs = 20_000 + runs * 60

/**
 * Parameters of every property. A failure prints the seed that repeats it.
 * @param share multiplies the number of runs, for properties that are slower or faster than the others
 */
export const settings = <T>(share = 1): Parameters<T> => ({
  numRuns: Math.max(1, Math.ceil(runs * share)),
  seed: Number(process.env['NESTBOX_FUZZ_SEED'] ?? defaults.seed),
  endOnFailure: process.env['NESTBOX_FUZZ_RUNS'] !== undefined,
})
