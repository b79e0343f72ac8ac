// Runs the fuzz tests with many more malformed inputs than `npm test`: requests, bytes, files.
// Usage: npm run fuzz [-- --runs N --seed S]; the defaults are 100,000 runs and a seed of the day.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** The sum of the arguments `share` of all properties, see test/fuzz/settings.ts. */
const shares = 9.25

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})
const runs = Number(values.runs)
const seed = values.seed ?? String(Math.floor(Date.now() / 86_400_000))

console.log(`${runs} malformed inputs, seed ${seed}`)
const { status } = spawnSync('npx', ['vitest', 'run', 'fuzz', '--reporter', 'verbose'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, NESTBOX_FUZZ_RUNS: String(Math.ceil(runs / shares)), NESTBOX_FUZZ_SEED: seed },
})
if (status !== 0) console.error(`To repeat this run: npm run fuzz -- --runs ${runs} --seed ${seed}`)
process.exitCode = status ?? 1
