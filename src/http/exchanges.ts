import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that are worked on at the same time; the connection is not read while more wait. */
const mostAtOnce = 32

type Exchange = readonly [IncomingMessage, ServerResponse]

/** Of one that was answered before it was all there, the rest may still be wrong. */
const isOver = ([req, res]: Exchange): boolean => res.closed && req.complete

/** A request that was read and not begun. */
type Begin = () => void

/** The requests of each connection that have no whole response yet. */
export class Exchanges {
  readonly #all = new WeakMap<Socket, Exchange[]>()
  readonly #waiting = new WeakMap<Socket, Begin[]>()

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
    else if (own.length <= mostAtOnce) begin()
    else this.#hold(socket, own, [begin])
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

  #hold(socket: Socket, own: Exchange[], waiting: Begin[]): void {
    const pause = () => socket.pause()
    const next = () => {
      while (own[0] && isOver(own[0])) own.shift()
      // Nothing of a request that was not begun has been done: after the end of its connection nothing will be.
      if (socket.destroyed) waiting.length = 0
      while (own.length - waiting.length < mostAtOnce && waiting.length > 0) waiting.shift()?.()
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
}
