import { constants } from 'node:os'
import { complain } from '../terminal.ts'

/** The early end of a run. */
export interface EarlyEnd {
  /** Ends the run, which still restores its changes. */
  readonly signal: AbortSignal
  /** Ends the restoring too, some time after the run. */
  readonly deadline: AbortSignal
  /** The exit code for the signal that the process received; undefined without a signal. */
  readonly exitCode: () => number | undefined
  /** Restores the default effect of signals. */
  readonly release: () => void
}

/**
 * The time for the restoring in milliseconds: after the time limit, two seconds with the reports; after a signal, less
 * than the seven seconds after which a CI system sends the next one.
 */
const restoringMs = { limit: 1_500, signal: 5_500 }

/**
 * The time in which a second signal is the first one again, in milliseconds: a terminal sends a signal to all its
 * processes, and npm and `nestbox exec` pass theirs on to the command that they run.
 */
const echoMs = 1_000

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/**
 * Ends a run on SIGHUP, SIGINT or SIGTERM, or after its time limit; the run then restores the values that it changed. A second
 * signal exits immediately.
 * @param seconds the time limit of the run
 */
export function endingOf(seconds?: number): EarlyEnd {
  const controller = new AbortController()
  const last = new AbortController()
  let code: number | undefined
  let since = Number.NEGATIVE_INFINITY
  const timers: NodeJS.Timeout[] = []
  const after = (milliseconds: number, work: () => void): void => {
    timers.push(setTimeout(work, milliseconds))
  }
  const listener = (name: NodeJS.Signals): void => {
    if (performance.now() - since < echoMs) return
    const own = 128 + constants.signals[name]
    if (code !== undefined) process.exit(own)
    code = own
    since = performance.now()
    complain(
      `${name}: the run ends and restores anything that it wrote; send ${name} again to exit immediately.`,
    )
    controller.abort()
    after(restoringMs.signal, () => last.abort())
  }
  for (const name of signals) process.on(name, listener)
  const remove = (): void => {
    for (const name of signals) process.off(name, listener)
  }
  const end = (): void => {
    complain(`--max-time: ${seconds} seconds are over; the run ends and restores anything that it wrote.`)
    controller.abort()
  }
  if (seconds !== undefined) {
    after(seconds * 1000, end)
    after(seconds * 1000 + restoringMs.limit, () => last.abort())
  }
  return {
    signal: controller.signal,
    deadline: last.signal,
    exitCode: () => code,
    release: () => {
      for (const timer of timers) clearTimeout(timer)
      if (code === undefined) remove()
      // The reports are written now, which the first signal again must not prevent.
      else setTimeout(remove, since + echoMs - performance.now()).unref()
    },
  }
}
