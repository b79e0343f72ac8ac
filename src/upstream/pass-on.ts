import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Middleware } from 'koa'
import { ControlError } from '../contract/checking/errors-in.ts'
import { filtered, mapValues } from '../contract/objects.ts'
import { isFromHere } from '../control/guard.ts'
import { problem } from '../control/problem.ts'
import { describeOwner } from '../http/authentication.ts'
import { Allowance } from '../http/bodies/allowance.ts'
import { deliver, giveUp } from '../http/send.ts'
import { operationFor } from '../http/unknown-route.ts'
import { Forgotten, valueIn } from '../journal/journal.ts'
import type { ApiContext, RequestState } from '../middleware/request-state.ts'
import type { ServerContext, Upstream } from '../sandboxes/server-context.ts'
import { tooDeep, tooLong } from '../util/lost-body.ts'
import { weigh } from '../util/weigh.ts'
import { longestTogether, NoResponse, sendOn, type UpstreamResponse } from './send-on.ts'

/**
 * Whether a path has a segment `..`, with which an upstream would get a token for a path outside of the API. Upstreams may
 * decode twice, read overlong UTF-8, merge slashes, read a backslash as a slash, or ignore the part after a `;`, `?` or
 * `#`, spaces and control characters.
 */
const climbs = (path: string): boolean =>
  /[/\\]\.\.(?:[/\\;?#]|$)/.test(
    bytesOf(bytesOf(path))
      .replaceAll(/(?:\xC0|\xE0\x80|\xF0\x80\x80)[\x80-\xBF]/g, (overlong) =>
        String.fromCharCode(overlong.charCodeAt(overlong.length - 1) & 0x3f),
      )
      .replaceAll(/(?:\xC1|\xE0\x81|\xF0\x80\x81)\x9C/g, '\\')
      .replaceAll(/[\0-\x20\x7F]/g, ''),
  )

/** A path with a character for each percent-encoded byte. */
const bytesOf = (path: string): string =>
  path.replaceAll(/%(?:25)*([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/**
 * Maximum characters of the latest unknown tokens that are kept so that no log shows them: each is searched for in all
 * that is logged. Of a longer token, logs leave out the header `Authorization` alone, as they do for every token.
 */
const mostSecret = 2_000

/**
 * Forwards requests to a real server, and returns its responses: those to the named operations, or all requests to the
 * API. This server responds to preflights, and applies faults and delays before. Nothing changes in the world.
 */
export function passOn(context: ServerContext, upstream: Upstream): Middleware<RequestState> {
  const { tokens, operations, time, most } = upstream
  let underWay = 0
  const url = new URL(upstream.url)
  const base = url.pathname.replace(/\/$/, '')
  // A request that comes back has this name in its `Via`. RFC 9110, section 7.6.3.
  const ownName = `nestbox-${randomUUID()}`
  const unknown: string[] = []
  const together = new Allowance(longestTogether)

  /** Keeps an unknown token, which is probably one of the upstream, out of the logs. */
  function keepSecret(authorization: string | undefined): void {
    const text = /^\S+ +(\S+) *$/.exec(authorization ?? '')?.[1]
    if (text === undefined || text.length > mostSecret || context.secrets.has(text)) return
    context.secrets.add(text)
    unknown.push(text)
    while (unknown.join('').length > mostSecret) context.secrets.delete(unknown.shift() ?? '')
  }

  /** The header `Authorization` for the upstream. @throws ControlError for a token that must not be replaced */
  function authorization(ctx: ApiContext): string | undefined {
    const sent = ctx.req.headers.authorization
    const { token } = ctx.state.bearer
    if (token === undefined) keepSecret(sent)
    if (token?.status !== 'active' || !Object.hasOwn(tokens, token.name)) return sent
    if (!upstream.ownTokens.includes(token.name) && !isFromHere(ctx, context.options)) {
      throw new ControlError(
        403,
        `The token "${token.name}" is the same on every machine, so only this machine and its pages may use it in place of a token of the upstream; set one of your own with --token ${token.name}=..., or allow the page with --cors-origin.`,
      )
    }
    return `Bearer ${tokens[token.name]}`
  }

  function requestFor(ctx: ApiContext): { method: string; path: string; headers: OutgoingHttpHeaders } {
    const { headers: sent } = ctx.req
    const via = sent.via
    if (via?.includes(ownName)) {
      throw new ControlError(
        502,
        `The upstream ${upstream.url} sends requests back to this server; name another one with --upstream.`,
      )
    }
    const path = base + ctx.path + ctx.search
    if (!ctx.path.startsWith('/api/') || climbs(ctx.path)) {
      throw new ControlError(404, `${ctx.path} is outside the API; name a path without the segments "..".`)
    }
    const bearer = authorization(ctx)
    const headers = {
      ...without(sent, notForUpstream),
      host: url.host,
      'accept-encoding': 'identity',
      via: `${via === undefined ? '' : `${via}, `}1.1 ${ownName}`,
      ...(bearer !== undefined && { authorization: bearer }),
      // Node.js frames the bodies of some methods only with an explicit header.
      ...(sent['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
    }
    return { method: ctx.method, path, headers }
  }

  async function answer(ctx: ApiContext): Promise<void> {
    const { req, res, state } = ctx
    if (underWay >= most) {
      ctx.set('Retry-After', '1')
      return refuseWith(ctx, 503, `More than ${most} requests wait for the upstream; try again in a second.`)
    }
    underWay += 1
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    res.once('close', leave)
    const bodyOf = collect(req)
    try {
      const options = requestFor(ctx)
      state.trace.upstream = upstream.url
      const { signal } = leaving
      reply(ctx, await together.share(req, (take) => sendOn({ url, options, body: req, time, signal, take })))
    } catch (error) {
      if (res.destroyed) giveUp(ctx)
      else if (error instanceof NoResponse) {
        const detail = `The upstream ${upstream.url} ${error.message}`
        state.upstreamError = error.message
        refuseWith(ctx, 502, detail)
      } else if (error instanceof ControlError) refuseWith(ctx, error.status, error.message)
      else throw error
    } finally {
      underWay -= 1
      res.off('close', leave)
      state.trace.body = bodyOf()
    }
  }

  return async (ctx, next) => {
    const operation = operationFor(ctx.method, ctx.path)
    const isNamed = operations === undefined || operations.some((id) => id === operation?.id)
    if (!isNamed || ownMethods.has(ctx.method) || !ctx.path.startsWith('/api/')) return next()
    const { trace, bearer, workspace } = ctx.state
    trace.operation = operation?.id ?? null
    trace.owner = bearer.token ? describeOwner(bearer.token, workspace.world.tables) : null
    return answer(ctx)
  }
}

/** The methods that are not for an upstream: its response to TRACE would show its token. RFC 9110, section 9.3.8. */
const ownMethods = new Set(['OPTIONS', 'TRACE'])

/** Headers of one connection. RFC 9110, section 7.6.1. */
const hopByHop =
  /^(?:connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade)$/

/** Headers for this server, and headers of a browser about the page; cookies belong to every server of the host. */
const notForUpstream =
  /^(?:host|expect|prefer|cookie|origin|referer|authorization|access-control-.*|sec-fetch-.*|x-nestbox-.*)$/

/**
 * Headers that this server sets itself, those of the mock server that an upstream may be, and those that would change what
 * the browser keeps for the origin of the console.
 */
const notForClient = /^(?:set-cookie|clear-site-data|content-length|access-control-.*|x-nestbox-.*)$/

/** The names in the list of a header. */
const namesIn = (list = ''): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** One list with the names of several. */
const joined = (...lists: readonly (string | undefined)[]): string =>
  [...new Set(lists.flatMap(namesIn))].join(', ')

/**
 * Headers without those of one connection, and without those whose names match. The length stays even if `Connection`
 * lists it: without it, the upstream would read the body of a GET or DELETE as another request.
 */
function without(headers: IncomingMessage['headers'], names: RegExp): OutgoingHttpHeaders {
  const listed = namesIn(headers.connection?.toLowerCase()).filter((name) => name !== 'content-length')
  return filtered(headers, (name) => !hopByHop.test(name) && !listed.includes(name) && !names.test(name))
}

/** Sends a response of the upstream, with the CORS headers of this server. */
function reply(ctx: ApiContext, { status, headers: received, body }: UpstreamResponse): void {
  const { state, method } = ctx
  const vary = joined(received.vary, state.headers['Vary'])
  const exposed = joined(
    state.headers['Access-Control-Expose-Headers'],
    received['access-control-expose-headers'],
  )
  const length = method === 'HEAD' ? received['content-length'] : String(body.length)
  const headers = {
    ...without(received, notForClient),
    ...filtered(state.headers, (name) => name.startsWith('Access-Control-')),
    ...('Access-Control-Allow-Origin' in state.headers && { 'Access-Control-Expose-Headers': exposed }),
    ...(vary !== '' && { vary }),
    ...(length !== undefined && status !== 204 && status !== 304 && { 'content-length': length }),
    // A page of the upstream would otherwise have the origin of the console, and could use the control API.
    'content-security-policy': [received['content-security-policy'] ?? [], 'sandbox'].flat().join(', '),
  }
  const sent = mapValues<string, unknown, string>(headers, String)
  deliver(ctx, status, sent, { value: textOf(body), text: body })
}

/** Refuses a request with a problem document, which no server of the API would send. */
function refuseWith(ctx: ApiContext, status: number, detail: string): void {
  ctx.set(ctx.state.headers)
  problem(ctx, status, detail)
  // The log keeps bodies that are texts.
  ctx.body = JSON.stringify(ctx.body)
}

/** Bytes of a request body that are kept for the log, which keeps fewer. */
const mostKept = 65_536

/** Keeps the body of a request for the log while it is sent on. @returns gives the body, when all of it was sent on */
function collect(req: IncomingMessage): () => unknown {
  const chunks: Buffer[] = []
  let length = 0
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= mostKept) chunks.push(chunk)
  })
  return () => {
    if (length === 0) return undefined
    const type = req.headers['content-type'] ?? ''
    const body = Buffer.concat(chunks)
    if (length > mostKept || !/json/i.test(type) || !isUtf8(body)) {
      return new Forgotten(tooLong(`${length} bytes of ${type || 'no media type'}`))
    }
    return valueIn(body.toString())
  }
}

/** The text of a response for the log. */
function textOf(body: Buffer): string {
  if (!isUtf8(body)) return `(${body.length} bytes that are not text)`
  const text = body.toString()
  if (body.length > mostKept) return tooLong(`${text.length} characters`)
  return weigh(valueIn(text)) === Number.POSITIVE_INFINITY ? tooDeep : text
}
