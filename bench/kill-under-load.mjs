// Kills a mock with a data file again and again while clients write, and looks whether anything
// that was answered is lost. Exit code 1 if so.
// Usage, after a build: node bench/kill-under-load.mjs [rounds] [seed], 20 and 1 if left out.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.argv[2] ?? 20)
const seed = Number(process.argv[3] ?? 1)
const clients = 32
/** Milliseconds from the first answer to the kill: from, to. */
const moments = [0, 600]
const token = 'writes-under-load'

const program = fileURLToPath(new URL('../dist/bin/nestbox.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'nestbox-kill-'))
const file = join(folder, 'world.json')
const random = randomFrom(seed)
/** All that was ever answered, as it was answered. */
const answered = []
const total = { cutOff: 0, keptUnanswered: 0, lost: 0 }

let running
process.on('exit', () => {
  running?.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

console.log(`Node ${process.version}, ${rounds} rounds of ${clients} clients, seed ${seed}`)
for (let round = 1; round <= rounds; round += 1) {
  running = await start()
  const load = writeUntilItIsGone(running.url, round)
  const moment = moments[0] + Math.floor(random() * (moments[1] - moments[0]))
  await load.firstAnswer
  await new Promise((resolve) => setTimeout(resolve, moment))
  await running.end('SIGKILL')
  const { sent, done } = await load.over
  answered.push(...done)

  const size = statSync(file).size
  running = await start()
  const users = new Map((await stateOf(running.url)).tables.users.map((user) => [user.id, user]))
  const lost = answered.filter((user) => !isSame(user, users.get(user.id)))
  const names = new Set(done.map(({ username }) => username))
  const unanswered = sent.filter((username) => !names.has(username))
  const kept = new Set([...users.values()].map(({ username }) => username))
  const keptUnanswered = unanswered.filter((username) => kept.has(username))
  total.cutOff += unanswered.length
  total.keptUnanswered += keptUnanswered.length
  total.lost += lost.length
  console.log(
    [
      `round ${String(round).padStart(2)}: killed after ${String(moment).padStart(3)} ms`,
      `${String(done.length).padStart(5)} answered`,
      `${String(unanswered.length).padStart(3)} cut off (${String(keptUnanswered.length).padStart(2)} of them kept)`,
      `${String(lost.length).padStart(3)} lost`,
      `file ${(size / 1024).toFixed(0)} KB, up again in ${running.took.toFixed(0)} ms`,
    ].join(', '),
  )
  for (const { id, username } of lost.slice(0, 5)) console.log(`  lost: user ${id}, ${username}`)
  await running.end('SIGTERM')
}
console.log(
  `${rounds} kills: ${answered.length} answered writes, ${total.lost} lost; ${total.cutOff} writes were cut off, ${total.keptUnanswered} of them kept.`,
)
process.exitCode = total.lost > 0 || answered.length === 0 ? 1 : 0

async function start() {
  const started = performance.now()
  const args = [program, '--port', '0', '--quiet', '--data', file, '--token', `application=${token}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const end = (signal) => {
    child.kill(signal)
    return exit
  }
  let text = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      const found = /Ready on (\S+)\n/.exec(text)?.[1]
      if (found) resolve(found)
    })
    exit.then(([code]) => reject(new Error(`The mock did not start: ${code}`)))
  })
  return { child, url, end, took: performance.now() - started }
}

/** Every client creates one user after the other until the connection breaks. */
function writeUntilItIsGone(url, round) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const sent = []
  const done = []
  let tellFirst
  const firstAnswer = new Promise((resolve) => {
    tellFirst = resolve
  })
  const client = async (index) => {
    for (let count = 1; ; count += 1) {
      const username = `r${round}-c${index}-${count}`
      sent.push(username)
      const reply = await post(`${url}/api/application/users`, agent, {
        username,
        email: `${username}@example.com`,
        first_name: 'Made',
        last_name: 'Under Load',
      }).catch(() => undefined)
      if (!reply) return
      if (reply.status !== 201)
        throw new Error(`${username} was answered with ${reply.status}: ${reply.text}`)
      done.push(JSON.parse(reply.text).attributes)
      tellFirst()
    }
  }
  const over = Promise.all(Array.from({ length: clients }, (_, index) => client(index + 1))).then(() => {
    agent.destroy()
    return { sent, done }
  })
  // A load that fails before its first answer is not to be waited for.
  return { over, firstAnswer: Promise.race([firstAnswer, over]) }
}

/** Rejects unless a whole answer came. */
function post(url, agent, body) {
  const text = JSON.stringify(body)
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  }
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers }, (answer) => {
      let received = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        received += chunk
      })
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode, text: received }))
    })
    sending.on('error', reject)
    sending.end(text)
  })
}

async function stateOf(url) {
  return (await fetch(`${url}/_nestbox/state`)).json()
}

function isSame(told, kept) {
  return (
    kept !== undefined &&
    ['uuid', 'username', 'email', 'created_at'].every((field) => told[field] === kept[field])
  )
}

/** Numbers from 0 to 1 that only the seed decides (mulberry32). */
function randomFrom(start) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
