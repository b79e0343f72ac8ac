import { hash, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Context } from 'koa'
import { ControlError } from '../contract/checking/errors-in.ts'
import { urlOf } from '../contract/checking/url.ts'
import type { ContextOptions } from '../sandboxes/server-context.ts'

/** Names of the loopback, which an attacker cannot use for DNS rebinding. */
const loopbackName = /^(?:localhost\.?|127(?:\.\d+){3}|\[::1\])$/

/**
 * The reason why a request may not use the control API; undefined if it may. Loopback clients and holders of the
 * control token are accepted. Pages of other origins are refused, even under a DNS name that was rebound to this host.
 */
export function refusal(ctx: Context, options: ContextOptions): ControlError | undefined {
  const why = whyForeign(ctx, options)
  if (why !== undefined) return new ControlError(403, why)
  const { controlToken } = options
  return controlToken === undefined || isSame(ctx.get('X-Nestbox-Control'), controlToken)
    ? undefined
    : new ControlError(401, 'The control API needs its token in the header X-Nestbox-Control.')
}

/** Why a request must not come from where it comes from, in a sentence; undefined if it may. */
function whyForeign(ctx: Context, options: ContextOptions): string | undefined {
  const name = hostName(ctx.get('Host'))
  if (name === '') return 'The control API needs the header "Host".'
  if (!isOurs(name, options))
    return `The control API is not served under the name "${name}"; start with --allowed-host to allow it.`
  const origin = ctx.get('Origin')
  if (!['', `${ctx.protocol}://${ctx.get('Host')}`, originOf(options.baseUrl)].includes(origin))
    return `The control API cannot be used by pages of ${origin}.`
  if (isCrossSite(ctx)) return 'The control API cannot be used by pages of other origins.'
  return options.controlToken !== undefined || isLoopback(ctx.socket.remoteAddress ?? '')
    ? undefined
    : 'The control API is for callers over the loopback (127.0.0.1, ::1) only; start with --control-token to let others in.'
}

/**
 * Whether a request comes from this machine, under one of its names, and not from a page of another machine. Pages of
 * this machine can have any port, and those of `corsOrigins` are meant.
 */
export function isFromHere(ctx: Context, options: ContextOptions): boolean {
  const { corsOrigins = [] } = options
  const origin = ctx.get('Origin')
  const isPage = origin !== '' && !corsOrigins.includes(origin)
  const isOfThisMachine = loopbackName.test(urlOf(origin)?.hostname ?? '')
  const name = hostName(ctx.get('Host'))
  return isOurs(name, options) && (!isPage || isOfThisMachine) && isLoopback(ctx.socket.remoteAddress ?? '')
}

/** Whether a name is one of the loopback, or one that is allowed. */
const isOurs = (name: string, { allowedHosts }: ContextOptions): boolean =>
  loopbackName.test(name) || allowedHosts.some((allowed) => inHost(allowed) === name)

/** Behind a proxy with TLS, pages of this server have the origin of the configured base URL. */
const originOf = (baseUrl: string | undefined): string | undefined =>
  baseUrl === undefined ? undefined : new URL(baseUrl).origin

/**
 * Whether a page of another origin made the browser send the request. Requests for scripts, images and frames have no
 * `Origin`, so the `Sec-Fetch` headers decide. Links to this server are allowed.
 */
function isCrossSite(ctx: Context): boolean {
  const context = ctx.get('Sec-Fetch-Site')
  if (context !== 'cross-site' && context !== 'same-site') return false
  const isLink = ctx.get('Sec-Fetch-Mode') === 'navigate' && ctx.get('Sec-Fetch-Dest') === 'document'
  return !isLink || (ctx.method !== 'GET' && ctx.method !== 'HEAD')
}

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** The name in a header `Host` in the one form that an address has in a URL. */
const hostName = (host: string): string => urlOf(`http://${host}`)?.hostname ?? host.toLowerCase()

const inHost = (name: string): string => hostName(isIPv6(name) ? `[${name}]` : name)

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || plain.startsWith('127.')
}
