import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { start } from './child.mjs'
import { newFolder, removeFolder } from './folders.mjs'

/**
 * Starts a subject in a new folder, and makes it ready to be asked.
 * @param {import('./subjects.mjs').Subject} subject
 */
export async function launch({ home, requests, start: startOn, prepare }) {
  // Below the packages of a peer: a script finds them there.
  const folder = newFolder(home)
  try {
    const port = await freePort()
    const { args, files = {} } = startOn(port)
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const server = await start(args, { at: `http://127.0.0.1:${port}`, first: requests.list, cwd: folder })
    const memory = server.memory()
    await prepare?.(server.url)
    return {
      url: server.url,
      atRest: { first: server.firstAnswer, memory },
      async stop() {
        await server.stop()
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
