import type { Context } from 'koa'
import { choicesAt } from '../contract/gaps/index.ts'
import type { GapSettings, ReadGap } from '../gaps/gap-settings.ts'
import { type TrackedGaps, trackGaps } from '../gaps/track-gaps.ts'
import type { Call, Endpoint } from '../routes/endpoint.ts'
import type { RequestState, ServerContext } from '../sandboxes/server-context.ts'
import { NotKept } from '../store/errors.ts'
import { textOf } from '../util/kept-resources.ts'
import { logInside, ownFault } from '../util/log.ts'
import { onceFor } from '../util/once.ts'
import { authorize } from './authentication.ts'
import { forJournal, readBody } from './bodies/read-body.ts'
import { captureSkippedCall } from './capture-skipped-call.ts'
import { describeBearer } from './describe-bearer.ts'
import { ApiError } from './errors.ts'
import { refuse } from './refuse.ts'
import { sendResponse } from './send-response.ts'

type ApiContext = Context & { state: RequestState }

/** Serves a request. @param params the parameters of its path */
type Serve = (ctx: ApiContext, params: Call['params']) => Promise<void>

/**
 * Serves one operation: who asks, what they send, the write and its durability,
 * the answer. Whatever refuses on the way, refuses before anything is written.
 */
export function serveEndpoint(context: ServerContext, endpoint: Endpoint): Serve {
  const { operation } = endpoint
  const preparedFor = onceFor(async ({ gap }: GapSettings) => ({
    ...(await endpoint.prepare(gap)),
    present: await loadPresentation(gap),
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

  async function answer(ctx: ApiContext, params: Call['params'], gap: TrackedGaps): Promise<void> {
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
        params,
        url: { path: ctx.path, query: ctx.querystring },
        user,
        body: read(sent, gap.read),
        now: context.clock(),
      }),
    )
    if (changes.length > 0 && workspace.name === undefined) await context.commit(world, changes)
    workspace.versions.written(changes)
    trace.changes = changes
    const { status } = result
    const body = result.body && present ? present(result.body, base) : result.body
    const text = body === undefined ? '' : present ? JSON.stringify(body) : textOf(body)
    sendResponse(ctx, { operation: operation.id, bearer, status, body, text, assumed: gap.touched() })
  }

  return async (ctx, params) => {
    const { workspace, trace } = ctx.state
    trace.operation = operation.id
    const gap = trackGaps(workspace.gapSettings.gap)
    try {
      await answer(ctx, params, gap)
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

/** The choices that only change how an answer looks. */
const looks = ['nulls', 'time.offset', 'fields.extra', 'fields.order', 'meta.resource'] as const

/** Most services present answers as they are made, so the transforms stay unloaded. */
async function loadPresentation(gap: ReadGap) {
  if (looks.every((id) => gap(id) === choicesAt(id)[0])) return undefined
  const { presentation } = await import('../gaps/presentation.ts')
  return presentation(gap)
}
