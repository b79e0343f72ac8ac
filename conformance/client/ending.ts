/** The part of `AbortSignal` that a run uses, so that callers need no types of Node.js or browsers. */
export interface EndSignal {
  readonly aborted: boolean
  readonly addEventListener: (name: 'abort', listener: () => void, options?: { once?: boolean }) => void
}

/** Waits for some milliseconds; tests pass a function that does not wait. */
export type Pause = (milliseconds: number) => Promise<unknown>

/** How a run ends early. */
export interface EndOptions {
  /** Ends the run: no request is sent any more but those that restore the resources; one in flight is soon given up. */
  readonly signal?: EndSignal | undefined
  /** Ends the restoring too. */
  readonly deadline?: EndSignal | undefined
}

/**
 * The time for a request in flight when the run ends, in milliseconds: so that its writes can be restored afterwards.
 */
const graceMs = 500

/** The end of a run, and waiting until then. */
export class Ending {
  readonly #pause: Pause | undefined
  readonly #run = new AbortController()
  readonly #request = new AbortController()
  readonly #restoring = new AbortController()
  #isRestoring = false

  /** @param pause how to wait; a timer of Node.js by default */
  constructor({ signal, deadline }: EndOptions = {}, pause?: Pause) {
    this.#pause = pause
    follow(this.#run, signal)
    follow(this.#run, deadline)
    follow(this.#request, deadline)
    follow(this.#restoring, deadline)
    const giveUp = (): void => void setTimeout(() => this.#request.abort(), graceMs).unref()
    this.#run.signal.addEventListener('abort', giveUp, { once: true })
  }

  get isRestoring(): boolean {
    return this.#isRestoring
  }

  /** Allows requests that restore the resources, although the run was ended. */
  beginRestoring(): void {
    this.#isRestoring = true
  }

  /** Aborted when no further request may be sent. */
  get signal(): AbortSignal {
    return this.#isRestoring ? this.#restoring.signal : this.#run.signal
  }

  /** Aborted when a request in flight is given up. */
  get requestSignal(): AbortSignal {
    return this.#isRestoring ? this.#restoring.signal : this.#request.signal
  }

  /** Waits for some milliseconds, at most until the end of the run. @returns whether the run continues */
  async wait(milliseconds: number): Promise<boolean> {
    const { signal } = this
    if (signal.aborted) return false
    await within(milliseconds, signal, (over) => {
      const ended = new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }))
      return this.#pause ? Promise.race([this.#pause(milliseconds), ended]) : ended
    })
    return !signal.aborted
  }
}

/** The longest work without a turn for timers and signals, in milliseconds. */
const longestWorkMs = 20

let lastTurn = 0

/** Lets timers and signals do their work, for which long work without a request leaves no time. */
export async function breathe(): Promise<void> {
  if (performance.now() - lastTurn < longestWorkMs) return
  await new Promise((resolve) => setImmediate(resolve))
  lastTurn = performance.now()
}

/**
 * Calls a function with a signal that is aborted after a time, or with another signal. Node.js 20 has no reliable way to
 * join two signals: it may collect the joined ones as garbage.
 */
export async function within<T>(
  milliseconds: number,
  ended: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = (): void => controller.abort(ended.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds)
  if (ended.aborted) end()
  ended.addEventListener('abort', end, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    ended.removeEventListener('abort', end)
  }
}

/** Aborts a controller with a signal. */
export function follow(controller: AbortController, signal: EndSignal | undefined): void {
  if (signal?.aborted) controller.abort()
  signal?.addEventListener('abort', () => controller.abort(), { once: true })
}
