import { isIPv6 } from 'node:net'
import type { NumberOptions, Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { urlOf, withoutEndSlashes } from '../contract/checking/url.ts'
import { isObject, mapValues, recordOf } from '../contract/objects.ts'
import { partial, oneOf as wordOf } from '../contract/schemas/data.ts'
import { day as dayKeywords } from '../contract/schemas/primitives.ts'
import { longestDelay } from '../faults/effect.ts'
import type { Profile } from '../gaps/gap-settings.ts'
import { seedLength } from '../util/names.ts'

/** The values of an option or a flag. */
export interface ValueType<S extends TSchema = TSchema> {
  readonly schema: S
  /** A rule that a schema cannot express. */
  readonly isValid?: (value: never) => boolean
}

/** How a text of the command line is read, where it is not the value itself, a number or a boolean. */
export interface TextType<T = unknown> {
  /** The texts, where they are not the values. */
  readonly text?: TSchema
  readonly read?: (text: string) => T
  /** The value that a wrong text probably means. */
  readonly meant?: (text: string) => string | undefined
}

export const integer = (minimum: number, maximum: number) => ({ schema: Type.Integer({ minimum, maximum }) })

export const number = (keywords: NumberOptions) => ({ schema: Type.Number(keywords) })

export const oneOf = <W extends string>(words: readonly W[], keywords = {}) => ({
  schema: wordOf(words, keywords),
})

/** A string of a form that a pattern describes. */
export const pattern = (pattern: string, says: string) => ({ schema: Type.String({ pattern, says }) })

/** The same for a string of which messages show no wrong value. */
export const secret = (pattern: string, says: string) => ({
  schema: Type.String({ pattern, says, isSecret: true }),
})

export const string = pattern('\\S', 'a string that is not empty')

/** Any string but the empty one; on a command line, a seed of spaces is a mistake. */
export const seed = {
  schema: Type.String({ minLength: 1, ...seedLength }),
  text: Type.String({
    pattern: '\\S',
    ...seedLength,
    says: `a string that is not empty, of at most ${seedLength.maxLength} characters`,
  }),
}

/** An address to listen on: a name that can be resolved, or an IP address. */
export const address = {
  ...pattern('^[^\\s/[\\]]+$', 'a host name or an IP address without a port, such as localhost or 0.0.0.0'),
  isValid: (value: string): boolean => !value.includes(':') || isIPv6(value),
}

export const boolean = { schema: Type.Boolean() }

const isUrl = (value: string): boolean => urlOf(value) !== undefined

/** A URL that paths can be appended to; on the command line, slashes at its end are dropped. */
export const baseUrl = {
  schema: Type.String({
    pattern: '^(?!.{2001})[hH][tT][tT][pP][sS]?://[^\\s/?#@]+(?:/[^\\s?#]*)?$',
    says: 'a URL with http or https, without a user name and without a query, of at most 2000 characters, such as https://panel.example.com',
  }),
  isValid: isUrl,
  read: withoutEndSlashes,
  meant(text: string): string | undefined {
    const isOfThisMachine = /^(?:localhost|127\.|\[|\d)|:\d+/.test(text)
    const url = `${isOfThisMachine ? 'http' : 'https'}://${text}`
    return /^[a-z+]*:?\/\//i.test(text) || !isBaseUrl(url) ? undefined : url
  },
}

/** Whether a text is a URL that paths can be appended to. */
export const isBaseUrl = (text: string): boolean =>
  new RegExp(baseUrl.schema.pattern ?? '').test(text) && isUrl(text)

/** The value of the header `Origin`. */
export const origin = {
  schema: Type.String({
    pattern: '^[a-zA-Z][a-zA-Z\\d+.-]*://[^\\s/?#]+$',
    says: 'an origin, such as http://localhost:5173',
  }),
  isValid: isUrl,
}

/** The value of a `Host` header, without the port. */
export const hostName = {
  schema: Type.String({
    says: 'a host name or an address without scheme and port, such as nestbox or 192.0.2.2',
  }),
  isValid: (value: string): boolean =>
    /^\w[\w.-]*$/.test(value) || (!value.includes('%') && isIPv6(value.replace(/^\[(.*)\]$/, '$1'))),
}

/** A token that is valid in a header without escapes. */
export const token = secret('^[\\x21-\\x7e]{1,256}$', '1 to 256 visible ASCII characters without spaces')

/** A range of milliseconds to wait: from, to. */
export const delay = {
  schema: Type.Unsafe<readonly [number, number]>(
    Type.Array(Type.Number({ minimum: 0, maximum: longestDelay }), {
      minItems: 2,
      maxItems: 2,
      says: `two numbers of milliseconds, [from, to], up to ${longestDelay}`,
    }),
  ),
  text: Type.String({
    pattern: '^\\d+(?:\\.\\.\\d+)?$',
    says: `milliseconds up to ${longestDelay}, such as 800 or 200..800`,
  }),
  read(text: string): readonly [number, number] {
    const [from = '', to = from] = text.split('..')
    return [Number(from), Number(to)]
  },
  isValid: ([from, to]: readonly [number, number]): boolean => from <= to && to <= longestDelay,
}

/** A UTC day from 1970 on, such as `2026-06-01`. */
export const day = { schema: Type.String(dayKeywords) }

/** A time in ISO 8601, as milliseconds since 1970; in UTC without an offset, in any time zone of the computer. */
export const moment = {
  schema: Type.String({
    pattern: dayKeywords.pattern.replace(
      /\$$/,
      '(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?$',
    ),
    says: 'a time in ISO 8601, such as 2026-06-01T12:00:00Z, from 1970 to 9999 in UTC',
  }),
  read: (text: string): number => Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text),
  isValid: (time: number): boolean => time >= 0 && time < Date.UTC(10_000, 0),
}

/** Tokens under some of the names; on the command line an entry is `<name>=<value>`. */
export const tokensOf = <K extends string>(names: readonly K[]) => ({
  schema: Type.Unsafe<{ readonly [N in K]?: string }>({
    ...partial(recordOf(names, () => token.schema)),
    isSecret: true,
  }),
  text: secret(
    `^(?:${names.join('|')})=${token.schema.pattern?.slice(1)}`,
    `<name>=<value>, where the name is one of ${names.join(', ')} and the value must be ${token.schema['says']}`,
  ).schema,
  // The schema of the text knows only these names.
  read: (text: string) => entryOf(text) as readonly [K, string],
})

/** The two sides of the first equals sign. */
export function entryOf(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** A profile of gap choices, or choices by gap. */
export const gaps = {
  schema: Type.Unsafe<object>({
    type: ['string', 'object'],
    says: 'the name of a profile, or an object of choices by gap',
  }),
  text: Type.Union([Type.Literal('literal'), Type.Literal('panel'), Type.String({ pattern: '^grease:.' })], {
    says: 'literal, panel or grease:<seed>',
  }),
  // The schema of the text knows only these names.
  read: (text: string) => text as Profile,
}

/** The choice at one gap. */
export const gapChoice = {
  ...pattern('^[^=]+=.', '<gap>=<choice>, such as page.over-maximum=refuse'),
  read: entryOf,
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

export const callable = { schema: Type.Unsafe<object>({ says: 'a function' }), isValid: isFunction }

/** An object with the given methods. */
export const withMethods = (says: string, ...methods: readonly string[]) => ({
  schema: Type.Unsafe<object>({ says }),
  isValid: (value: unknown): boolean =>
    isObject(value) && methods.every((name) => isFunction(Reflect.get(value, name))),
})

/** Rows to be added to a generated world; the rows are checked when they are made. */
export const recipe = {
  schema: Type.Unsafe<object>({ says: 'a function that makes rows, or an object such as { servers: 3 }' }),
  isValid: (value: unknown): boolean => isFunction(value) || isObject(value),
}

/** The values of a type. */
export type ValueOf<T extends ValueType> = Static<T['schema']>

/** The schema of the text of each flag, by name; numbers and booleans are read from their text. */
export const textsSchema = (flags: Readonly<Record<string, ValueType & TextType>>) =>
  Type.Partial(Type.Object(mapValues(flags, ({ schema, text = schema }) => text)))

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
