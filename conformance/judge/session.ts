import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Ask, AskedId, Client, Exchange } from '../client/client.ts'
import { type Credential, canForge, isTokenName, type TokenName } from '../client/credentials.ts'
import { type Named, pathOf, type Query, type Spelling, withSearch } from '../client/request-path.ts'
import { tokenCarriers, tokenParameters } from '../client/token-carriers.ts'
import { filled } from '../target/fill.ts'
import type { Target } from '../target/target.ts'
import { Unjudged } from './outcome.ts'
import { isObject, wasGranted } from './reception.ts'

export interface SessionOptions {
  /** Whether nothing that writes is sent. */
  readonly readOnly: boolean
}

/** What of a request can be chosen; the rest follows from its operation and the target. */
export interface RequestParts {
  /** What the path names. */
  readonly named?: Named
  readonly query?: Query
  /** How the path is written, if not as the document has it. */
  readonly spelling?: Spelling
  /** Fields of a JSON body; those that the target pins are put over them. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** What is put over the fields; what the target pins unless given. */
  readonly pins?: Readonly<Record<string, unknown>>
  /** A whole JSON body, sent as it is. */
  readonly json?: unknown
  /** The text of an egg share file. */
  readonly file?: string
  readonly credential?: Credential
  /** The only name that carries the token, of a credential that carries it under several. */
  readonly carrier?: string | undefined
  /** Headers in the place of those that every request has. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The key of `requests` in the target that pins fields of an operation's body. */
const pinKeys = {
  updateNode: 'updateNode',
  updateServerStartup: 'startup',
  createUser: 'createUser',
} as const satisfies Partial<Record<OperationId, string>>

const isPinnable = (id: OperationId): id is keyof typeof pinKeys => Object.hasOwn(pinKeys, id)

/** One run against one target: what the target promises, what was sent, what is left behind. */
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

  /** A part of the target that a check relies on. @throws Unjudged where the target does not have it */
  resource<K extends keyof Target['resources']>(name: K): NonNullable<Target['resources'][K]> {
    const value = this.target.resources[name]
    if (value === undefined) throw new Unjudged(`the target promises no \`resources.${name}\``)
    // Not undefined, as was just seen.
    return value as NonNullable<Target['resources'][K]>
  }

  /** Whether the target promises a token; forgeries can be made of any. */
  has(credential: Credential): boolean {
    return !isTokenName(credential) || this.target.tokens[credential] !== undefined
  }

  /** @throws Unjudged where the target does not promise the token */
  need<C extends Credential>(credential: C): C {
    if (!this.has(credential)) throw new Unjudged(`the target promises no \`tokens.${credential}\``)
    return credential
  }

  /** Lets a check write, unless nothing may be written. @throws Unjudged */
  needWrites(): void {
    if (this.#options.readOnly) throw new Unjudged('the run is read-only')
    if (!this.target.disposable) {
      throw new Unjudged('the target does not say `"disposable": true`, so nothing that writes is sent')
    }
  }

  get mayWrite(): boolean {
    return this.target.disposable && !this.#options.readOnly
  }

  /** The token that an operation has to accept: that of its own family first. */
  tokenFor(id: OperationId): TokenName {
    return this.need(this.#tokenNameFor(id))
  }

  #tokenNameFor(id: OperationId): TokenName {
    const { family } = operations[id]
    if (family === 'application' && this.has('application')) return 'application'
    return family === 'client' && this.has('userClient') ? 'userClient' : 'rootClient'
  }

  /** Whether a forgery can be sent to an operation, and differs from the token of that operation. */
  canForge(id: OperationId, credential: Credential): boolean {
    if (isTokenName(credential)) return true
    if (tokenCarriers({ credential }, 'body').length > 0 && operations[id].body !== 'json') return false
    return canForge(credential, this.target.tokens[this.#tokenNameFor(id)] ?? 'a token')
  }

  /** The fields that the target pins in the body of an operation, and so are never judged by their values. */
  pins(id: OperationId): Readonly<Record<string, unknown>> {
    return isPinnable(id) ? (this.target.requests[pinKeys[id]] ?? {}) : {}
  }

  isPinned(id: OperationId, field: string): boolean {
    return Object.hasOwn(this.pins(id), field)
  }

  /**
   * Sends a request of an operation.
   * @throws Unjudged where nothing may be written, and Busy where the server keeps refusing with 429
   */
  send(id: OperationId, parts: RequestParts): Promise<Exchange> {
    const { method, body } = operations[id]
    if (method !== 'GET') this.needWrites()
    const { named, query, spelling, fields = {}, pins = this.pins(id) } = parts
    const { file, credential, carrier, headers } = parts
    const bearer = credential ?? this.tokenFor(id)
    const token = isTokenName(bearer) ? bearer : this.tokenFor(id)
    const bearing = { credential: bearer, token, ...(carrier !== undefined && { carrier }) }
    const json =
      'json' in parts
        ? parts.json
        : { ...fields, ...(filled(pins, { unique: () => this.unique() }) as object) }
    const ask = {
      operation: id,
      method,
      path: withSearch(
        pathOf(id, named, { ...this.target.query?.[id], ...query }, spelling),
        tokenParameters(bearing).join('&'),
      ),
      ...bearing,
      ...(body === 'json' && { json }),
      ...(body === 'multipart' && file !== undefined && { file }),
      ...(headers && { headers }),
    }
    return this.#sendPatiently(ask)
  }

  /** The egg that the last granted startup update gave each path, and whether that server may still be at work on it. */
  readonly #eggs = new Map<string, unknown>()
  #mayBeAtWork = false

  /** A server may refuse what would be granted otherwise while it installs another egg: such a request is sent again. */
  async #sendPatiently(ask: Ask): Promise<Exchange> {
    let exchange = await this.client.send(ask)
    for (let wait = 100; this.#mayBeAtWork && isAtWork(exchange) && wait <= longestWaitMs; wait *= 2) {
      await (this.client.pause ?? sleep)(wait)
      exchange = await this.client.send(ask)
    }
    // What has not helped once would not help later.
    if (isAtWork(exchange)) this.#mayBeAtWork = false
    if (ask.operation === 'updateServerStartup' && wasGranted(exchange)) {
      const { egg_id } = sentFields(exchange)
      const [path = ''] = ask.path.split('?')
      this.#mayBeAtWork ||= this.#eggs.has(path) && this.#eggs.get(path) !== egg_id
      this.#eggs.set(path, egg_id)
    }
    return exchange
  }

  /** Does a thing once and remembers what came of it, also if it could not be done. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(key) as Promise<T> | undefined
    if (known) return known
    const made = make()
    this.#memo.set(key, made)
    return made
  }

  /** The beginning of the texts that the run writes, which tells them from those of other runs. */
  readonly mark = `Nestbox ${randomInt(36 ** 3, 36 ** 4).toString(36)}`

  /** A text of letters and digits that no other text of any run has. */
  unique(): string {
    this.#counter += 1
    return `nb${Date.now().toString(36)}${process.pid.toString(36)}${this.#counter.toString(36)}`
  }

  /** Exchanges of the document's operations: no server is judged by others. */
  get exchanges(): readonly Exchange[] {
    return this.client.exchanges.filter(isOfTheDocument)
  }

  granted(...ids: readonly OperationId[]): readonly Exchange[] {
    return this.exchanges.filter(
      (exchange) => (ids.length === 0 || ids.includes(exchange.ask.operation)) && wasGranted(exchange),
    )
  }
}

/** The longest of the waits, each of them twice the one before, that a server gets to install an egg. */
const longestWaitMs = 1_600

/** Waits as long as a server may take to update what it nests elsewhere. */
export const settle = async ({ client }: Session): Promise<void> => {
  await (client.pause ?? sleep)(settleMs)
}

const settleMs = 1_000

/** Whether a request with a good token was refused with a status that says the resource is busy. */
const isAtWork = ({ ask, reply }: Exchange): boolean =>
  ask.credential === ask.token && (reply?.status === 409 || reply?.status === 423)

const isOfTheDocument = (exchange: Exchange<AskedId>): exchange is Exchange =>
  Object.hasOwn(operations, exchange.ask.operation)

/** The fields of a JSON body that was sent as JSON. */
export function sentFields({ ask }: Pick<Exchange, 'ask'>): Readonly<Record<string, unknown>> {
  const type = ask.headers?.['content-type'] ?? 'application/json'
  return type === 'application/json' && isObject(ask.json) ? ask.json : {}
}
