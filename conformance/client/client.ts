import type { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import type { CompanionId, OperationId } from '../../src/contract/index.ts'
import { Unjudged } from '../judge/outcome.ts'
import { authorizationHeader, type Credential, type TokenName, tokenVariables } from './credentials.ts'
import { written } from './long-integers.ts'
import { parsedJson } from './parsed-json.ts'
import { Busy, type EndSignal, isComeBack, type Pause, RetryBudget, untilAskedAgain } from './retry-budget.ts'
import { jsonWithToken, tokenHeaders } from './token-carriers.ts'

/** What can be requested: the operations of the document, and reads beyond them, by which no server is judged. */
export type AskedId = OperationId | CompanionId

/** One request to the server that is judged. */
export interface Ask<I extends AskedId = OperationId> {
  readonly operation: I
  readonly method: string
  /** Path with its query, below the base URL; a token in it is written as its shell variable. */
  readonly path: string
  readonly credential: Credential
  /** The token that is sent, or that the credential is made from. */
  readonly token: TokenName
  /** The only name that carries the token, of a credential that carries it under several. */
  readonly carrier?: string
  /** The body without fields that carry the token. */
  readonly json?: unknown
  /** The text of an egg share file, sent as the part `import_file`. */
  readonly file?: string
  /** Headers in the place of those that every request has. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What came back. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The parsed body; undefined where it is no JSON. */
  readonly json: unknown
  /** Bytes after which the body was cut, if it was too long to be read. */
  readonly cutAfter?: number
}

/** A request and what came of it. */
export interface Exchange<I extends AskedId = OperationId> {
  readonly ask: Ask<I>
  readonly reply: Reply | undefined
  /** Why there is no reply. */
  readonly failure: string | undefined
  readonly milliseconds: number
}

export interface ClientOptions {
  readonly baseUrl: string
  readonly tokens: Partial<Record<TokenName, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds that one answer may take. */
  readonly timeout: number
  /** Requests a second at the most; no limit if undefined. */
  readonly rate: number | undefined
  readonly ca: string | undefined
  readonly insecure: boolean
  /** How a server is waited for that wants to be left alone. */
  readonly pause?: Pause | undefined
  /** Ends all waiting. */
  readonly signal?: EndSignal | undefined
}

/** Bytes of a body that are read; more is cut off, which makes it unreadable. */
const longestBody = 20_000_000

/** Bytes of long bodies that are read in a run; when these are used up, a body may have no more than the least. */
const roomForBodies = 100_000_000
const leastRoom = 1_000_000

/** Characters of a body that are kept where nothing can be read from it. */
const longestUnread = 100_000

/** Milliseconds before a read that broke down is sent once more. */
const retryDelayMs = 250

/** Statuses by which a gateway, or a server in front of its work, says that nobody has looked at the request. */
const gatewayStatuses = [502, 503, 504]

/** Whether the application itself can have written a reply: no reply, or a gateway's, is no refusal of anything. */
export const isApplicationReply = (reply: Reply | undefined): reply is Reply =>
  reply !== undefined && !gatewayStatuses.includes(reply.status)

/** Sends requests one at a time, politely, and remembers every exchange. */
export class Client {
  readonly #options: ClientOptions
  readonly #agent: Agent
  readonly #budget: RetryBudget
  readonly exchanges: Exchange<AskedId>[] = []
  /** Cookies are never sent back but to see that they do not stand for a token. */
  readonly #cookies = new Map<string, string>()
  #nextAt = 0
  #room = roomForBodies
  #isPuttingBack = false

  constructor(options: ClientOptions) {
    this.#options = options
    this.#budget = new RetryBudget(options.pause, options.signal)
    this.#agent = new Agent({
      headersTimeout: options.timeout,
      bodyTimeout: options.timeout,
      connect: {
        timeout: options.timeout,
        ...(options.ca !== undefined && { ca: options.ca }),
        ...(options.insecure && { rejectUnauthorized: false }),
      },
    })
  }

  /**
   * Sends a request, as often as the server wants it to be sent again. A read that broke down is sent once
   * more; a write is not, for it may have been done, and then the second answer is another than the first.
   * @throws Busy where the server still wants that when the budget is spent, Unjudged where the run was ended
   */
  async send<I extends AskedId>(ask: Ask<I>): Promise<Exchange<I>> {
    if (this.#options.signal?.aborted && !this.#isPuttingBack)
      throw new Unjudged('the run was ended before that')
    const exchange = await this.#sendInTime(ask)
    if (ask.method !== 'GET' || !hasBrokenDown(exchange)) return exchange
    await (this.#options.pause ?? sleep)(retryDelayMs)
    return this.#sendInTime(ask)
  }

  async #sendInTime<I extends AskedId>(ask: Ask<I>): Promise<Exchange<I>> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitForTurn()
      const exchange = await this.#exchange(ask)
      this.exchanges.push(exchange)
      const { reply } = exchange
      if (!reply || !isComeBack(reply)) {
        // A refusal is no sign that the server has time again: it may come from something in front of it.
        if (reply && reply.status < 400) this.#budget.refresh()
        return exchange
      }
      if (await this.#budget.wait(untilAskedAgain(reply, attempt))) continue
      if (reply.status === 429) throw new Busy()
      return exchange
    }
  }

  /** Lets requests be sent again after the run was ended, to put back what was there before. */
  putBack(): void {
    this.#isPuttingBack = true
  }

  /** How the run waits; Node's timers unless told otherwise. */
  get pause(): Pause | undefined {
    return this.#options.pause
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  async #waitForTurn(): Promise<void> {
    const { rate } = this.#options
    if (rate === undefined) return
    const now = performance.now()
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + 1000 / rate
    if (at > now) await sleep(at - now)
  }

  async #exchange<I extends AskedId>(ask: Ask<I>): Promise<Exchange<I>> {
    const started = performance.now()
    const done = (result: Partial<Exchange<I>>): Exchange<I> => ({
      ask,
      reply: undefined,
      failure: undefined,
      milliseconds: performance.now() - started,
      ...result,
    })
    const signal = AbortSignal.timeout(this.#options.timeout)
    try {
      const { type, body } = await contentOf({
        ...ask,
        json: jsonWithToken(ask, this.#options.tokens[ask.token] ?? ''),
      })
      const response = await request(this.#options.baseUrl + this.#filled(ask.path), {
        dispatcher: this.#agent,
        method: ask.method as Dispatcher.HttpMethod,
        headers: {
          ...this.#headers(ask),
          ...(type !== undefined && { 'content-type': type }),
          ...ask.headers,
        },
        body,
        signal,
      })
      const coding = response.headers['content-encoding']
      const limit = Math.max(leastRoom, Math.min(longestBody, this.#room))
      const coded = await read(response.body, limit)
      const { bytes, isCut } = await decoded(coded, String(coding ?? '').toLowerCase(), limit)
      if (bytes.length > leastRoom) this.#room -= bytes.length
      const text = bytes.toString('utf8', 0, isCut ? longestUnread : undefined)
      const { statusCode: status, headers } = response
      this.#keepCookies(headers['set-cookie'])
      const json = isCut ? undefined : parsedJson(text)
      return done({ reply: { status, headers, text, json, ...(isCut && { cutAfter: limit }) } })
    } catch (error) {
      return done({ failure: reason(error, this.#options.timeout) })
    }
  }

  /** The path with tokens in the place of their variables. */
  #filled(path: string): string {
    return Object.entries(this.#options.tokens).reduce(
      (filled, [name, token]) =>
        filled.replaceAll(`$${tokenVariables[name as TokenName]}`, encodeURIComponent(token)),
      path,
    )
  }

  /** Headers that carry a token where none is to be looked for, with the cookies that the server has set. */
  #otherHeaders(ask: Ask<AskedId>): Record<string, string> {
    const { cookie, ...headers } = Object.fromEntries(
      tokenHeaders(ask, this.#options.tokens[ask.token] ?? ''),
    )
    if (cookie === undefined) return headers
    const own = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    return { ...headers, cookie: [...own, cookie].join('; ') }
  }

  #keepCookies(set: string | string[] | undefined): void {
    for (const cookie of [set ?? []].flat()) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined && value !== undefined) this.#cookies.set(name.trim(), value)
    }
  }

  #headers(ask: Ask<AskedId>): Record<string, string> {
    const authorization = authorizationHeader(ask.credential, this.#options.tokens[ask.token] ?? '')
    const own = Object.entries(this.#options.headers).map(([name, value]) => [name.toLowerCase(), value])
    return {
      'user-agent': 'nestbox',
      // Without it a server may choose any coding (RFC 9110, 12.5.3).
      'accept-encoding': 'identity',
      ...Object.fromEntries(own),
      accept: 'application/json',
      ...(authorization !== undefined && { authorization }),
      ...this.#otherHeaders(ask),
    }
  }
}

interface Content {
  readonly type?: string | undefined
  readonly body: string | Buffer | null
}

async function contentOf({ json, file }: Ask<AskedId>): Promise<Content> {
  if (json !== undefined) return { type: 'application/json', body: written(JSON.stringify(json)) }
  if (file === undefined) return { body: null }
  const form = new FormData()
  form.append('import_file', new Blob([file], { type: 'application/json' }), 'egg.json')
  // In one piece: a server that refuses without having read a body may hang up while a stream is still sent.
  const whole = new Response(form)
  return {
    type: whole.headers.get('content-type') ?? undefined,
    body: Buffer.from(await whole.arrayBuffer()),
  }
}

interface Body {
  readonly bytes: Buffer
  readonly isCut: boolean
}

/** Reads no more than so many bytes. */
async function read(body: AsyncIterable<Uint8Array>, limit: number): Promise<Body> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) break
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), isCut: size > limit }
}

const brokeOff = 'the connection broke off'

/** What undoes a coding of content. */
const decoders: Readonly<Record<string, (bytes: Buffer) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // Some servers leave out the head that names the method, of which there is but one: 8.
  deflate: ([first = 0]) => ((first & 15) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
}

/** What a server has coded although it was asked not to; a coding that is not known is left as it is. */
async function decoded(body: Body, coding: string, limit: number): Promise<Body> {
  const { bytes, isCut } = body
  const decoder = Object.hasOwn(decoders, coding) ? decoders[coding]?.(bytes) : undefined
  // An answer without a body may name a coding, too; of one that is cut there is no end.
  if (!decoder || bytes.length === 0 || isCut) return body
  decoder.end(bytes)
  return read(decoder, limit).catch(() => {
    throw new Error(`${brokeOff}: what came cannot be decoded as ${coding}`)
  })
}

/** Whether something on the way gave up that may hold the next time; a timeout has been waited for long enough. */
const hasBrokenDown = ({ reply, failure }: Exchange<AskedId>): boolean =>
  reply ? !isApplicationReply(reply) && !isComeBack(reply) : (failure?.startsWith(brokeOff) ?? false)

/** Codes for a certificate that nobody who is trusted vouches for, and for what else can be wrong with one. */
const unvouched = /^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/
const unaccepted = /^(?:ERR_TLS_)?CERT_/

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')

/** Whether a certificate is why a request got no answer. */
export const isUntrusted = (error: unknown): boolean =>
  unvouched.test(codeOf(error)) || unaccepted.test(codeOf(error))

/** Why a request got no answer. */
export function reason(error: unknown, timeout: number): string {
  const { name, message } = error as Error
  const code = codeOf(error)
  if (name === 'TimeoutError' || code.includes('TIMEOUT')) return `no whole answer within ${timeout} ms`
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND') return 'there is no such host'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return brokeOff
  if (unvouched.test(code))
    return `its certificate is not trusted (${code}); trust it with --ca <file>, or any with --insecure`
  if (unaccepted.test(code)) return `its certificate is not accepted (${code}); --insecure accepts any`
  if (name === 'HTTPParserError') return 'what came is no HTTP'
  return code || message
}
