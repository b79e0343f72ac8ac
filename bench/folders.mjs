import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set()

// An interrupted benchmark leaves no folders behind.
process.on('exit', () => folders.forEach(removeFolder))

/** Makes an empty folder. */
export function newFolder(within = tmpdir()) {
  const folder = mkdtempSync(join(within, 'nestbox-bench-'))
  folders.add(folder)
  return folder
}

export function removeFolder(folder) {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true })
}
