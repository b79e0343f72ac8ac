import type { Context, Next } from 'koa'
import { trackGaps } from '../gaps/track-gaps.ts'
import { ApiError } from '../http/errors.ts'
import { refuse } from '../http/refuse.ts'
import { applyEffect } from './apply-effect.ts'
import { type Drawn, settle } from './draw-effect.ts'
import type { FaultOptions, FaultState } from './middleware.ts'
import { readPreferences } from './prefer.ts'

/** Finds the effect for a request and applies it. A preference of the request takes precedence over rules. */
export async function intervene(ctx: Context, next: Next, options: FaultOptions): Promise<void> {
  const gap = options.gapOf(ctx)
  const operation = options.operationFor(ctx.method, ctx.path)
  try {
    const call = { operation: operation?.id ?? null, method: ctx.method, path: ctx.path }
    const preferred = options.takesPreferences(ctx) ? prefer(ctx) : undefined
    const repeated = options.repeats.take(ctx)
    const drawn = repeated?.drawn ?? preferred ?? options.rulesFor(ctx).draw(call)
    if (drawn === undefined) return await next()
    const state: FaultState = ctx.state
    state.call = repeated ?? { drawn }
    options.repeats.await(ctx, state.call)
    await applyEffect(ctx, next, drawn, { operation, gap, captureSkippedCall: options.captureSkippedCall })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refuse(ctx, error, trackGaps(gap))
  }
}

/** @throws ApiError for an invalid preference */
function prefer(ctx: Context): Drawn | undefined {
  const { effect, applied, query } = readPreferences(ctx.get('Prefer'), ctx.querystring)
  ctx.querystring = query
  if (effect === undefined) return undefined
  ctx.set('Preference-Applied', applied)
  return settle(effect, (least, most) => least + Math.random() * (most - least))
}
