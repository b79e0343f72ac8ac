import { isIPv6 } from 'node:net'
import { similar } from '../contract/checking/similar.ts'
import { type AnyOperationId, allOperations } from '../contract/companions.ts'
import { isObject } from '../contract/objects.ts'
import { isDay } from '../contract/schemas/day.ts'
import { longestDelay } from '../faults/effect.ts'

/** The error of a value; `must` completes a sentence such as "--port must ...". */
export interface Wrong {
  readonly must: string
  /** The value that was probably meant. */
  readonly like?: string | undefined
}

/** A type of option, for the checks of the library. */
export interface ValueType {
  readonly must: string
  readonly isValid: (value: unknown) => boolean
}

/** A type of option, for the texts of the command line. */
export interface TextType<T> {
  /** The value of a text, or the requirement that the text breaks. */
  readonly parse: (text: string) => T | Wrong
}

export const isWrong = (value: unknown): value is Wrong =>
  typeof value === 'object' && value !== null && 'must' in value

interface Description<T> {
  readonly must: string
  readonly isValid: (value: unknown) => value is T
  /** The value of a text, valid or not; by default the text itself. */
  readonly fromText?: (text: string) => unknown
  /** The valid values, if they are few words. */
  readonly words?: readonly string[]
  /** The value that a wrong text probably means; by default the most similar word. */
  readonly meant?: (text: string) => string | undefined
  /** The requirement for a text, where it differs from the requirement for a value. */
  readonly textMust?: string
}

/** A type that checks values and texts by the same rule. */
const typeOf = <T>({
  must,
  isValid,
  fromText = (text) => text,
  textMust = must,
  words = [],
  meant = (text) => similar(text, words, 1)[0],
}: Description<T>): ValueType & TextType<T> => ({
  must,
  isValid,
  parse(text) {
    const value = fromText(text)
    return isValid(value) ? value : { must: textMust, like: meant(text) }
  },
})

export const integer = (least: number, most: number) =>
  typeOf({
    must: `be an integer from ${least} to ${most}`,
    isValid: (value): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
    fromText: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
  })

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

export const string = typeOf({
  must: 'be a string that is not empty',
  textMust: 'not be empty',
  isValid: isFilled,
})

/** An address to listen on: a name that can be resolved, or an IP address. */
export const address = typeOf({
  must: 'be a host name or an IP address without a port, such as localhost or 0.0.0.0',
  isValid: (value): value is string => isFilled(value) && !/[\s/]/.test(value),
})

/** The library accepts any seed but an empty one; on a command line, a seed of spaces is a mistake. */
export const seed = {
  ...string,
  isValid: (value: unknown): value is string => typeof value === 'string' && value !== '',
}

export const oneOf = <T extends string>(words: readonly T[]) =>
  typeOf({
    must: `be one of ${words.join(', ')}`,
    words,
    isValid: (value): value is T => words.some((word) => word === value),
  })

/** The id of an operation, of the document or beyond it. */
export const operationId = typeOf({
  must: 'be the id of an operation (`nestbox list operations` lists them)',
  // Each key is the id of its operation.
  words: Object.keys(allOperations) as AnyOperationId[],
  isValid: (value): value is AnyOperationId =>
    typeof value === 'string' && Object.hasOwn(allOperations, value),
})

const truths: readonly (readonly [value: boolean, texts: RegExp])[] = [
  // A flag without a value is an empty text.
  [true, /^(?:1|true|yes|on|)$/i],
  [false, /^(?:0|false|no|off)$/i],
]

export const boolean = typeOf({
  must: 'be true or false',
  textMust: 'be 1 or 0',
  isValid: (value): value is boolean => typeof value === 'boolean',
  fromText: (text) => truths.find(([, texts]) => texts.test(text))?.[0],
})

const isBaseUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(value) && URL.canParse(value)

/** A URL that paths can be appended to; the command line drops slashes at its end. */
export const baseUrl = typeOf({
  must: 'be a URL with http or https, without a user name and without a query, such as https://panel.example.com',
  isValid: isBaseUrl,
  fromText: (text) => text.replace(/\/+$/, ''),
  meant(text) {
    const isOfThisMachine = /^(?:localhost|127\.|\[|\d)|:\d+/.test(text)
    const url = `${isOfThisMachine ? 'http' : 'https'}://${text}`
    return /^[a-z+]*:?\/\//i.test(text) || !isBaseUrl(url) ? undefined : url
  },
})

/** The value of the header `Origin`, as browsers send it. */
export const origin = typeOf({
  must: 'be an origin in lower case, such as http://localhost:5173',
  isValid: (value): value is string =>
    typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\/[^\sA-Z/?#]+$/.test(value) && URL.canParse(value),
  fromText: (text) => text.toLowerCase(),
})

const bare = (address: string): string => /^\[(.*)\]$/.exec(address)?.[1] ?? address

/** The value of a `Host` header, without the port. */
export const hostName = typeOf({
  must: 'be a host name or an address without scheme and port, such as nestbox or 192.0.2.2',
  isValid: (value): value is string =>
    typeof value === 'string' &&
    (/^\w[\w.-]*$/.test(value) || (/^[\da-f:.]+$/i.test(bare(value)) && isIPv6(bare(value)))),
  fromText: (text) => text.toLowerCase(),
})

/** A token that is valid in a header without escapes. */
export const token = typeOf({
  must: 'be 1 to 256 visible ASCII characters without spaces',
  isValid: (value): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,256}$/.test(value),
})

/** A range of milliseconds to wait: from, to. */
export const delay = typeOf({
  must: `be two numbers of milliseconds, [from, to], up to ${longestDelay}`,
  textMust: `be milliseconds up to ${longestDelay}, such as 800 or 200..800`,
  isValid: (value): value is readonly [number, number] =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((each) => typeof each === 'number' && each >= 0 && each <= longestDelay) &&
    value[0] <= value[1],
  fromText(text) {
    const [, from, to = from] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? []
    return [Number(from), Number(to)]
  },
})

/** A moment in ISO 8601, as milliseconds since 1970; in UTC without an offset, in any time zone of the computer. */
export const moment = typeOf({
  must: 'be a moment in ISO 8601, such as 2026-06-01T12:00:00Z',
  isValid: (value): value is number => typeof value === 'number' && !Number.isNaN(value),
  fromText(text) {
    const [, day] =
      /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? []
    return isDay(day) ? Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text) : Number.NaN
  },
})

/** A UTC day from 1970 on, such as `2026-06-01`. */
export const day = typeOf({
  must: 'be a day from 1970 on, such as 2026-06-01',
  isValid: isDay,
  fromText: (text) => text,
})

/** An object with values of one type under some of the names; on the command line an entry is `<name>=<value>`. */
export const record = <K extends string, T>(names: readonly K[], type: ValueType & TextType<T>) => ({
  must: `be an object whose keys are some of ${names.join(', ')}; each value must ${type.must}`,
  isValid: (value: unknown): boolean =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, each]) => names.some((known) => known === name) && type.isValid(each),
    ),
  parse(text: string): readonly [K, T] | Wrong {
    const [, name, rest = ''] = /^(\w+)=(.*)$/s.exec(text) ?? []
    const known = names.find((each) => each === name)
    const value = type.parse(rest)
    return known !== undefined && !isWrong(value)
      ? [known, value]
      : {
          must: `be <name>=<value>, where the name is one of ${names.join(', ')} and the value must ${type.must}`,
        }
  },
})

/** An object with the given methods, or a function if no methods are given. */
export const callable = (must: string, methods: readonly string[] = []): ValueType => ({
  must,
  isValid: (value) =>
    methods.length === 0
      ? typeof value === 'function'
      : isObject(value) && methods.every((name) => typeof Reflect.get(value, name) === 'function'),
})

/** Rows to be added to a generated world; the rows are checked when they are made. */
export const recipe: ValueType = {
  must: 'be a function that makes rows, or an object such as { servers: 3 }',
  isValid: (value) => typeof value === 'function' || isObject(value),
}
