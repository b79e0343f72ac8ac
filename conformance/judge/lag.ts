import type { Client, Exchange } from '../client/client.ts'
import { attributesOf } from './parts.ts'
import { walk } from './walk.ts'

/** The longest time in milliseconds that responses of a correct server may lag behind a write. */
export const longestLagMs = 1_000

/** How often a run learns the lag: a server with several views may lag more in one than in another. */
const mostLessons = 5

/** Milliseconds between two reads of a response that lags. */
const pauseMs = 50

/** How far the responses of a server lag behind its writes, as updated nodes show that are nested in mounts. */
export class Lag {
  /** Responses from before a write was shown, which prove nothing. */
  readonly early = new Set<unknown>()
  #update: Exchange | undefined
  #wroteAt = 0
  #lessons = 0
  #ms = 0

  /** Milliseconds until a view is expected to show the last write. */
  get left(): number {
    return this.#ms === 0 ? 0 : Math.max(0, this.#wroteAt + this.#ms - performance.now())
  }

  noteWrite(exchange: Exchange): void {
    this.#wroteAt = performance.now()
    if (exchange.ask.operation === 'updateNode') this.#update = exchange
  }

  /**
   * Reads again until a response shows the last update of its node. The run waits that long from then on; if no
   * response shows the update, the lag is not learned. @returns the last read
   */
  async learn(first: Exchange, client: Client): Promise<Exchange> {
    const behind: Exchange[] = []
    let last = first
    while (this.#lessons < mostLessons && this.#isBehind(last)) {
      behind.push(last)
      if (behind.length * pauseMs >= longestLagMs) this.#lessons = mostLessons
      await client.wait(pauseMs)
      last = await client.send(first.ask)
    }
    if (behind.length === 0 || this.#lessons === mostLessons) return last
    for (const each of behind) this.early.add(each)
    this.#lessons += 1
    const seen = Math.max(performance.now() - this.#wroteAt, behind.length * pauseMs)
    // A view may lag more than the one that taught it.
    this.#ms = Math.min(Math.max(seen, 1.5 * this.#ms), longestLagMs)
    return last
  }

  #isBehind(exchange: Exchange): boolean {
    if (!this.#update) return false
    const { ask, reply } = this.#update
    const written = attributesOf(reply?.json)
    const sent = Object.keys(Object(ask.json))
    return walk(exchange).found.some(({ kind, attributes: shown }) => {
      const differs = (field: string): boolean =>
        Object.hasOwn(shown, field) && shown[field] !== written[field]
      return kind === 'node' && shown['id'] === written['id'] && sent.some(differs)
    })
  }
}
