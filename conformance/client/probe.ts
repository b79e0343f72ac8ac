import { Agent, type Dispatcher, request } from 'undici'
import { urlOf } from '../../src/contract/checking/url.ts'
import { oneLine } from '../report/printable.ts'
import { isUntrusted, longestHeaders, type Reply, reason } from './client.ts'
import { type ConnectionOptions, connectorFor, defaultTimeout } from './connection.ts'
import { Ending, within } from './ending.ts'

/** No server responds at an address; the message is one sentence. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor(url: string, why: string, cause?: unknown) {
    super(oneLine(`${url} cannot be reached: ${why}${why.endsWith('?') ? '' : '.'}`), { cause })
  }
}

/** Maximum length of a response in bytes; a target file has a few hundred. */
const longestResponse = 1_000_000

/**
 * Sends one GET request, without a token, to a URL that the document does not describe.
 * @throws Unreachable
 */
export const look = (
  url: string,
  connection: ConnectionOptions,
): Promise<Pick<Reply, 'status' | 'headers' | 'text'>> =>
  ask(url, connection, new Ending({ signal: connection.signal }).signal, async ({ body, ...response }) => ({
    status: response.statusCode,
    headers: response.headers,
    text: await body.text(),
  }))

/** Sends a GET request, and reads of the response what is needed. @throws Unreachable */
async function ask<T>(
  url: string,
  { headers, ...connection }: ConnectionOptions,
  ended: AbortSignal,
  read: (response: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const { timeout = defaultTimeout } = connection
  const maxima = { maxHeaderSize: longestHeaders, maxResponseSize: longestResponse }
  const dispatcher = new Agent({ connect: connectorFor(connection), ...maxima })
  try {
    return await within(timeout, ended, async (signal) => {
      const own = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'nestbox' }
      return read(await request(url, { dispatcher, signal, headers: { ...own, ...headers } }))
    })
  } catch (error) {
    throw new Unreachable(url, reason(error, timeout), error)
  } finally {
    await dispatcher.destroy()
  }
}

/** The time of the last request of a wait, in milliseconds; with less of it, a server in order would seem to be slow. */
const shortestLookMs = 500

/** Drops the body of a response, which may have no end. */
const ignored = async ({ body }: Dispatcher.ResponseData): Promise<void> => {
  body.on('error', () => {}).destroy()
}

/**
 * Waits until a server sends any response.
 * @throws Unreachable when the time is over
 */
export async function waitFor(url: string, seconds: number, connection: ConnectionOptions): Promise<void> {
  const until = performance.now() + seconds * 1000
  const ending = new Ending(connection)
  for (;;) {
    const left = until - performance.now()
    try {
      const most = Math.max(shortestLookMs, Math.ceil(left))
      const timeout = Math.min(connection.timeout ?? most, most)
      return await ask(url, { ...connection, timeout }, ending.signal, ignored)
    } catch (error) {
      const isOver = performance.now() + 200 > until
      // Waiting does not help against an untrusted certificate.
      if (!(error instanceof Unreachable) || isUntrusted(error.cause) || isOver) throw error
      if (!(await ending.wait(200))) throw error
    }
  }
}

/**
 * Checks without a request that a server listens, and that its certificate is trusted: a run without a server would wait
 * for each response.
 * @throws Unreachable
 */
export function knock(url: string, connection: ConnectionOptions): Promise<void> {
  const { timeout = defaultTimeout, signal } = connection
  const { hostname: host, port, protocol } = new URL(url)
  const hostname = host.replace(/^\[|\]$/g, '')
  const ended = new Ending({ signal }).signal
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(new Unreachable(url, reason(error, timeout), error))
    const end = (): void => fail(ended.reason)
    if (ended.aborted) end()
    ended.addEventListener('abort', end, { once: true })
    connectorFor(connection)({ host, hostname, port, protocol }, (error, socket) => {
      socket?.destroy()
      if (error) fail(error)
      else resolve()
    })
  })
}

/** The expected port, for a string that would be a URL with another port; undefined for other strings. */
export function wrongPort(text: string): string | undefined {
  const port = /^https?:\/\/[^/?#@]*?:([^/?#:@\]]*)(?:[/?#]|$)/i.exec(text)?.[1]
  const isRight = port === undefined || (/^\d*$/.test(port) && Number(port) <= 65_535)
  return isRight ? undefined : `have a port from 0 to 65535, not "${port}"`
}

/** The expected value, for a string that resembles a URL but is invalid; undefined for other strings. */
export function wrongUrl(text: string): string | undefined {
  const isUrl = !/^https?:\/\/[^\s/?#@]/i.test(text) || urlOf(text) !== undefined
  return (
    wrongPort(text) ?? (isUrl ? undefined : 'have a host that a URL can have, such as 127.0.0.1 or [::1]')
  )
}
