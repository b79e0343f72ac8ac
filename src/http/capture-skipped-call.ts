import type { Context } from 'koa'
import type { Operation } from '../contract/operations.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { bearerIn } from './authentication.ts'
import { forJournal, readBody } from './bodies/read-body.ts'
import { describeBearer } from './describe-bearer.ts'

/** Notes for the journal what a call was, for one that is kept from its operation: by a fault, or as who asks may not. */
export async function captureSkippedCall(ctx: Context, operation: Operation | undefined): Promise<void> {
  const { workspace, trace } = ctx.state as RequestState
  const text = bearerIn(ctx.get('Authorization'))
  const token = text === undefined ? undefined : workspace.tokens.find(text)
  trace.operation = operation?.id ?? null
  trace.bearer = token ? describeBearer(token, workspace.world.tables) : null
  if (!operation || operation.body === 'none') return
  // One that cannot be read is no worse than what keeps it.
  const read = readBody(ctx, operation.body).then((body) => forJournal(operation.body, body))
  trace.body = await read.catch(() => undefined)
}
