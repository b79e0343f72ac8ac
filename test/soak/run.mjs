// Minutes of everything at once: reads, writes, uploads, the control API, sandboxes, faults, listeners
// that come and go. Exit code 1 if memory or descriptors grow, or an answer is none that there should be.
// Usage, after a build, on Linux: npm run soak [-- minutes], 10 if left out.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadOn } from './load.mjs'

const minutes = Number(process.argv[2] ?? 10)

/** How often it is looked at. */
const samples = 12

/** MB that may come on top of what it took after a quarter of the time. */
const growth = { rss: 80, heap: 40 }

const folder = mkdtempSync(join(tmpdir(), 'nestbox-soak-'))
const data = join(folder, 'world.json')
const program = fileURLToPath(new URL('../../dist/bin/nestbox.js', import.meta.url))
const watch = new URL('./heap.mjs', import.meta.url).href
const child = spawn(
  process.execPath,
  ['--expose-gc', '--import', watch, program, '--port', '0', '--data', data, '--log-level', 'error'],
  { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
)
process.on('exit', () => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
let said = ''
child.stderr.on('data', (chunk) => {
  said += chunk
})
const url = await readyUrl()
const errors = () => said.split('\n').filter((line) => line !== '' && !/ 50[0-9] |^ {2}|^nestbox /.test(line))

console.log(`Node ${process.version}, ${minutes} minutes`)
console.log('\n| s | requests | rss MB | heap MB | descriptors | data MB | sandboxes | log entries |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
let load
const first = await look(0)
load = loadOn(url)
const seen = []
for (let sample = 1; sample <= samples; sample += 1) {
  await wait((minutes * 60_000) / samples)
  seen.push(await look((sample * minutes * 60) / samples))
}
await load.stop()
await wait(1_000)
const last = await look(minutes * 60 + 1)
console.log('\nanswers:', JSON.stringify(load.statuses()))

// Memory goes up and down with the uploads under way, so the middle of a quarter counts.
const quarter = samples / 4
const [base, end] = [seen.slice(quarter, 2 * quarter), seen.slice(-quarter)].map(
  (part) => (name) => part.map((look) => look[name]).toSorted((a, b) => a - b)[part.length >> 1],
)
const wrong = [
  ...load.wrong(),
  ...errors(),
  ...Object.entries(growth)
    .filter(([name, most]) => end(name) - base(name) > most)
    .map(([name]) => `${name} grew from ${base(name).toFixed(0)} to ${end(name).toFixed(0)} MB`),
  ...(last.descriptors > first.descriptors + 5 ? [`${last.descriptors} descriptors are still open`] : []),
]
for (const text of new Set(wrong)) console.log(`WRONG: ${text}`)
child.kill('SIGTERM')
await once(child, 'exit')
const left = readdirSync(folder)
if (left.join() !== 'world.json') wrong.push(`left behind: ${left}`)
console.log(`\n${seen.at(-1).requests} requests, ${wrong.length} wrong.`)
process.exitCode = wrong.length > 0 ? 1 : 0

async function readyUrl() {
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    const found = /Ready on (\S+)\n/.exec(text)?.[1]
    if (found) return found
  }
  throw new Error(`It did not start: ${said}`)
}

async function look(seconds) {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  child.send('heap')
  const [{ heap }] = await once(child, 'message')
  const health = await (await fetch(`${url}/_nestbox/health`)).json()
  const entries = (await (await fetch(`${url}/_nestbox/requests`)).json()).requests.length
  const found = {
    seconds: Math.round(seconds),
    requests: load?.count() ?? 0,
    rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    heap: heap / 1e6,
    descriptors: readdirSync(`/proc/${child.pid}/fd`).length,
    data: sizeOf(folder) / 1e6,
    sandboxes: health.sandboxes,
    entries,
  }
  const shown = Object.values(found).map((value) => (Number.isInteger(value) ? value : value.toFixed(1)))
  console.log(`| ${shown.join(' | ')} |`)
  return found
}

function sizeOf(path) {
  return readdirSync(path).reduce((sum, name) => {
    try {
      return sum + statSync(join(path, name)).size
    } catch {
      // A log was folded just now.
      return sum
    }
  }, 0)
}
