import { isIP, isIPv4, isIPv6 } from 'node:net'
import { urlOf } from '../contract/checking/url.ts'
import { parsed } from '../contract/objects.ts'
import { longestRules } from '../store/rows.ts'
import { RuleTime } from './pattern.ts'

/** One rule of a rule string: `between:1,64` is the word `between` with two arguments. */
interface Rule {
  readonly word: string
  readonly args: readonly string[]
  readonly text: string
}

/** The requirement of a rule, in words that follow "must", and its check. */
interface Word {
  readonly must: (args: readonly string[], isNumber: boolean) => string
  readonly holds: (value: string, args: readonly string[], size: number) => boolean
}

/** The rule that a value breaks, and the requirement in words that follow "must". */
export interface BrokenRule {
  readonly rule: string
  readonly must: string
}

const isNumeric = (value: string): boolean =>
  /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)
const isInteger = (value: string): boolean => /^[+-]?\d+$/.test(value)
const isDigits = (value: string): boolean => /^\d+$/.test(value)
const orList = (args: readonly string[]): string => args.join(', ')
const number = (args: readonly string[], at: number): number => Number(args[at])

/** A scheme and a host. The time to parse a URL grows with the square of the length of its host, so that is limited. */
const withHost = /^[a-z][a-z\d+.-]*:\/\/[^\s/\\?#]{1,253}(?:[/\\?#]|$)/i

const isUrl = (value: string): boolean => withHost.test(value) && urlOf(value) !== undefined

/** A bound on a number, or on the length of a text. */
const bounded =
  (bound: (args: readonly string[]) => string): Word['must'] =>
  (args, isNumber) =>
    isNumber ? `be ${bound(args)}` : `have ${bound(args)} characters`

const integer: Word = { must: () => 'be an integer', holds: isInteger }
const boolean: Word = { must: () => 'be 0 or 1', holds: (value) => value === '0' || value === '1' }

/** The supported rules: those that eggs use, and other common ones. */
const words: Readonly<Record<string, Word>> = {
  numeric: { must: () => 'be a number', holds: isNumeric },
  integer,
  int: integer,
  boolean,
  bool: boolean,
  alpha: { must: () => 'consist of letters', holds: (value) => /^[\p{L}\p{M}]+$/u.test(value) },
  alpha_num: {
    must: () => 'consist of letters and digits',
    holds: (value) => /^[\p{L}\p{M}\p{N}]+$/u.test(value),
  },
  alpha_dash: {
    must: () => 'consist of letters, digits, hyphens and underscores',
    holds: (value) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(value),
  },
  in: { must: (args) => `be one of ${orList(args)}`, holds: (value, args) => args.includes(value) },
  not_in: { must: (args) => `be none of ${orList(args)}`, holds: (value, args) => !args.includes(value) },
  min: { must: bounded(([least]) => `at least ${least}`), holds: (_, args, size) => size >= number(args, 0) },
  max: { must: bounded(([most]) => `at most ${most}`), holds: (_, args, size) => size <= number(args, 0) },
  size: { must: bounded(([exact]) => `${exact}`), holds: (_, args, size) => size === number(args, 0) },
  between: {
    must: bounded(([least, most]) => `between ${least} and ${most}`),
    holds: (_, args, size) => size >= number(args, 0) && size <= number(args, 1),
  },
  gt: { must: bounded(([bound]) => `more than ${bound}`), holds: (_, args, size) => size > number(args, 0) },
  gte: { must: bounded(([bound]) => `at least ${bound}`), holds: (_, args, size) => size >= number(args, 0) },
  lt: { must: bounded(([bound]) => `less than ${bound}`), holds: (_, args, size) => size < number(args, 0) },
  lte: { must: bounded(([bound]) => `at most ${bound}`), holds: (_, args, size) => size <= number(args, 0) },
  digits: {
    must: ([count]) => `have ${count} digits`,
    holds: (value, args) => isDigits(value) && value.length === number(args, 0),
  },
  digits_between: {
    must: ([least, most]) => `have ${least} to ${most} digits`,
    holds: (value, args) =>
      isDigits(value) && value.length >= number(args, 0) && value.length <= number(args, 1),
  },
  url: { must: () => 'be a URL', holds: isUrl },
  email: { must: () => 'be an e-mail address', holds: (value) => /^[^\s@]+@[^\s@]+$/.test(value) },
  ip: { must: () => 'be an IP address', holds: (value) => isIP(value) !== 0 },
  ipv4: { must: () => 'be an IPv4 address', holds: isIPv4 },
  ipv6: { must: () => 'be an IPv6 address', holds: isIPv6 },
  json: { must: () => 'be JSON', holds: (value) => parsed(value) !== undefined },
  starts_with: {
    must: (args) => `start with one of ${orList(args)}`,
    holds: (value, args) => args.some((start) => value.startsWith(start)),
  },
  ends_with: {
    must: (args) => `end with one of ${orList(args)}`,
    holds: (value, args) => args.some((end) => value.endsWith(end)),
  },
}

/** How many numbers a rule needs as its arguments. */
const numbersIn: Readonly<Record<string, number>> = {
  ...{ min: 1, max: 1, size: 1, between: 2, gt: 1, gte: 1, lt: 1, lte: 1, digits: 1, digits_between: 2 },
}

/** Rules that make the size of a value its numeric value instead of its length. */
const numericWords = new Set(['numeric', 'integer', 'int'])

/** Maximum characters and number of the rules of a variable, and maximum characters of a value. */
export const ruleLimits = { characters: longestRules, rules: 100, value: 64_000 }

/** The limit that a rule string breaks, in words that follow "must"; undefined if it breaks none. */
export function brokenLimit(rules: string): string | undefined {
  const { characters, rules: most } = ruleLimits
  if (rules.length > characters) return `have at most ${characters} characters`
  return parse(rules).length > most ? `have at most ${most} rules` : undefined
}

/** Whether a variable must have a value. Section 2.7 `required`. */
export const isRequired = (rules: string): boolean => parse(rules).some((rule) => rule.word === 'required')

/**
 * Checks a value against a rule string such as `required|string|max:20`. An empty
 * value breaks only `required`; unknown rules, and those without the numbers that they need, are ignored.
 * @param time the time that is left for the rules of the request
 */
export function brokenRule(
  rules: string,
  value: string,
  time: RuleTime = new RuleTime(),
): BrokenRule | undefined {
  if (value.length > ruleLimits.value) return tooLong
  const parsed = parse(rules)
  if (!time.read(rules.length + value.length * (parsed.length + 1))) return tooSlow
  if (value.trim() === '') {
    return parsed.some((rule) => rule.word === 'required')
      ? { rule: 'required', must: 'have a value' }
      : undefined
  }
  const numeric = parsed.some((rule) => numericWords.has(rule.word))
  const size = numeric && isNumeric(value) ? Number(value) : [...value].length
  for (const rule of distinct(parsed)) {
    const broken =
      rule.word === 'regex' || rule.word === 'not_regex'
        ? brokenPattern(rule, value, time)
        : brokenWord(rule, value, size, numeric)
    if (broken) return broken
  }
  return undefined
}

const tooLong: BrokenRule = { rule: 'max', must: `have at most ${ruleLimits.value} characters` }

const tooSlow: BrokenRule = {
  rule: 'max',
  must: 'be checked in another request: the rules of the values in this one take too long',
}

function brokenWord(
  { word, args }: Rule,
  value: string,
  size: number,
  isNumber: boolean,
): BrokenRule | undefined {
  const known = Object.hasOwn(words, word) ? words[word] : undefined
  if (known === undefined) return undefined
  const numbers = numbersIn[word] ?? 0
  const isReadable = args.slice(0, numbers).filter(isNumeric).length === numbers
  return isReadable && !known.holds(value, args, size)
    ? { rule: word, must: known.must(args, isNumber) }
    : undefined
}

function brokenPattern({ word, text }: Rule, value: string, time: RuleTime): BrokenRule | undefined {
  const matches = time.match(text, value)
  if (matches === 'unreadable') return undefined
  if (matches === 'slow') return { rule: word, must: `be checked against ${text}, which takes too long` }
  const wanted = word === 'regex'
  return matches === wanted ? undefined : { rule: word, must: wanted ? `match ${text}` : `not match ${text}` }
}

/** The rules without repeated ones, as some take long; arguments make a difference only where the rule reads them. */
function distinct(rules: readonly Rule[]): Iterable<Rule> {
  const readsValueOnly = ({ word }: Rule) => Object.hasOwn(words, word) && words[word]?.holds.length === 1
  const keyOf = (rule: Rule) => (readsValueOnly(rule) ? rule.word : `${rule.word}:${rule.text}`)
  return new Map(rules.map((rule) => [keyOf(rule), rule])).values()
}

/** Splits a rule string at `|`, except within a delimited pattern. */
function parse(rules: string): Rule[] {
  const found = rules.match(/(?:not_)?regex:([/#~%!@])(?:\\.|(?!\1)[^\\])*\1[a-zA-Z]*(?=\||$)|[^|]+/gs) ?? []
  return found.map((rule) => {
    const colon = rule.indexOf(':')
    const text = colon < 0 ? '' : rule.slice(colon + 1)
    return {
      word: (colon < 0 ? rule : rule.slice(0, colon)).trim(),
      args: text === '' ? [] : argumentsIn(text),
      text,
    }
  })
}

/** The arguments of a rule, as in CSV: one in quotation marks can have commas. */
const argumentsIn = (text: string): string[] =>
  [...text.matchAll(/(?:^|,)(?:\s*"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim(),
  )
