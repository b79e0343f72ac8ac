import { type FileHandle, open, readdir, readlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The prototype of all file handles, for tests that observe its methods or make them fail. */
export async function everyFile(): Promise<FileHandle> {
  const file = await open(fileURLToPath(import.meta.url))
  await file.close()
  return Object.getPrototypeOf(file)
}

/** Only Linux lists the open files of a process. */
export const canTellOpenFiles = process.platform === 'linux'

/** The path of a file descriptor of this process; empty for an unknown descriptor. */
export const pathOf = (descriptor: number | string): Promise<string> =>
  readlink(`/proc/self/fd/${descriptor}`).catch(() => '')

/** The files in a folder that this process has open. */
export async function openIn(folder: string): Promise<string[]> {
  const paths = await Promise.all((await readdir('/proc/self/fd')).map(pathOf))
  return paths.filter((path) => path === folder || dirname(path) === folder).map((path) => basename(path))
}
