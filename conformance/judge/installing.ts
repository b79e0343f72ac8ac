import type { Ask, Client, Exchange } from '../client/client.ts'
import { wasGranted } from './reception.ts'

/** The first and the longest wait for a server that installs an egg, in milliseconds; each is half as long again as the one before. */
const firstWaitMs = 100
const longestWaitMs = 1_600

/** A server may refuse requests for some time after its egg was changed: no status of that is documented. */
export class Installing {
  /** Refusals that ended by themselves, which prove nothing. */
  readonly early = new Set<unknown>()
  readonly #client: Client
  /** Reads that were granted, and the egg of the last granted startup update. */
  readonly #reads = new Set<string>()
  #egg: unknown
  /** The update that changed the egg, until another one is granted: sent again, it changes nothing. */
  #change: Ask | undefined
  #mayBe = false
  #isInVain = false

  constructor(client: Client) {
    this.#client = client
  }

  /** Sends a request, and sends it again while an installation may be the reason why it is refused. */
  async send(ask: Ask): Promise<Exchange> {
    const first = await this.#client.send(ask)
    const probe = this.#mayBe && isOwn(ask) && !wasGranted(first) ? this.#probeOf(first) : undefined
    const last = probe ? await this.#sendUntilGranted(first, probe) : first
    if (wasGranted(last)) this.#note(last)
    return last
  }

  /**
   * The request that shows whether an installation is the reason for a refusal: the refused one, unless it is an update
   * whose values may be the reason; undefined if an installation cannot be the reason.
   */
  #probeOf(refused: Exchange): Ask | undefined {
    const { ask, reply } = refused
    if (saysBusy(refused)) return ask
    if (this.#isInVain || !reply) return undefined
    if (ask.operation === 'updateServerStartup') return this.#change
    return this.#reads.has(keyOf(ask)) ? ask : undefined
  }

  /** A refusal that is not repeated at once is none of a server that is busy for some time. */
  async #sendUntilGranted(first: Exchange, probe: Ask): Promise<Exchange> {
    const refused = [first]
    if (!saysBusy(first)) {
      const second = await this.#client.send(probe)
      if (wasGranted(second)) {
        this.#change = undefined
        return first
      }
      refused.push(second)
    }
    for (let wait = firstWaitMs; wait <= longestWaitMs; wait *= 1.5) {
      await this.#client.wait(wait)
      const next = await this.#client.send(probe)
      if (wasGranted(next) || this.#probeOf(next) !== probe) {
        if (wasGranted(next)) for (const each of refused) this.early.add(each)
        return probe === first.ask ? next : this.#client.send(first.ask)
      }
      refused.push(next)
    }
    // If waiting did not help, later requests do not wait.
    this.#mayBe = false
    if (!saysBusy(first)) this.#isInVain = true
    return probe === first.ask ? (refused.at(-1) ?? first) : first
  }

  #note({ ask }: Exchange): void {
    if (ask.method === 'GET') this.#reads.add(keyOf(ask))
    if (ask.operation !== 'updateServerStartup') return
    const egg: unknown = Reflect.get(Object(ask.json), 'egg_id')
    const isChange = egg !== undefined && this.#egg !== undefined && egg !== this.#egg
    this.#change = isChange ? ask : undefined
    if (isChange) this.#mayBe = true
    this.#egg = egg ?? this.#egg
  }
}

const isOwn = ({ credential, token }: Ask): boolean => credential === token

const keyOf = ({ credential, path, spelling }: Ask): string => JSON.stringify([credential, path, spelling])

/** Whether a response says that a resource is busy. */
export const saysBusy = ({ reply }: Exchange): boolean => reply?.status === 409 || reply?.status === 423
