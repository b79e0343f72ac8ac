import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that are worked on at the same time; the connection is not read while more wait. */
const mostAtOnce = 32

/** Bytes that a connection may leave unread before its next request is worked on. */
const mostUnread = 1_000_000

/** Bytes that all connections together may leave unread before those that do not read are closed. */
const mostUnreadTogether = 64_000_000

/** Bytes that all connections together may leave unread before the requests of each are worked on one at a time. */
const muchUnreadTogether = 16_000_000

/** Unread bytes that are added before all of them are counted again. */
const untilCounted = 4_000_000

/** Milliseconds after which a client that has only one response left to read counts as one that does not read. */
const readGraceMs = 1_000

type Exchange = readonly [IncomingMessage, ServerResponse]

/** Of one that was answered before it was all there, the rest may still be wrong. */
const isOver = ([req, res]: Exchange): boolean => res.closed && req.complete

const unreadOf = (exchanges: readonly Exchange[]): number =>
  exchanges.reduce((sum, [, res]) => sum + res.writableLength, 0)

/** A request that was read and not begun. */
type Begin = () => void

/** The requests of each connection that have no whole response yet. */
export class Exchanges {
  readonly #all = new Map<Socket, Exchange[]>()
  readonly #waiting = new WeakMap<Socket, Begin[]>()
  /** When a response ended of which the client has not read all, in milliseconds of `performance.now`. */
  readonly #ended = new WeakMap<ServerResponse, number>()
  #grown = 0
  #unread = 0

  add(req: IncomingMessage, res: ServerResponse): void {
    const own = this.#all.get(req.socket)
    if (!own) return void this.#all.set(req.socket, [[req, res]])
    // Only now: to hear of each end would cost every request.
    while (own[0] && isOver(own[0])) own.shift()
    own.push([req, res])
  }

  /** Begins a request that was added: at once, or when the connection has fewer than the most under way. */
  inTurn({ socket }: IncomingMessage, begin: Begin): void {
    const own = this.#all.get(socket) ?? []
    const waiting = this.#waiting.get(socket)
    if (waiting) waiting.push(begin)
    else if (own.length <= 1 || this.#mayBegin(own, own.length - 1)) begin()
    else this.#hold(socket, own, [begin])
  }

  /** Counts what the client has not read of a response that has ended. */
  ended(res: ServerResponse): void {
    const unread = res.writableLength
    if (unread > 0) this.#ended.set(res, performance.now())
    this.#grown += unread
    if (this.#grown < untilCounted && this.#unread <= muchUnreadTogether) return
    this.#grown = 0
    this.#unread = [...this.#all.values()].reduce((sum, own) => sum + unreadOf(own), 0)
    if (this.#unread > mostUnreadTogether) this.#closeUnread()
  }

  /** Forgets the requests of a connection that was closed. */
  forget(socket: Socket): void {
    this.#all.delete(socket)
  }

  /** Whether a request is still coming in, so that whoever answers it hears of its end. */
  isWithin(socket: Socket): boolean {
    return (this.#all.get(socket) ?? []).some(([req]) => !req.complete)
  }

  /**
   * Waits until all that came whole is answered.
   * @returns whether what comes next may be answered: not if an answer to it has begun
   */
  async before(socket: Socket): Promise<boolean> {
    const own = this.#all.get(socket) ?? []
    const whole = own.filter(([req, res]) => req.complete && !res.closed)
    await Promise.all(whole.map(([, res]) => new Promise((resolve) => res.once('close', resolve))))
    return socket.writable && own.every(([req, res]) => req.complete || !res.headersSent)
  }

  /** @param count requests of the connection that have begun */
  #mayBegin(own: readonly Exchange[], count: number): boolean {
    if (count === 0) return true
    return count < mostAtOnce && this.#unread <= muchUnreadTogether && unreadOf(own) <= mostUnread
  }

  #hold(socket: Socket, own: Exchange[], waiting: Begin[]): void {
    const pause = () => socket.pause()
    const next = () => {
      while (own[0] && isOver(own[0])) own.shift()
      // Nothing of a request that was not begun has been done: after the end of its connection nothing will be.
      if (socket.destroyed) waiting.length = 0
      while (waiting.length > 0 && this.#mayBegin(own, own.length - waiting.length)) waiting.shift()?.()
      if (waiting.length > 0) return void own[0]?.[1].once('close', next)
      this.#waiting.delete(socket)
      socket.off('resume', pause)
      socket.resume()
    }
    this.#waiting.set(socket, waiting)
    // Node reads on after each message that it has parsed.
    socket.on('resume', pause)
    process.nextTick(pause)
    own[0]?.[1].once('close', next)
  }

  /** Closes the connections with the most unread bytes until the others are within the limit. */
  #closeUnread(): void {
    const connections = [...this.#all].map(([socket, own]) => ({ socket, own, unread: unreadOf(own) }))
    // Until a connection has closed its bytes still count, since they are still in memory.
    let left = this.#unread
    for (const { socket, own, unread } of connections.sort((one, other) => other.unread - one.unread)) {
      if (left <= mostUnreadTogether) return
      if (!this.#isIgnored(own)) continue
      left -= unread
      socket.destroy()
    }
  }

  /** Whether a client does not read: clients that do rarely pipeline, so they leave one response unread for a moment. */
  #isIgnored(own: readonly Exchange[]): boolean {
    const unread = own.filter(([, res]) => res.writableLength > 0)
    if (unread.length !== 1) return unread.length > 1
    const endedAt = unread[0] && this.#ended.get(unread[0][1])
    return endedAt !== undefined && performance.now() - endedAt > readGraceMs
  }
}
