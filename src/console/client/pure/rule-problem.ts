import {
  breaks,
  codes,
  longestChain,
  longestDelay,
  longestRetryAfter,
  moments,
  pathPattern,
} from '../../../faults/limits.ts'

/** The error in a fault rule, and its field. */
export interface RuleProblem {
  readonly field: string | undefined
  readonly text: string
}

type Checks = Readonly<Record<string, readonly [holds: (value: unknown) => boolean, text: string]>>

const integer =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

const isWait = integer(0, longestDelay)

const isOneOf = (words: readonly string[]) => (value: unknown) => words.some((word) => word === value)

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)

const path = new RegExp(pathPattern)

const isDelay = (value: unknown): boolean =>
  isWait(value) || (Array.isArray(value) && value.length === 2 && value.every(isWait) && value[0] <= value[1])

const effectChecks: Checks = {
  code: [
    integer(codes.minimum, codes.maximum),
    `The status must be a whole number from ${codes.minimum} to ${codes.maximum}.`,
  ],
  retryAfter: [
    integer(0, longestRetryAfter),
    `Retry-After must be whole seconds, from 0 to ${longestRetryAfter}.`,
  ],
  delay: [
    isDelay,
    `The delay must be milliseconds up to ${longestDelay}, such as 800, or a range such as 200-800.`,
  ],
  fault: [isOneOf(breaks), `The fault must be ${listed(breaks)}.`],
  when: [isOneOf(moments), `The moment, "when", must be ${listed(moments)}.`],
}

const callChecks: Checks = {
  path: [
    (value) => typeof value === 'string' && path.test(value),
    'The path must start with /api and have no query, such as /api/client/*.',
  ],
  probability: [
    (value) => typeof value === 'number' && value >= 0 && value <= 1,
    'The probability must be a number from 0 to 1, such as 0.2 for one call in five.',
  ],
  from: [integer(1), '"From call" must be a whole number, 1 or more.'],
  times: [integer(1), '"Times" must be a whole number, 1 or more.'],
}

const nothing = 'Set an error status, a delay, or a connection fault.'

/** The error in a rule, as far as the console can find it; undefined for a valid rule. */
export function ruleProblem(rule: unknown): RuleProblem | undefined {
  if (!isObject(rule)) return { field: undefined, text: 'A rule is a JSON object, such as {"code": 503}.' }
  const problem = broken(rule, effectChecks) ?? broken(rule, callChecks)
  if (problem) return problem
  const { chain } = rule
  if (chain === undefined) return doesNothing(rule) ? { field: 'delay', text: nothing } : undefined
  if (Array.isArray(chain) && chain.length > 0 && chain.length <= longestChain && chain.every(isEntry))
    return undefined
  return {
    field: 'chain',
    text: 'The chain must be a list; each entry is "pass", or an object with a valid code, delay or fault.',
  }
}

function broken(rule: Readonly<Record<string, unknown>>, checks: Checks): RuleProblem | undefined {
  for (const [field, [holds, text]] of Object.entries(checks)) {
    if (rule[field] !== undefined && !holds(rule[field])) return { field, text }
  }
  return undefined
}

const isEntry = (entry: unknown): boolean =>
  entry === 'pass' || (isObject(entry) && !broken(entry, effectChecks) && !doesNothing(entry))

const doesNothing = ({ code, delay, fault }: Readonly<Record<string, unknown>>): boolean =>
  code === undefined && delay === undefined && fault === undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
