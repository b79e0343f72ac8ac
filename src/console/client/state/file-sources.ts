import type { FileSource } from '../pure/curl.ts'

/** Files that are on no disk. */
const sources = new WeakMap<File, FileSource>()

/** A file of JSON that nobody chose from a disk. */
export function fromElsewhere(name: string, text: string, source: FileSource): File {
  const file = new File([text], name, { type: 'application/json' })
  sources.set(file, source)
  return file
}

/** Where a command finds the file; undefined for one of somebody's own. */
export const sourceOf = (file: File): FileSource | undefined => sources.get(file)
