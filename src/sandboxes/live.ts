import { NotKept } from '../store/errors.ts'
import { logInside } from '../util/log.ts'
import { timers } from '../util/timers.ts'
import { finishPart } from './rows.ts'
import type { ServerContext } from './server-context.ts'

/** Milliseconds from one completed row to the next. */
export const liveStepMs = 5_000

/**
 * Completes one row in progress every few seconds, in the main world and in each sandbox.
 * @returns a function that stops it
 */
export function live(context: ServerContext): () => void {
  const { workspaces, log } = context
  const step = async () => {
    try {
      for (const here of [workspaces.main, ...workspaces.sandboxes()]) {
        await finishPart(context, () => here)(1)
      }
    } catch (error) {
      if (error instanceof NotKept) log.error(error.message)
      else logInside(log, error)
    }
  }
  const timer = timers.setInterval(() => void step(), liveStepMs).unref()
  return () => timers.clearInterval(timer)
}
