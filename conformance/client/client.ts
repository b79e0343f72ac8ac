import { isUtf8 } from 'node:buffer'
import type { Transform } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { mapValues } from '../../src/contract/objects.ts'
import { type ConnectionOptions, connectorFor, defaultTimeout } from './connection.ts'
import { authorizationHeader, type TokenName, tokenVariables } from './credentials.ts'
import { Ending, within } from './ending.ts'
import type { Ask, AskedId, Exchange, Reply } from './exchange.ts'
import { written } from './long-integers.ts'
import { parsedJson } from './parsed-json.ts'
import { isComeBack, RetryBudget } from './retry-budget.ts'
import { jsonWithToken, tokenHeaders } from './token-carriers.ts'
import { Unjudged } from './unjudged.ts'

export type { Ask, AskedId, Exchange, Reply }

export interface ClientOptions extends ConnectionOptions {
  readonly baseUrl: string
  readonly tokens: Partial<Record<TokenName, string>>
  /** The maximum number of requests in a second; no limit if undefined. */
  readonly rate?: number | undefined
  /** The estimated bytes that all responses may take in memory; for tests. */
  readonly roomForReplies?: number
}

/** Maximum length of a body in bytes; a longer one counts as no response. */
const longestBody = 20_000_000

/** Bytes of long bodies that are read in a run; after that, each body may have `leastRoom` bytes. */
const roomForBodies = 100_000_000
const leastRoom = 1_000_000

/**
 * Estimated bytes of memory that the responses of a run may take: the memory of the process without the part that
 * judging them takes. A server that sends more would end the process.
 */
const roomForReplies = 0.4 * getHeapStatistics().heap_size_limit

/** The same of one response; a larger one is treated as too long, because judging it would hold up the run. */
const largestReply = 60_000_000

/** Estimated bytes of a value of JSON, with the data that the kit stores about it. */
const bytesOfValue = 100

/** Maximum length of the headers of a response in bytes: policies of pages make them longer than Node.js expects. */
export const longestHeaders = 128 * 1024

/** Characters of all cookies that are kept: servers accept some 8,000 characters in all headers. */
const longestCookies = 2_000

/** How many requests are sent to a server that responds to none: each may take as long as its time limit. */
const mostSilent = 10

/** Milliseconds before a read that failed is sent once more. */
const retryDelayMs = 250

/**
 * Statuses by which a gateway, a content delivery network or an overloaded server reports that the application did not
 * process the request.
 */
const gatewayStatuses = [408, 421, 425, 502, 503, 504, 520, 521, 522, 523, 524]

/** Whether the application itself can have written a reply: a missing reply, or that of a gateway, refuses nothing. */
export const isApplicationReply = (reply: Reply | undefined): reply is Reply =>
  reply !== undefined && !gatewayStatuses.includes(reply.status)

/** Sends requests one at a time, within the rate limit, and stores every exchange. */
export class Client {
  readonly #options: ClientOptions & { readonly timeout: number }
  readonly #agent: Agent
  readonly #ending: Ending
  readonly #budget: RetryBudget
  readonly exchanges: Exchange<AskedId>[] = []
  /** Cookies of the server are sent only together with a token in a cookie, to test that a cookie is no token. */
  readonly #cookies = new Map<string, string>()
  #nextAt = 0
  #waited = 0
  #room = roomForBodies
  #roomForReplies: number

  constructor(options: ClientOptions) {
    this.#options = { ...options, timeout: options.timeout ?? defaultTimeout }
    this.#roomForReplies = options.roomForReplies ?? roomForReplies
    this.#ending = new Ending(options, options.pause)
    this.#budget = new RetryBudget(this.#ending)
    const { timeout } = this.#options
    const connect = connectorFor(options)
    this.#agent = new Agent({
      headersTimeout: timeout,
      bodyTimeout: timeout,
      maxHeaderSize: longestHeaders,
      connect,
    })
  }

  /**
   * Sends a request, and sends it again as often as a busy server asks for that. A failed read is sent once more; a
   * failed write is not, because it may have been done, and a second write could get another response, unless it
   * restores a resource.
   * @throws Busy if the server still responds with 429 when the retry budget is spent, Unjudged if the run was ended
   */
  async send<I extends AskedId>(ask: Ask<I>): Promise<Exchange<I>> {
    const exchange = await this.#sendInTime(ask)
    const mayComeTwice = ask.method === 'GET' || this.#ending.isRestoring
    if (!mayComeTwice || !hasBrokenDown(exchange)) return exchange
    await this.wait(retryDelayMs)
    return this.#sendInTime(ask)
  }

  #mustGoOn(): void {
    if (this.#ending.signal.aborted) throw new Unjudged('the run was ended before that')
    if (this.#ending.isRestoring) return
    if (this.#roomForReplies < 0)
      throw new Unjudged('the responses of the run are longer together than the kit can keep')
    if (this.exchanges.length >= mostSilent && this.exchanges.every(({ reply }) => !reply))
      throw new Unjudged(`the server responded to none of the first ${mostSilent} requests`)
  }

  async #sendInTime<I extends AskedId>(ask: Ask<I>): Promise<Exchange<I>> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitForTurn()
      this.#mustGoOn()
      const exchange = await this.#exchange(ask)
      this.exchanges.push(exchange)
      const { reply } = exchange
      // A request that was given up may have been done, so it is stored, but nothing is concluded from it.
      if (!reply) this.#mustGoOn()
      // A refusal does not show that the server is no longer busy: a proxy in front of it may have sent it.
      if (reply && reply.status < 400) this.#budget.refresh()
      if (!reply || !(await this.#budget.mayRepeat(reply, attempt))) return exchange
    }
  }

  /** Allows requests after the run was ended, to restore the resources. */
  beginRestoring(): void {
    this.#ending.beginRestoring()
  }

  /** Whether the run was ended, so that no other request is sent. */
  get isEnded(): boolean {
    return this.#ending.signal.aborted
  }

  /** Waits for some milliseconds, at most until the end of the run. @returns whether the run continues */
  wait(milliseconds: number): Promise<boolean> {
    this.#waited += milliseconds
    return this.#ending.wait(milliseconds)
  }

  /** Milliseconds that the run has waited for views that lag, and for servers that are busy with a resource. */
  get waited(): number {
    return this.#waited
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
    if (at > now) await this.wait(at - now)
  }

  async #exchange<I extends AskedId>(ask: Ask<I>): Promise<Exchange<I>> {
    const { timeout } = this.#options
    const started = performance.now()
    let failure: string | undefined
    const reply = await within(timeout, this.#ending.requestSignal, (signal) => this.#ask(ask, signal)).catch(
      (error: unknown) => {
        failure = reason(error, timeout)
        return undefined
      },
    )
    return { ask, reply, failure, started, milliseconds: performance.now() - started }
  }

  async #ask(ask: Ask<AskedId>, signal: AbortSignal): Promise<Reply> {
    const { type, body } = await contentOf({ ...ask, json: jsonWithToken(ask, this.#tokenOf(ask)) })
    const response = await request(this.#options.baseUrl + this.#filled(ask.path), {
      dispatcher: this.#agent,
      method: ask.method as Dispatcher.HttpMethod,
      headers: {
        ...this.#headers(ask),
        ...(type !== undefined && { 'content-type': type }),
        ...ask.headers,
      },
      body: body ?? null,
      signal,
    })
    const limit = Math.max(leastRoom, Math.min(longestBody, this.#room))
    const coded = await read(response.body, limit)
    const { bytes, isCut } = await decoded(coded, codingsOf(response.headers), limit)
    if (bytes.length > leastRoom) this.#room -= bytes.length
    const { statusCode: status, headers } = response
    this.#roomForReplies -= sizeOf(JSON.stringify(headers))
    this.#keepCookies(headers['set-cookie'])
    // Neither a grant nor a refusal can be concluded from the beginning of a body.
    if (isCut)
      throw new Error(`its body has more than the ${limit.toLocaleString('en')} bytes that the kit reads`)
    const whole = bytes.toString('utf8')
    const size = sizeOf(whole)
    if (size > largestReply) throw new Error('its body has more values than the kit reads')
    this.#roomForReplies -= size
    return { status, headers, text: whole, json: parsedJson(whole) }
  }

  #tokenOf({ token }: Ask<AskedId>): string {
    return this.#options.tokens[token] ?? ''
  }

  /** The path, with variables replaced by the tokens. */
  #filled(path: string): string {
    return Object.entries(this.#options.tokens).reduce(
      (filled, [name, token]) =>
        filled.replaceAll(`$${tokenVariables[name as TokenName]}`, encodeURIComponent(token)),
      path,
    )
  }

  /** Headers that carry a token and are not `Authorization`; a `cookie` header also has the cookies of the server. */
  #otherHeaders(ask: Ask<AskedId>): Record<string, string> {
    const { cookie, ...headers } = Object.fromEntries(tokenHeaders(ask, this.#tokenOf(ask)))
    if (cookie === undefined) return headers
    const own = this.#cookies.size === 0 ? [] : [this.#cookieHeader()]
    return { ...headers, cookie: [...own, cookie].join('; ') }
  }

  #keepCookies(set: string | string[] | undefined): void {
    for (const cookie of [set ?? []].flat()) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (name === undefined || value === undefined || !isSendable(name + value)) continue
      this.#cookies.set(name.trim(), value)
    }
    let excess = this.#cookieHeader().length - longestCookies
    for (const [first, value] of this.#cookies) {
      if (excess <= 0) break
      this.#cookies.delete(first)
      excess -= `${first}=${value}; `.length
    }
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #headers(ask: Ask<AskedId>): Record<string, string> {
    const authorization = authorizationHeader(ask.credential, this.#tokenOf(ask), ask.carrier)
    const own = Object.entries(this.#options.headers ?? {})
    return {
      'user-agent': 'nestbox',
      // Without `accept-encoding` a server may choose any coding (RFC 9110, 12.5.3).
      'accept-encoding': 'identity',
      // A cache may keep an old response for as long as its server allows (RFC 9111, 5.2.1.4).
      'cache-control': 'no-cache',
      ...Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
      accept: 'application/json',
      ...(authorization !== undefined && { authorization }),
      ...this.#otherHeaders(ask),
    }
  }
}

/** Whether a header can carry a text; a request with another one would fail before it is sent. */
const isSendable = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text)

/** The estimated bytes that a body takes in memory: its text, and its values with their texts. */
function sizeOf(text: string): number {
  let values = 0
  let bytes = 1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x2c || code === 0x5b || code === 0x7b) values += 1
    // One such character makes each of the text take two bytes.
    else if (code > 0xff) bytes = 2
  }
  return 2 * bytes * text.length + values * bytesOfValue
}

async function contentOf({ json, file, content }: Ask<AskedId>) {
  if (content === 'a form')
    return {
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams(mapValues(Object(json), String)).toString(),
    }
  if (content === 'a JSON body') return { type: 'application/json', body: file }
  if (json !== undefined) return { type: 'application/json', body: written(JSON.stringify(json)) }
  if (file === undefined) return {}
  const form = new FormData()
  form.append(
    content === 'another part' ? 'file' : 'import_file',
    new Blob([file], { type: 'application/json' }),
    'egg.json',
  )
  // The form is sent with its length, not as a stream: a server that refuses without reading a body may close the
  // connection while a stream is sent.
  const whole = new Response(form)
  return {
    type: String(whole.headers.get('content-type')),
    body: Buffer.from(await whole.arrayBuffer()),
  }
}

interface Body {
  readonly bytes: Buffer
  readonly isCut: boolean
}

/** Reads a body up to a number of bytes. */
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

/** Decoders by content coding. */
const decoders: Readonly<Record<string, (bytes: Buffer) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // Some servers send deflate data without the zlib header, whose first byte names the method 8, the only one.
  deflate: ([first = 0]) => ((first & 15) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
}

/** Maximum number of codings of a body: a body can be its own content. */
const mostCodings = 4

/** The codings of a body, the last one first: those of its content, and those of its transfer, which Node.js leaves. */
const codingsOf = (headers: Reply['headers']): readonly string[] =>
  ['content-encoding', 'transfer-encoding']
    .flatMap((name) => [headers[name] ?? []].flat().join().toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => !['', 'identity', 'chunked'].includes(coding))
    .toReversed()

/**
 * Decodes a body that a server has encoded despite `accept-encoding: identity`.
 * @throws Error if the body cannot be decoded, because nothing can be concluded from it
 */
async function decoded(body: Body, codings: readonly string[], limit: number): Promise<Body> {
  const { bytes, isCut } = body
  const [coding, ...others] = codings
  // A response without a body may name a coding too, and a body that was cut cannot be decoded.
  if (coding === undefined || bytes.length === 0 || isCut) return body
  const isKnown = Object.hasOwn(decoders, coding) && codings.length <= mostCodings
  const decoder = isKnown ? decoders[coding]?.(bytes) : undefined
  // Some servers name their charset there.
  if (!decoder && isUtf8(bytes)) return body
  if (!decoder)
    throw new Error(
      `the kit cannot decode the coding of its body, ${codings.join().replaceAll(/[^\w,-]/g, '?')}`,
    )
  decoder.end(bytes)
  const inner = await read(decoder, limit).catch(() => {
    throw new Error(`${brokeOff}: the response cannot be decoded as ${coding}`)
  })
  return decoded(inner, others, limit)
}

/**
 * Whether a second request may succeed where a connection or a gateway failed; a request that timed out is not
 * repeated.
 */
const hasBrokenDown = ({ reply, failure }: Exchange<AskedId>): boolean =>
  reply ? !isApplicationReply(reply) && !isComeBack(reply) : (failure?.startsWith(brokeOff) ?? false)

/** Error codes of certificates that no trusted authority has signed, and of certificates with other faults. */
const unvouched = /^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)/
const unaccepted = /^(?:ERR_TLS_)?CERT_/

/** Responses that `undici` takes for a broken connection, by its message. */
const unasked: Readonly<Record<string, string>> = {
  'bad upgrade': 'it switched to another protocol, which the kit does not ask for',
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')

/** Whether a request failed because of a certificate. */
export const isUntrusted = (error: unknown): boolean =>
  unvouched.test(codeOf(error)) || unaccepted.test(codeOf(error))

/** Why a request got no response. */
export function reason(error: unknown, timeout: number): string {
  const { name, message } = error as Error
  const code = codeOf(error)
  if (name === 'AbortError') return 'the run ended before the response was complete'
  if (name === 'TimeoutError' || code.includes('TIMEOUT')) return `no complete response within ${timeout} ms`
  if (code === 'ECONNREFUSED') return 'no server listens there'
  if (code === 'ENOTFOUND') return 'there is no such host'
  if (code === 'UND_ERR_SOCKET') return unasked[message] ?? brokeOff
  if (code === 'ECONNRESET' || code === 'EPIPE') return brokeOff
  if (unvouched.test(code))
    return `its certificate is not trusted (${code}); trust it with --ca <file>, or any with --insecure`
  if (unaccepted.test(code)) return `its certificate is not accepted (${code}); --insecure accepts any`
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return 'it does not speak TLS there; is the URL one with http:// instead?'
  if (name === 'HTTPParserError' || code === 'ERR_ASSERTION') return 'the response is not HTTP'
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'its `Content-Length` is not that of its body'
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'its headers are too long'
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'its response is too long'
  return code || message
}
