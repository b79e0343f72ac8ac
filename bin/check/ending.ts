import { complain } from '../terminal.ts'

/** What ends a run early, and the exit code of the process in that case. */
export interface Ending {
  readonly signal: AbortSignal
  /** The exit code of a signal that the process received; undefined without one. */
  readonly exitCode: () => number | undefined
  /** Restores the default effect of signals. */
  readonly release: () => void
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Ends a run on SIGINT or SIGTERM, or when its time is over; the run then restores what it wrote. A second signal exits
 * immediately.
 * @param seconds that the run may take
 */
export function endingOf(seconds: number | undefined): Ending {
  const controller = new AbortController()
  let code: number | undefined
  const removers = Object.entries(codes).map(([name, own]) => {
    const listener = (): void => {
      if (code !== undefined) process.exit(own)
      code = own
      complain(`${name}: the run ends and restores what it wrote; send ${name} again to exit immediately.`)
      controller.abort()
    }
    process.on(name, listener)
    return () => process.off(name, listener)
  })
  const timer =
    seconds === undefined
      ? undefined
      : setTimeout(() => {
          complain(`--max-time: ${seconds} seconds are over; the run ends and restores what it wrote.`)
          controller.abort()
        }, seconds * 1000)
  return {
    signal: controller.signal,
    exitCode: () => code,
    release: () => {
      clearTimeout(timer)
      for (const remove of removers) remove()
    },
  }
}
