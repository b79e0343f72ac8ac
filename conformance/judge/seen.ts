import { type Kind, valueAt } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Attributes } from './parts.ts'
import { wasGranted } from './reception.ts'
import { isSame } from './same.ts'
import type { Session } from './session.ts'
import { type Found, walk } from './walk.ts'

/** Everything that granted responses of the run have shown so far. */
export class Seen {
  readonly #session: Session
  readonly #found: Found[] = []
  #looked = 0

  constructor(session: Session) {
    this.#session = session
  }

  found(kind?: Kind): readonly Found[] {
    this.#look()
    return kind ? this.#found.filter((each) => each.kind === kind) : this.#found
  }

  /** The attributes of a resource in the first response that shows it; undefined if none does. */
  first(kind: Kind, id: number | undefined): Attributes | undefined {
    return this.#withId(kind, id)[0]?.attributes
  }

  /** The same in the last response that shows it. */
  last(kind: Kind, id: number | undefined): Attributes | undefined {
    return this.#withId(kind, id).at(-1)?.attributes
  }

  /** Whether a response before this one showed the value of a field of a resource. */
  wasShown(before: Exchange, [kind, id, path]: readonly [Kind, unknown, string], value: unknown): boolean {
    const all = this.found(kind)
    const end = all.findIndex(({ exchange }) => exchange === before)
    return all
      .slice(0, Math.max(end, 0))
      .some(({ attributes }) => attributes['id'] === id && isSame('id', valueAt(attributes, path), value))
  }

  #withId(kind: Kind, id: number | undefined): readonly Found[] {
    return id === undefined ? [] : this.found(kind).filter(({ attributes }) => attributes['id'] === id)
  }

  /** Reads the exchanges that were added since the last call. */
  #look(): void {
    for (const exchange of this.#session.exchanges.slice(this.#looked))
      if (wasGranted(exchange)) for (const each of walk(exchange).found) this.#found.push(each)
    this.#looked = this.#session.exchanges.length
  }
}
