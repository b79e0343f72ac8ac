import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = readonly [IncomingMessage, ServerResponse]

/** Of one that was answered before it was all there, the rest may still be wrong. */
const isOver = ([req, res]: Exchange): boolean => res.closed && req.complete

/** The requests of each connection that are not answered yet. */
export class Exchanges {
  readonly #all = new WeakMap<Socket, Exchange[]>()

  add(req: IncomingMessage, res: ServerResponse): void {
    const own = this.#all.get(req.socket)
    if (!own) return void this.#all.set(req.socket, [[req, res]])
    // Only now: to hear of each end would cost every request.
    while (own[0] && isOver(own[0])) own.shift()
    own.push([req, res])
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
}
