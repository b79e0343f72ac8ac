import Router from '@koa/router'
import type { Middleware } from 'koa'
import { related } from '../contract/gaps/concerns.ts'
import { without } from '../contract/objects.ts'
import { fillPath } from '../contract/operations.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { type TrackedGaps, trackGaps } from '../gaps/track-gaps.ts'
import { authorize, describeOwner } from '../http/authentication.ts'
import { forJournal, readBody } from '../http/bodies/read-body.ts'
import { tooLarge } from '../http/data-limits.ts'
import { ApiError, type Problem } from '../http/errors.ts'
import { presenter } from '../http/present.ts'
import { limitFor, rateHeaders } from '../http/rate-limit.ts'
import { refuse } from '../http/refuse.ts'
import { send } from '../http/send.ts'
import { includedBy, mostLevels } from '../resources/included.ts'
import { textOf } from '../resources/kept-resources.ts'
import { longestRelationships } from '../resources/resource.ts'
import type { View } from '../resources/view.ts'
import type { Call } from '../routes/call.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'
import { NotKept } from '../store/errors.ts'
import type { UserRow } from '../store/rows.ts'
import { logInside, ownFault } from '../util/log.ts'
import { captureSkippedCall } from './capture-skipped-call.ts'
import type { ApiContext, RequestState } from './request-state.ts'

type Params = Call['params']

/** An operation, prepared for gap settings. */
type Prepared = Awaited<ReturnType<Endpoint['prepare']>> & { readonly present: ReturnType<typeof presenter> }

/** Serves the requests to the given operations. */
export function serveOperations(
  context: ServerContext,
  endpoints: readonly Endpoint[],
): Middleware<RequestState> {
  const router = new Router({ sensitive: true, strict: true })
  const operations = new Map(
    endpoints.map((endpoint) => {
      const { method, path } = endpoint.operation
      const pattern = fillPath(path, (name) => `:${name}`)
      return [router.register(pattern, [method], () => {}), serveOperation(context, endpoint)]
    }),
  )
  return (ctx, next) => {
    // `routes()` also composes middleware and adds fields to the context, which takes as long as the rest of the router.
    const [route] = router.match(ctx.path, ctx.method).pathAndMethod
    const serve = route && operations.get(route)
    return serve ? serve(ctx, route.params(ctx.path, route.captures(ctx.path))) : next()
  }
}

/**
 * Serves one operation: authorization, rate limit, body, write, durability,
 * response. A refused request changes no rows.
 */
function serveOperation(context: ServerContext, endpoint: Endpoint) {
  const { operation } = endpoint
  const prepared = new WeakMap<GapSettings, Prepared>()
  async function prepare(gapSettings: GapSettings): Promise<Prepared> {
    const { gap } = gapSettings
    const present = presenter(gap, context.options.deviations)
    const made = { ...(await endpoint.prepare(gap)), present }
    prepared.set(gapSettings, made)
    return made
  }

  /** The user of a request. @throws ApiError for a token that is not accepted */
  const userOf = ({ state: { bearer, workspace } }: ApiContext): UserRow =>
    authorize(operation.family, bearer, workspace.world.tables)

  /** Counts a request of a user. @throws ApiError for a token that is not accepted, or above the rate limit */
  function admit(ctx: ApiContext, gap: TrackedGaps): UserRow {
    const user = userOf(ctx)
    const { state } = ctx
    const limit = limitFor(operation.family, gap.read)
    if (limit !== undefined) {
      const now = performance.now()
      const count = state.workspace.rates.count(`${operation.family} ${user.id}`, now, limit)
      state.countedAt = now
      state.headers = { ...state.headers, ...count }
    }
    return user
  }

  async function answer(ctx: ApiContext, params: Params, gap: TrackedGaps): Promise<void> {
    const { state } = ctx
    const { trace } = state
    const { gapSettings } = state.workspace
    const { read, respond, present } = prepared.get(gapSettings) ?? (await prepare(gapSettings))
    let user: UserRow
    try {
      user = admit(ctx, gap)
    } catch (error) {
      await captureSkippedCall(ctx, operation)
      throw error
    }
    let received: unknown
    if (operation.body !== 'none') {
      received = await readBody(ctx, operation.body, gap.read)
      trace.body = forJournal(operation.body, received)
      state.lookUp()
      user = userOf(ctx)
    }
    const { querystring } = ctx
    const canInclude = querystring.includes('include') && related(operation)
    const isIncluding = canInclude && gap.read('relationships.include') === 'expand'
    // The world is read after the body: a reset may have replaced it.
    const { workspace } = state
    const { world } = workspace
    const { result, changes } = world.transaction((changes) => {
      const made = respond({
        world,
        view: {
          ...viewOf(state, gap),
          ...(isIncluding && { depth: mostLevels, included: includedBy(querystring) }),
        },
        params,
        url: { path: ctx.path, query: querystring },
        user,
        body: read(received, gap.read),
        now: context.clock(),
      })
      const reason = tooLarge(changes, workspace.versions)
      if (reason !== undefined) throw new ApiError('tooLarge', reason)
      return made
    })
    if (changes.length > 0) {
      if (workspace.name === undefined) await context.keeper.commit(world, changes)
      trace.changes = changes
    }
    const { status } = result
    const including = isIncluding ? querystring : undefined
    const value = present
      ? result.body && present(result.body, { base: state.base, changes, including })
      : result.body
    const body = value && { value, text: present ? JSON.stringify(value) : textOf(value) }
    send(ctx, { status, headers: body ? jsonType : {}, body, assumed: gap.touched })
  }

  /** The refusal of an unknown resource in the path, where the gap `checks.order` puts it first. */
  function missing({ state }: ApiContext, params: Params, gap: TrackedGaps): ApiError | undefined {
    try {
      endpoint.find(viewOf(state, gap), params)
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return gap.read('checks.order') === 'path-first' ? error : undefined
    }
  }

  /** Takes a refused request out of the rate limit, where the gap `rate.headers` does not count it. Section 8. */
  function spare({ state }: ApiContext, gap: TrackedGaps): void {
    const { workspace, bearer, countedAt } = state
    if (countedAt === undefined || gap.read('rate.headers') === 'count') return
    if (bearer.token) workspace.rates.spare(`${operation.family} ${bearer.token.userId}`, countedAt)
    state.headers = without(state.headers, ...rateHeaders)
  }

  /** The error to send where several refusals apply. */
  function refusalFor(error: unknown, ctx: ApiContext, params: Params, gap: TrackedGaps): ApiError {
    if (!(error instanceof ApiError)) return internal(context, error)
    const first = laterThanPath.includes(error.problem) ? (missing(ctx, params, gap) ?? error) : error
    if (spared.includes(first.problem)) spare(ctx, gap)
    return first
  }

  return async (ctx: ApiContext, params: Params) => {
    const { workspace, trace, bearer } = ctx.state
    trace.operation = operation.id
    trace.owner = bearer.token ? describeOwner(bearer.token, workspace.world.tables) : null
    const gap = trackGaps(workspace.gapSettings.gap)
    try {
      await answer(ctx, params, gap)
    } catch (error) {
      refuse(ctx, refusalFor(error, ctx, params, gap), gap)
    }
  }
}

const viewOf = ({ workspace, base }: RequestState, { read: gap }: TrackedGaps): View => ({
  tables: workspace.world.tables,
  gap,
  base,
  nulls: gap('nulls'),
  left: { characters: longestRelationships },
})

const jsonType = { 'Content-Type': 'application/json' }

/** The refusals over which an unknown resource in the path can take precedence. Section 7. */
const laterThanPath: readonly Problem[] = ['wrongKind', 'tooMany', 'invalid']

/** The refusals whose requests may be left out of the rate limit. Section 8. */
const spared: readonly Problem[] = ['unknownResource', 'malformed']

/** The response to a write that cannot be stored, or to an internal error, whose details are only in the log. */
function internal(context: ServerContext, error: unknown): ApiError {
  logInside(context.log, error)
  return error instanceof NotKept ? new ApiError('storage', error.detail) : new ApiError('internal', ownFault)
}
