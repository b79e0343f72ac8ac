import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createUser, NotStarted, start } from './service.mjs'

const clients = 12

/** Milliseconds from the first answer to the kill, at most. */
const latest = 250

/**
 * Kills a service again and again while clients write to it, and looks each time whether
 * anything that was answered is lost.
 * @param random numbers from 0 to 1
 */
export async function killAgainAndAgain(file, kills, random) {
  const total = { kills: 0, answered: 0, cutOff: 0, keptUnanswered: 0, lost: 0, broken: 0, slowest: 0 }
  const messages = new Map()
  const hear = (text) => {
    for (const line of text.split('\n').filter(Boolean)) messages.set(line, (messages.get(line) ?? 0) + 1)
  }
  /** The users that were answered, and the last count that each client was told of its own node or server. */
  const users = new Map()
  const counts = new Map()
  for (let round = 1; round <= kills; round += 1) {
    const service = await start(file).catch((error) => error)
    if (service instanceof Error) {
      if (!(service instanceof NotStarted)) throw service
      hear(service.message)
      total.broken += 1
      return { total, messages }
    }
    total.slowest = Math.max(total.slowest, service.took)
    if (round > 1) {
      total.lost += lostIn(await service.state(), users, counts)
      if (!isJson(readFileSync(file, 'utf8'))) total.broken += 1
    }
    const load = writeUntilItIsGone(service, round, users, counts, total)
    await Promise.race([load.firstAnswer, load.over])
    await wait(random() * latest)
    await service.end('SIGKILL')
    total.kills += 1
    await load.over
    hear(service.said())
  }
  const last = await start(file)
  total.lost += lostIn(await last.state(), users, counts)
  total.keptUnanswered = (await last.state()).tables.users.filter(
    ({ id, username }) => /^r\d+-/.test(username) && !users.has(id),
  ).length
  await last.end('SIGTERM')
  if (!isJson(readFileSync(file, 'utf8'))) total.broken += 1
  return { total, messages }
}

/** Every client writes one thing after the other until the connection breaks: new rows, and changes of old ones. */
function writeUntilItIsGone(service, round, users, counts, total) {
  let tellFirst
  const firstAnswer = new Promise((resolve) => {
    tellFirst = resolve
  })
  const client = async (index) => {
    for (let count = 1; ; count += 1) {
      const isCounting = index === 1 || index === 2
      const value = round * 1_000_000 + count
      const reply = await (index === 1
        ? service.write('PATCH', '/api/application/nodes/1', { upload_size: value })
        : index === 2
          ? service.write('PUT', '/api/admin/nodes/1/tags', { tag_ids: [] })
          : createUser(service, `r${round}-c${index}-${count}`)
      ).catch(() => undefined)
      if (!reply) {
        total.cutOff += 1
        return
      }
      if (reply.status >= 300)
        throw new Error(`A write was answered with ${reply.status}: ${JSON.stringify(reply.json)}`)
      total.answered += 1
      if (index === 1) counts.set('upload_size', value)
      if (!isCounting) users.set(reply.json.attributes.id, reply.json.attributes)
      tellFirst()
    }
  }
  return { firstAnswer, over: Promise.all(Array.from({ length: clients }, (_, index) => client(index + 1))) }
}

/** How much of what was answered is not there. */
function lostIn({ tables }, users, counts) {
  const kept = new Map(tables.users.map((user) => [user.id, user]))
  const lost = [...users.values()].filter((user) => !isSame(user, kept.get(user.id)))
  const node = tables.nodes.find(({ id }) => id === 1)
  // What was under way when the kill came may have been kept, too.
  const isBehind = node.upload_size < (counts.get('upload_size') ?? 0)
  return lost.length + Number(isBehind)
}

const isSame = (told, kept) =>
  kept !== undefined &&
  ['uuid', 'username', 'email', 'created_at'].every((field) => told[field] === kept[field])

function isJson(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
