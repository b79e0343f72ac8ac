import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { urlOf } from '../contract/checking/url.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { trackGaps } from '../gaps/track-gaps.ts'
import type { Redaction } from '../journal/redact.ts'
import type { Log } from '../util/log.ts'
import { nextTurn, timers } from '../util/timers.ts'
import { ApiError, type RenderedError, renderError, unavailable } from './errors.ts'
import { CountedResponse, Exchanges } from './exchanges.ts'
import { type HttpLimits, httpLimits } from './http-limits.ts'
import { assumedHeader } from './send.ts'

/** Milliseconds that a refused client may continue to send, so that the response is not lost in a reset. */
const hangUpGraceMs = 1_000

/** File descriptors that are not for connections: Node never loads a module again that it could not open once. */
const descriptorReserve = 48

/**
 * File descriptors for connections, half of which are for those to the upstream where there is one; infinite where the
 * limit of the process is not in `/proc`, as outside Linux.
 */
export function descriptorsForConnections(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? Number.POSITIVE_INFINITY : Math.max(Number(limit) - descriptorReserve, 8)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The gap settings for errors, the log, and the limits of a server. */
interface Surroundings {
  readonly gap: () => ReadGap
  readonly log: Log
  readonly redaction: () => Redaction
  readonly limits?: Partial<HttpLimits>
  readonly hasUpstream?: boolean
}

/** An HTTP server that refuses malformed requests with errors of the API. */
export function createHttpServer(
  listener: RequestListener,
  { gap, log, redaction, limits, hasUpstream = false }: Surroundings,
): Server {
  const { head, headTime, requestTime, idleTime, connections } = { ...httpLimits, ...limits }
  const underWay = new Exchanges()
  const surplus = new WeakSet<Socket>()
  const ending = new WeakSet<Socket>()
  let open = 0

  const responseTo = (error: ApiError): RawResponse => {
    const { read, touched } = trackGaps(gap())
    const { status, headers, body } = renderError(error, read)
    const text = body === '' ? '' : JSON.stringify(body)
    const own = {
      ...assumedHeader(touched),
      'Content-Length': String(Buffer.byteLength(text)),
      Connection: 'close',
    }
    return { status, headers: { ...headers, ...own }, text }
  }

  const refuse = (req: IncomingMessage, res: ServerResponse, error: ApiError): void => {
    const { status, headers, text } = responseTo(error)
    log.warn(`${req.method} ${redaction().url(req.url ?? '')} ${status}`)
    res.writeHead(status, headers)
    res.end(text)
    req.resume()
  }

  const accept = (req: IncomingMessage, res: CountedResponse): boolean => {
    underWay.add(req, res)
    if (underWay.isTooMuch(req.socket)) {
      if (!req.socket.destroyed)
        log.warn('A connection was closed: too many of its requests wait for their response.')
      req.socket.destroy()
      return false
    }
    if (ending.has(req.socket)) return false
    if (req.headers.upgrade !== undefined) {
      // Node drops what arrives together with such a request, so what arrives next can start within a body.
      ending.add(req.socket)
      res.shouldKeepAlive = false
    }
    if (open <= connections) surplus.delete(req.socket)
    const isTooMany = surplus.has(req.socket) && !isForTool.test(req.url ?? '')
    const error = isTooMany ? unavailable(tooMany(connections)) : wrongHead(req)
    if (error) refuse(req, res, error)
    return error === undefined
  }

  const server = createServer({
    ServerResponse: CountedResponse,
    maxHeaderSize: head,
    headersTimeout: Math.min(headTime, requestTime),
    requestTimeout: requestTime,
    keepAliveTimeout: idleTime,
    connectionsCheckingInterval: Math.min(1_000, Math.ceil(headTime / 4)),
    // `wrongHead` refuses requests without the header, with an error body.
    requireHostHeader: false,
  })
  // The bytes of headers are limited; headers beyond a maximum number would be dropped without an error.
  server.maxHeadersCount = 0
  // Connections beyond the limit are accepted, so that their requests get a 503.
  server.maxConnections = Math.min(2 * connections, descriptorsForConnections() / (hasUpstream ? 2 : 1))
  server.on('connection', (socket) => {
    open += 1
    if (open > connections) surplus.add(socket)
    socket.once('close', () => {
      open -= 1
      underWay.forget(socket)
    })
  })
  // After the process has stalled, its timers run before it reads what has arrived in time: closing the connection at
  // once would break that request.
  server.on('timeout', async (socket) => {
    const { bytesRead } = socket
    await nextTurn()
    if (socket.bytesRead === bytesRead) socket.destroy()
  })
  server.on('request', (req, res) => {
    if (!accept(req, res)) return
    req.url = pathIn(req.url ?? '')
    underWay.inTurn(req, () => listener(req, res))
  })
  server.on('checkExpectation', (req, res) => {
    if (!accept(req, res)) return
    refuse(req, res, new ApiError('expectation', 'The only supported `Expect` is 100-continue.'))
  })
  /** Sends an error as the last response of a connection; earlier requests get their responses first. */
  const refuseLast = async (socket: Socket, error: ApiError, subject: string | undefined): Promise<void> => {
    if (!(await underWay.before(socket))) return hangUp(socket)
    const response = responseTo(error)
    if (subject !== undefined) log.warn(`${subject} ${response.status}`)
    hangUp(socket, raw(response))
  }
  // Without a listener, Node closes the connection before the responses to earlier requests are sent.
  server.on('connect', (req, socket) => {
    socket.on('error', () => {})
    const detail = 'CONNECT is not served: this is not a proxy.'
    const error = new ApiError('methodNotAllowed', detail, { headers: { Allow: 'GET' } })
    void refuseLast(socket as Socket, error, `CONNECT ${redaction().url(req.url ?? '')}`)
  })
  const refused = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node reports an error again for further bytes of a malformed request; only the first error is handled.
    if (!('once' in socket) || refused.has(socket as Socket)) return
    refused.add(socket as Socket)
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // The handler of an incomplete request logs it.
    const subject = underWay.isWithin(socket as Socket) ? undefined : 'A request could not be read:'
    void refuseLast(socket as Socket, unreadable(error.code, { head, headTime, requestTime }), subject)
  })
  return server
}

const malformed = (detail: string): ApiError => new ApiError('malformed', detail)

/** Requests to the control API, which must be served even when other clients use all connections. */
const isForTool = /^(?:\/~[^/]+)?\/_nestbox\//

const tooMany = (connections: number): string =>
  `There are more than ${connections} connections; try again when some are closed.`

/** A host name or address with or without a port. RFC 9110, section 7.2. */
const host = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i

/** Whether a host can be in a URL, as that of a response: without a port over 65535 or an address such as 127.0.0.999. */
function isHost(text: string): boolean {
  if (text !== lastHost && host.test(text) && urlOf(`http://${text}`)) lastHost = text
  return text === lastHost
}

/** The last host that can be in a URL. Nearly all requests name the same one, and parsing it each time is slow. */
let lastHost = ''

/** The start of a URL of a request to a proxy. */
const wholeUrl = /^https?:\/\/[^/?#]*/i

/**
 * The path and the query of a request target. Koa would read any other target with `url.parse`, which is deprecated, and
 * so would end a process with `--throw-deprecation`.
 */
function pathIn(target: string): string {
  if (target.startsWith('/') && !target.includes('#')) return target
  return target
    .replace(wholeUrl, '')
    .replace(/#.*/, '')
    .replace(/^(?!\/)/, '/')
}

/** Headers that must not be repeated: Node keeps the first one, while a proxy in front may have kept the last. */
const single = ['host', 'authorization']

/** The only transfer encoding that Node decodes: it would take compressed chunks as they are. RFC 9112, section 6.1. */
const isFramed = /^chunked$/i

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

function wrongHead({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): ApiError | undefined {
  const twice = repeated(rawHeaders)
  if (twice !== undefined) {
    return malformed(`The request must have one header "${twice}", not several.`)
  }
  if (!url.startsWith('/') && url !== '*' && !(wholeUrl.test(url) && urlOf(url))) {
    return malformed('The request must name a path, or a whole URL with http or https.')
  }
  if (!isFramed.test(headers['transfer-encoding'] ?? 'chunked')) {
    return new ApiError('notImplemented', 'The `Transfer-Encoding` must be chunked.')
  }
  if (headers.host === undefined) {
    return httpVersion === '1.0' ? undefined : malformed('The request needs a header "Host".')
  }
  return headers.host === '' || isHost(headers.host)
    ? undefined
    : malformed('The `Host` must be a name or an address, with or without a port.')
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
      `The request took too long: its headers must arrive within ${headTime / 1_000} s, all of it within ${requestTime / 1_000} s.`,
    )
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new ApiError('tooLarge', 'The chunks of the body have extensions that are too long.')
  }
  return malformed('The request cannot be read: it must be well-formed HTTP/1.1.')
}

type RawResponse = Omit<RenderedError, 'body'> & { readonly text: string }

function raw({ status, headers, text }: RawResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n')
}

function hangUp(socket: Socket, text = ''): void {
  // Without a listener, a reset would end the process; a socket that Node has handed over has no other listener.
  socket.on('error', () => {})
  if (!socket.writable) return void socket.destroy()
  socket.end(text)
  const deadline = timers.setTimeout(() => socket.destroy(), hangUpGraceMs)
  socket.once('close', () => timers.clearTimeout(deadline))
}
