import { type ClientRequest, type IncomingMessage, request as plain, type RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import type { Take } from '../http/bodies/allowance.ts'
import { timers } from '../util/timers.ts'
import reasons from './reasons.json' with { type: 'json' }

/** Maximum bytes of a response of the upstream. */
export const longestResponse = 32_000_000

/** Maximum bytes of all responses of the upstream that are received at the same time. */
export const longestTogether = 64_000_000

/** A whole response of the upstream. */
export interface UpstreamResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Why the upstream sent no complete response; `says` completes a sentence that begins with its URL. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

/** A request to the upstream. */
export interface SentOn {
  readonly url: URL
  readonly options: Pick<RequestOptions, 'method' | 'path' | 'headers'>
  readonly body: IncomingMessage
  /** Milliseconds from the last byte of the request to the last one of the response. */
  readonly time: number
  /** Aborts the request when its client has disconnected. */
  readonly signal: AbortSignal
  /** Reserves bytes of the memory that all responses of the upstream share. */
  readonly take: Take
}

/**
 * Forwards a request as it arrives, on a separate connection, and waits for the complete response. Redirects are not
 * followed. The body must be sent on in the same turn: it may flow already.
 * @throws NoResponse
 */
export function sendOn({ url, options, body, time, signal, take }: SentOn): Promise<UpstreamResponse> {
  const request = url.protocol === 'https:' ? secure : plain
  return new Promise((resolve, reject) => {
    let sent: ClientRequest
    const late = timers.setTimeout(() => {
      fail(`sent no complete response within ${time / 1_000} s. ${mayHaveDone}`)
    }, time)
    const fail = (says: string) => {
      timers.clearTimeout(late)
      body.unpipe()
      body.resume()
      sent?.destroy()
      reject(new NoResponse(says))
    }
    const failBy = (error: NodeJS.ErrnoException) => fail(reasonOf(error))
    try {
      sent = request({
        ...options,
        protocol: url.protocol,
        hostname: url.hostname.replaceAll(/[[\]]/g, ''),
        port: url.port,
        agent: false,
        signal,
      })
    } catch (error) {
      // Node refuses some paths and headers that its own server accepts.
      return failBy(error as NodeJS.ErrnoException)
    }
    // Their bytes are limited; headers beyond a maximum number would be dropped without an error.
    sent.maxHeadersCount = 0
    sent.on('error', failBy)
    // Without a listener, such a response would be ignored.
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(`sent a response with the status 101. ${mayHaveDone}`)
    })
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('error', failBy)
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > longestResponse)
          fail(`sent a response of more than ${longestResponse} bytes. ${mayHaveDone}`)
        else if (take(chunk.length))
          fail(`sent responses of more than ${longestTogether} bytes at the same time. ${mayHaveDone}`)
        else chunks.push(chunk)
      })
      response.on('end', () => {
        timers.clearTimeout(late)
        // The upstream may respond before it has the whole request.
        body.unpipe()
        body.resume()
        const { statusCode: status = 0, headers } = response
        if (status < 200) fail(`sent a response with the status ${status}. ${mayHaveDone}`)
        else resolve({ status, headers, body: Buffer.concat(chunks) })
      })
    })
    body.on('data', () => late.refresh())
    body.pipe(sent)
  })
}

const mayHaveDone = 'It may have processed the request.'

/** The errors after which the upstream may have the request. */
const afterSending = ['HPE_HEADER_OVERFLOW', 'ECONNRESET', 'EPIPE']

/** The reason of an error of Node.js as a phrase; errors of the network do not name tokens. */
function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  const known = Object.entries(reasons).find(([each]) => each === code)?.[1]
  if (known !== undefined) return `${known} (${code}).${afterSending.includes(code) ? ` ${mayHaveDone}` : ''}`
  if (/CERT|SELF_SIGNED|ALTNAME/.test(code)) {
    return `has a certificate that is not trusted (${code}); set NODE_EXTRA_CA_CERTS to a file with its authority.`
  }
  if (code.startsWith('HPE_')) return `sent a response that is not HTTP (${code}). ${mayHaveDone}`
  return `cannot be asked: ${message}${code === '' ? '' : ` (${code})`}.`
}
