import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Middleware } from 'koa'

/** Holds every answer of the API back for some milliseconds between the two given; who goes away gets none. */
export const delay =
  ([least, most]: readonly [number, number]): Middleware =>
  async (ctx, next) => {
    if (await heldBack(ctx, least + Math.random() * (most - least))) await next()
    else ctx.state['brokenOff'] = true
  }

/** @returns whether the client is still there when the time is over */
export async function heldBack(ctx: Context, milliseconds: number): Promise<boolean> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  if (ctx.res.destroyed) leave()
  ctx.res.once('close', leave)
  try {
    await wait(milliseconds, undefined, { signal: gone.signal })
    return true
  } catch {
    // Nothing is done for a client that is not there any more; the status is for the log.
    ctx.status = 400
    return false
  } finally {
    ctx.res.off('close', leave)
  }
}
