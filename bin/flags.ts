import { isDeepStrictEqual, parseArgs } from 'node:util'
import { near } from './check/near.ts'
import { UsageError } from './usage-error.ts'

/** Turns the text of a flag into its value, or says what it must be. */
export type Read<T> = (text: string) => T | { readonly must: string }

/** A flag of a command; it can also be given as `NESTBOX_<NAME>`, a list by commas. An empty one counts for nothing. */
interface Flag<T = unknown> {
  readonly short?: string
  /** What stands for the value in the help; none for a switch. */
  readonly value?: string
  readonly help: string
  /** May be given more than once; by key, with one value for each: what is read is a key and its value. */
  readonly list?: true | 'by key'
  readonly read: Read<T>
}

type Flags = Readonly<Record<string, Flag>>

type Value<F extends Flag> = F extends { list: true | 'by key' } ? Read1<F>[] : Read1<F>
type Read1<F extends Flag> = Exclude<ReturnType<F['read']>, { readonly must: string }>

/** The values of flags that were given, by name. */
export type Values<F extends Flags> = { readonly [N in keyof F]?: Value<F[N]> }

/** A switch: there or not there. */
export const toggle = (text: string): true | false | { must: string } =>
  /^(?:1|true|yes|on|)$/i.test(text)
    ? true
    : /^(?:0|false|no|off)$/i.test(text)
      ? false
      : { must: 'be 1 or 0' }

/**
 * Reads flags from arguments, else from the environment.
 * @throws UsageError for a flag that is unknown, lacks its value, has a wrong one or two that contradict each other
 */
export const readFlags = <F extends Flags>(
  flags: F,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Values<F> => readArguments(flags, args, { env }).given

/**
 * Reads flags, and the words among them, such as the URL of `nestbox check <base-url>`.
 * @throws UsageError also for more words than a command takes
 */
export function readArguments<F extends Flags>(
  flags: F,
  args: readonly string[],
  { env = {}, most = 0 }: { env?: NodeJS.ProcessEnv; most?: number },
): { readonly given: Values<F>; readonly words: readonly string[] } {
  const { texts: given, words } = parse(flags, args, most)
  const values = Object.entries(flags).flatMap(([name, flag]) => {
    const variable = variableOf(name)
    const texts = given[name]
    if (texts) return [[name, read(flag, `--${name}`, texts)]]
    const fromEnv = env[variable]
    if (fromEnv === undefined || fromEnv === '') return []
    return [
      [name, read(flag, variable, flag.list ? fromEnv.split(',').map((item) => item.trim()) : [fromEnv])],
    ]
  })
  // Each value was read by the flag of its name.
  return { given: Object.fromEntries(values) as Values<F>, words }
}

/** The variable that says the same as a flag. */
export const variableOf = (flag: string): string => `NESTBOX_${flag.toUpperCase().replaceAll('-', '_')}`

function read(flag: Flag, name: string, texts: readonly string[]): unknown {
  const values = texts.map((text) => {
    const value = flag.read(text)
    if (isWrong(value)) throw new UsageError(`${name} must ${value.must}${text && `, not "${text}"`}.`)
    return value
  })
  values.forEach((value, index) => {
    const other = values.findIndex((each) => excludes(flag, value, each))
    if (other >= 0)
      throw new UsageError(
        `${name} is given as "${texts[index]}" and as "${texts[other]}"; give one of them.`,
      )
  })
  return flag.list ? values : values.at(-1)
}

/** Whether only one of two values can hold. */
function excludes({ list }: Flag, one: unknown, other: unknown): boolean {
  if (list === true) return false
  const isOfOneKey = list === undefined || keyOf(one) === keyOf(other)
  return isOfOneKey && !isDeepStrictEqual(one, other)
}

const keyOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

const isWrong = (value: unknown): value is { must: string } =>
  typeof value === 'object' && value !== null && 'must' in value

/** The texts of every flag that was given, and the words between them. */
function parse(
  flags: Flags,
  args: readonly string[],
  most: number,
): { texts: Record<string, string[]>; words: string[] } {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { short, value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const), multiple: true, ...(short && { short }) },
    ]),
  )
  try {
    const allowPositionals = most > 0
    const { values, positionals } = parseArgs({
      args: withNegatives(flags, args),
      options,
      strict: true,
      allowPositionals,
    })
    if (positionals.length > most)
      throw new UsageError(`"${positionals[most]}" is one word too many; see --help.`)
    const texts = Object.entries(values).map(([name, given]) => [
      name,
      [given ?? []].flat().map((text) => (typeof text === 'boolean' ? '' : text)),
    ])
    return { texts: Object.fromEntries(texts), words: positionals }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(sentence(error, Object.keys(flags)))
  }
}

/** The argument parser takes a negative number for a flag unless it is tied to the one before it. */
function withNegatives(flags: Flags, args: readonly string[]): string[] {
  const longs = Object.entries(flags).flatMap(([name, { value }]) => (value ? [`--${name}`] : []))
  const shorts = Object.values(flags).flatMap(({ short, value }) => (short && value ? [`-${short}`] : []))
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const tied: string[] = []
  for (const arg of args.slice(0, end)) {
    const before = tied.at(-1) ?? ''
    const isLong = longs.includes(before)
    if (/^-\d/.test(arg) && (isLong || shorts.includes(before)))
      tied[tied.length - 1] = `${before}${isLong ? '=' : ''}${arg}`
    else tied.push(arg)
  }
  return [...tied, ...args.slice(end)]
}

/** What the argument parser complains of, in one sentence of ours. */
function sentence(error: unknown, names: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const like = meant(quoted.replace(/^-+/, ''), names)
    return `There is no flag ${quoted}${like ? `; did you mean --${like}?` : '; see --help.'}`
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `"${quoted}" is no flag; see --help.`
  const flag = /--[\w-]+/.exec(message)?.[0]
  if (message.includes('does not take')) return `${flag} takes no value; see --help.`
  return message.includes('ambiguous')
    ? `${flag} needs a value; write ${flag}=<value> if it starts with a hyphen.`
    : `${flag} needs a value; see --help.`
}

/** The flag that a word was meant to be, if it is like one. */
function meant(word: string, names: readonly string[]): string | undefined {
  if (word === '') return undefined
  const [like] = word.length > 1 ? near(word, names, 1) : []
  return names.find((name) => name.startsWith(word)) ?? like
}

/** One line for each flag. */
export function describe(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { short, value, help, list }]) => [
    `  ${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`,
    list ? `${help} (can be repeated)` : help,
  ])
  const width = Math.max(...rows.map(([left]) => left?.length ?? 0)) + 2
  return rows.map(([left = '', right]) => left.padEnd(width) + right).join('\n')
}
