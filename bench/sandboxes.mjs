// Measures the memory without sandboxes, with 1,000 sandboxes, and after 32 workers sent requests to sandboxes.
// Usage, after a build: node bench/sandboxes.mjs [<requests of each worker>], 300 by default.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startNestbox } from '../dist/src/index.js'
import { mostMegabytes } from './goals.mjs'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

const count = 1_000
const workers = 32
const requestsPerWorker = Number(process.argv[2] ?? 300)

const rows = []
let lastUsed = 0

/**
 * Collects garbage and adds the memory in use as a row.
 * @param {string} title
 * @param {number} [parts] divides the growth since the last row, for the column of a single sandbox or request
 */
async function addRow(title, parts) {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const used = heapUsed + external
  rows.push([
    title,
    megabytes(used),
    parts ? `${((used - lastUsed) / parts / 1_000).toFixed(1)} kB` : '',
    megabytes(rss),
  ])
  lastUsed = used
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

const nestbox = await startNestbox({ scale: 40 })
const { application, rootClient } = nestbox.tokens

async function send(sandbox, method, path, token, json) {
  const response = await fetch(`${nestbox.url}/~${sandbox}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
}

const read = (sandbox) => send(sandbox, 'GET', '/api/admin/servers/1/mounts', rootClient)

const write = (sandbox, number) =>
  send(sandbox, 'POST', '/api/application/users', application, {
    email: `u${number}@example.com`,
    username: `u${number}`,
    first_name: 'A',
    last_name: 'B',
  })

// The first requests load modules and compile code, which are not a cost of a sandbox.
for (let number = 0; number < 200; number += 1) {
  await read('warm')
  await write('warm', number)
}
const warm = nestbox.sandbox('warm')
await warm.reset()
warm.clearRequests()
await addRow('no sandboxes')

const names = Array.from({ length: count }, (_, number) => `s-${number}`)
let started = performance.now()
for (const name of names) nestbox.sandbox(name)
const creationMs = performance.now() - started
await addRow(`${count} empty sandboxes`, count)

for (const name of names) await write(name, 1)
await addRow('one write in each', count)

for (const name of names) {
  const sandbox = nestbox.sandbox(name)
  sandbox.snapshot()
  sandbox.gaps.set({ 'users.case': 'lower' })
  sandbox.tokens.change({ userClient: { status: 'revoked' } })
}
await addRow('a snapshot, a gap and a token in each', count)
const filled = lastUsed

started = performance.now()
await Promise.all(
  Array.from({ length: workers }, async (_, worker) => {
    for (let number = 2; number < requestsPerWorker + 2; number += 1) {
      const step = number % 10
      if (step === 0) await nestbox.sandbox(`s-${worker}`).reset()
      else if (step < 5) await read(`s-${worker}`)
      else await write(`s-${worker}`, number)
    }
  }),
)
const loadMs = performance.now() - started
await addRow(`${workers} workers, ${requestsPerWorker} requests each`, workers * requestsPerWorker)

for (const name of names) nestbox.sandbox(name).clearRequests()
await addRow('request logs cleared')
await nestbox.close()

const widths = [42, 10, 12, 10]
const line = (cells) =>
  `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`
console.log(`Node ${process.version}, a demo world of 40 servers\n`)
console.log(line(['', 'in use', 'for each', 'resident']))
console.log(line(['---', '---:', '---:', '---:']))
for (const row of rows) console.log(line(row))
console.log(
  `\nGoal: at most ${mostMegabytes} MB with a write, a snapshot, a gap and a token in each; measured: ${megabytes(filled)}.`,
)
console.log(
  `\nCreating a sandbox takes ${((creationMs / count) * 1_000).toFixed(0)} µs; the workers got ${(((workers * requestsPerWorker) / loadMs) * 1_000).toFixed(0)} responses per second.`,
)
