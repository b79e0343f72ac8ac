import type { GapSettings } from '../gaps/gap-settings.ts'
import type { Sent } from '../journal/entry.ts'

/** Characters that the answers may take together; beyond, those that were kept first go. */
const longest = 16_000_000

/** Characters of the longest answer that is worth it. */
const longestOne = 262_144

/** What an answer was made from. While it is the same, so is the answer. */
export interface Basis {
  /** Of the world: another one after every write. */
  readonly stamp: object
  readonly gapSettings: GapSettings
  readonly tokenMoves: number
}

interface Kept {
  readonly basis: Basis
  readonly answer: Sent
  readonly bytes: Buffer
}

/** Answers to reads that stay true as long as nothing is written and nothing turned. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>()
  #weight = 0

  /** @param question all that the answer depends on beside its basis: who asks for what, where, and from where */
  get(question: string, basis: Basis): Kept | undefined {
    const kept = this.#kept.get(question)
    return kept && isSame(kept.basis, basis) ? kept : undefined
  }

  put(question: string, basis: Basis, answer: Sent): void {
    if (answer.text.length > longestOne) return
    this.#drop(question)
    this.#kept.set(question, { basis, answer, bytes: Buffer.from(answer.text) })
    this.#weight += weightOf(question, answer)
    for (const first of this.#kept.keys()) {
      if (this.#weight <= longest) return
      this.#drop(first)
    }
  }

  #drop(question: string): void {
    const kept = this.#kept.get(question)
    if (!kept) return
    this.#weight -= weightOf(question, kept.answer)
    this.#kept.delete(question)
  }
}

const weightOf = (question: string, { text }: Sent): number => question.length + text.length

export const isSame = (one: Basis, other: Basis): boolean =>
  one.stamp === other.stamp && one.gapSettings === other.gapSettings && one.tokenMoves === other.tokenMoves
