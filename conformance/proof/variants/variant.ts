import type { Target } from '../../target/target.ts'
import { judgeLegal, type LegalResult } from '../false-positives.ts'
import type { MakeMiddleware } from '../messages.ts'
import type { MockPool } from '../mock-pool.ts'
import { startProxy } from '../proxy.ts'

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
export const named = (table: Readonly<Record<string, MakeMiddleware>>): readonly Variant[] =>
  Object.entries(table).map(([name, make]) => ({ name, make }))

export async function judgeVariant(
  pool: MockPool,
  { name, make, leavesJudged = [], target: state = (target) => target }: Variant,
): Promise<LegalResult> {
  const proxy = await startProxy(pool.fresh(), make())
  try {
    const result = await judgeLegal(name, state(proxy.target))
    if (proxy.faults.length > 0) throw new Error(`the proxy of "${name}" broke`, { cause: proxy.faults[0] })
    const unjudged = result.run.results.filter(
      ({ id, status }) => status === 'skip' && leavesJudged.includes(id),
    )
    return { ...result, falsePositives: [...result.falsePositives, ...unjudged] }
  } finally {
    await proxy.close()
  }
}
