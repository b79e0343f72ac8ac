import type { Next } from 'koa'
import type { Operation, ResponseShape } from '../contract/operations.ts'
import type { Drawn } from '../faults/draw-effect.ts'
import type { Effect } from '../faults/schemas.ts'
import { successStatus } from '../gaps/gap-settings.ts'
import { trackGaps } from '../gaps/track-gaps.ts'
import { breakOff } from '../http/break-off.ts'
import { waited } from '../http/delay.ts'
import { ApiError } from '../http/errors.ts'
import { safeMethods } from '../http/exchanges.ts'
import { refuse } from '../http/refuse.ts'
import { captureSkippedCall } from './capture-skipped-call.ts'
import type { ApiContext } from './request-state.ts'

/** Applies an effect before, after or instead of the operation. */
export async function applyEffect(
  ctx: ApiContext,
  next: Next,
  { effect, label }: Drawn,
  operation: Operation | undefined,
): Promise<void> {
  ctx.state.fault = label
  const { code, delay, fault } = effect
  const done = effect.when === 'after-commit'
  if (done) await next()
  if (delay !== undefined && !(await waited(ctx, delay)))
    return done ? undefined : captureSkippedCall(ctx, operation)
  if (code === undefined && fault === undefined) return done ? undefined : next()
  if (!done) await captureSkippedCall(ctx, operation)
  if (code !== undefined) return respond(ctx, code, effect)
  if (fault === undefined) return
  if (fault === 'truncated' && !done) await preparePartialResponse(ctx, next, operation)
  ctx.state.brokenOff = true
  ctx.respond = false
  await breakOff(ctx, fault)
}

/** Responds with the error of an effect: with its own body, or with one in the form of the gap `error.body`. */
function respond(ctx: ApiContext, code: number, effect: Effect): void {
  const { retryAfter, errors, body, headers } = effect
  // The response of an operation that was done before is not sent, and this one depends on other gaps.
  for (const name of ctx.res.getHeaderNames()) if (name !== 'preference-applied') ctx.remove(name)
  ctx.state.trace.assumed = []
  if (body === undefined) {
    const fields = errors?.map(({ rule = 'invalid', ...field }) => ({ ...field, rule }))
    const usual = `A fault of the mock answers this request with ${code}.`
    const detail = fields?.map((field) => field.detail).join(' ') ?? usual
    const more = { status: code, ...(fields && { fields }) }
    refuse(
      ctx,
      new ApiError(fields ? 'invalid' : 'fault', detail, more),
      trackGaps(ctx.state.workspace.gapSettings.gap),
    )
  } else {
    ctx.status = code
    ctx.set(ctx.state.headers)
    ctx.body = typeof body === 'string' ? body : JSON.stringify(body)
    ctx.set('Content-Type', typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json')
  }
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter))
  ctx.set(headers ?? {})
}

/**
 * Makes the response that will be cut. A write is not carried out, and is not sent to an upstream: only the start of its
 * response is made.
 */
async function preparePartialResponse(
  ctx: ApiContext,
  next: Next,
  operation: Operation | undefined,
): Promise<void> {
  if (safeMethods.has(ctx.method)) return next()
  ctx.status = operation ? successStatus(operation, ctx.state.workspace.gapSettings.gap) : 200
  ctx.set(ctx.state.headers)
  const opening = operation ? openingOf(operation.response) : '{'
  if (opening === undefined) return
  ctx.body = opening.padEnd(2 * opening.length)
  ctx.type = 'application/json'
}

/** The first half of a response body; undefined for a response without one. */
function openingOf(response: ResponseShape): string | undefined {
  if (response.envelope === 'none') return undefined
  const resource = `{"object":"${response.kind}","attributes":{"id":`
  return response.envelope === 'single' ? resource : `{"object":"list","data":[${resource}`
}
