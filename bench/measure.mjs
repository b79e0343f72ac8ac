import { answerTo } from './given.mjs'
import { readBeside } from './light-reads.mjs'
import { load } from './load.mjs'

const many = 32

/** Seconds of load that are not counted, until the code is about as fast as it gets. */
const warmUp = 1

/** How much longer than for a rate alone: a long wait is rare. */
const longer = 4

/**
 * How fast a server answers, over one connection and over many.
 * @param {import('./given.mjs').Request} request
 * @returns {Promise<import('./figures.mjs').Seen>}
 */
export async function speed(url, request, seconds) {
  const send = await warm(url, request)
  const one = await send(1, seconds)
  const { perSecond } = await send(many, seconds)
  return { one: one.perSecond, many: perSecond }
}

/**
 * How fast a server answers while somebody else reads, and how long that one waits.
 * @param {import('./given.mjs').Request} request
 * @param {{path: string, headers: Record<string, string>}} read
 * @returns {Promise<import('./figures.mjs').Seen>}
 */
export async function speedAndWaits(url, request, seconds, read) {
  const send = await warm(url, request)
  const end = readBeside(url, read)
  const { perSecond, p99 } = await send(many, longer * seconds)
  return { many: perSecond, p99, waits: await end() }
}

async function warm(url, request) {
  await answerTo(url, request)
  const send = (connections, seconds) => load(url + request.path, { ...request, connections, seconds })
  await send(many, warmUp)
  return send
}
