import { wrongField } from '../contract/checking/errors-in.ts'
import { type FieldError, invalid } from '../http/errors.ts'
import { breaks, longestDelay } from './effect.ts'
import { wrongRule } from './rule.ts'
import type { Effect } from './schemas.ts'

const names = ['code', 'delay', 'fault'] as const

type Name = (typeof names)[number]

/** The preferences of a request. */
export interface Preferences {
  /** Undefined for a request without such preferences. */
  readonly effect: Effect | undefined
  /** Value of the header `Preference-Applied`. */
  readonly applied: string
  /** The query without the parameters that start with `__`. */
  readonly query: string
}

interface Word {
  /** The accepted values in words, to follow "must be". */
  readonly right: string
  /** The effect of the values; undefined for invalid ones. */
  readonly read: (values: readonly string[]) => Effect | undefined
}

/** A value of `fault`; without another value, it means a reset after the commit. */
const afterCommit = 'after-commit'

const words: Readonly<Record<Name, Word>> = {
  code: {
    right: 'an integer from 400 to 599',
    read: ([text = '', ...more]) => ifValid({ code: /^\d{3}$/.test(text) ? Number(text) : 0 }, more),
  },
  delay: {
    right: `milliseconds from 0 to ${longestDelay}, such as 800 or 200..800`,
    read: ([text = '', ...more]) => {
      const [, least, most] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? []
      return ifValid({ delay: most === undefined ? Number(least) : [Number(least), Number(most)] }, more)
    },
  },
  fault: {
    right: `one of ${breaks.join(', ')}, or ${afterCommit}, alone or next to one of them`,
    read: (values) => {
      const kinds = breaks.filter((kind) => values.includes(kind))
      const known = values.every((value) => value === afterCommit || kinds.some((kind) => kind === value))
      const [fault] = kinds
      if (!known || kinds.length > 1) return undefined
      return { ...(fault && { fault }), ...(values.includes(afterCommit) && { when: afterCommit }) }
    },
  },
}

/** @param more further values of the same preference, of which there must be none */
const ifValid = (effect: Effect, more: readonly string[]): Effect | undefined =>
  more.length === 0 && wrongRule(effect) === undefined ? effect : undefined

/**
 * Reads the header `Prefer` (RFC 7240) and its twins in the query, such as `__code`, which take precedence.
 * @throws ApiError for invalid values and unknown twins
 */
export function readPreferences(header: string, querystring: string): Preferences {
  const { twins, query } = takeTwins(querystring)
  const preferred = preferencesIn(header)
  const asked = names.flatMap((name) => {
    const inQuery = twins.get(`__${name}`)
    if (inQuery) return [{ name, field: `__${name}`, values: inQuery }]
    const inHeader = preferred.get(name)
    return inHeader ? [{ name, field: `Prefer: ${name}`, values: inHeader }] : []
  })
  const errors = unknownTwins(twins)
  const effects = asked.map(({ name, field, values }): Effect => {
    const effect = words[name].read(values)
    if (effect === undefined) errors.push(bad(field, words[name].right, values))
    return effect ?? {}
  })
  if (errors.length > 0) throw invalid(...errors)
  if (asked.length === 0) return { effect: undefined, applied: '', query }
  const effect = whole(Object.assign({}, ...effects))
  const contradiction = wrongRule(effect)
  if (contradiction) throw invalid(contradiction)
  const applied = asked.flatMap(({ name, values }) => values.map((value) => `${name}=${value}`)).join(', ')
  return { effect, applied, query }
}

/** The moment of a fault without a fault means a reset. */
const whole = (effect: Effect): Effect =>
  effect.when !== undefined && effect.code === undefined ? { fault: 'reset', ...effect } : effect

const bad = (field: string, right: string, values: readonly string[]): FieldError => {
  const sent = values.map((value) => `"${value.slice(0, 80)}"`).join(', ')
  return wrongField(field.replace(/:.*/, ''), 'in', `The \`${field}\` must be ${right}, not ${sent}.`)
}

function unknownTwins(twins: ReadonlyMap<string, readonly string[]>): FieldError[] {
  const known = names.map((name) => `__${name}`)
  const right = `the parameters that start with \`__\` are ${known.map((twin) => `\`${twin}\``).join(', ')}`
  const unknown = [...twins.keys()].filter((twin) => !known.includes(twin)).map((twin) => twin.slice(0, 80))
  return unknown.map((twin) => wrongField(twin, 'in', `There is no \`${twin}\`; ${right}.`))
}

/** Splits the parameters that start with `__` from a query, and leaves the rest as it was written. */
function takeTwins(querystring: string): { twins: Map<string, string[]>; query: string } {
  const twins = new Map<string, string[]>()
  const rest = querystring.split('&').filter((pair) => {
    const [[name, value] = ['', '']] = new URLSearchParams(pair)
    if (!name.startsWith('__')) return true
    twins.set(name, [...(twins.get(name) ?? []), value])
    return false
  })
  return { twins, query: rest.join('&') }
}

/** Characters of the header that are read. Unclosed quotation marks would take quadratic time in a longer one. */
const longest = 2_000

/** Sections 2 and 2.1 of RFC 7240. The first of repeated preferences counts, except for `fault`, which may have two. */
function preferencesIn(header: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [preference] of header.slice(0, longest).matchAll(/(?:"(?:\\.|[^"\\])*"|[^,])+/g)) {
    const [withoutParameters = ''] = /^(?:"(?:\\.|[^"\\])*"|[^;])*/.exec(preference) ?? []
    const [name = '', ...value] = withoutParameters.split('=')
    const key = name.trim().toLowerCase()
    const known = found.get(key) ?? []
    if (known.length === 0 || key === 'fault') found.set(key, [...known, unquoted(value.join('=').trim())])
  }
  return found
}

const unquoted = (word: string): string =>
  /^".*"$/s.test(word) ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word
