import { setTimeout as wait } from 'node:timers/promises'
import type { Middleware } from 'koa'

/** Holds every answer of the API back for some milliseconds between the two given; who goes away gets none. */
export const delay =
  ([least, most]: readonly [number, number]): Middleware =>
  async (ctx, next) => {
    const gone = new AbortController()
    ctx.res.once('close', () => gone.abort())
    try {
      await wait(least + Math.random() * (most - least), undefined, { signal: gone.signal })
    } catch {
      // Nothing is done for a client that is not there any more; the status is for the log.
      ctx.status = 400
      return
    }
    await next()
  }
