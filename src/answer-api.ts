import type { Context, Middleware } from 'koa'
import { authorize } from './auth.ts'
import { type Choice, choicesAt, type DialId, gaps } from './contract/gaps.ts'
import type { ReadGap } from './dial.ts'
import type { Answer, Call, Endpoint } from './endpoint.ts'
import { ApiError, renderError } from './errors.ts'
import { once } from './once.ts'
import type { RateLimit } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import type { RequestState, Site } from './site.ts'

type ApiContext = Context & { state: RequestState; params: Record<string, string> }

/**
 * Serves one operation: who asks, what they send, the write and its durability,
 * the answer. Whatever refuses on the way, refuses before anything is written.
 */
export function answerApi(site: Site, endpoint: Endpoint, rates: RateLimit): Middleware<RequestState> {
  const { operation } = endpoint
  const prepared = once(async () => ({
    respond: await endpoint.prepare(site.dial.gap),
    present: await loadPresentation(site.dial.gap),
  }))

  async function answer(ctx: ApiContext, gap: ReadGap): Promise<Answer> {
    const { world, base, sandbox } = ctx.state
    const { tables } = world
    const user = authorize(operation.family, ctx.get('Authorization'), site.tokens, tables)
    if (gap('rate.limit') !== 'off') {
      ctx.set(rates.count(`${operation.family} ${sandbox ?? ''} ${user.id}`))
    }
    const { respond, present } = await prepared()
    const body = await readBody(ctx, operation.body)
    const call: Call = {
      world,
      view: { tables, gap, base },
      params: ctx.params,
      url: { pathname: ctx.path, searchParams: new URLSearchParams(ctx.querystring) },
      user,
      body,
      now: site.clock(),
    }
    const { result, changes } = world.transaction(() => respond(call))
    if (changes.length > 0 && sandbox === undefined) await site.save(world)
    return present ? { ...result, body: present(result.body, base) } : result
  }

  return async (context) => {
    const ctx = context as unknown as ApiContext
    const assumed = new Set<DialId>()
    const gap: ReadGap = <I extends DialId>(id: I): Choice<I> => {
      if (!('pervasive' in gaps[id])) assumed.add(id)
      return site.dial.gap(id)
    }
    try {
      const { status, body } = await answer(ctx, gap)
      send(ctx, status, {}, 'application/json', JSON.stringify(body))
    } catch (error) {
      refuse(ctx, error instanceof ApiError ? error : internal(site, error), gap)
    }
    if (assumed.size > 0) ctx.set('X-Nestbox-Assumed', [...assumed].join(', '))
  }
}

/** Answers with an error, as the choices would have it. */
export function refuse(ctx: Context, error: ApiError, gap: ReadGap): void {
  const { status, headers, type, body } = renderError(error, gap)
  send(ctx, status, headers, type, body === '' ? '' : JSON.stringify(body))
}

function send(
  ctx: Context,
  status: number,
  headers: Readonly<Record<string, string>>,
  type: string,
  body: string,
): void {
  ctx.status = status
  ctx.set(headers)
  ctx.set('Content-Type', type)
  ctx.body = body
}

/** Our own fault: said plainly, without its insides, which go to the log. */
function internal(site: Site, error: unknown): ApiError {
  site.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
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
