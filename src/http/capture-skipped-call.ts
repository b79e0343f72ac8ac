import type { Context } from 'koa'
import type { Operation } from '../contract/operations.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { tokenIn } from './authentication.ts'
import { forJournal, readBody } from './bodies/read-body.ts'
import { describeBearer } from './describe-bearer.ts'

/** Describes a call for the journal whose operation is skipped: because of a fault, or because its token is refused. */
export async function captureSkippedCall(ctx: Context, operation: Operation | undefined): Promise<void> {
  const { workspace, trace } = ctx.state as RequestState
  const token = tokenIn(ctx.req.headers.authorization, workspace.tokens)
  trace.operation = operation?.id ?? null
  trace.bearer = token ? describeBearer(token, workspace.world.tables) : null
  // Only the body of an authorised request is waited for, and uses the room that all bodies share.
  if (!operation || operation.body === 'none' || token?.status !== 'active') return
  // One that cannot be read is no worse than what keeps it.
  const read = readBody(ctx, operation.body, workspace.gapSettings.gap).then((body) =>
    forJournal(operation.body, body),
  )
  trace.body = await read.catch(() => undefined)
}
