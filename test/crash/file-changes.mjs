import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUser, detailOf, start, usernames } from './service.mjs'

/** Changes of the files of a running service. */
const changes = {
  'file removed': (file) => rmSync(file),
  'lock removed': (file) => rmSync(`${file}.lock`),
  'all files removed': (_, folder) => removeFiles(folder),
  'folder removed': (_, folder) => rmSync(folder, { recursive: true }),
  'file emptied': (file) => writeFileSync(file, ''),
  'file truncated': (file) => writeFileSync(file, '{"format":"nestbox-world","ver'),
  'file replaced by other JSON': (file) => writeFileSync(file, '{"format":"other"}'),
  'lock of another process': (file) => writeFileSync(`${file}.lock`, '7 elsewhere - id\n'),
}

function removeFiles(folder) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
}

/**
 * Makes each change between two writes, ends the service by each signal, and starts it again.
 * @returns rows with the status of the second write, the outcome of the start, and the users that the start lost
 */
export async function changeFiles(folder) {
  const rows = []
  for (const [name, change] of Object.entries(changes)) {
    for (const signal of ['SIGTERM', 'SIGKILL']) {
      const ownFolder = join(folder, `${name}-${signal}`.replaceAll(' ', '-'))
      mkdirSync(ownFolder)
      rows.push(await changeBetweenWrites(join(ownFolder, 'world.json'), ownFolder, { name, change, signal }))
    }
  }
  return rows
}

async function changeBetweenWrites(file, folder, { name, change, signal }) {
  const first = await start(file)
  const before = await createUser(first, 'before')
  change(file, folder)
  const after = await createUser(first, 'after')
  const served = await usernames(first)
  await first.end(signal)
  const next = await start(file).catch((error) => error)
  const row = { name, signal, status: after.status, detail: detailOf(after) }
  if (next instanceof Error) return { ...row, start: next.message }
  const kept = await usernames(next)
  await next.end('SIGTERM')
  const accepted = [before.status < 300 && 'before', after.status < 300 && 'after'].filter(Boolean)
  return {
    ...row,
    start: 'started',
    lost: accepted.filter((each) => served.includes(each) && !kept.includes(each)),
  }
}

/**
 * Starts a second service on the file of a running one, and then writes to the first one.
 * @returns whether the second service ended, its message, and the status of the write
 */
export async function shareFile(folder) {
  const file = join(folder, 'shared.json')
  const first = await start(file)
  const second = await start(file).catch((error) => error)
  const isRefused = second instanceof Error
  if (!isRefused) await second.end('SIGKILL')
  const { status } = await createUser(first, 'after-second-start')
  await first.end('SIGTERM')
  return { isRefused, message: isRefused ? second.message : '', status }
}
