import type { Context, Middleware } from 'koa'
import { timers } from '../util/timers.ts'
import { type AnyRequest, giveUp, type ResponseState } from './send.ts'

/**
 * Delays every response of the API by a random number of milliseconds between two bounds.
 * @param skipped records a request that the client gives up meanwhile
 */
export const delay =
  (
    [least, most]: readonly [number, number],
    skipped: (ctx: Context) => Promise<void>,
  ): Middleware<ResponseState> =>
  async (ctx, next) => {
    if (await waited(ctx, least + Math.random() * (most - least))) return next()
    await skipped(ctx)
  }

/** Waits for some milliseconds. @returns whether the client is still connected afterwards */
export async function waited(ctx: AnyRequest, milliseconds: number): Promise<boolean> {
  const { res } = ctx
  const isConnected = await new Promise<boolean>((resolve) => {
    const timer = timers.setTimeout(() => {
      res.off('close', leave)
      resolve(true)
    }, milliseconds)
    const leave = () => {
      timers.clearTimeout(timer)
      resolve(false)
    }
    if (res.destroyed) leave()
    else res.once('close', leave)
  })
  if (isConnected) ctx.state.lookUp()
  else giveUp(ctx)
  return isConnected
}
