import { startBackgroundReads } from './background-reads.mjs'
import { load } from './load.mjs'
import { verifiedResponse } from './workload.mjs'

const manyConnections = 32

/** Seconds of load before each measurement, in which V8 compiles the hot code. */
const warmUpSeconds = 1

/** Multiplies the duration of a load with background reads, of which there are few. */
const backgroundReadsFactor = 4

/**
 * Measures requests per second over one connection and over many.
 * @param {import('./workload.mjs').Request} request
 * @returns {Promise<import('./measurements.mjs').Measurement>}
 */
export async function throughput(url, request, seconds) {
  const send = await warmUp(url, request)
  const one = await send(1, seconds)
  const { perSecond } = await send(manyConnections, seconds)
  return { one: one.perSecond, many: perSecond }
}

/**
 * Measures requests per second over many connections, and the latencies of reads over one more connection.
 * @param {import('./workload.mjs').Request} request
 * @param {{path: string, headers: Record<string, string>}} read
 * @returns {Promise<import('./measurements.mjs').Measurement>}
 */
export async function throughputBesideReads(url, request, seconds, read) {
  const send = await warmUp(url, request)
  const stopReads = startBackgroundReads(url, read)
  const { perSecond, p99 } = await send(manyConnections, backgroundReadsFactor * seconds)
  return { many: perSecond, p99, readTimes: await stopReads() }
}

async function warmUp(url, request) {
  await verifiedResponse(url, request)
  const send = (connections, seconds) => load(url + request.path, { ...request, connections, seconds })
  await send(manyConnections, warmUpSeconds)
  return send
}
