import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nextTurn } from '../util/timers.ts'

/** Maximum requests of one connection that run at the same time; the connection is not read while others wait. */
const mostAtOnce = 32

/** Unread response bytes of a connection above which its next request waits. */
const mostUnread = 1_000_000

/** Unread response bytes of all connections together above which connections that do not read are closed. */
const mostUnreadTogether = 64_000_000

/** Unread response bytes of all connections together above which each connection runs one request at a time. */
const muchUnreadTogether = 16_000_000

/** Newly unread bytes after which the unread bytes of all connections are counted again. */
const untilCounted = 4_000_000

/** Maximum weight of all requests together that have no response yet; above it, connections with several are closed. */
const mostOpenTogether = 128_000_000

/** Requests without a response that each connection may have even then. */
const fairShare = 2

/** Milliseconds after which a client with one unread response counts as a client that does not read. */
const readGraceMs = 1_000

/** The approximate bytes that a request takes, without its body: those of its head, and those of its objects. */
const weightOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, 2_500 + url.length)

/** A response that is counted among those of all connections. */
export class CountedResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  exchanges: Exchanges | undefined
  /** The weight of its request, while that has no response. */
  weight = 0
  /** When it ended, if the client had not read all of it: milliseconds of `performance.now`. */
  endedAt: number | undefined

  override end(...body: unknown[]): this {
    // `Parameters` has only the last overload of `end`.
    super.end(...(body as Parameters<ServerResponse['end']>))
    this.exchanges?.ended(this)
    return this
  }
}

type Exchange = readonly [IncomingMessage, CountedResponse]

/** A response can end before its request is complete; the rest of the request can still be malformed. */
const isOver = ([req, res]: Exchange): boolean => res.closed && req.complete

const unreadOf = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, [, res]) => sum + res.writableLength, 0)

/** The methods of requests that write nothing. RFC 9110, section 9.2.1. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

const isSafe = ([{ method = '' }]: Exchange): boolean => safeMethods.has(method)

/** A request whose head has been read, and what begins it. */
type Waiting = readonly [IncomingMessage, begin: () => void]

/** The requests of each connection that are incomplete or have no complete response yet. */
export class Exchanges {
  readonly #all = new Map<Socket, Exchange[]>()
  readonly #waiting = new WeakMap<Socket, Waiting[]>()
  #grown = 0
  #unread = 0
  /** The weight of all requests that have no response yet. */
  #open = 0

  add(req: IncomingMessage, res: CountedResponse): void {
    res.exchanges = this
    res.weight = weightOf(req)
    this.#open += res.weight
    const own = this.#all.get(req.socket)
    if (!own) return void this.#all.set(req.socket, [[req, res]])
    // Finished exchanges are removed here, since a listener for each end would slow down every request.
    while (own[0] && isOver(own[0])) own.shift()
    own.push([req, res])
  }

  /** Whether a connection must be closed, because of its requests and those of the others. */
  isTooMuch(socket: Socket): boolean {
    return this.#open > mostOpenTogether && (this.#all.get(socket)?.length ?? 0) > fairShare
  }

  /** Begins an added request: at once, or as soon as those before it and the limits of its connection allow it. */
  inTurn(req: IncomingMessage, begin: () => void): void {
    const { socket } = req
    const own = this.#all.get(socket) ?? []
    const waiting = this.#waiting.get(socket)
    if (waiting) waiting.push([req, begin])
    else if (own.length <= 1 || this.#mayBegin(own, req, own.length - 1)) begin()
    else this.#hold(socket, own, [[req, begin]])
  }

  /** Counts the unread bytes of a response that has ended. */
  ended(res: CountedResponse): void {
    this.#release(res)
    const unread = res.writableLength
    if (unread > 0) res.endedAt = performance.now()
    this.#grown += unread
    if (this.#grown < untilCounted && this.#unread <= muchUnreadTogether) return
    this.#grown = 0
    this.#unread = [...this.#all.values()].reduce((sum, own) => sum + unreadOf(own), 0)
    if (this.#unread > mostUnreadTogether) this.#closeUnread()
  }

  /**
   * Removes the requests of a closed connection. Node.js emits the end only on the response that was being sent;
   * handlers of the others would wait for it, and keep them in memory.
   */
  forget(socket: Socket): void {
    for (const [, res] of this.#all.get(socket) ?? []) {
      this.#release(res)
      if (res.socket !== null || res.closed) continue
      res.destroy()
      res.emit('close')
    }
    this.#all.delete(socket)
  }

  #release(res: CountedResponse): void {
    this.#open -= res.weight
    res.weight = 0
  }

  /** Whether a request of the connection is incomplete, so that its handler reports the end of the connection. */
  isWithin(socket: Socket): boolean {
    return (this.#all.get(socket) ?? []).some(([req]) => !req.complete)
  }

  /**
   * Waits until all requests of a connection that are complete, or whose response has begun, have their response.
   * @returns whether another response may be sent: not after the end, nor within a response to an incomplete request
   */
  async before(socket: Socket): Promise<boolean> {
    // Malformed bytes in the same packet as the end of a request arrive before the handler of that request has run.
    await nextTurn()
    const own = this.#all.get(socket) ?? []
    const begun = own.filter(([req, res]) => (req.complete || res.headersSent) && !res.closed)
    await Promise.all(begun.map(([, res]) => new Promise((resolve) => res.once('close', resolve))))
    return socket.writable && own.every(([req, res]) => req.complete || !res.headersSent)
  }

  /** @param count requests of the connection that have begun */
  #mayBegin(own: readonly Exchange[], req: IncomingMessage, count: number): boolean {
    const at = own.findIndex(([each]) => each === req)
    if (at === 0) return true
    // Only requests that write nothing may run at the same time. RFC 9112, section 9.3.2.
    if (!own.slice(0, at + 1).every(isSafe)) return false
    return count < mostAtOnce && this.#unread <= muchUnreadTogether && unreadOf(own) <= mostUnread
  }

  #hold(socket: Socket, own: Exchange[], waiting: Waiting[]): void {
    const pause = () => socket.pause()
    const next = () => {
      while (own[0] && isOver(own[0])) own.shift()
      // Requests that have not begun are dropped when their connection is closed.
      if (socket.destroyed) waiting.length = 0
      while (waiting[0] && this.#mayBegin(own, waiting[0][0], own.length - waiting.length))
        waiting.shift()?.[1]()
      if (waiting.length > 0) return void own[0]?.[1].once('close', next)
      this.#waiting.delete(socket)
      socket.off('resume', pause)
      socket.resume()
    }
    this.#waiting.set(socket, waiting)
    // Node resumes the socket after each message that it has parsed.
    socket.on('resume', pause)
    process.nextTick(pause)
    own[0]?.[1].once('close', next)
  }

  /** Closes connections that do not read, by descending unread bytes, until the others are within the limit. */
  #closeUnread(): void {
    const connections = [...this.#all].map(([socket, own]) => ({ socket, own, unread: unreadOf(own) }))
    // `#unread` stays the same, since the bytes of a connection are in memory until it has closed.
    let left = this.#unread
    for (const { socket, own, unread } of connections.sort((one, other) => other.unread - one.unread)) {
      if (left <= mostUnreadTogether) return
      if (!this.#isIgnored(own)) continue
      left -= unread
      socket.destroy()
    }
  }

  /** Whether a client does not read: a client that reads rarely pipelines, so it leaves at most one response unread. */
  #isIgnored(own: readonly Exchange[]): boolean {
    const unread = own.filter(([, res]) => res.writableLength > 0)
    if (unread.length !== 1) return unread.length > 1
    const endedAt = unread[0]?.[1].endedAt
    return endedAt !== undefined && performance.now() - endedAt > readGraceMs
  }
}
