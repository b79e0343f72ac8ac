import type { Context, Next } from 'koa'
import { type Operation, operations } from '../contract/operations.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { trackGaps } from '../gaps/track-gaps.ts'
import { waited } from '../http/delay.ts'
import { ApiError } from '../http/errors.ts'
import { refuse } from '../http/refuse.ts'
import { closeUnanswered, cutHalfway, reset } from './break-off.ts'
import type { Drawn, Effect } from './effect.ts'
import type { FaultState } from './middleware.ts'

/** What an answer of one's own depends on. */
interface Scene {
  readonly operation: Operation | undefined
  readonly gap: ReadGap
  readonly witness: (ctx: Context, operation: Operation | undefined) => Promise<void>
}

/** Plays an effect around what would happen without it. */
export async function play(ctx: Context, next: Next, { effect, label }: Drawn, scene: Scene): Promise<void> {
  const state: FaultState = ctx.state
  state.fault = label
  const { code, delay, fault } = effect
  const done = effect.when === 'after-commit'
  if (done) await next()
  if (delay !== undefined && !(await waited(ctx, delay))) {
    state.brokenOff = true
    return
  }
  if (code === undefined && fault === undefined) return done ? undefined : next()
  if (!done) await scene.witness(ctx, scene.operation)
  if (code !== undefined) return refuse(ctx, asked(code, effect), trackGaps(scene.gap))
  if (fault === undefined) return
  if (fault === 'truncated' && !done) await answerInPart(ctx, next, scene)
  state.brokenOff = true
  ctx.respond = false
  await { reset, empty: closeUnanswered, truncated: cutHalfway }[fault](ctx)
}

const asked = (status: number, { retryAfter }: Effect): ApiError =>
  new ApiError('fault', `The mock was told to answer this call with ${status}.`, {
    status,
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  })

/** The answer of which half will be sent. What would write is not done: its answer only begins like the real one. */
async function answerInPart(ctx: Context, next: Next, { operation, gap }: Scene): Promise<void> {
  if (operation === undefined || operation.method === 'GET') return next()
  ctx.status = Number(gap(operation === operations.createUser ? 'status.created' : 'status.success'))
  ctx.set({ ...(ctx.state as FaultState).headers, 'Content-Type': 'application/json' })
  const opening = openingOf(operation)
  ctx.body = opening.padEnd(2 * opening.length)
}

function openingOf({ answer: { kind, envelope } }: Operation): string {
  const resource = `{"object":"${kind}","attributes":{"id":`
  return envelope === 'single' ? resource : `{"object":"list","data":[${resource}`
}
