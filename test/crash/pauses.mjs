import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createUser, detailOf, start, usernames } from './service.mjs'

const steps = [
  'before the temporary file',
  'with an empty temporary file',
  'before the rename',
  'after the rename',
]

/** What the second service does before the suspended one goes on. */
const seconds = {
  'goes on': async () => {},
  stops: (second) => second.end('SIGTERM'),
  'is killed': (second) => second.end('SIGKILL'),
}

/**
 * Suspends a service at each step of a write, until a second service has taken over its data file and has written to
 * it. Then the first one goes on. All rows run at the same time, as each waits ten seconds until the lock is stale.
 */
export async function pauseWithinWrites(folder) {
  const rows = steps.flatMap((step) => Object.keys(seconds).map((second) => ({ step, second })))
  return Promise.all(rows.map((row, at) => takeOver(join(folder, `pause-${at}`), row)))
}

async function takeOver(folder, { step, second: whatSecondDoes }) {
  mkdirSync(folder)
  const file = join(folder, 'world.json')
  const order = join(folder, 'pause')
  const written = {}
  const write = async (service, name) => {
    written[name] = await createUser(service, name)
  }
  const first = await start(file, {
    imported: new URL('./pause-within-write.mjs', import.meta.url).href,
    env: { NESTBOX_CRASH_PAUSE: order },
  })
  await write(first, 'before')
  writeFileSync(order, step)
  const during = write(first, 'during')
  while (existsSync(order) || !isSuspended(first.pid)) await wait(10)
  const second = await start(file)
  await write(second, 'second')
  await seconds[whatSecondDoes](second)
  first.signal('SIGCONT')
  await during
  await write(first, 'later')
  const isSecondAlive = whatSecondDoes === 'goes on'
  if (isSecondAlive) await write(second, 'third')
  await first.end('SIGKILL')
  if (isSecondAlive) await second.end('SIGKILL')
  const third = await start(file)
  const kept = await usernames(third)
  await third.end('SIGTERM')
  const entries = Object.entries(written)
  const { during: reply, later } = written
  return {
    step,
    second: whatSecondDoes,
    reply: `${reply.status} ${detailOf(reply)}`,
    later: `${later.status} ${detailOf(later)}`,
    lost: entries.filter(([name, { status }]) => status < 300 && !kept.includes(name)).map(([name]) => name),
    keptRefused: entries
      .filter(([name, each]) => detailOf(each).includes('Nothing was changed') && kept.includes(name))
      .map(([name]) => name),
    leftovers: readdirSync(folder).filter((name) => name !== 'world.json'),
  }
}

/** The state of a process that a signal has suspended is `T`. */
const isSuspended = (pid) =>
  execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('T')
