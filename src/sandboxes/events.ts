import { setMaxListeners } from 'node:events'

/** What happens in a server, by the names under which the control API streams it. */
export type EventName = 'request' | 'world' | 'snapshots' | 'gaps' | 'tokens' | 'faults'

/** @param workspace the name of the sandbox it happened in; undefined for the main world and the whole server */
type Listener = (name: EventName, workspace: string | undefined, data: () => unknown) => void

/** Publishes events to their listeners. The data of an event without listeners is not built. */
export class Events {
  readonly #listeners = new Set<Listener>()
  readonly #end = new AbortController()

  constructor() {
    // As many may listen as like to; Node would take more than ten for a leak.
    setMaxListeners(0, this.#end.signal)
  }

  /** Aborts when the server stops. */
  get ended(): AbortSignal {
    return this.#end.signal
  }

  end(): void {
    this.#end.abort()
  }

  /** @returns what ends it */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(name: EventName, workspace: string | undefined, data: () => unknown): void {
    let made: { readonly data: unknown } | undefined
    const asked = () => {
      made ??= { data: data() }
      return made.data
    }
    for (const listener of this.#listeners) listener(name, workspace, asked)
  }
}
