import Router, { type RouterContext } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { fillPath, servedAs } from '../contract/operations.ts'
import { broken } from '../http/bodies/fields.ts'
import { type FieldError, invalid } from '../http/errors.ts'
import type { RequestState } from '../middleware/request-state.ts'
import { openSandbox } from '../sandboxes/open.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'
import { logInside } from '../util/log.ts'
import { expectNoBody, readJson } from './body.ts'
import { problem, refusedBy } from './problem.ts'
import { type ControlCall, type ControlRoute, successOf } from './route.ts'
import { routes } from './routes/index.ts'

const known = [...new Set(routes.map(({ path }) => `/_nestbox${path}`))].join(', ')

/** Serves the control API. */
export function serve(context: ServerContext): Middleware {
  const router = new Router({ prefix: '/_nestbox', sensitive: true, strict: true })
  for (const route of routes) {
    const path = fillPath(route.path, (name) => `:${name}`)
    router.register(path, [route.method], (ctx) => answer(context, ctx, route))
  }
  const serving = router.routes()
  return (ctx) => serving(ctx as unknown as RouterContext, async () => unmatched(router, ctx))
}

/** Refuses a request without a route. */
function unmatched(router: Router, ctx: Context): void {
  const allow = router.match(ctx.path, ctx.method).path.flatMap(({ methods }) => methods.toSorted())
  if (allow.length > 0) {
    ctx.set('Allow', allow.join(', '))
    problem(ctx, 405, `${ctx.path} accepts ${allow.join(', ')}, not ${servedAs(ctx.method)}.`)
  } else problem(ctx, 404, `There is no ${ctx.path}; there are ${known}.`)
}

async function answer(context: ServerContext, ctx: RouterContext, route: ControlRoute): Promise<void> {
  try {
    const result = await route.handle(await callFor(context, ctx, route))
    // Routes with another media type send their response themselves.
    if (route.media) return
    ctx.status = successOf(route)
    ctx.type = 'json'
    // Koa would keep an object and its JSON text in memory until the client has read the response.
    ctx.body = ctx.status === 204 ? null : Buffer.isBuffer(result) ? result : JSON.stringify(result)
  } catch (error) {
    const { status, detail = (error as Error).message, errors } = refusedBy(error)
    if (status >= 500) logInside(context.log, error)
    problem(ctx, status, detail, errors)
  }
}

async function callFor(
  context: ServerContext,
  ctx: RouterContext,
  route: ControlRoute,
): Promise<ControlCall> {
  const sent = new URLSearchParams(ctx.querystring)
  // The operation of the library checks the body.
  const body = (await (route.body ? readJson(ctx, route.body) : expectNoBody(ctx))) as never
  const { workspace: named, base, refusal } = ctx.state as RequestState
  if (refusal) throw refusal
  const errors = queryErrors(route, sent, named.name)
  if (errors.length > 0) throw invalid(...errors)
  const { workspaces } = context
  const name = sent.get('sandbox') ?? named.name
  // A link on any page can read, and must not create a sandbox, which may delete others.
  const use = route.method === 'GET' ? 'read' : 'named'
  const find = () => (name === undefined ? workspaces.main : workspaces[use](name))
  const url = name === named.name ? base : `${base}/~${name}`
  const workspace = find()
  const sandbox = openSandbox(context, find, url)
  return { context, workspace, find, sandbox, params: ctx.params, query: typed(route, sent), body, ctx }
}

/** Errors for unknown and repeated parameters, and for another sandbox than in path or header; the routes check the values. */
function queryErrors(
  { query = {}, path }: ControlRoute,
  sent: URLSearchParams,
  sandbox: string | undefined,
): FieldError[] {
  const taken = [...Object.keys(query), 'sandbox']
  const names = [...sent.keys()]
  const unknown = names.filter((name) => !taken.includes(name))
  const repeated = [...new Set(names)].filter((name) => sent.getAll(name).length > 1)
  const isOther = sandbox !== undefined && (sent.get('sandbox') ?? sandbox) !== sandbox
  const must = `not be sent: /_nestbox${path} accepts ${taken.join(', ')}`
  return [
    ...unknown.map((name) => broken(name, 'prohibited', must)),
    ...repeated.map((name) => broken(name, 'distinct', 'be sent only once')),
    ...(isOther
      ? [broken('sandbox', 'same', `be "${sandbox}", as elsewhere in the request, or be left out`)]
      : []),
  ]
}

/** The query without `sandbox`; integers are converted if the schema of the parameter is an integer. */
const typed = ({ query = {} }: ControlRoute, sent: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, { type }]) => {
      const text = sent.get(name)
      if (text === null) return []
      return [[name, type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text]]
    }),
  )
