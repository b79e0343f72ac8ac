import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUser, start, usernames } from './service.mjs'

/** What happens to the files of a running service. */
const troubles = {
  'file removed': (file) => rmSync(file),
  'lock removed': (file) => rmSync(`${file}.lock`),
  'all removed': (_, folder) => empty(folder),
  'folder removed': (_, folder) => rmSync(folder, { recursive: true }),
  'file emptied': (file) => writeFileSync(file, ''),
  'file cut short': (file) => writeFileSync(file, '{"format":"nestbox-world","ver'),
  'file replaced by another world': (file) => writeFileSync(file, '{"format":"other"}'),
  'lock taken over': (file) => writeFileSync(`${file}.lock`, '7 elsewhere - id\n'),
}

function empty(folder) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
}

/** Does it, goes on writing, ends the service, and tells how the next one starts. */
export async function changedUnderIt(folder) {
  const rows = []
  for (const [name, change] of Object.entries(troubles)) {
    for (const end of ['SIGTERM', 'SIGKILL']) {
      const own = join(folder, `${name}-${end}`.replaceAll(' ', '-'))
      mkdirSync(own)
      rows.push(await writeBeforeAndAfter(join(own, 'world.json'), own, { name, change, end }))
    }
  }
  return rows
}

async function writeBeforeAndAfter(file, folder, { name, change, end }) {
  const first = await start(file)
  const before = await createUser(first, 'before')
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
