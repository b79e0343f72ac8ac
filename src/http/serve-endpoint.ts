import type { Context, Middleware } from 'koa'
import type { GapSettings } from '../gaps/gap-settings.ts'
import { type TrackedGaps, trackGaps } from '../gaps/track-gaps.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import type { RequestState, ServerContext } from '../sandboxes/server-context.ts'
import { NotKept } from '../store/errors.ts'
import { logInside, ownFault } from '../util/log.ts'
import { onceFor } from '../util/once.ts'
import { authorize } from './authentication.ts'
import { forJournal, readBody } from './bodies/read-body.ts'
import { captureSkippedCall } from './capture-skipped-call.ts'
import { describeBearer } from './describe-bearer.ts'
import { ApiError } from './errors.ts'
import { presenter } from './present.ts'
import { refuse } from './refuse.ts'
import { sendResponse } from './send-response.ts'

type ApiContext = Context & { state: RequestState; params: Record<string, string> }

/**
 * Serves one operation: who asks, what they send, the write and its durability,
 * the answer. Whatever refuses on the way, refuses before anything is written.
 */
export function serveEndpoint(context: ServerContext, endpoint: Endpoint): Middleware<RequestState> {
  const { operation } = endpoint
  const preparedFor = onceFor(async ({ gap }: GapSettings) => ({
    ...(await endpoint.prepare(gap)),
    present: await presenter(gap, context.options.deviations),
  }))

  /** Who asks, if they may, and not too often. */
  function admit({ req, state }: ApiContext, gap: TrackedGaps) {
    const { tokens, world, rates } = state.workspace
    const { user, token } = authorize(operation.family, req.headers.authorization, tokens, world.tables)
    const bearer = describeBearer(token, world.tables)
    state.trace.bearer = bearer
    if (gap.read('rate.limit') !== 'off') {
      const count = rates.count(`${operation.family} ${user.id}`)
      state.headers = { ...state.headers, ...count }
    }
    return { user, bearer }
  }

  async function answer(ctx: ApiContext, gap: TrackedGaps): Promise<void> {
    const { workspace, base, trace } = ctx.state
    let admitted: ReturnType<typeof admit>
    try {
      admitted = admit(ctx, gap)
    } catch (error) {
      await captureSkippedCall(ctx, operation)
      throw error
    }
    const { user, bearer } = admitted
    const { read, respond, present } = await preparedFor(workspace.gapSettings)
    const sent = operation.body === 'none' ? undefined : await readBody(ctx, operation.body)
    trace.body = forJournal(operation.body, sent)
    // Only now: while the body came in, the world may have been reset.
    const { world } = workspace
    const { result, changes } = world.transaction(() =>
      respond({
        world,
        view: { tables: world.tables, gap: gap.read, base },
        params: ctx.params,
        url: { path: ctx.path, query: ctx.querystring },
        user,
        body: read(sent, gap.read),
        now: context.clock(),
      }),
    )
    if (changes.length > 0 && workspace.name === undefined) await context.commit(world, changes)
    workspace.versions.written(changes)
    trace.changes = changes
    const { status, body } = result
    const text = body === undefined ? '' : present(body, { base, changes, included: new Map() })
    sendResponse(ctx, { operation: operation.id, bearer, status, text, assumed: gap.touched() })
  }

  return async (koaContext) => {
    const ctx = koaContext as unknown as ApiContext
    const { workspace, trace } = ctx.state
    trace.operation = operation.id
    const gap = trackGaps(workspace.gapSettings.gap)
    try {
      await answer(ctx, gap)
    } catch (error) {
      refuse(ctx, error instanceof ApiError ? error : internal(context, error), gap)
    }
  }
}

/** Our own fault: said plainly, without its insides, which go to the log. */
function internal(context: ServerContext, error: unknown): ApiError {
  if (error instanceof NotKept) {
    context.log.error(error.message)
    return new ApiError('internal', error.message)
  }
  logInside(context.log, error)
  return new ApiError('internal', ownFault)
}
