import { complain } from '../terminal.ts'

/** What ends a run before its time, and the code that the process ends with then. */
export interface Ending {
  readonly signal: AbortSignal
  /** Of a signal that the process was sent; undefined where there was none. */
  readonly exitCode: () => number | undefined
  /** Lets signals do again what they do to any process. */
  readonly release: () => void
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Ends a run by SIGINT or SIGTERM, after which it puts things back, or when its time is over. A second signal ends the
 * process at once.
 * @param seconds that the run may take
 */
export function endingOf(seconds: number | undefined): Ending {
  const controller = new AbortController()
  let code: number | undefined
  const listeners = Object.entries(codes).map(([name, own]) => {
    const listener = (): void => {
      if (code !== undefined) process.exit(own)
      code = own
      complain(
        `${name}: the run ends after this request, and what it wrote is put back; again to end at once.`,
      )
      controller.abort()
    }
    process.on(name, listener)
    return () => process.off(name, listener)
  })
  const timer =
    seconds === undefined
      ? undefined
      : setTimeout(() => {
          complain(`The ${seconds} seconds of --max-time are over; what the run wrote is put back.`)
          controller.abort()
        }, seconds * 1000)
  return {
    signal: controller.signal,
    exitCode: () => code,
    release: () => {
      clearTimeout(timer)
      for (const off of listeners) off()
    },
  }
}
