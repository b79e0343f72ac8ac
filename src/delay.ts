import { setTimeout as wait } from 'node:timers/promises'
import type { Middleware } from 'koa'

/** Holds every answer of the API back for some milliseconds between the two given. */
export const delay =
  ([least, most]: readonly [number, number]): Middleware =>
  async (_, next) => {
    await wait(least + Math.random() * (most - least))
    await next()
  }
