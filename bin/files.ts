import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { access, constants, type FileHandle, open, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ReadOptions, readText, type Unreadable } from '../conformance/target/read-text.ts'
import { flag, string } from '../src/options/types.ts'
import { fileReason, hasCode, resolveLinks, writeDurably } from '../src/store/file-system.ts'
import { Failure, print, UsageError } from './terminal.ts'

export const outFlag = flag('-o, --out <file>', 'file to write', string, { default: 'stdout' })

/** The text of a file that an argument names, which can be a pipe. @param as its name in messages @throws UsageError */
export const readInput = (path: string, options?: Omit<ReadOptions, 'pipes'>, as = path): Promise<string> =>
  readText(path, { ...options, pipes: true }).catch((error: Unreadable) => {
    throw new UsageError(`${as} cannot be read: ${error.message}.`)
  })

/**
 * Writes the output of a command to the file of a flag, or to stdout without a file.
 * @param mode `wx` writes no file that exists
 * @throws UsageError for a path that cannot be written; Failure if writing fails
 */
export async function writeOutput(
  text: string,
  flag: string,
  path: string | undefined,
  mode: 'w' | 'wx' = 'w',
): Promise<void> {
  if (path === undefined) return print(text)
  await mustBeWritable(flag, path)
  await write(path, text, { flag: mode })
}

const failing =
  (flag: string, path: string) =>
  (reason: string): never => {
    throw new UsageError(`${flag} cannot write to ${path}: ${reason}.`)
  }

/**
 * Checks that a file can be written, without writing it; otherwise a long run would fail only at its end.
 * @throws UsageError
 */
export async function mustBeWritable(flag: string, path: string): Promise<void> {
  const fail = failing(flag, path)
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (!(found instanceof Error)) {
    if (found.isDirectory()) fail('it is a directory')
    await access(path, constants.W_OK).catch(() => fail('permission denied'))
    return
  }
  if (found.code !== 'ENOENT' && found.code !== 'ENOTDIR') fail(fileReason(found))
  const folder = await mustHaveFolder(flag, path)
  await access(folder, constants.W_OK).catch(() => fail(`permission denied in ${folder}`))
}

/** Checks that the folder of a file exists, or of the file that a link names. @returns the folder @throws UsageError */
export async function mustHaveFolder(flag: string, path: string): Promise<string> {
  const fail = failing(flag, path)
  if (path.endsWith('/') || path.endsWith(sep)) fail('it names a directory')
  const isLink = await readlink(path).then(
    () => true,
    () => false,
  )
  const folder = dirname(isLink ? await resolveLinks(path) : path)
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return folder
  return fail(found ? `${folder} is not a directory` : `the directory ${folder} does not exist`)
}

/**
 * Writes a file that, if it is new, only its owner can read: a report can contain data of a server that is not public.
 * A file that exists keeps its permissions.
 * @throws Failure
 */
export const writeForOwner = (path: string, text: string): Promise<void> => write(path, text, { mode: 0o600 })

/**
 * A text that is equal for all paths of one file. Links to a regular file are the file; a terminal has one device for
 * input and output.
 */
export async function identityOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return `${found.dev}:${found.ino}`
  return found ? resolve(path) : resolveLinks(path)
}

/** Whether a write to a path replaces content: files that a shell has opened are appended to. */
export async function replacesContent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() === true && found.size > 0 && !ofShell.test(resolve(path))
}

async function write(
  path: string,
  text: string,
  options: { readonly flag?: 'w' | 'wx'; readonly mode?: number },
): Promise<void> {
  try {
    const found = await stat(path).catch(() => undefined)
    const descriptor = descriptorOf(resolve(path))
    if (found?.isFIFO()) await writePipe(path, text)
    else if (found?.isFile() && descriptor !== undefined) writeFileSync(descriptor, text)
    else if (found?.isFile() && options.flag !== 'wx' && !ofShell.test(resolve(path)))
      await replace(path, text)
    else
      await writeFile(path, text, options).catch(async (error) => {
        // A part of a new file is of no use.
        if (!found && !hasCode(error, 'EEXIST')) await rm(await resolveLinks(path), { force: true })
        throw error
      })
  } catch (error) {
    const reason = error instanceof Failure ? error.message : fileReason(error)
    throw new Failure(`${path} cannot be written: ${reason}.`)
  }
}

/** The number of a file that is open, by its path: opening it again would erase its content. */
function descriptorOf(path: string): number | undefined {
  const [, name] = /^\/(?:dev|proc\/self)\/(?:fd\/)?(\d+|stdout|stderr)$/.exec(path) ?? []
  return name === undefined ? undefined : Number(streams[name] ?? name)
}

const streams: Readonly<Record<string, number>> = { stdout: 1, stderr: 2 }

/** Files that a shell has opened, such as `/dev/stdout`: what others write to them later would not be in a new file. */
const ofShell = /^\/(?:dev|proc)\//

/** Codes of errors that the replacing of a file can have although the file itself may be written. */
const unreplaceable = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV', 'ENAMETOOLONG']

/**
 * Replaces a file. It keeps its content if the process is killed or the disk is full: it may have parts that a user
 * wrote by hand, such as the reasons of known deviations.
 */
async function replace(path: string, text: string): Promise<void> {
  const writer = { id: randomUUID(), confirm: () => {} }
  await writeDurably(await resolveLinks(path), Buffer.from(text), writer).catch((error) => {
    if (!hasCode(error, ...unreplaceable)) throw error
    return writeFile(path, text)
  })
}

/** How long the reader of a pipe may take nothing, in milliseconds. */
const longestPauseMs = 10_000

/** Writes to a pipe. A thread of Node.js that waited for its reader could not be ended. */
async function writePipe(path: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  let file: FileHandle | undefined
  try {
    let until = performance.now() + longestPauseMs
    for (let at = 0; at < bytes.length; ) {
      try {
        file ??= await open(path, constants.O_WRONLY | constants.O_NONBLOCK)
        at += (await file.write(bytes, at)).bytesWritten
        until = performance.now() + longestPauseMs
      } catch (error) {
        // Nobody has opened the pipe for reading, or it is full.
        if (!hasCode(error, 'ENXIO', 'EAGAIN')) throw error
        if (performance.now() > until)
          throw new Failure(`no process read from it within ${longestPauseMs / 1000} seconds`)
        await sleep(20)
      }
    }
  } finally {
    await file?.close()
  }
}
