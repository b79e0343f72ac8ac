import type { Context } from 'koa'
import type { Drawn } from '../faults/draw-effect.ts'

/** Milliseconds within which a browser repeats a request on its own. */
const repeatWindowMs = 2_000

/** A call that a browser may send several times. */
export interface RepeatableCall {
  readonly drawn: Drawn
  /** Id of the entry of the call in the request log; undefined before the log has the entry. */
  entry?: number
}

/** Maximum number of expected repeats; no browser sends more. */
const maxExpected = 100

/**
 * Browsers repeat a request on their own, unseen by the page, when a reused
 * connection breaks off. The repeat is the same call, so it gets the same fault
 * and no entry of its own in the request log.
 */
export class Repeats {
  readonly #awaited = new Map<string, { readonly call: RepeatableCall; readonly until: number }>()

  /** Remembers a call that a browser will repeat. */
  await(ctx: Context, call: RepeatableCall): void {
    const { fault, delay = 0 } = call.drawn.effect
    if (fault !== 'reset' && fault !== 'empty') return
    // Browsers repeat only requests over a connection that has had a response.
    if (!isBrowser(ctx) || ctx.socket.bytesWritten === 0) return
    if (this.#awaited.size >= maxExpected) this.#awaited.clear()
    this.#awaited.set(keyOf(ctx), { call, until: performance.now() + delay + repeatWindowMs })
  }

  /** The call that this request repeats. */
  take(ctx: Context): RepeatableCall | undefined {
    if (this.#awaited.size === 0) return undefined
    const key = keyOf(ctx)
    const found = this.#awaited.get(key)
    this.#awaited.delete(key)
    return found !== undefined && performance.now() < found.until ? found.call : undefined
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
