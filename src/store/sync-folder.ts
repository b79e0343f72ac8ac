import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** Makes durable what was created, renamed or removed in a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
