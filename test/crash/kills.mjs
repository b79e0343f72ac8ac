import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startNestbox } from '../../dist/src/index.js'
import { Ledger } from './ledger.mjs'
import { createUser, NotStarted, start } from './service.mjs'

const clients = 12

/** Milliseconds from the first response to the kill, at most. */
const latestKillMs = 250

/** Milliseconds between two resets or restores, at most. */
const longestPauseMs = 80

/**
 * Kills a service again and again while clients write to it, and while one client resets and
 * restores its world; compares each time what the next start finds with what was confirmed.
 * @param random numbers from 0 to 1
 */
export async function killAgainAndAgain(file, kills, random) {
  const total = {
    kills: 0,
    confirmed: 0,
    cutOff: 0,
    replaced: 0,
    replacingAtKill: 0,
    newAtStart: 0,
    faults: [],
    slowest: 0,
  }
  const messages = new Map()
  const hear = (text) => {
    for (const line of text.split('\n').filter(Boolean)) messages.set(line, (messages.get(line) ?? 0) + 1)
  }
  const ledger = new Ledger('nestbox')
  for (let round = 1; round <= kills + 1; round += 1) {
    const service = await start(file).catch((error) => error)
    if (service instanceof Error) {
      if (!(service instanceof NotStarted)) throw service
      total.faults.push(`round ${round}: ${service.message}`)
      break
    }
    total.slowest = Math.max(total.slowest, service.took)
    const { faults, isNew } = await ledger.check(await service.state(), stateOf)
    total.newAtStart += Number(isNew)
    total.faults.push(...faults.map((fault) => `round ${round}: ${fault}`))
    if (faults.length > 0 || round > kills) {
      await service.end('SIGTERM')
      break
    }
    const load = writeUntilItIsGone(service, { round, ledger, total, random })
    await Promise.race([load.firstResponse, load.over])
    await wait(random() * latestKillMs)
    await service.end('SIGKILL')
    total.kills += 1
    await load.over
    hear(service.said())
  }
  const text = readFileSync(file, 'utf8')
  if (!isJson(text)) total.faults.push('the file is no JSON at the end')
  return { total, messages }
}

const states = new Map()

/** The state of an empty world of a seed. */
async function stateOf(seed) {
  if (!states.has(seed)) {
    const service = await startNestbox({ seed, scenario: 'empty' })
    states.set(seed, service.state())
    await service.close()
  }
  return states.get(seed)
}

/** Every client sends one request after the other until the connection breaks. */
function writeUntilItIsGone(service, { round, ledger, total, random }) {
  let tellFirst
  const firstResponse = new Promise((resolve) => {
    tellFirst = resolve
  })
  /** @returns undefined if the service was killed meanwhile */
  const ask = async (sending) => {
    const reply = await sending.catch(() => undefined)
    if (!reply) total.cutOff += 1
    else if (reply.status >= 300) {
      throw new Error(`A write was answered with ${reply.status}: ${JSON.stringify(reply.json)}`)
    }
    return reply
  }
  const writer = async (index) => {
    for (let count = 1; ; count += 1) {
      const confirm = ledger.send()
      const size = round * 1_000_000 + count
      const reply = await ask(
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
      tellFirst()
    }
  }
  const replacer = async () => {
    for (let count = 1; ; count += 1) {
      await wait(random() * longestPauseMs)
      const isRestore = ledger.hasSnapshot && random() < 0.5
      const seed = `world-${round}-${count}`
      const confirm = isRestore ? ledger.restore() : ledger.reset(seed)
      const path = isRestore ? 'snapshots/kept/restore' : `reset?seed=${seed}`
      if (!(await ask(service.write('POST', `/_nestbox/${path}`)))) {
        total.replacingAtKill += 1
        return
      }
      confirm()
      total.replaced += 1
      await wait(random() * longestPauseMs)
      const confirmSnapshot = ledger.snapshot()
      if (!(await ask(service.write('POST', '/_nestbox/snapshots', { name: 'kept' })))) return
      confirmSnapshot()
    }
  }
  const all = [...Array.from({ length: clients }, (_, index) => writer(index + 1)), replacer()]
  return { firstResponse, over: Promise.all(all) }
}

function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
