import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder for the current test, and removes the folder when the test has finished. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nestbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
