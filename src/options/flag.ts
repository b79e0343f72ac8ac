import type { TextType, ValueType } from './types.ts'

/** A flag of a command. It can also be set as `NESTBOX_<NAME>`, with commas between the items of a list. */
export interface Flag extends ValueType, TextType, Details {
  readonly short?: string
  /** The name of the value in the help; a flag without one is a switch. */
  readonly placeholder?: string
  readonly help: string
}

interface Details {
  /** The value if the flag is not passed, for the help. */
  readonly default?: string | number
  /** May be passed more than once: the values are a list, or entries of an object with one value for each key. */
  readonly repeats?: 'list' | 'object'
  /** On a command line too, commas separate the values of the list. */
  readonly isSplit?: boolean
  /** No two keys of the object may have the same value. */
  readonly isDistinct?: boolean
  /** The option that a flag of `nestbox serve` contributes to, instead of an option of its own. */
  readonly for?: string
}

/** The name in a flag as the help shows it. */
type NameIn<U extends string> = U extends `${string}--${infer Rest}`
  ? Rest extends `${infer Name} ${string}`
    ? Name
    : Rest
  : never

/** @param usage the flag as the help shows it, such as `-p, --port <number>` */
export function flag<
  const U extends string,
  T extends ValueType & TextType,
  const D extends Details = Readonly<Record<never, never>>,
>(usage: U, help: string, type: T, details?: D) {
  const [, short, name, placeholder] = /^(?:-(\w), )?--(\S+)(?: (.+))?$/.exec(usage) ?? []
  const named = {
    flag: name as NameIn<U>,
    help,
    ...(short && { short }),
    ...(placeholder && { placeholder }),
  }
  // Without details, `D` has no fields.
  return { ...named, ...type, ...(details as D) }
}

/** Flags by their names. */
export const flagsOf = <R extends readonly (Flag & { readonly flag: string })[]>(...rows: R) =>
  // `Object.fromEntries` loses the names.
  Object.fromEntries(rows.map((row) => [row.flag, row])) as unknown as {
    readonly [F in R[number] as F['flag']]: F
  }
