import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startNestbox } from '../../dist/src/index.js'
import { Ledger } from './ledger.mjs'
import { createUser, StartFailure, start } from './service.mjs'

const clients = 12

/** Milliseconds from the first response to the kill, at most. */
const latestKillMs = 250

/** Milliseconds of a pause between resets, restores and snapshots, at most. */
const longestPauseMs = 80

/**
 * Kills a service repeatedly while clients write, and while one client resets and restores the world. After each kill
 * the service is started again, and its world is compared with the confirmed writes.
 * @param {string} file the data file
 * @param {number} kills
 * @param {() => number} random numbers from 0 to 1
 * @returns totals of all rounds, and the number of times that each line of standard error was printed
 */
export async function killRepeatedly(file, kills, random) {
  const total = {
    kills: 0,
    confirmed: 0,
    interrupted: 0,
    replaced: 0,
    replacingAtKill: 0,
    replacedAtStart: 0,
    failures: [],
    slowestStartMs: 0,
  }
  const messages = new Map()
  const countLines = (text) => {
    for (const line of text.split('\n').filter(Boolean)) messages.set(line, (messages.get(line) ?? 0) + 1)
  }
  const ledger = new Ledger('nestbox')
  for (let round = 1; round <= kills + 1; round += 1) {
    const service = await start(file).catch((error) => error)
    if (service instanceof Error) {
      if (!(service instanceof StartFailure)) throw service
      total.failures.push(`round ${round}: ${service.message}`)
      break
    }
    total.slowestStartMs = Math.max(total.slowestStartMs, service.startMs)
    const { failures, isReplaced } = await ledger.check(await service.state(), initialState)
    total.replacedAtStart += Number(isReplaced)
    total.failures.push(...failures.map((failure) => `round ${round}: ${failure}`))
    if (failures.length > 0 || round > kills) {
      await service.end('SIGTERM')
      break
    }
    const load = writeUntilKilled(service, { round, ledger, total, random })
    await Promise.race([load.firstResponse, load.ended])
    await wait(random() * latestKillMs)
    await service.end('SIGKILL')
    total.kills += 1
    await load.ended
    countLines(service.stderr())
  }
  const text = readFileSync(file, 'utf8')
  if (!isJson(text)) total.failures.push('the data file is not JSON after the last kill')
  return { total, messages }
}

const states = new Map()

/** The state of an empty world of a seed. */
async function initialState(seed) {
  if (!states.has(seed)) {
    const service = await startNestbox({ seed, scenario: 'empty' })
    states.set(seed, service.state())
    await service.close()
  }
  return states.get(seed)
}

/**
 * Starts clients that each send one request after another until the connection breaks.
 * @returns promises of the first response and of the end of all clients
 */
function writeUntilKilled(service, { round, ledger, total, random }) {
  let resolveFirst
  const firstResponse = new Promise((resolve) => {
    resolveFirst = resolve
  })
  /** The reply to a write; undefined if the service was killed before. */
  const replyTo = async (sending) => {
    const reply = await sending.catch(() => undefined)
    if (!reply) total.interrupted += 1
    else if (reply.status >= 300) {
      throw new Error(`A write got the status ${reply.status}: ${JSON.stringify(reply.json)}`)
    }
    return reply
  }
  const writer = async (index) => {
    for (let count = 1; ; count += 1) {
      const confirm = ledger.send()
      const size = round * 1_000_000 + count
      const reply = await replyTo(
        index === 1
          ? service.write('PATCH', '/api/application/nodes/1', { upload_size: size })
          : index === 2
            ? service.write('PUT', '/api/admin/nodes/1/tags', { tag_ids: [] })
            : createUser(service, `r${round}-c${index}-${count}`),
      )
      if (!reply) return
      total.confirmed += 1
      confirm((world, sentAt) => {
        if (index === 1) world.uploadSize = Math.max(world.uploadSize, size)
        if (index > 2) world.users.set(reply.json.attributes.id, { row: reply.json.attributes, sentAt })
      })
      resolveFirst()
    }
  }
  const replacer = async () => {
    for (let count = 1; ; count += 1) {
      await wait(random() * longestPauseMs)
      const isRestore = ledger.hasSnapshot && random() < 0.5
      const seed = `world-${round}-${count}`
      const confirm = isRestore ? ledger.restore() : ledger.reset(seed)
      const path = isRestore ? 'snapshots/kept/restore' : `reset?seed=${seed}`
      if (!(await replyTo(service.write('POST', `/_nestbox/${path}`)))) {
        total.replacingAtKill += 1
        return
      }
      confirm()
      total.replaced += 1
      await wait(random() * longestPauseMs)
      const confirmSnapshot = ledger.snapshot()
      if (!(await replyTo(service.write('POST', '/_nestbox/snapshots', { name: 'kept' })))) return
      confirmSnapshot()
    }
  }
  const all = [...Array.from({ length: clients }, (_, index) => writer(index + 1)), replacer()]
  return { firstResponse, ended: Promise.all(all) }
}

function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
