import { logInside } from '../util/log.ts'
import { nextTurn, timers } from '../util/timers.ts'
import { workOn } from './rows.ts'
import type { ServerContext } from './server-context.ts'

/**
 * Simulates work: starts or completes one row at each step, in the main world and in each sandbox.
 * @param stepMs milliseconds from one step to the next
 * @returns a function that stops it
 */
export function live(context: ServerContext, stepMs: number): () => void {
  const { workspaces, log, events } = context
  let isRunning = false
  const step = async () => {
    // With many sandboxes, a step can take longer than the time to the next one.
    if (isRunning) return
    isRunning = true
    for (const here of [workspaces.main, ...workspaces.sandboxes()]) {
      // Requests are served between two worlds.
      await nextTurn()
      if (events.hasEnded) break
      // The sandbox may have been deleted since the step began.
      if (here.name !== undefined && workspaces.known(here.name) !== here) continue
      // A main world whose data file cannot be written must not stop the others.
      await workOn(context, here).catch((error: unknown) => logInside(log, error))
    }
    isRunning = false
  }
  const timer = timers.setInterval(() => void step(), stepMs).unref()
  return () => timers.clearInterval(timer)
}
