import type { Context, Next } from 'koa'
import { type Drawn, settle } from '../faults/draw-effect.ts'
import { readPreferences } from '../faults/prefer.ts'
import { trackGaps } from '../gaps/track-gaps.ts'
import { ApiError } from '../http/errors.ts'
import { refuse } from '../http/refuse.ts'
import { operationFor } from '../http/unknown-route.ts'
import { applyEffect } from './apply-effect.ts'
import type { Repeats } from './repeats.ts'
import type { ApiContext } from './request-state.ts'

/**
 * Finds the effect for a request and applies it. A preference of the request takes precedence over rules.
 * @param asks whether the preferences of the request are read
 */
export async function intervene(ctx: ApiContext, next: Next, asks: boolean, repeats: Repeats): Promise<void> {
  const { method, path, state } = ctx
  const { faults, gapSettings } = state.workspace
  const operation = operationFor(method, path)
  try {
    const preferred = asks ? prefer(ctx) : undefined
    const repeated = repeats.take(ctx)
    const drawn =
      repeated?.drawn ?? preferred ?? faults.draw({ operation: operation?.id ?? null, method, path })
    if (drawn === undefined) return await next()
    state.call = repeated ?? { drawn }
    repeats.await(ctx, state.call)
    await applyEffect(ctx, next, drawn, operation)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refuse(ctx, error, trackGaps(gapSettings.gap))
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
