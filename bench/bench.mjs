// Compares the mock with a bare Koa that answers the same bytes, in one interleaved run.
// Usage: npm run bench [-- <rounds>]. Needs wrk on the PATH (Debian: apt-get install wrk).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTarball, weigh } from '../test/tarball/install.mjs'
import { start } from './child.mjs'
import { hasWrk, load } from './load.mjs'

const rounds = Number(process.argv[2] ?? 3)
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const nestbox = [here('../dist/bin/nestbox.js'), '--port', '0', '--quiet']
const folder = mkdtempSync(join(tmpdir(), 'nestbox-bench-'))
const file = (name) => join(folder, name)

if (!(await hasWrk())) {
  console.error('The benchmark needs wrk; on Debian: apt-get install wrk.')
  process.exit(2)
}

/** What is compared: how the mock is started, what is asked, and how a bare Koa would be asked the same. */
const cases = [
  { name: 'list 20 of 137 backups, 40 servers', ask: list, args: [] },
  { name: 'list 20 of 137 backups, 10,000 servers', ask: list, args: ['--scale', '10000'] },
  { name: 'list 20 of 137 backups, 1 connection', ask: list, args: [], connections: 1 },
  { name: 'create a user, 40 servers', ask: create, args: [] },
  { name: 'create a user, 10,000 servers', ask: create, args: ['--scale', '10000'] },
  { name: 'create a user, 40 servers, with --data', ask: create, args: ['--data', file('small.json')] },
  { name: 'update a startup, 40 servers', ask: startup, args: [] },
  { name: 'update a startup, 10,000 servers', ask: startup, args: ['--scale', '10000'] },
]

const json = (token) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' })

function list({ tokens, resources }) {
  const path = `/api/client/servers/${resources.server.uuid}/backups`
  return { method: 'GET', path, headers: { Authorization: `Bearer ${tokens.userClient}` } }
}

function create({ tokens }) {
  const person = `'{"email":"' .. run .. '.' .. n .. '@example.com","username":"u' .. run .. '.' .. n .. '","first_name":"A","last_name":"B"}'`
  return {
    method: 'POST',
    path: '/api/application/users',
    headers: json(tokens.application),
    body: person,
    sample: { email: 'sample@example.com', username: 'sample', first_name: 'A', last_name: 'B' },
  }
}

function startup({ tokens, resources }) {
  const body = { startup: 'run {{SERVER_PORT}}', environment: {} }
  return {
    method: 'PUT',
    path: `/api/admin/servers/${resources.server.id}/startup`,
    headers: json(tokens.rootClient),
    body: `'${JSON.stringify(body)}'`,
    sample: body,
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const row = (name, ...cells) =>
  console.log(`| ${[name.padEnd(42), ...cells.map((cell) => String(cell).padStart(12))].join(' | ')} |`)

console.log(`Node ${process.version}, ${cpus().length} cores, ${rounds} interleaved rounds, medians\n`)
await startAndMemory()
installed()
await throughput()
rmSync(folder, { recursive: true })

async function startAndMemory() {
  const bytes = file('hello.json')
  writeFileSync(bytes, '{}')
  const servers = {
    'bare Koa': [here('bare-koa.mjs'), bytes],
    'nestbox, 40 servers': [...nestbox, '--token', 'rootClient=first'],
    'nestbox, 10,000 servers': [...nestbox, '--token', 'rootClient=first', '--scale', '10000'],
  }
  const first = {
    path: '/api/admin/database-hosts/1/databases',
    headers: { Authorization: 'Bearer first' },
  }
  const seen = Object.fromEntries(Object.keys(servers).map((name) => [name, { first: [], memory: [] }]))
  for (let round = 0; round < rounds * 3; round += 1) {
    for (const [name, args] of Object.entries(servers)) {
      const server = await start(args, { first })
      seen[name].first.push(server.firstAnswer)
      seen[name].memory.push(server.memory())
      await server.stop()
    }
  }
  const base = { first: median(seen['bare Koa'].first), memory: median(seen['bare Koa'].memory) }
  row('at rest', 'first answer', 'to bare Koa', 'memory', 'to bare Koa')
  row('---', '---:', '---:', '---:', '---:')
  for (const [name, { first, memory }] of Object.entries(seen)) {
    const [time, size] = [median(first), median(memory)]
    row(
      name,
      `${time.toFixed(0)} ms`,
      `${(time / base.first).toFixed(2)}×`,
      `${size.toFixed(0)} MB`,
      `${(size / base.memory).toFixed(2)}×`,
    )
  }
  console.log()
}

/** What `npm install` of the packed package brings. */
function installed() {
  const place = installTarball()
  const { packages, bytes } = weigh(place)
  rmSync(place, { recursive: true })
  row('installed', 'packages', 'size')
  row('---', '---:', '---:')
  row('nestbox', packages.length, `${(bytes / 1e6).toFixed(1)} MB`)
  console.log()
}

async function throughput() {
  row('under load', 'req/s', 'bare Koa', 'ratio', 'p99', 'bare p99')
  row('---', '---:', '---:', '---:', '---:', '---:')
  for (const { name, ask, args, connections = 32 } of cases) {
    const seen = { mock: [], bare: [] }
    for (let round = 0; round < rounds; round += 1) {
      const mock = await start([...nestbox, ...args])
      const request = ask(await (await fetch(`${mock.url}/_nestbox/target.json`)).json())
      const reply = await fetch(mock.url + request.path, {
        method: request.method,
        headers: request.headers,
        body: request.sample && JSON.stringify(request.sample),
      })
      const bytes = file('answer.json')
      writeFileSync(bytes, Buffer.from(await reply.arrayBuffer()))
      const bare = await start([here('bare-koa.mjs'), bytes])
      for (const [server, figures] of [
        [mock, seen.mock],
        [bare, seen.bare],
      ]) {
        await load(server.url + request.path, { ...request, connections, seconds: 1 })
        figures.push(await load(server.url + request.path, { ...request, connections, seconds: 3 }))
      }
      await mock.stop()
      await bare.stop()
    }
    const [mine, bare] = [seen.mock, seen.bare].map((figures) => ({
      rate: median(figures.map(({ perSecond }) => perSecond)),
      p99: median(figures.map(({ p99 }) => p99)),
    }))
    const ratio = (mine.rate / bare.rate).toFixed(2)
    row(
      name,
      mine.rate.toFixed(0),
      bare.rate.toFixed(0),
      ratio,
      `${mine.p99.toFixed(1)} ms`,
      `${bare.p99.toFixed(1)} ms`,
    )
  }
}
