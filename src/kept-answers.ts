import type { DialId } from './contract/gaps.ts'
import type { Dial } from './dial.ts'

/** Characters that the answers may take together; beyond, those that were kept first go. */
const longest = 16_000_000

/** Characters of the longest answer that is worth it. */
const longestOne = 262_144

/** The answer to a read, ready to be sent. */
export interface KeptAnswer {
  readonly status: number
  readonly text: string
  readonly bytes: Buffer
  /** Gaps that it ran into. */
  readonly assumed: readonly DialId[]
}

/** What an answer was made from. While it is the same, so is the answer. */
export interface Basis {
  /** Of the world: another one after every write. */
  readonly stamp: object
  readonly dial: Dial
}

/** Answers to reads that stay true as long as nothing is written and nothing turned. */
export class KeptAnswers {
  readonly #kept = new Map<string, { readonly basis: Basis; readonly answer: KeptAnswer }>()
  #weight = 0

  /** @param question all that the answer depends on beside its basis: who asks for what, and where */
  get(question: string, { stamp, dial }: Basis): KeptAnswer | undefined {
    const kept = this.#kept.get(question)
    return kept?.basis.stamp === stamp && kept.basis.dial === dial ? kept.answer : undefined
  }

  put(question: string, basis: Basis, answer: KeptAnswer): void {
    if (answer.text.length > longestOne) return
    this.#drop(question)
    this.#kept.set(question, { basis, answer })
    this.#weight += answer.text.length
    for (const first of this.#kept.keys()) {
      if (this.#weight <= longest) return
      this.#drop(first)
    }
  }

  #drop(question: string): void {
    this.#weight -= this.#kept.get(question)?.answer.text.length ?? 0
    this.#kept.delete(question)
  }
}
