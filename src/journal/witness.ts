import type { Context } from 'koa'
import { bearerIn } from '../auth.ts'
import { forJournal, readBody } from '../bodies/read-body.ts'
import type { Operation } from '../contract/operations.ts'
import type { RequestState } from '../site.ts'
import { whoHas } from '../who.ts'

/** Notes for the journal what a call was, for one that is kept from its operation: by a fault, or as who asks may not. */
export async function witness(ctx: Context, operation: Operation | undefined): Promise<void> {
  const { room, trace } = ctx.state as RequestState
  const text = bearerIn(ctx.get('Authorization'))
  const token = text === undefined ? undefined : room.tokens.find(text)
  trace.operation = operation?.id ?? null
  trace.bearer = token ? whoHas(token, room.world.tables) : null
  if (!operation || operation.body === 'none') return
  // One that cannot be read is no worse than what keeps it.
  const read = readBody(ctx, operation.body).then((body) => forJournal(operation.body, body))
  trace.body = await read.catch(() => undefined)
}
