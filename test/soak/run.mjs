// Runs minutes of mixed load: reads, writes, uploads, the control API, sandboxes, faults, event listeners, broken
// connections. Exits with 1 if memory or file descriptors grow, or if a response is unexpected.
// Usage, after a build, on Linux: npm run soak [-- minutes], 10 by default.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startLoad } from './load.mjs'

const minutes = Number(process.argv[2] ?? 10)

/** Number of measurements under load. */
const samples = 12

/** Growth in MB from the second quarter of the time to the last one, at most. */
const maxGrowth = { rss: 80, heap: 40 }

const folder = mkdtempSync(join(tmpdir(), 'nestbox-soak-'))
const data = join(folder, 'world.json')
const program = fileURLToPath(new URL('../../dist/bin/nestbox.js', import.meta.url))
const heapModule = new URL('./heap.mjs', import.meta.url).href
const child = spawn(
  process.execPath,
  ['--expose-gc', '--import', heapModule, program, '--port', '0', '--data', data, '--log-level', 'error'],
  { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
)
process.on('exit', () => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
let stderr = ''
child.stderr.on('data', (chunk) => {
  stderr += chunk
})
const url = await readyUrl()
const loggedErrors = () =>
  stderr.split('\n').filter((line) => line !== '' && !/ 50[0-9] |^ {2}|^nestbox /.test(line))

console.log(`Node ${process.version}, ${minutes} minutes`)
console.log('\n| s | requests | rss MB | heap MB | descriptors | data MB | sandboxes | log entries |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
let load
const first = await measure(0)
load = startLoad(url)
const measurements = []
for (let sample = 1; sample <= samples; sample += 1) {
  await wait((minutes * 60_000) / samples)
  measurements.push(await measure((sample * minutes * 60) / samples))
}
await load.stop()
await wait(1_000)
const last = await measure(minutes * 60 + 1)
console.log('\nresponses by status:', JSON.stringify(load.statuses()))

// Memory varies with the uploads in progress, so the median of a quarter is compared.
const quarter = samples / 4
const [base, end] = [measurements.slice(quarter, 2 * quarter), measurements.slice(-quarter)].map(
  (part) => (name) => part.map((each) => each[name]).toSorted((a, b) => a - b)[part.length >> 1],
)
const failures = [
  ...load.unexpected(),
  ...loggedErrors(),
  ...Object.entries(maxGrowth)
    .filter(([name, most]) => end(name) - base(name) > most)
    .map(([name]) => `${name} grew from ${base(name).toFixed(0)} to ${end(name).toFixed(0)} MB`),
  ...(last.descriptors > first.descriptors + 5 ? [`${last.descriptors} descriptors are still open`] : []),
]
for (const text of new Set(failures)) console.log(`FAILURE: ${text}`)
child.kill('SIGTERM')
await once(child, 'exit')
const files = readdirSync(folder)
if (files.join() !== 'world.json') failures.push(`the folder of the data file has other files: ${files}`)
console.log(`\n${measurements.at(-1).requests} requests, ${failures.length} failures.`)
process.exitCode = failures.length > 0 ? 1 : 0

async function readyUrl() {
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const found = /Ready on (\S+)\n/.exec(text)?.[1]
    if (found) return found
  }
  throw new Error(`The service did not start: ${stderr}`)
}

/** Measures the service and prints the measurement as a row. */
async function measure(seconds) {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  child.send('heap')
  const [{ heap }] = await once(child, 'message')
  const health = await (await fetch(`${url}/_nestbox/health`)).json()
  const entries = (await (await fetch(`${url}/_nestbox/requests`)).json()).requests.length
  const measurement = {
    seconds: Math.round(seconds),
    requests: load?.count() ?? 0,
    rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    heap: heap / 1e6,
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
    data: sizeOf(folder) / 1e6,
    sandboxes: health.sandboxes,
    entries,
  }
  const cells = Object.values(measurement).map((value) =>
    Number.isInteger(value) ? value : value.toFixed(1),
  )
  console.log(`| ${cells.join(' | ')} |`)
  return measurement
}

function sizeOf(path) {
  return readdirSync(path).reduce((sum, name) => {
    try {
      return sum + statSync(join(path, name)).size
    } catch {
      // The service replaced a temporary file after the folder was read.
      return sum
    }
  }, 0)
}
