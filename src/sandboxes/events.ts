/** The events of a server, by the names that the control API sends. */
export type EventName = 'request' | 'requests' | 'world' | 'snapshots' | 'gaps' | 'tokens' | 'faults'

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
  /** The listeners, with the functions that the end of the server calls. */
  readonly #listeners = new Map<Listener, () => void>()
  #hasEnded = false

  /** Whether the server stops. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  end(): void {
    this.#hasEnded = true
    for (const end of [...this.#listeners.values()]) end()
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: Listener, end: () => void = () => {}): () => void {
    this.#listeners.set(listener, end)
    return () => this.#listeners.delete(listener)
  }

  publish(name: EventName, workspace: string | undefined, data: () => unknown): void {
    const event = { name, workspace, data }
    for (const listener of this.#listeners.keys()) listener(event)
  }
}
