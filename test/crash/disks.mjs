import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUser, detailOf, start, usernames } from './service.mjs'

/** Size of the small disk, for `mount`. */
const diskSize = '768k'

/** Bytes of the file that fills most of it. */
const fillerBytes = 400_000

/** Bytes that any file of a limited process may have. */
const fileSizeLimit = 262_144

/**
 * Mounts a small file system on a new folder.
 * @returns functions to remount it with options and to unmount it; undefined if this user may not mount a file system
 */
export function mountSmallDisk(folder) {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'nestbox-crash', folder], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  return {
    remount: (options) => execFileSync('mount', ['-o', `remount,${options}`, folder], { stdio: 'ignore' }),
    unmount: () => execFileSync('umount', ['-l', folder]),
  }
}

/** Sends writes concurrently, so that one flush has several of them and fails for all of them. */
async function writeConcurrently(service, from, count) {
  const names = Array.from({ length: count }, (_, at) => `u${from + at}`)
  const replies = await Promise.all(names.map((name) => createUser(service, name)))
  return names.map((name, at) => ({ name, ...replies[at] }))
}

async function writeUntilRefused(service) {
  const replies = []
  for (let from = 1; from < 20_000; from += 8) {
    const some = await writeConcurrently(service, from, 8)
    replies.push(...some)
    if (some.some(({ status }) => status >= 400)) return replies
  }
  throw new Error('The service refused none of 20,000 writes.')
}

/** Compares the users of a service with the replies to all writes: accepted users are there, refused ones are not. */
async function compare(name, service, replies) {
  const accepted = replies.filter(({ status }) => status < 300).map((each) => each.name)
  const refused = replies.filter(({ status }) => status >= 300)
  const kept = new Set(await usernames(service))
  return {
    name,
    accepted: accepted.length,
    refused: refused.length,
    statuses: [...new Set(refused.map(({ status }) => status))],
    details: [...new Set(refused.map(detailOf))],
    lost: accepted.filter((each) => !kept.has(each)).length,
    keptRefused: refused.filter((each) => kept.has(each.name)).length,
  }
}

/**
 * Writes to a service before, during and after a failure of its disk, kills the service and starts it again.
 * @param {object} failure
 * @param {() => void} [failure.begin] makes the disk refuse writes
 * @param {() => void} [failure.end] makes the disk accept writes again; without it, the failure lasts until the kill
 * @param {object} [failure.options] options of the service until the kill
 * @returns a row for each comparison of users and replies
 */
async function writeThroughFailure(name, file, { begin, end, options }) {
  let service = await start(file, options)
  const before = await writeConcurrently(service, 100_001, 8)
  await begin?.()
  const during = await writeUntilRefused(service)
  const more = await writeConcurrently(service, 200_001, 8)
  const rows = [await compare(`${name}: during`, service, [...before, ...during, ...more])]
  await end?.()
  const after = end ? await writeConcurrently(service, 300_001, 8) : []
  const all = [...before, ...during, ...more, ...after]
  const stillRefuses = after.some(({ status }) => status >= 300)
  rows.push({ ...(await compare(`${name}: after`, service, all)), stillRefuses })
  await service.end('SIGKILL')
  service = await start(file)
  rows.push(await compare(`${name}: after a kill and a start`, service, all))
  await service.end('SIGTERM')
  return rows
}

export async function fullDisk(folder, disk) {
  const filler = join(folder, 'filler')
  return writeThroughFailure('disk full', join(folder, 'world.json'), {
    begin: () => writeFileSync(filler, Buffer.alloc(fillerBytes)),
    end: () => rmSync(filler),
  }).finally(() => disk.unmount())
}

export async function readOnlyDisk(folder, disk) {
  return writeThroughFailure('disk read-only', join(folder, 'world.json'), {
    begin: () => disk.remount('ro'),
    end: () => disk.remount('rw'),
  }).finally(() => disk.unmount())
}

/** A failure that needs no mount: the operating system limits the size of the files of the process. */
export const limitedFiles = (folder) => {
  mkdirSync(folder)
  return writeThroughFailure('files limited', join(folder, 'world.json'), {
    options: { fileSizeLimit },
  })
}
