import type { Context } from 'koa'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { mostLevels } from '../gaps/included.ts'
import { type TrackedGaps, trackGaps } from '../gaps/track-gaps.ts'
import type { Call, Endpoint } from '../routes/endpoint.ts'
import type { RequestState, ServerContext } from '../sandboxes/server-context.ts'
import { NotKept } from '../store/errors.ts'
import type { UserRow } from '../store/rows.ts'
import { json, jsonOf } from '../util/kept-resources.ts'
import { logInside, ownFault } from '../util/log.ts'
import { onceFor } from '../util/once.ts'
import { authorize } from './authentication.ts'
import { forJournal, readBody } from './bodies/read-body.ts'
import { captureSkippedCall } from './capture-skipped-call.ts'
import { describeBearer } from './describe-bearer.ts'
import { ApiError } from './errors.ts'
import { firstReason } from './first-reason.ts'
import { presenter } from './present.ts'
import { limitFor } from './rate-limit.ts'
import { refuse } from './refuse.ts'
import { sendResponse } from './send-response.ts'

type ApiContext = Context & { state: RequestState }

/** Serves a request. @param params the parameters of its path */
type Serve = (ctx: ApiContext, params: Call['params']) => Promise<void>

/**
 * Serves one operation: authorization, rate limit, body, write, durability,
 * response. A refused request changes no rows.
 */
export function serveEndpoint(context: ServerContext, endpoint: Endpoint): Serve {
  const { operation } = endpoint
  const preparedFor = onceFor(async ({ gap }: GapSettings) => ({
    ...(await endpoint.prepare(gap)),
    present: await presenter(gap, context.options.deviations),
  }))

  /** The user of a request. @throws ApiError for a token that is not accepted, or above the rate limit */
  function admit({ req, state }: ApiContext, gap: TrackedGaps): UserRow {
    const { tokens, world, rates } = state.workspace
    const { user, token } = authorize(operation.family, req.headers.authorization, tokens, world.tables)
    state.trace.bearer = describeBearer(token, world.tables)
    const limit = limitFor(operation.family, gap.read)
    if (limit !== undefined) {
      const count = rates.count(`${operation.family} ${user.id}`, performance.now(), limit)
      state.headers = { ...state.headers, ...count }
    }
    return user
  }

  async function answer(ctx: ApiContext, params: Call['params'], gap: TrackedGaps): Promise<void> {
    const { workspace, base, trace } = ctx.state
    let user: UserRow
    try {
      user = admit(ctx, gap)
    } catch (error) {
      await captureSkippedCall(ctx, operation)
      throw error
    }
    const { read, respond, present } = await preparedFor(workspace.gapSettings)
    const received = operation.body === 'none' ? undefined : await readBody(ctx, operation.body, gap.read)
    trace.body = forJournal(operation.body, received)
    const { querystring } = ctx
    const isIncluding = querystring.includes('include') && gap.read('relationships.include') === 'expand'
    // The world is read after the body, since a reset may have replaced the world in the meantime.
    const { world } = workspace
    const { result, changes } = world.transaction(() =>
      respond({
        world,
        view: { tables: world.tables, gap: gap.read, base, ...(isIncluding && { depth: mostLevels }) },
        params,
        url: { path: ctx.path, query: querystring },
        user,
        body: read(received, gap.read),
        now: context.clock(),
      }),
    )
    const tooLarge = workspace.versions.tooLarge(changes)
    if (tooLarge !== undefined) {
      world.undo(changes)
      throw new ApiError('tooLarge', tooLarge)
    }
    if (changes.length > 0 && workspace.name === undefined) await context.commit(world, changes)
    workspace.versions.written(changes)
    trace.changes = changes
    const { status } = result
    const including = isIncluding ? querystring : undefined
    const body =
      result.body &&
      (present ? json(present(result.body, { base, changes, including })) : jsonOf(result.body))
    sendResponse(ctx, { status, body, assumed: gap.touched() })
  }

  return async (ctx, params) => {
    const { workspace, trace } = ctx.state
    trace.operation = operation.id
    const gap = trackGaps(workspace.gapSettings.gap)
    try {
      await answer(ctx, params, gap)
    } catch (error) {
      if (!(error instanceof ApiError)) return refuse(ctx, internal(context, error), gap)
      const { req, state } = ctx
      const { authorization } = req.headers
      refuse(ctx, firstReason(error, { endpoint, params, authorization, state, gap }), gap)
    }
  }
}

/** The response to a write that cannot be stored, or to an internal error, whose details are only in the log. */
function internal(context: ServerContext, error: unknown): ApiError {
  if (error instanceof NotKept) {
    context.log.error(error.message)
    return new ApiError('storage', error.message)
  }
  logInside(context.log, error)
  return new ApiError('internal', ownFault)
}
