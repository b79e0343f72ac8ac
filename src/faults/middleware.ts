import type { Context, Middleware } from 'koa'
import type { Operation } from '../contract/operations.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import type { ResponseState } from '../http/send.ts'
import type { RepeatableCall, Repeats } from './repeats.ts'
import type { FaultRules } from './rules.ts'

/** The service to which faults are applied. */
export interface FaultOptions {
  /** Whether a request may specify faults with `Prefer` or query parameters. */
  readonly takesPreferences: (ctx: Context) => boolean
  /** The rules that are in force for a request. */
  readonly rulesFor: (ctx: Context) => FaultRules
  /** The operation that serves a request, if one does. */
  readonly operationFor: (method: string, path: string) => Operation | undefined
  readonly gapOf: (ctx: Context) => ReadGap
  /** Records a request for the journal that does not reach its operation. */
  readonly captureSkippedCall: (ctx: Context, operation: Operation | undefined) => Promise<void>
  readonly repeats: Repeats
}

/** The part of `ctx.state` that faults use. */
export interface FaultState extends ResponseState {
  /** The call of which the request is one attempt, if a fault applies to it. */
  call?: RepeatableCall
}

/** Applies the faults of rules, or the faults that the request itself specifies. */
export const faults =
  (options: FaultOptions): Middleware =>
  (ctx, next) =>
    isSpared(ctx, options)
      ? next()
      : import('./intervene.ts').then(({ intervene }) => intervene(ctx, next, options))

/** Whether no fault can apply to a request. */
function isSpared(
  ctx: Context,
  { takesPreferences, rulesFor }: Pick<FaultOptions, 'takesPreferences' | 'rulesFor'>,
): boolean {
  const { url, headers, method } = ctx.req
  if (!ctx.path.startsWith('/api/') || method === 'OPTIONS') return true
  const asks = ('prefer' in headers || url?.includes('__')) && takesPreferences(ctx)
  return !asks && rulesFor(ctx).size === 0
}
