import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { EndOptions, Pause } from './ending.ts'

/** How a server is reached, and how requests to it end. */
export interface ConnectionOptions extends EndOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Timeout of a request with its response, in milliseconds; 10,000 by default. */
  readonly timeout?: number | undefined
  /** Certificates to trust, as PEM. */
  readonly ca?: string | undefined
  /** Whether any certificate is trusted. */
  readonly insecure?: boolean | undefined
  /**
   * How to wait before a request is sent again after a 429, or after a 503 with `Retry-After`; for tests that must
   * not wait.
   */
  readonly pause?: Pause | undefined
}

export const defaultTimeout = 10_000

/** Opens connections on which informational responses are skipped. */
export function connectorFor({ timeout = defaultTimeout, ca, insecure }: ConnectionOptions) {
  const connect = buildConnector({
    timeout,
    ...(ca !== undefined && { ca }),
    ...(insecure && { rejectUnauthorized: false }),
  })
  const connector: typeof connect = (to, done) =>
    connect(to, (...opened) => {
      if (opened[1]) skipInformation(opened[1])
      done(...opened)
    })
  return connector
}

/** A response that another one follows: each but `101 Switching Protocols`, the last one on its connection. */
const informational = /^HTTP\/1\.\d 1(?!01)\d\d.*?\n\r?\n/s

const isUnfinished = (text: string): boolean =>
  text === '' || (text.startsWith('HTTP') && text.length < longestHead && !/\n\r?\n/.test(text))

/** The length in characters up to which the whole head of a response is waited for. */
const longestHead = 16_384

/**
 * Skips informational responses of a server, which it may send unasked (RFC 9110, 15.2): `undici` takes a
 * `100 Continue` for a broken connection.
 */
function skipInformation(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  const read = socket.read.bind(socket)
  let mayBegin = true
  let head = ''
  socket.write = (...args: unknown[]) => {
    mayBegin = true
    return write(...args)
  }
  socket.read = () => {
    const chunk: Buffer | null = read()
    if (!chunk || !mayBegin) return chunk
    head += chunk.toString('latin1')
    while (informational.test(head)) head = head.replace(informational, '')
    if (isUnfinished(head)) return null
    mayBegin = false
    const rest = Buffer.from(head, 'latin1')
    head = ''
    return rest
  }
}
