import { isDeepStrictEqual, parseArgs } from 'node:util'
import { wrapped } from '../conformance/report/printable.ts'
import { errorsIn, type Validate } from '../src/contract/checking/errors-in.ts'
import { similar } from '../src/contract/checking/similar.ts'
import { inWords, shown } from '../src/contract/checking/words.ts'
import type { Flag, ValueOf } from '../src/options/types.ts'
import { UsageError } from './terminal.ts'

/** A subcommand: a line about it, its help, and the function that runs it. */
export interface Command {
  readonly summary: string
  readonly help: () => string
  /** @returns the exit code; throws Failure, and UsageError for wrong arguments */
  readonly run: (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>
}

type Flags = Readonly<Record<string, Flag>>

/** The type of the parsed values of a flag. */
type Parsed<F extends Flag> = F extends { readonly read: (text: string) => infer T } ? T : ValueOf<F>

type Value<F extends Flag> = F extends { repeats: 'list' }
  ? readonly Parsed<F>[]
  : F extends { repeats: 'object' }
    ? ObjectOf<Parsed<F>>
    : Parsed<F>

/** An object of entries; if the keys are known, each of them is optional. */
type ObjectOf<E> = E extends readonly [infer K extends string, infer V]
  ? string extends K
    ? Readonly<Record<string, V>>
    : { readonly [N in K]?: V }
  : never

/** Names a flag in a message as the user set it: the flag, or its environment variable. */
export type NameOf = (flag: string) => string

export const asFlag: NameOf = (flag) => `--${flag}`

/** The values of the flags that were passed, by name. */
export type Values<F extends Flags> = { readonly [N in keyof F]?: Value<F[N]> }

/**
 * Reads flags from arguments, else from environment variables, and the positional arguments among them, such as the URL
 * of `nestbox check <base-url>`. An empty variable counts as unset.
 * @param validate the validator of the texts, see `textsSchema`
 * @param most maximum number of positional arguments
 * @throws UsageError for an unknown flag, a missing or wrong value, two contradictory values of a flag, and too many
 *   positional arguments
 */
export function readArguments<F extends Flags>(
  flags: F,
  validate: Validate,
  args: readonly string[],
  { env = {}, most = 0 }: { env?: NodeJS.ProcessEnv; most?: number },
): { readonly values: Values<F>; readonly positionals: readonly string[]; readonly nameOf: NameOf } {
  const { texts: passed, positionals } = parse(flags, args, most)
  const nameOf: NameOf = (name) => (!passed[name] && env[variableOf(name)] ? variableOf : asFlag)(name)
  const given = Object.entries(flags).flatMap(([name, flag]) => {
    const valueIn = (texts: readonly string[]) => [[name, read(name, flag, nameOf(name), texts, validate)]]
    const texts = passed[name]
    if (texts) return valueIn(flag.isSplit ? texts.flatMap(itemsOf) : texts)
    const text = env[variableOf(name)]
    return text ? valueIn(flag.repeats ? itemsOf(text) : [text]) : []
  })
  // Each value was read by the flag with its name.
  return { values: Object.fromEntries(given) as Values<F>, positionals, nameOf }
}

const itemsOf = (text: string): string[] => text.split(',').map((item) => item.trim())

/** The environment variable of a flag. */
export const variableOf = (flag: string): string => `NESTBOX_${flag.toUpperCase().replaceAll('-', '_')}`

const truths: readonly (readonly [value: boolean, texts: RegExp])[] = [
  // A flag without a value is an empty text.
  [true, /^(?:1|true|yes|on|)$/i],
  [false, /^(?:0|false|no|off)$/i],
]

/** The number or boolean of a text, if the flag has such values; otherwise the text. */
function scalarOf({ schema, text: texts = schema }: Flag, text: string): unknown {
  if (texts['type'] === 'boolean') return truths.find(([, each]) => each.test(text))?.[0] ?? text
  const isNumber = ['integer', 'number'].includes(texts['type']) && /^\d+(?:\.\d+)?$/.test(text)
  return isNumber ? Number(text) : text
}

/** The value of a flag in its texts. @param as the flag or the environment variable of the texts, for messages */
function read(name: string, flag: Flag, as: string, texts: readonly string[], validate: Validate): unknown {
  const { schema, text: texted = schema, isValid, repeats, isDistinct = false } = flag
  const isSecret = texted['isSecret'] === true
  const values = texts.map((text) => {
    const scalar = scalarOf(flag, text)
    const names = { subject: '', nameOf: () => as, written: () => text }
    const [wrong] = errorsIn(validate, { [name]: scalar }, names)
    const like = flag.meant?.(text)
    if (wrong) {
      const { detail } = wrong
      throw new UsageError(like === undefined ? detail : detail.replace(/\.$/, `; did you mean ${like}?`))
    }
    const value = flag.read ? flag.read(text) : scalar
    // The schema has accepted the value.
    if (isValid?.(value as never) === false)
      throw new UsageError(`${as} must be ${inWords(texted)}${isSecret ? '' : `, not ${shown(text)}`}.`)
    return value
  })
  if (repeats === 'list') return values
  // A flag with `repeats: 'object'` reads entries.
  const keyOf = (value: unknown) => (repeats === 'object' ? (value as readonly [string, unknown])[0] : '')
  values.forEach((value, index) => {
    const other = values.findIndex((each) => keyOf(each) === keyOf(value) && !isDeepStrictEqual(each, value))
    if (other >= 0)
      throw new UsageError(
        `${as} is passed ${isSecret ? 'with two values' : `as "${texts[index]}" and as "${texts[other]}"`}; pass only one of them.`,
      )
  })
  if (repeats === undefined) return values.at(-1)
  const entries = values as (readonly [string, unknown])[]
  for (const [key, value] of entries) {
    const [one = key] = entries.find(([, each]) => each === value) ?? []
    if (isDistinct && one !== key)
      throw new UsageError(`${as} has the same value for ${one} and ${key}; they must differ.`)
  }
  return Object.fromEntries(entries)
}

/** The texts of all passed flags, and the positional arguments. */
function parse(
  flags: Flags,
  args: readonly string[],
  most: number,
): { texts: Readonly<Record<string, readonly string[]>>; positionals: readonly string[] } {
  const options = Object.entries(flags).map(([name, { short, placeholder }]) => {
    const type: 'string' | 'boolean' = placeholder ? 'string' : 'boolean'
    return [name, { type, ...(short && { short }) }]
  })
  // In its strict mode, the function refuses negative numbers, and names errors in sentences for developers.
  const { tokens } = parseArgs({ args, options: Object.fromEntries(options), strict: false, tokens: true })
  const texts: Record<string, string[]> = {}
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (!flag) throw unknownFlag(rawName, Object.keys(flags))
    const fail = (what: string): never => {
      throw new UsageError(`--${name} ${what}.`)
    }
    if (!flag.placeholder && value !== undefined) fail('does not accept a value; see --help')
    if (flag.placeholder && value === undefined) fail('needs a value; see --help')
    if (value !== undefined && !inlineValue && /^-\D/.test(value))
      fail(`needs a value; write --${name}=<value> if the value starts with a hyphen`)
    texts[name] = [...(texts[name] ?? []), value ?? '']
  }
  const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  if (positionals.length > most)
    throw new UsageError(`Unexpected argument "${positionals[most]}"; see --help.`)
  return { texts, positionals }
}

/** @param passed the flag as it was passed, with its hyphens */
function unknownFlag(passed: string, names: readonly string[]): UsageError {
  const word = passed.replace(/^-+/, '')
  const [like] = word.length > 1 ? similar(word, names, 1) : []
  const meant = word === '' ? undefined : (names.find((name) => name.startsWith(word)) ?? like)
  return new UsageError(`Unknown flag ${passed}; ${meant ? `did you mean --${meant}?` : 'see --help.'}`)
}

const width = 80

/** The flags of every command. */
const common: readonly Row[] = [
  ['  -h, --help', 'show this help'],
  ['  -v, --version', 'show the version'],
]

type Row = readonly [flag: string, help: string]

/** The help of a command: its text, with its flags and, where it has some, its variables in their places. */
export const helpFor = (text: string, flags: Flags, variables = ''): string =>
  text
    .trimEnd()
    .replace('{flags}', () => describe(flags))
    .replace('{variables}\n', () => variables)

/** The flags of a command for its help: two columns in lines of 80 characters. */
function describe(flags: Readonly<Record<string, Flag>>): string {
  const rows = [...Object.entries(flags).map(([name, flag]) => rowOf(name, flag)), ...common]
  const column = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows
    .map(([left, help]) => left.padEnd(column) + wrap(help, width - column).join(`\n${' '.repeat(column)}`))
    .join('\n')
}

function rowOf(name: string, { short, placeholder, help, repeats, default: value }: Flag): Row {
  const notes = [
    ...(value === undefined ? [] : [`default: ${value}`]),
    ...(repeats ? ['can be repeated'] : []),
  ]
  const left = `  ${short ? `-${short}, ` : '    '}--${name}${placeholder ? ` ${placeholder}` : ''}`
  return [left, [help, ...notes.map((note) => `(${note.replaceAll(' ', unbroken)})`)].join(' ')]
}

/** A non-breaking space. */
const unbroken = '\u00A0'

const wrap = (text: string, most: number): string[] =>
  wrapped(text, most).map((line) => line.replaceAll(unbroken, ' '))
