import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between an answer and the next request. */
const pause = 5

/**
 * Reads over a connection of its own while others load the server.
 * @returns what ends it and tells how long each answer took, in milliseconds
 */
export function readBeside(url, { path, headers }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const waits = []
  let isOver = false
  const over = (async () => {
    while (!isOver) {
      const started = performance.now()
      const [answer] = await once(get(url + path, { agent, headers }), 'response')
      await once(answer.resume(), 'end')
      if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}`)
      waits.push(performance.now() - started)
      await wait(pause)
    }
  })()
  return async () => {
    isOver = true
    await over.finally(() => agent.destroy())
    return waits
  }
}
