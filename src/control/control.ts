import type { Context, Middleware } from 'koa'
import type { RequestState, Site } from '../site.ts'
import { dataOf } from '../store/world-data.ts'
import { exampleEgg } from './example-egg.ts'
import { refusal } from './guard.ts'
import { target } from './target.ts'

type Handle = (site: Site, state: RequestState) => object

/** What the control API answers, by path below `/_nestbox`. */
const readings: Readonly<Record<string, Handle>> = {
  '/health': (site, { world }) => ({
    status: 'ok',
    world: { ...world.identity, checksum: world.checksum() },
    sandboxes: site.worlds.sandboxCount,
  }),
  '/target.json': target,
  '/state': (_, { world }) => dataOf(world),
  '/example-egg.json': () => exampleEgg,
}

const sandboxName = /^[a-z0-9-]{1,32}$/

/** `/_nestbox`: what the tool says of itself, to this machine or to who has the control token. */
export function control(site: Site): Middleware<RequestState> {
  return (ctx, next) => {
    if (ctx.path !== '/_nestbox' && !ctx.path.startsWith('/_nestbox/')) return next()
    const denied = refusal(ctx, site.options)
    if (denied) return problem(ctx, denied.status, denied.detail)
    const handle = readings[ctx.path.slice('/_nestbox'.length)]
    if (!handle) {
      const known = Object.keys(readings).map((path) => `/_nestbox${path}`)
      return problem(ctx, 404, `There is no ${ctx.path}; there are ${known.join(', ')}.`)
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      return problem(ctx, 405, `${ctx.path} takes GET, not ${ctx.method}.`)
    }
    const state = chooseSandbox(ctx, site)
    if (!state) return problem(ctx, 422, 'The `sandbox` must be 1 to 32 of a-z, 0-9 and hyphens.')
    ctx.body = handle(site, state)
  }
}

/** The world that `?sandbox=name` picks, else the one that the path picks. */
function chooseSandbox(ctx: Context, site: Site): RequestState | undefined {
  const name = new URLSearchParams(ctx.querystring).get('sandbox')
  // Set by the middleware in front of this one.
  const state = ctx.state as RequestState
  if (name === null) return state
  if (!sandboxName.test(name)) return undefined
  const origin = state.sandbox === undefined ? state.base : state.base.slice(0, -`/~${state.sandbox}`.length)
  return { sandbox: name, world: site.worlds.sandbox(name), base: `${origin}/~${name}` }
}

function problem(ctx: Context, status: number, detail: string): void {
  ctx.status = status
  ctx.body = { type: 'about:blank', status, detail }
  ctx.type = 'application/problem+json'
}
