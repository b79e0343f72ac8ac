// Throws many more bad inputs at everything than the tests do: requests, bytes, files, flags.
// Usage, after a build: npm run fuzz [-- --runs N --seed S], 100,000 and one of the day if left out.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** What the shares of all properties come to, for one run of each: see test/fuzz/settings.ts. */
const shares = 9.25

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})
const runs = Number(values.runs)
const seed = values.seed ?? String(Math.floor(Date.now() / 86_400_000))

console.log(`${runs} bad inputs, seed ${seed}`)
const { status } = spawnSync('npx', ['vitest', 'run', 'fuzz', '--reporter', 'verbose'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, NESTBOX_FUZZ_RUNS: String(Math.ceil(runs / shares)), NESTBOX_FUZZ_SEED: seed },
})
if (status !== 0) console.error(`To repeat it: npm run fuzz -- --runs ${runs} --seed ${seed}`)
process.exitCode = status ?? 1
