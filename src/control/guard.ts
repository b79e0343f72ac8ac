import { hash, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Context } from 'koa'
import type { ServerOptions } from '../sandboxes/server-context.ts'

/** Names that nobody else can give to a server of theirs. */
const loopbackName = /^(?:localhost\.?|127(?:\.\d+){3}|\[::1\])$/

/**
 * Why a request may not use the control API; undefined if it may. Only this
 * machine may, or who has the control token; and no page of another origin,
 * whatever name it gave this host.
 */
export function refusal(
  ctx: Context,
  options: ServerOptions,
): { status: number; detail: string } | undefined {
  const { controlToken, allowedHosts, baseUrl } = options
  const name = hostName(ctx.get('Host'))
  if (name === '') return { status: 403, detail: 'The control API needs the header "Host".' }
  if (!loopbackName.test(name) && !allowedHosts.some((allowed) => inHost(allowed) === name)) {
    return {
      status: 403,
      detail: `The control API is not served under the name "${name}"; start with --allowed-host to allow it.`,
    }
  }
  const origin = ctx.get('Origin')
  if (origin !== '' && origin !== `${ctx.protocol}://${ctx.get('Host')}` && origin !== originOf(baseUrl)) {
    return { status: 403, detail: `The control API is not for pages of ${origin}.` }
  }
  if (isSentByOthers(ctx)) {
    return { status: 403, detail: 'The control API is not for pages of other origins.' }
  }
  if (controlToken !== undefined) {
    return isSame(ctx.get('X-Nestbox-Control'), controlToken)
      ? undefined
      : { status: 401, detail: 'The control API needs its token in the header X-Nestbox-Control.' }
  }
  return isLoopback(ctx.socket.remoteAddress ?? '')
    ? undefined
    : {
        status: 403,
        detail:
          'The control API is for callers over the loopback (127.0.0.1, ::1) only; start with --control-token to let others in.',
      }
}

/** Behind a proxy with TLS, pages of this server have the origin of the configured base URL. */
const originOf = (baseUrl: string | undefined): string | undefined =>
  baseUrl === undefined ? undefined : new URL(baseUrl).origin

/**
 * Whether a page of another origin makes the browser send this: scripts, images and
 * frames come without an `Origin`. Who follows a link there may look.
 */
function isSentByOthers(ctx: Context): boolean {
  const context = ctx.get('Sec-Fetch-Site')
  if (context !== 'cross-site' && context !== 'same-site') return false
  const isLink = ctx.get('Sec-Fetch-Mode') === 'navigate' && ctx.get('Sec-Fetch-Dest') === 'document'
  return !isLink || (ctx.method !== 'GET' && ctx.method !== 'HEAD')
}

/** How long it takes to tell says nothing of how much of a text is right. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

const hostName = (host: string): string => host.toLowerCase().replace(/:\d*$/, '')

/** A name as a `Host` has it. */
const inHost = (name: string): string => (isIPv6(name) ? `[${name}]` : name).toLowerCase()

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || plain.startsWith('127.')
}
