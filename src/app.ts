import Koa from 'koa'
import { page } from './console/page.ts'
import { once } from './contract/once.ts'
import { control } from './control/control.ts'
import { refusal } from './control/guard.ts'
import { numberAt } from './gaps/gap-settings.ts'
import { trackGaps } from './gaps/track-gaps.ts'
import { delay } from './http/delay.ts'
import { refuse } from './http/refuse.ts'
import { allowedAt, unknownRoute } from './http/unknown-route.ts'
import { captureSkippedCall } from './middleware/capture-skipped-call.ts'
import { cors } from './middleware/cors.ts'
import { faults } from './middleware/faults.ts'
import { findWorkspace, refuseUnclear } from './middleware/find-workspace.ts'
import { record } from './middleware/record.ts'
import { requestLog } from './middleware/request-log.ts'
import type { ApiContext, RequestState } from './middleware/request-state.ts'
import { serveOperations } from './middleware/serve-operations.ts'
import { endpoints } from './routes/index.ts'
import type { ServerContext, Upstream } from './sandboxes/server-context.ts'
import { logInside } from './util/log.ts'

/** The whole service as a Koa application that does not listen yet. */
export function createApp(context: ServerContext): Koa {
  const app = new Koa()
  // Errors of API operations are answered and logged in `route`; other errors arrive here. A client that disconnects is
  // not an error.
  app.on('error', (error: Error, ctx?: Koa.Context) => {
    if (!ctx?.socket.destroyed) logInside(context.log, error)
  })
  if (!context.log.isSilent) app.use(requestLog(context.log))
  app.use(findWorkspace(context))
  app.use(tools(context))
  app.use(record(context))
  if (context.options.cors) app.use(cors(context.options.corsOrigins))
  app.use(refuseUnclear)
  if (context.options.delay) app.use(delay(context.options.delay, captureSkippedCall))
  app.use(faults(mayName(context)))
  if (context.options.upstream) app.use(sentOn(context, context.options.upstream))
  app.use(serveOperations(context, endpoints))
  app.use(beyond(context))
  app.use(unmatched(context))
  return app
}

/** Whether a request may name faults: without this check, a page of another origin could make the server wait without a token. */
const mayName =
  ({ options }: ServerContext) =>
  (ctx: ApiContext): boolean =>
    options.control && (ctx.state.bearer.token?.status === 'active' || refusal(ctx, options) === undefined)

type Serve = Koa.Middleware<RequestState>

/** The control API and the pages, without requests to the API, which are nearly all requests. */
function tools(context: ServerContext): Serve {
  const pages = page(context)
  const controls: Serve = context.options.control ? control(context) : (_, next) => next()
  return (ctx, next) => (ctx.state.isApi ? next() : controls(ctx, async () => pages(ctx, next)))
}

/** The requests that a real server answers, loaded lazily, since most servers do not need them. */
function sentOn(context: ServerContext, upstream: Upstream): Serve {
  const passing = once(async () => (await import('./upstream/pass-on.ts')).passOn(context, upstream))
  return async (ctx, next) => (await passing())(ctx, next)
}

/** The operations beyond the document that the gap settings enable, loaded when first needed. Section 4.9. */
function beyond(context: ServerContext): Serve {
  const companions = once(async () =>
    serveOperations(context, (await import('./routes/companions.ts')).companionEndpoints),
  )
  const panel = once(async () =>
    serveOperations(context, (await import('./routes/beyond/index.ts')).panelEndpoints),
  )
  return async (ctx, next) => {
    const choice = ctx.state.workspace.gapSettings.gap('operations.beyond')
    if (choice === 'absent') return next()
    const serve = await companions()
    return serve(ctx, choice === 'panel' ? async () => (await panel())(ctx, next) : next)
  }
}

/** The responses to requests without an operation: 404, 405, or the methods of a path for `OPTIONS`. */
const unmatched =
  ({ options: { control } }: ServerContext): Koa.Middleware =>
  (ctx) => {
    const { workspace, headers } = ctx.state as RequestState
    const { gap } = workspace.gapSettings
    const beyond = gap('operations.beyond')
    if (ctx.method === 'OPTIONS') {
      ctx.set({ ...headers, Allow: allowedAt(ctx.path, beyond) ?? 'OPTIONS' })
      ctx.status = numberAt(gap, 'status.options')
      if (ctx.status === 200) ctx.body = ''
      return
    }
    refuse(ctx, unknownRoute(ctx.method, ctx.path, { beyond, hasConsole: control }), trackGaps(gap))
  }
