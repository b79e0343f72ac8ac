// What sandboxes cost: memory at rest, with a thousand of them, and after 32 workers have used theirs.
// Usage: node bench/sandboxes.mjs [<requests of each worker>], after a build.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startNestbox } from '../dist/src/index.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

const count = 1_000
const workers = 32
const each = Number(process.argv[2] ?? 300)

const rows = []
let last = 0

/** Puts down what is in use once everything is collected that nobody needs. */
async function note(what, parts) {
  for (let round = 0; round < 3; round += 1) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const used = heapUsed + external
  rows.push([
    what,
    megabytes(used),
    parts ? `${((used - last) / parts / 1_000).toFixed(1)} kB` : '',
    megabytes(rss),
  ])
  last = used
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

const nestbox = await startNestbox({ scale: 40 })
const { application, rootClient } = nestbox.tokens

async function ask(sandbox, method, path, token, json) {
  const response = await fetch(`${nestbox.url}/~${sandbox}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
}

const read = (sandbox) => ask(sandbox, 'GET', '/api/admin/servers/1/mounts', rootClient)

const write = (sandbox, number) =>
  ask(sandbox, 'POST', '/api/application/users', application, {
    email: `u${number}@example.com`,
    username: `u${number}`,
    first_name: 'A',
    last_name: 'B',
  })

// What the first requests load is no cost of a sandbox.
for (let number = 0; number < 200; number += 1) {
  await read('warm')
  await write('warm', number)
}
const warm = nestbox.sandbox('warm')
await warm.reset()
warm.clearRequests()
await note('at rest')

const all = Array.from({ length: count }, (_, number) => `s-${number}`)
let started = performance.now()
for (const name of all) nestbox.sandbox(name)
const made = performance.now() - started
await note(`${count} sandboxes made`, count)

for (const name of all) await write(name, 1)
await note('one write in each', count)

for (const name of all) {
  const sandbox = nestbox.sandbox(name)
  sandbox.snapshot()
  sandbox.gaps.set({ 'users.case': 'lower' })
  sandbox.tokens.change({ userClient: { status: 'revoked' } })
}
await note('a snapshot, a gap and a token in each', count)

started = performance.now()
await Promise.all(
  Array.from({ length: workers }, async (_, worker) => {
    for (let number = 2; number < each + 2; number += 1) {
      const step = number % 10
      if (step === 0) await nestbox.sandbox(`s-${worker}`).reset()
      else if (step < 5) await read(`s-${worker}`)
      else await write(`s-${worker}`, number)
    }
  }),
)
const took = performance.now() - started
await note(`${workers} workers, ${each} requests each`, workers * each)

for (const name of all) nestbox.sandbox(name).clearRequests()
await note('without their logs')
await nestbox.close()

const widths = [42, 10, 12, 10]
const line = (cells) =>
  `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`
console.log(`Node ${process.version}, a demo world of 40 servers\n`)
console.log(line(['', 'in use', 'for each', 'process']))
console.log(line(['---', '---:', '---:', '---:']))
for (const row of rows) console.log(line(row))
console.log(
  `\nA sandbox is made in ${((made / count) * 1_000).toFixed(0)} µs; the workers had ${(((workers * each) / took) * 1_000).toFixed(0)} answers a second.`,
)
