import { type Kind, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type BadField, type Fault, fieldJudge } from './fields.ts'
import { wasGranted } from './reception.ts'
import type { Session } from './session.ts'
import { type Found, walk } from './walk.ts'

/** The maximum number of bad fields that are reported of one response; more of them have the same causes. */
const mostBad = 10_000

/** Everything that granted responses of the run have shown so far. */
export class Seen {
  readonly #session: Session
  readonly #judge: (found: Found) => BadField[]
  readonly #found: Found[] = []
  readonly #bad: BadField[] = []
  readonly #pages: Exchange[] = []
  #looked = 0

  constructor(session: Session, form: 'loose' | 'strict') {
    this.#session = session
    this.#judge = fieldJudge(form)
  }

  found(kind?: Kind): readonly Found[] {
    this.#look()
    return kind ? this.#found.filter((each) => each.kind === kind) : this.#found
  }

  /** Whether a response showed a resource of a kind with an id; false if the id is undefined. */
  has(kind: Kind, id: number | undefined): boolean {
    return id !== undefined && this.found(kind).some(({ attributes }) => attributes['id'] === id)
  }

  bad(fault: Fault, kind?: Kind): readonly BadField[] {
    this.#look()
    return this.#bad.filter((each) => each.fault === fault && (!kind || each.found.kind === kind))
  }

  /** Granted responses of the two paginated lists. */
  pages(): readonly Exchange[] {
    this.#look()
    return this.#pages
  }

  /** Reads the exchanges that were added since the last call. */
  #look(): void {
    for (const exchange of this.#session.exchanges.slice(this.#looked)) {
      const { operation } = exchange.ask
      if (!wasGranted(exchange)) continue
      const { found } = walk(exchange)
      let bad = 0
      for (const each of found) {
        this.#found.push(each)
        const fields = bad < mostBad ? this.#judge(each) : []
        this.#bad.push(...fields)
        bad += fields.length
      }
      if (operations[operation].answer.envelope === 'page') this.#pages.push(exchange)
    }
    this.#looked = this.#session.exchanges.length
  }
}
