import type { Context } from 'koa'
import type { Drawn } from './effect.ts'

/** Milliseconds within which a browser repeats a request by itself. */
const soon = 2_000

/** How many can be waited for at once; more are none of browsers. */
const most = 100

/**
 * Requests that browsers repeat by themselves, unseen by the page, because a
 * connection that was in use before broke off: the repeat is the same call, so
 * it meets the same fault.
 */
export class Repeats {
  readonly #awaited = new Map<string, { readonly drawn: Drawn; readonly until: number }>()

  /** Remembers what a call met, if a browser would now repeat it. */
  await(ctx: Context, drawn: Drawn): void {
    const { fault } = drawn.effect
    if (fault !== 'reset' && fault !== 'empty') return
    // A connection over which nothing was answered yet is given up at once.
    if (!isBrowser(ctx) || ctx.socket.bytesWritten === 0) return
    if (this.#awaited.size >= most) this.#awaited.clear()
    this.#awaited.set(keyOf(ctx), { drawn, until: performance.now() + soon })
  }

  /** What a call met that this one repeats. */
  take(ctx: Context): Drawn | undefined {
    if (this.#awaited.size === 0) return undefined
    const key = keyOf(ctx)
    const found = this.#awaited.get(key)
    this.#awaited.delete(key)
    return found !== undefined && performance.now() < found.until ? found.drawn : undefined
  }
}

const isBrowser = (ctx: Context): boolean => ctx.get('User-Agent').startsWith('Mozilla/')

const keyOf = (ctx: Context): string =>
  [
    ctx.method,
    ctx.originalUrl,
    ctx.get('User-Agent'),
    ctx.get('Authorization'),
    ctx.get('Content-Length'),
  ].join(' ')
