import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUser, sentenceOf, start, usernames } from './service.mjs'

const small = { size: '768k', files: 400_000 }

/** A file system of its own that is soon full; undefined where this user may not mount one. */
export function smallDisk(folder) {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${small.size}`, 'nestbox-crash', folder], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  return {
    remount: (how) => execFileSync('mount', ['-o', `remount,${how}`, folder], { stdio: 'ignore' }),
    unmount: () => execFileSync('umount', ['-l', folder]),
  }
}

/** Several at a time, so that those that fail together are undone together. */
async function writeSome(service, from, count) {
  const names = Array.from({ length: count }, (_, at) => `u${from + at}`)
  const replies = await Promise.all(names.map((name) => createUser(service, name)))
  return names.map((name, at) => ({ name, ...replies[at] }))
}

/** Writes until nothing goes any more. */
async function writeUntilRefused(service) {
  const done = []
  for (let from = 1; from < 20_000; from += 8) {
    const some = await writeSome(service, from, 8)
    done.push(...some)
    if (some.some(({ status }) => status >= 400)) return done
  }
  throw new Error('Nothing was ever refused.')
}

/** What every trouble with the disk must leave behind: what was answered, and nothing that was refused. */
async function judge(name, service, replies) {
  const answered = replies.filter(({ status }) => status < 300).map((each) => each.name)
  const refused = replies.filter(({ status }) => status >= 300)
  const there = new Set(await usernames(service))
  return {
    name,
    answered: answered.length,
    refused: refused.length,
    statuses: [...new Set(refused.map(({ status }) => status))],
    sentences: [...new Set(refused.map(sentenceOf))],
    lost: answered.filter((each) => !there.has(each)).length,
    keptRefused: refused.filter((each) => there.has(each.name)).length,
  }
}

/**
 * A disk on which nothing can be written any more, and then can be again.
 * @param stop makes it so; go takes it back
 */
async function troubled(name, file, { stop, go, options }) {
  let service = await start(file, options)
  const before = await writeSome(service, 100_001, 8)
  await stop?.()
  const during = await writeUntilRefused(service)
  const more = await writeSome(service, 200_001, 8)
  const rows = [await judge(`${name}: meanwhile`, service, [...before, ...during, ...more])]
  await go?.()
  const after = go ? await writeSome(service, 300_001, 8) : []
  const all = [...before, ...during, ...more, ...after]
  rows.push(await judge(`${name}: afterwards`, service, all))
  if (after.some(({ status }) => status >= 300)) rows.at(-1).stuck = true
  await service.end('SIGKILL')
  service = await start(file)
  rows.push(await judge(`${name}: after a kill and a start`, service, all))
  await service.end('SIGTERM')
  return rows
}

export async function fullDisk(folder, disk) {
  const filler = join(folder, 'filler')
  return troubled('disk full', join(folder, 'world.json'), {
    stop: () => writeFileSync(filler, Buffer.alloc(small.files)),
    go: () => rmSync(filler),
  }).finally(() => disk.unmount())
}

export async function readOnlyDisk(folder, disk) {
  return troubled('disk read-only', join(folder, 'world.json'), {
    stop: () => disk.remount('ro'),
    go: () => disk.remount('rw'),
  }).finally(() => disk.unmount())
}

/** The same by a limit of the process, where nobody may mount anything. */
export const limitedFiles = (folder) => {
  mkdirSync(folder)
  return troubled('files limited', join(folder, 'world.json'), { options: { limit: 262_144 } })
}
