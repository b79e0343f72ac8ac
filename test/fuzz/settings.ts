import type { Parameters } from 'fast-check'

/** How many bad inputs each property meets in the tests; `npm run fuzz` asks for more, of another seed. */
const usual = { runs: 300, seed: 20_261_121 }

const asked = Number(process.env['NESTBOX_FUZZ_RUNS'] ?? usual.runs)

/** Milliseconds that a property may take. */
export const patience = 20_000 + asked * 60

/**
 * What every property runs by: deterministic, and told on failure together with what would repeat it.
 * @param share of the runs, for what is slower or faster than the others
 */
export const settings = <T>(share = 1): Parameters<T> => ({
  numRuns: Math.max(1, Math.ceil(asked * share)),
  seed: Number(process.env['NESTBOX_FUZZ_SEED'] ?? usual.seed),
  endOnFailure: process.env['NESTBOX_FUZZ_RUNS'] !== undefined,
})
