import type { Context } from 'koa'
import type { Drawn } from './effect.ts'

/** Milliseconds within which a browser repeats a request on its own. */
const repeatWindowMs = 2_000

/** Maximum number of expected repeats; no browser sends more. */
const maxExpected = 100

/**
 * Browsers repeat a request on their own, unseen by the page, when a reused
 * connection breaks off. The repeat is the same call, so it gets the same fault.
 */
export class Repeats {
  readonly #awaited = new Map<string, { readonly drawn: Drawn; readonly until: number }>()

  /** Remembers the fault of a call that a browser will repeat. */
  await(ctx: Context, drawn: Drawn): void {
    const { fault } = drawn.effect
    if (fault !== 'reset' && fault !== 'empty') return
    // Browsers repeat only requests over a connection that has had a response.
    if (!isBrowser(ctx) || ctx.socket.bytesWritten === 0) return
    if (this.#awaited.size >= maxExpected) this.#awaited.clear()
    this.#awaited.set(keyOf(ctx), { drawn, until: performance.now() + repeatWindowMs })
  }

  /** The fault of the call that this request repeats. */
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
