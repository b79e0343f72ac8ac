import { operations } from '../../src/contract/index.ts'
import type { AskedId, Client, Exchange } from '../client/client.ts'
import { type Credential, isTokenName } from '../client/credentials.ts'
import type { Target } from '../target/target.ts'
import { Unjudged } from './outcome.ts'

export interface SessionOptions {
  /** Nothing that writes is sent. */
  readonly readOnly: boolean
}

/** One run against one target: what was promised, what was asked, what is left behind. */
export class Session {
  readonly target: Target
  readonly client: Client
  /** Lines that say what the run leaves behind. */
  readonly ledger: string[] = []
  readonly #options: SessionOptions
  readonly #memo = new Map<string, unknown>()
  #counter = 0

  constructor(target: Target, client: Client, options: SessionOptions) {
    this.target = target
    this.client = client
    this.#options = options
  }

  /** A part of the target that a check relies on. */
  resource<K extends keyof Target['resources']>(name: K): NonNullable<Target['resources'][K]> {
    const value = this.target.resources[name]
    if (value === undefined) throw new Unjudged(`the target promises no \`resources.${name}\``)
    // Not undefined, as was just seen.
    return value as NonNullable<Target['resources'][K]>
  }

  /** Whether the target promises that token; the made-up credentials are always there. */
  has(credential: Credential): boolean {
    return !isTokenName(credential) || this.target.tokens[credential] !== undefined
  }

  /** @throws Unjudged where the target does not promise it */
  need<C extends Credential>(credential: C): C {
    if (!this.has(credential)) throw new Unjudged(`the target promises no \`tokens.${credential}\``)
    return credential
  }

  /** Lets a check write, unless nothing may be written. */
  needWrites(): void {
    if (this.#options.readOnly) throw new Unjudged('the run is read-only')
    if (!this.target.disposable) {
      throw new Unjudged('the target does not say `"disposable": true`, so nothing that writes is sent')
    }
  }

  get mayWrite(): boolean {
    return this.target.disposable && !this.#options.readOnly
  }

  /** Does a thing once and remembers what came of it, also if it could not be done. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(key) as Promise<T> | undefined
    if (known) return known
    const made = make()
    this.#memo.set(key, made)
    return made
  }

  /** A number that no other text of this run has, so that what it made can be told apart. */
  next(): number {
    this.#counter += 1
    return this.#counter
  }

  /** Those of the eight operations: nothing is read off others. */
  get exchanges(): readonly Exchange[] {
    return this.client.exchanges.filter(isOfTheEight)
  }
}

const isOfTheEight = (exchange: Exchange<AskedId>): exchange is Exchange =>
  Object.hasOwn(operations, exchange.ask.operation)
