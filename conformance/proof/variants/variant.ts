import type { Target } from '../../target/target.ts'
import type { MakeMiddleware } from '../messages.ts'

/** A server that breaks no clause, with an unusual choice. */
export interface Variant {
  readonly name: string
  /** Whether only the full proof has the variant, because other variants have the same row and the same column. */
  readonly isOnlyInFull?: boolean
  /** Checks that the variant leaves judged, so that skipping one of them is an error of the kit. */
  readonly leavesJudged?: readonly string[]
  /** The changes that the owner of such a server makes in the target. */
  readonly target?: (target: Target) => Target
  readonly make: MakeMiddleware
}

/** A variant for every row with every column; the quick proof has a diagonal. */
export const variantsOf = <A, B>(
  rows: readonly A[],
  columns: readonly B[],
  build: (row: A, column: B) => Variant,
): readonly Variant[] =>
  rows.flatMap((row, at) =>
    columns.map((column, index) => ({
      ...build(row, column),
      isOnlyInFull: at % columns.length !== index % rows.length,
    })),
  )

/** Variants of a table, by their names. */
export const named = (
  table: Readonly<Record<string, MakeMiddleware | Omit<Variant, 'name'>>>,
): readonly Variant[] =>
  Object.entries(table).map(([name, row]) => ({ name, ...(typeof row === 'function' ? { make: row } : row) }))
