import { complain } from '../terminal.ts'

/** The early end of a run. */
export interface Ending {
  readonly signal: AbortSignal
  /** The exit code for the signal that the process received; undefined without a signal. */
  readonly exitCode: () => number | undefined
  /** Restores the default effect of signals. */
  readonly release: () => void
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Ends a run on SIGINT or SIGTERM, or after its time limit; the run then restores the values that it changed. A second
 * signal exits immediately.
 * @param seconds the time limit of the run
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
