import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between a response and the next request. */
const pauseMs = 5

/**
 * Starts to read over one more connection while a load runs.
 * @returns a function that stops the reads and resolves with the latency of each read, in milliseconds
 */
export function startBackgroundReads(url, { path, headers }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = []
  let isStopped = false
  const reads = (async () => {
    while (!isStopped) {
      const started = performance.now()
      const [response] = await once(get(url + path, { agent, headers }), 'response')
      await once(response.resume(), 'end')
      if (response.statusCode !== 200) throw new Error(`${path} got the status ${response.statusCode}`)
      times.push(performance.now() - started)
      await wait(pauseMs)
    }
  })()
  return async () => {
    isStopped = true
    await reads.finally(() => agent.destroy())
    return times
  }
}
