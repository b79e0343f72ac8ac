import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { trackGaps } from '../gaps/track-gaps.ts'
import { redactText } from '../journal/redact.ts'
import type { Log } from '../util/log.ts'
import { timers } from '../util/timers.ts'
import { ApiError, type RenderedError } from './errors.ts'
import { Exchanges } from './exchanges.ts'
import { type HttpLimits, httpLimits } from './http-limits.ts'
import { rendered } from './refuse.ts'

/** Milliseconds that a refused client may go on sending, so that the response is not lost in a reset. */
const hangUpGraceMs = 1_000

/** File descriptors that connections leave to other uses: Node never loads a module again that it could not open once. */
const descriptorReserve = 48

/** File descriptors for connections, where the limit of the process can be read in one step: on Linux. */
function descriptorsForConnections(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? Number.POSITIVE_INFINITY : Math.max(Number(limit) - descriptorReserve, 8)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** What knows how errors look, and who hears of them. */
interface Surroundings {
  readonly gap: () => ReadGap
  readonly log: Log
  readonly limits?: Partial<HttpLimits>
}

/** An HTTP server that answers what is no good request at all as the API answers errors. */
export function createHttpServer(listener: RequestListener, { gap, log, limits }: Surroundings): Server {
  const { head, headTime, requestTime, idleTime, connections } = { ...httpLimits, ...limits }
  const underWay = new Exchanges()
  const surplus = new WeakSet<Socket>()
  let open = 0

  const answerTo = (error: ApiError): RenderedError => rendered(error, trackGaps(gap()))

  const refuse = (req: IncomingMessage, res: ServerResponse, error: ApiError): void => {
    const { status, headers, body } = answerTo(error)
    log.warn(`${req.method} ${redactText(req.url ?? '')} ${status}`)
    const text = body === '' ? '' : JSON.stringify(body)
    const length = Buffer.byteLength(text)
    res.writeHead(status, { ...headers, 'Content-Length': length, Connection: 'close' })
    res.end(text)
    req.resume()
  }

  const accept = (req: IncomingMessage, res: ServerResponse): boolean => {
    underWay.add(req, res)
    if (open <= connections) surplus.delete(req.socket)
    const isTooMany = surplus.has(req.socket) && !isForTool.test(req.url ?? '')
    const error = isTooMany ? tooMany(connections) : wrongAddress(req)
    if (error) refuse(req, res, error)
    return error === undefined
  }

  /** All responses end here, those of Koa as well. */
  class CountedResponse extends ServerResponse<IncomingMessage> {
    override end(...body: unknown[]): this {
      // The type of the parameters has only the last of the overloads.
      super.end(...(body as Parameters<ServerResponse['end']>))
      underWay.ended(this)
      return this
    }
  }

  const server = createServer({
    ServerResponse: CountedResponse,
    maxHeaderSize: head,
    headersTimeout: headTime,
    requestTimeout: requestTime,
    keepAliveTimeout: idleTime,
    connectionsCheckingInterval: Math.min(1_000, Math.ceil(headTime / 4)),
    // It is missed below, with a sentence.
    requireHostHeader: false,
  })
  // Their bytes are counted; those beyond a number would only be left out without a word.
  server.maxHeadersCount = 0
  // Those who are told that there are too many must have room to be told.
  server.maxConnections = Math.min(2 * connections, descriptorsForConnections())
  server.on('connection', (socket) => {
    open += 1
    if (open > connections) surplus.add(socket)
    socket.once('close', () => {
      open -= 1
      underWay.forget(socket)
    })
  })
  server.on('request', (req, res) => {
    if (accept(req, res)) underWay.inTurn(req, () => listener(req, res))
  })
  server.on('checkExpectation', (req, res) => {
    if (!accept(req, res)) return
    refuse(req, res, new ApiError('expectation', 'The only `Expect` that can be met is 100-continue.'))
  })
  // Without a listener Node ends the connection, and with it the responses to requests before.
  server.on('connect', async (req, socket) => {
    socket.on('error', () => {})
    if (!(await underWay.before(socket as Socket))) return hangUp(socket as Socket)
    const { status, headers, body } = answerTo(
      new ApiError('methodNotAllowed', 'CONNECT is not served: this is no proxy.', {
        headers: { Allow: 'GET' },
      }),
    )
    log.warn(`CONNECT ${redactText(req.url ?? '')} ${status}`)
    hangUp(socket as Socket, raw(status, headers, body))
  })
  const refused = new WeakSet<Socket>()
  server.on('clientError', async (error: NodeJS.ErrnoException, socket) => {
    // Each further byte is as wrong as the first one was.
    if (!('once' in socket) || refused.has(socket as Socket)) return
    refused.add(socket as Socket)
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // What was asked before is answered before, and nothing is answered twice.
    const isHeard = underWay.isWithin(socket as Socket)
    if (!(await underWay.before(socket as Socket))) return hangUp(socket as Socket)
    const { status, headers, body } = answerTo(unreadable(error.code, { head, headTime, requestTime }))
    if (!isHeard) log.warn(`A request could not be read: ${status}`)
    hangUp(socket as Socket, raw(status, headers, body))
  })
  return server
}

/** Requests to the control API, which must be served even when other clients keep all connections waiting. */
const isForTool = /^(?:\/~[^/]+)?\/_nestbox\//

const tooMany = (connections: number): ApiError =>
  new ApiError(
    'unavailable',
    `There are more than ${connections} connections; try again when some are closed.`,
    {
      headers: { 'Retry-After': '1' },
    },
  )

/** A name or address with or without a port, as section 7.2 of RFC 9110 has it. */
const host = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i

/** Headers of which Node would keep the first one alone, while a proxy in front may have kept the last. */
const single = ['host', 'authorization']

function repeated(rawHeaders: readonly string[]): string | undefined {
  return single.find((name) => {
    let count = 0
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const text = rawHeaders[at] as string
      if (text.length === name.length && text.toLowerCase() === name) count += 1
    }
    return count > 1
  })
}

function wrongAddress({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): ApiError | undefined {
  const twice = repeated(rawHeaders)
  if (twice !== undefined) {
    return new ApiError('malformed', `The request must have one header "${twice}", not several.`)
  }
  if (!url.startsWith('/') && url !== '*' && !URL.canParse(url)) {
    return new ApiError('malformed', 'The request must name a path, or a whole URL.')
  }
  if (headers.host === undefined) {
    return httpVersion === '1.0' ? undefined : new ApiError('malformed', 'The request needs a header "Host".')
  }
  return host.test(headers.host)
    ? undefined
    : new ApiError('malformed', 'The `Host` must be a name or an address, with or without a port.')
}

function unreadable(
  code: string | undefined,
  { head, headTime, requestTime }: Pick<HttpLimits, 'head' | 'headTime' | 'requestTime'>,
): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError('headTooLarge', `The request line and its headers may have ${head} bytes together.`)
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError(
      'timeout',
      `The request took too long: its headers must be there within ${headTime / 1_000} s, all of it within ${requestTime / 1_000} s.`,
    )
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new ApiError('tooLarge', 'The chunks of the body have extensions that are too long.')
  }
  return new ApiError('malformed', 'The request cannot be read: it must be well-formed HTTP/1.1.')
}

function raw(status: number, headers: Readonly<Record<string, string>>, body: unknown): string {
  const text = body === '' ? '' : JSON.stringify(body)
  const all = { ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n')
}

function hangUp(socket: Socket, text = ''): void {
  // A client that resets the connection now harms nobody; a connection that was handed over has no other listener.
  socket.on('error', () => {})
  if (!socket.writable) return void socket.destroy()
  socket.end(text)
  const deadline = timers.setTimeout(() => socket.destroy(), hangUpGraceMs)
  socket.once('close', () => timers.clearTimeout(deadline))
}
