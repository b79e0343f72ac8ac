import type { Operation } from '../contract/operations.ts'
import { describeOwner } from '../http/authentication.ts'
import { forJournal, readBody } from '../http/bodies/read-body.ts'
import { operationFor } from '../http/unknown-route.ts'
import type { ApiContext } from './request-state.ts'

/** Records a call for the journal whose operation is skipped: by a fault, a refused token or the rate limit. */
export async function captureSkippedCall(
  ctx: ApiContext,
  operation: Operation | undefined = operationFor(ctx.method, ctx.path),
): Promise<void> {
  const { workspace, trace, bearer } = ctx.state
  const { token } = bearer
  trace.operation = operation?.id ?? null
  trace.owner = token ? describeOwner(token, workspace.world.tables) : null
  // Only the body of a request with an active token is read, as it uses the memory that all bodies share.
  if (!operation || operation.body === 'none' || token?.status !== 'active') return
  // A body that cannot be read is left out of the journal.
  const read = readBody(ctx, operation.body, workspace.gapSettings.gap).then((body) =>
    forJournal(operation.body, body),
  )
  trace.body = await read.catch(() => undefined)
}
