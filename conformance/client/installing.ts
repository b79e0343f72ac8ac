import type { Ask, Exchange } from './exchange.ts'
import type { Sender } from './lag.ts'

/** The first and the longest wait for a server that installs an egg, in milliseconds; each is twice the one before. */
const firstWaitMs = 100
const longestWaitMs = 1_600

/** A server may refuse requests for some time after its egg was changed: no status of that is documented. */
export class Installing {
  /** Refusals that ended by themselves, which prove nothing. */
  readonly early = new Set<unknown>()
  readonly #client: Sender
  readonly #wasGranted: (exchange: Exchange) => boolean
  /** Reads that were granted, and the egg of the last granted startup update by path. */
  readonly #reads = new Set<string>()
  readonly #eggs = new Map<string, unknown>()
  #mayBe = false
  #isInVain = false
  #changedAt = 0
  #ms = 0

  /** @param wasGranted whether a response is that of success */
  constructor(client: Sender, wasGranted: (exchange: Exchange) => boolean) {
    this.#client = client
    this.#wasGranted = wasGranted
  }

  /** Sends a request, and sends it again while an installation may be the reason why it is refused. */
  async send(ask: Ask): Promise<Exchange> {
    const left = this.#ms === 0 ? 0 : this.#changedAt + this.#ms - performance.now()
    if (left > 0 && isOwn(ask) && ask.path.includes('/servers/')) await this.#client.wait(left)
    const first = await this.#client.send(ask)
    const last = this.#mayBe && this.#isBusy(first) ? await this.#sendUntilGranted(first) : first
    if (this.#wasGranted(last)) this.#note(last)
    return last
  }

  /** A refusal that is not repeated at once is none of a server that is busy for some time. */
  async #sendUntilGranted(first: Exchange): Promise<Exchange> {
    const refused = [first]
    if (!saysBusy(first)) {
      const second = await this.#client.send(first.ask)
      if (this.#wasGranted(second)) return first
      refused.push(second)
    }
    for (let wait = firstWaitMs, waited = 0; wait <= longestWaitMs; wait *= 2) {
      await this.#client.wait(wait)
      waited += wait
      const next = await this.#client.send(first.ask)
      if (!this.#isBusy(next)) {
        if (this.#wasGranted(next)) this.#learn(refused, waited)
        return next
      }
      refused.push(next)
    }
    // If waiting did not help, later requests do not wait.
    this.#mayBe = false
    if (!saysBusy(first)) this.#isInVain = true
    return refused.at(-1) ?? first
  }

  #learn(refused: readonly Exchange[], waited: number): void {
    for (const each of refused) this.early.add(each)
    this.#ms = Math.max(this.#ms, performance.now() - this.#changedAt, waited)
  }

  /** Whether a request with a valid token was refused, though nothing that it says can be the reason. */
  #isBusy(exchange: Exchange): boolean {
    if (!isOwn(exchange.ask)) return false
    const isKnown = !this.#isInVain && this.#reads.has(keyOf(exchange.ask))
    return saysBusy(exchange) || (isKnown && exchange.reply !== undefined && !this.#wasGranted(exchange))
  }

  #note({ ask }: Exchange): void {
    if (ask.method === 'GET') this.#reads.add(keyOf(ask))
    if (ask.operation !== 'updateServerStartup') return
    const [path = ''] = ask.path.split('?')
    const egg: unknown = Reflect.get(Object(ask.json), 'egg_id')
    if (this.#eggs.has(path) && this.#eggs.get(path) !== egg) {
      this.#mayBe = true
      this.#changedAt = performance.now()
    }
    this.#eggs.set(path, egg)
  }
}

const isOwn = ({ credential, token }: Ask): boolean => credential === token

const keyOf = ({ credential, path, spelling }: Ask): string => JSON.stringify([credential, path, spelling])

const saysBusy = ({ reply }: Exchange): boolean => reply?.status === 409 || reply?.status === 423
