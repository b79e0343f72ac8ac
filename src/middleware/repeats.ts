import type { Context } from 'koa'
import { onceFor } from '../contract/once.ts'
import type { Drawn } from '../faults/draw-effect.ts'
import type { Workspace } from '../sandboxes/workspace.ts'

/** A request to a world. */
type WorldContext = Context & { readonly state: { readonly workspace: Pick<Workspace, 'faults'> } }

/** Milliseconds within which a browser repeats a request on its own. */
const repeatWindowMs = 2_000

/** A call that a browser may send several times. */
export interface RepeatableCall {
  readonly drawn: Drawn
  /** Id of the entry of the call in the request log; undefined before the log has the entry. */
  entry?: number
}

/** Maximum number of expected repeats in a world; no browser sends more. */
const maxExpected = 100

/** A call that is expected to be repeated before a time, in milliseconds of `performance.now`. */
interface Awaited {
  readonly key: string
  readonly call: RepeatableCall
  readonly until: number
}

/**
 * Browsers repeat a request on their own, unseen by the page, when a reused
 * connection breaks off. The repeat is the same call, so it gets the same fault
 * and no entry of its own in the request log.
 */
export class Repeats {
  /** By the rules of a world, since a sandbox that is deleted and made again is another world. */
  readonly #awaitedIn = onceFor((_: Workspace['faults']) => new Set<Awaited>())

  /** Remembers a call that a browser will repeat. */
  await(ctx: WorldContext, call: RepeatableCall): void {
    const { fault, delay = 0 } = call.drawn.effect
    if (fault !== 'reset' && fault !== 'empty') return
    // Browsers repeat only requests over a connection that has had a response.
    if (!isBrowser(ctx) || ctx.socket.bytesWritten === 0) return
    const awaited = this.#awaitedIn(ctx.state.workspace.faults)
    if (awaited.size >= maxExpected) awaited.clear()
    awaited.add({ key: keyOf(ctx), call, until: performance.now() + delay + repeatWindowMs })
  }

  /** The call that this request repeats. */
  take(ctx: WorldContext): RepeatableCall | undefined {
    const awaited = this.#awaitedIn(ctx.state.workspace.faults)
    if (awaited.size === 0) return undefined
    const key = keyOf(ctx)
    for (const each of awaited) {
      if (performance.now() >= each.until) awaited.delete(each)
      // A call without an entry has not been broken off yet, so this request cannot be its repeat.
      else if (each.key === key && each.call.entry !== undefined) {
        awaited.delete(each)
        return each.call
      }
    }
    return undefined
  }
}

/** Simulated browsers name a browser and a page, too, but send over the connections of Node. */
const named = /^Mozilla\/(?!.*\b(?:jsdom|HappyDOM)\/)/

/** Headers that say which page a request comes from: the first over loopback and TLS, the others nearly always. */
const origins = ['Sec-Fetch-Site', 'Origin', 'Referer']

/** Libraries can send the `User-Agent` of a browser, but they name no page. */
const isBrowser = (ctx: Context): boolean =>
  named.test(ctx.get('User-Agent')) && origins.some((header) => ctx.get(header) !== '')

const keyOf = (ctx: Context): string =>
  [
    ctx.method,
    ctx.originalUrl,
    ...['User-Agent', 'Authorization', 'Content-Length', ...origins].map((header) => ctx.get(header)),
  ].join(' ')
