import { options } from '../../src/options/table.ts'
import type { Values } from '../flags.ts'

type Options = typeof options

type FlagOf<Row> = Row extends { readonly flag: infer Name extends string } ? Name : never

/** The flags of `serve`, by name. */
export const serveFlags = Object.fromEntries(
  Object.values(options).flatMap((row) => ('flag' in row ? [[row.flag, row]] : [])),
  // Each row has its own flag as key, which the compiler does not see in `Object.fromEntries`.
) as unknown as { readonly [N in keyof Options as FlagOf<Options[N]>]: Options[N] }

/** The flags of `serve` that were passed. */
export type ServeValues = Values<typeof serveFlags>
