import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createUser, start, usernames } from './service.mjs'

/** Milliseconds in which a log is folded into its file. */
const folded = 600

/** What happens to the files of a running service, and whether they are folded by then. */
const troubles = {
  'file removed': [(file) => rmSync(file), true],
  'file removed while writes are pending': [(file) => rmSync(file), false],
  'all removed': [(_, folder) => empty(folder), true],
  'all removed while writes are pending': [(_, folder) => empty(folder), false],
  'folder removed': [(_, folder) => rmSync(folder, { recursive: true }), true],
  'file emptied': [(file) => writeFileSync(file, ''), true],
  'file cut short': [(file) => writeFileSync(file, '{"format":"nestbox-world","ver'), true],
  'file replaced by another world': [(file) => writeFileSync(file, '{"format":"other"}'), true],
  'log cut short': [(file) => writeFileSync(`${file}.changes`, '{"format":'), false],
}

function empty(folder) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
}

/** Does it, goes on writing, ends the service, and tells how the next one starts. */
export async function changedUnderIt(folder) {
  const rows = []
  for (const [name, [change, isFolded]] of Object.entries(troubles)) {
    for (const end of ['SIGTERM', 'SIGKILL']) {
      const own = join(folder, `${name}-${end}`.replaceAll(' ', '-'))
      mkdirSync(own)
      rows.push(await writeBeforeAndAfter(join(own, 'world.json'), own, { name, change, isFolded, end }))
    }
  }
  return rows
}

async function writeBeforeAndAfter(file, folder, { name, change, isFolded, end }) {
  const first = await start(file)
  const before = await createUser(first, 'before')
  if (isFolded) await wait(folded)
  change(file, folder)
  const after = await createUser(first, 'after')
  const served = await usernames(first)
  await first.end(end)
  const next = await start(file).catch((error) => error)
  const row = { name, end, after: after.status, refusal: after.json?.errors?.[0]?.detail }
  if (next instanceof Error) return { ...row, start: next.message }
  const kept = await usernames(next)
  await next.end('SIGTERM')
  const wanted = [before.status < 300 && 'before', after.status < 300 && 'after'].filter(Boolean)
  return {
    ...row,
    start: 'started',
    lost: wanted.filter((each) => served.includes(each) && !kept.includes(each)),
  }
}

/** A second process on the same file is refused, and the first goes on. */
export async function twoOnOneFile(folder) {
  const file = join(folder, 'two.json')
  const first = await start(file)
  const second = await start(file).catch((error) => error)
  const refused = second instanceof Error
  if (!refused) await second.end('SIGKILL')
  const { status } = await createUser(first, 'still-here')
  await first.end('SIGTERM')
  return { refused, says: refused ? second.message : '', first: status }
}
