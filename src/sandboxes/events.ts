import { setMaxListeners } from 'node:events'

/** The events of a server, by the names that the control API sends. */
export type EventName = 'request' | 'world' | 'snapshots' | 'gaps' | 'tokens' | 'faults'

/** One event: all of its listeners get the same object. */
export interface Published {
  readonly name: EventName
  /** The name of the sandbox of the event; undefined for the main world and the whole server. */
  readonly workspace: string | undefined
  readonly data: () => unknown
}

type Listener = (event: Published) => void

/** Publishes events to their listeners. The data of an event without listeners is not built. */
export class Events {
  readonly #listeners = new Set<Listener>()
  readonly #end = new AbortController()

  constructor() {
    // The number of listeners is not limited; by default Node warns of a memory leak from the eleventh listener.
    setMaxListeners(0, this.#end.signal)
  }

  /** Aborts when the server stops. */
  get ended(): AbortSignal {
    return this.#end.signal
  }

  end(): void {
    this.#end.abort()
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(name: EventName, workspace: string | undefined, data: () => unknown): void {
    const event = { name, workspace, data }
    for (const listener of this.#listeners) listener(event)
  }
}
