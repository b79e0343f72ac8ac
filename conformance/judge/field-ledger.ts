import { fieldPathsOf } from '../../src/contract/field-paths.ts'
import { kinds, valueAt } from '../../src/contract/index.ts'
import type { Found } from './walk.ts'

/** Counts which fields of the document (such as `node.memory`) had a value in some response. */
export class FieldLedger {
  /** Fields without a value in any response, by kind, each as its path. */
  readonly #unseen = new Map<string, readonly string[]>(
    kinds.map((kind) => [kind, fieldPathsOf(kind).map(({ path }) => path)]),
  )
  readonly #known = [...this.#unseen.values()].flat().length

  note({ kind, attributes }: Found): void {
    const isUnseen = (path: string): boolean => (valueAt(attributes, path) ?? null) === null
    this.#unseen.set(kind, this.#unseen.get(kind)?.filter(isUnseen) ?? [])
  }

  summary(): { known: number; seen: number; never: string[] } {
    const never = [...this.#unseen].flatMap(([kind, unseen]) => unseen.map((path) => `${kind}.${path}`))
    return { known: this.#known, seen: this.#known - never.length, never }
  }
}
