import type { Context, Middleware } from 'koa'
import { authorize } from './auth.ts'
import { type Choice, choicesAt, type DialId, gaps } from './contract/gaps.ts'
import type { Dial, ReadGap } from './dial.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { ApiError } from './errors.ts'
import type { KeptAnswer } from './kept-answers.ts'
import { onceFor } from './once.ts'
import type { RateLimit } from './rate-limit.ts'
import { plain, readBody } from './read-body.ts'
import { refuse } from './refuse.ts'
import { logInside } from './request-log.ts'
import type { RequestState, Site } from './site.ts'
import { NotKept } from './store/not-kept.ts'
import { whoHas } from './who.ts'

type ApiContext = Context & { state: RequestState; params: Record<string, string> }

/**
 * Serves one operation: who asks, what they send, the write and its durability,
 * the answer. Whatever refuses on the way, refuses before anything is written.
 */
export function answerApi(site: Site, endpoint: Endpoint, rates: RateLimit): Middleware<RequestState> {
  const { operation } = endpoint
  const isRead = operation.method === 'GET'
  const preparedFor = onceFor(async ({ gap }: Dial) => ({
    respond: await endpoint.prepare(gap),
    present: await loadPresentation(gap),
  }))

  async function answer(ctx: ApiContext, dial: Dial, gap: Gaps): Promise<KeptAnswer> {
    const { room, base, trace } = ctx.state
    const { user, token } = authorize(
      operation.family,
      ctx.get('Authorization'),
      room.tokens,
      room.world.tables,
    )
    trace.bearer = whoHas(token, room.world.tables)
    if (gap.read('rate.limit') !== 'off') {
      ctx.set(rates.count(`${operation.family} ${room.name ?? ''} ${user.id}`))
    }
    const question = isRead && `${room.name ?? ''} ${user.id} ${user.root_admin} ${base}${ctx.url}`
    const kept = question && site.answers.get(question, { stamp: room.world.stamp, dial })
    if (kept) return kept
    const { respond, present } = await preparedFor(dial)
    const sent = await readBody(ctx, operation.body)
    trace.body = plain(operation.body, sent)
    // Only now: while the body came in, the world may have been reset.
    const { world } = room
    const { tables, stamp } = world
    const call: Call = {
      world,
      view: { tables, gap: gap.read, base },
      params: ctx.params,
      url: { pathname: ctx.path, searchParams: new URLSearchParams(ctx.querystring) },
      user,
      body: sent,
      now: site.clock(),
    }
    const { result, changes } = world.transaction(() => respond(call))
    if (changes.length > 0 && room.name === undefined) await site.commit(world, changes)
    trace.changes = changes
    const text = JSON.stringify(present ? present(result.body, base) : result.body)
    const made = { status: result.status, text, bytes: Buffer.from(text), assumed: gap.assumed() }
    if (question) site.answers.put(question, { stamp, dial }, made)
    return made
  }

  return async (context) => {
    const ctx = context as unknown as ApiContext
    const { room, trace } = ctx.state
    const { dial } = room
    trace.operation = operation.id
    const gap = noting(dial)
    let assumed: readonly DialId[]
    try {
      const { status, text, bytes, ...met } = await answer(ctx, dial, gap)
      ctx.status = status
      ctx.set('Content-Type', 'application/json')
      ctx.body = bytes
      trace.text = text
      assumed = met.assumed
    } catch (error) {
      refuse(ctx, error instanceof ApiError ? error : internal(site, error), gap.read)
      assumed = gap.assumed()
    }
    trace.assumed = assumed
    if (assumed.length > 0) ctx.set('X-Nestbox-Assumed', assumed.join(', '))
  }
}

interface Gaps {
  readonly read: ReadGap
  /** The gaps that were read, without those that shape nearly every answer. */
  readonly assumed: () => readonly DialId[]
}

/** Reads gaps, and notes which. */
function noting(dial: Dial): Gaps {
  const met = new Set<DialId>()
  return {
    read: <I extends DialId>(id: I): Choice<I> => {
      if (!('pervasive' in gaps[id])) met.add(id)
      return dial.gap(id)
    },
    assumed: () => [...met],
  }
}

/** Our own fault: said plainly, without its insides, which go to the log. */
function internal(site: Site, error: unknown): ApiError {
  if (error instanceof NotKept) {
    site.log.error(error.message)
    return new ApiError('internal', error.message)
  }
  logInside(site.log, error)
  return new ApiError('internal', 'The mock itself failed; its log says how.')
}

/** The choices that only change how an answer looks. */
const looks = ['nulls', 'time.offset', 'fields.extra', 'fields.order', 'meta.resource'] as const

/** Most services present answers as they are made, so the transforms stay unloaded. */
async function loadPresentation(gap: ReadGap) {
  if (looks.every((id) => gap(id) === choicesAt(id)[0])) return undefined
  const { presentation } = await import('./presentation.ts')
  return presentation(gap)
}
