import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set()

/** What is broken off leaves none behind. */
process.on('exit', () => folders.forEach(removeFolder))

/** Makes a folder with nothing in it. */
export function newFolder(within = tmpdir()) {
  const folder = mkdtempSync(join(within, 'nestbox-bench-'))
  folders.add(folder)
  return folder
}

export function removeFolder(folder) {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true })
}
