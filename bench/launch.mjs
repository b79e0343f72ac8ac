import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { newFolder, removeFolder } from './folders.mjs'
import { startServer } from './server-process.mjs'

/**
 * Starts a subject in a new folder, measures the start, and prepares the subject for requests.
 * @param {import('./subjects.mjs').Subject} subject
 * @returns {Promise<{url: string, measurement: import('./measurements.mjs').Measurement, stop: () => Promise<void>}>}
 */
export async function launch({ home, requests, start, prepare }) {
  // The folder lies next to the `node_modules` of a peer, so that its scripts can import packages.
  const folder = newFolder(home)
  try {
    const port = await freePort()
    const { args, files = {} } = start(port)
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const at = `http://127.0.0.1:${port}`
    const { url, firstResponse, memory, stop } = await startServer(args, {
      at,
      first: requests.list,
      cwd: folder,
    })
    const measurement = { firstResponse, memory: memory() }
    await prepare?.(url)
    return {
      url,
      measurement,
      async stop() {
        await stop()
        removeFolder(folder)
      },
    }
  } catch (error) {
    removeFolder(folder)
    throw error
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
