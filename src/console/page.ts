import type { Context, Middleware } from 'koa'
import { refusal } from '../control/guard.ts'
import { asset, pagePolicy } from '../http/assets.ts'
import type { RequestState } from '../middleware/request-state.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'

/** The path of the scripts and stylesheets of the console and of the reference. They contain no secrets. */
const folder = '/_nestbox-assets/'

const files = ['console.js', 'console.css', 'reference.js', 'swagger-ui-bundle.js', 'swagger-ui.css']

const nosniff = { 'X-Content-Type-Options': 'nosniff' }

const off = { status: 403, message: 'The control API is disabled (--no-control).' }

/** `GET /`: the console, or a page without scripts for a client that cannot use the console. */
export function page(context: ServerContext): Middleware<RequestState> {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    if (ctx.path.startsWith(folder) && context.options.control) return sendAsset(ctx)
    if (ctx.path === '/favicon.ico') return sendIcon(ctx)
    if (ctx.path !== '/') return next()
    const denied = context.options.control ? refusal(ctx, context.options) : off
    const { shell } = await import('./render.ts')
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': pagePolicy(), ...nosniff })
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.type = 'html'
    // The console itself asks for a missing control token.
    const hasConsole = denied === undefined || denied.status === 401
    ctx.body = shell(ctx.state, denied?.message, hasConsole ? assetsFrom(ctx) : undefined)
  }
}

/** Sends the icon. Browsers request it automatically, so the request is not logged. */
async function sendIcon(ctx: Context): Promise<void> {
  const { icon } = await import('./render.ts')
  ctx.set({ 'Cache-Control': 'max-age=86400', ...nosniff })
  ctx.type = 'image/svg+xml'
  ctx.body = icon
}

/** The URL of the assets, relative because of proxies with a prefix; `/~name` without a slash repeats its name. */
function assetsFrom(ctx: Context): string {
  const path = ctx.originalUrl.split('?')[0] ?? '/'
  const last = path.slice(path.lastIndexOf('/') + 1)
  return `.${last === '' ? '' : `/${last}`}${folder}`
}

async function sendAsset(ctx: Context): Promise<void> {
  const name = ctx.path.slice(folder.length)
  ctx.set(nosniff)
  const found = files.includes(name) && (await asset(`${name}.gz`))
  if (!found) {
    ctx.status = 404
    ctx.type = 'text'
    ctx.body = `${name} does not exist; run npm run build.\n`
    return
  }
  ctx.status = 200
  ctx.set({ 'Cache-Control': 'no-cache', ETag: found.etag, 'Content-Encoding': 'gzip' })
  ctx.type = name.endsWith('.js') ? 'text/javascript' : 'text/css'
  if (ctx.fresh) ctx.status = 304
  else ctx.body = found.content
}
