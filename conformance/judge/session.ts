import { randomInt } from 'node:crypto'
import { defined, filtered, type OperationId, operations, without } from '../../src/contract/index.ts'
import type { Ask, AskedId, Client, Exchange } from '../client/client.ts'
import { type Credential, canForge, isTokenName, type TokenName } from '../client/credentials.ts'
import { type Named, pathOf, type Query, withSearch } from '../client/request-path.ts'
import { tokenCarriers, tokenParameters } from '../client/token-carriers.ts'
import { filled } from '../target/fill.ts'
import type { Target } from '../target/target.ts'
import { nodeFields, startupNames } from './body-fields.ts'
import { Installing } from './installing.ts'
import { Lag } from './lag.ts'
import { Unjudged } from './outcome.ts'
import { wasGranted } from './reception.ts'

/** The parts of a request that a check can choose; the others follow from the operation and the target. */
export interface RequestParts
  extends Partial<
    Pick<Ask, 'spelling' | 'tags' | 'mark' | 'variable' | 'credential' | 'headers' | 'isContested'>
  > {
  /** The values of the path parameters. */
  readonly named?: Named
  readonly query?: Query
  /** Fields of a JSON body; the fields that the target pins replace them. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Fields that replace `fields`; those that the target pins if undefined. */
  readonly pins?: Readonly<Record<string, unknown>>
  /** Whether the fields of a JSON body are in reverse order. */
  readonly isReversed?: boolean
  /** A whole JSON body that is sent unchanged. */
  readonly json?: unknown
  /** The text of an egg share file. */
  readonly file?: string
  /** The only name that carries the token, if the credential can carry it under several. */
  readonly carrier?: string | undefined
}

/** The fields that a target pins in the body of an operation; their values are never judged. */
export function pinsOf({ requests }: Target, id: OperationId): Readonly<Record<string, unknown>> {
  const { startup: updateServerStartup, ...others } = requests
  const pins: Partial<Record<OperationId, Target['requests']['startup']>> = { updateServerStartup, ...others }
  return pins[id] ?? {}
}

/** Whether an operation names the second node or server of a target. */
function isOfOther({ resources }: Target, id: OperationId, named: Named | undefined): boolean {
  const { otherNode, otherServer } = resources
  const others: Partial<Record<OperationId, readonly unknown[]>> = {
    updateNode: [otherNode],
    updateServerStartup: [otherServer?.id, otherServer?.uuid],
  }
  return named !== undefined && (others[id]?.map(String).includes(String(named)) ?? false)
}

/** The fields of bodies that the document names, and that a target pins for its first node or server. */
const namedFields: readonly string[] = [...nodeFields, ...startupNames]

/** A run against a target: the target, the requests that were sent, and the ledger. */
export class Session {
  readonly target: Target
  readonly client: Client
  /** Lines about changes that the run does not restore. */
  readonly ledger: string[] = []
  readonly #isReadOnly: boolean
  readonly #exchanges: Exchange[] = []
  readonly #lag = new Lag()
  readonly #installing: Installing
  #looked = 0
  #counter = 0

  /** @param isReadOnly whether the kit sends no request that writes */
  constructor(target: Target, client: Client, isReadOnly = false) {
    this.target = target
    this.client = client
    this.#installing = new Installing(client)
    this.#isReadOnly = isReadOnly
  }

  /** An entry of `resources` in the target. @throws Unjudged if the target does not have it */
  resource<K extends keyof Target['resources']>(name: K): NonNullable<Target['resources'][K]> {
    const value = this.target.resources[name]
    if (value === undefined) throw new Unjudged(`the target promises no \`resources.${name}\``)
    // The type does not show that the value is not undefined.
    return value as NonNullable<Target['resources'][K]>
  }

  /** Whether the target has a token; forgeries can be made without one. */
  has(credential: Credential): boolean {
    return !isTokenName(credential) || this.target.tokens[credential] !== undefined
  }

  /** Returns the credential. @throws Unjudged if it is a token that the target does not have */
  need<C extends Credential>(credential: C): C {
    if (!this.has(credential)) throw new Unjudged(`the target promises no \`tokens.${credential}\``)
    return credential
  }

  /** Checks that the kit may write. @throws Unjudged if it may not */
  needWrites(): void {
    if (this.#isReadOnly) throw new Unjudged('the run is read-only')
    if (!this.target.disposable) {
      throw new Unjudged('the target does not say `"disposable": true`, so nothing that writes is sent')
    }
  }

  get mayWrite(): boolean {
    return this.target.disposable && !this.#isReadOnly
  }

  /** The token that an operation must accept; if there are several, that of its own family. */
  tokenFor(id: OperationId): TokenName {
    return this.need(this.#tokenNameFor(id))
  }

  #tokenNameFor(id: OperationId): TokenName {
    const { family } = operations[id]
    if (family === 'application' && this.has('application')) return 'application'
    return family === 'client' && this.has('userClient') ? 'userClient' : 'rootClient'
  }

  /** Whether an operation can carry a forgery, and the forgery differs from the token of the operation. */
  canForge(id: OperationId, credential: Credential): boolean {
    if (isTokenName(credential)) return true
    return (
      mayCarry(id, credential) &&
      canForge(credential, this.target.tokens[this.#tokenNameFor(id)] ?? 'a token')
    )
  }

  /** The fields that the target pins in the body of an operation; their values are never judged. */
  pins(id: OperationId): Readonly<Record<string, unknown>> {
    return pinsOf(this.target, id)
  }

  isPinned(id: OperationId, field: string): boolean {
    return Object.hasOwn(this.pins(id), field)
  }

  /**
   * Sends a request of an operation.
   * @throws Unjudged if the kit may not write or the target lacks something, Busy if the server keeps responding with
   * 429
   */
  send(id: OperationId, parts: RequestParts): Promise<Exchange> {
    const { method, body } = operations[id]
    if (method !== 'GET') this.needWrites()
    const { named, query, spelling, fields = {} } = parts
    const given = parts.pins ?? this.pins(id)
    // Pinned values of the first node or server would overwrite those of the second one.
    const pins = isOfOther(this.target, id, named)
      ? filtered(given, (field) => !namedFields.includes(field))
      : given
    const { file, mark, tags, variable, credential, carrier, headers, isContested, isReversed } = parts
    const bearer = credential ?? this.tokenFor(id)
    const token = isTokenName(bearer) ? bearer : this.tokenFor(id)
    const bearing = defined({ credential: bearer, token, carrier })
    const json = tags
      ? filled(this.#tagTemplate(), { tags })
      : 'json' in parts
        ? parts.json
        : inOrder({ ...fields, ...(filled(pins, { unique: () => this.unique() }) as object) }, isReversed)
    const overridden = spelling === 'with a method override'
    const overriding = Object.fromEntries(methodHeaders.map((name) => [name, method]))
    return this.sendAgain({
      operation: id,
      // Servers that take the method from a header do so in a POST; a read stays a read.
      method: overridden && method !== 'GET' ? 'POST' : method,
      path: withSearch(
        pathOf(id, named, { ...this.#queryOf(id, query), ...query }, spelling),
        tokenParameters(bearing).join('&'),
      ),
      ...bearing,
      ...(body === 'json' && { json }),
      ...(body === 'multipart' && defined({ file })),
      ...defined({ spelling, tags, mark, variable, isContested }),
      ...defined({ headers: overridden ? overriding : headers }),
    })
  }

  /** The query of the target, without its page for a request that asks for a page of its own. */
  #queryOf(id: OperationId, { page, per_page }: Query = {}): Query {
    const own = this.target.query?.[id] ?? {}
    return page === undefined && per_page === undefined ? own : without(own, 'page')
  }

  /** The body of the tag sync: the document does not name its fields, so the target does. */
  #tagTemplate(): unknown {
    const template = this.target.requests.syncTags
    if (template) return template
    throw new Unjudged('the target has no `requests.syncTags`, and the document does not name the fields')
  }

  /** Sends a request as it is, after the time for which a server is expected to lag or to install an egg. */
  async sendAgain(ask: Ask): Promise<Exchange> {
    const isLook = ask.operation === 'listServerMounts'
    if (isLook && this.#lag.left > 0) await this.client.wait(this.#lag.left)
    const exchange = await this.#installing.send(ask)
    if (isLook) return this.#lag.learn(exchange, this.client)
    if (ask.method !== 'GET' && wasGranted(exchange)) this.#lag.noteWrite(exchange)
    return exchange
  }

  /** The beginning of texts that the run writes, to distinguish them from those of other runs. */
  readonly mark = `Nestbox ${randomInt(36 ** 3, 36 ** 4).toString(36)}`

  /** The mark of writes to the second resource of a kind in the target, such as `resources.otherNode`. */
  readonly otherMark = `${this.mark} other`

  /** A text of letters and digits that is unique in all runs. */
  unique(): string {
    this.#counter += 1
    return `nb${Date.now().toString(36)}${process.pid.toString(36)}${this.#counter.toString(36)}`
  }

  /** Exchanges of operations of the document; a server is judged by no others. */
  get exchanges(): readonly Exchange[] {
    const isEarly = (exchange: unknown) =>
      this.#lag.early.has(exchange) || this.#installing.early.has(exchange)
    for (const exchange of this.client.exchanges.slice(this.#looked))
      if (isOfTheDocument(exchange) && !isEarly(exchange)) this.#exchanges.push(exchange)
    this.#looked = this.client.exchanges.length
    return this.#exchanges
  }

  granted(...ids: readonly OperationId[]): readonly Exchange[] {
    return this.exchanges.filter(
      (exchange) => (ids.length === 0 || ids.includes(exchange.ask.operation)) && wasGranted(exchange),
    )
  }
}

const inOrder = (fields: object, isReversed = false): object =>
  isReversed ? Object.fromEntries(Object.entries(fields).reverse()) : fields

/** Whether a request of an operation can carry a credential: a token in a JSON body needs such a body. */
export const mayCarry = (id: OperationId, credential: Credential): boolean =>
  operations[id].body === 'json' || tokenCarriers({ credential }, 'body').length === 0

/** Headers from which a server may take the method of a request. */
const methodHeaders = ['x-http-method-override', 'x-http-method', 'x-method-override']

/** Whether a request is for an operation of the document, at the path that the document gives it. */
const isOfTheDocument = (exchange: Exchange<AskedId>): exchange is Exchange =>
  Object.hasOwn(operations, exchange.ask.operation) && exchange.ask.spelling === undefined
