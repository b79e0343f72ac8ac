import { similar } from '../contract/checking/similar.ts'
import { dayOf, isDay } from '../contract/schemas/day.ts'
import { UnknownGapSetting } from '../gaps/gap-settings.ts'
import type { Clock } from '../util/clock.ts'
import type { NestboxOptions } from './nestbox-options.ts'
import { contradictions, dependents, type Flag, options as table } from './table.ts'
import type { ValueType } from './types.ts'

/** An invalid option of `startNestbox`; the message says how to correct it. */
export class BadOption extends Error {
  override readonly name = 'BadOption'
}

type Row = Partial<Pick<Flag, 'repeats' | 'isDistinct'>> & { readonly type: ValueType }

/** The options of the library; other rows of the table are flags without an option of their own. */
const rows: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.entries(table).flatMap(([name, row]): [string, Row][] => ('for' in row ? [] : [[name, row]])),
)

/**
 * The UTC day before which the dates of a generated world lie.
 * @throws BadOption for a clock whose result is not a moment
 */
export function dayFor({ today }: NestboxOptions, clock: Clock): string {
  const day = today ?? dayOf(clock())
  if (isDay(day)) return day
  throw new BadOption('The option "clock" must return moments in ISO 8601, from 1970 on.')
}

/** @throws BadOption for an option that does not exist, has a wrong value, or contradicts another */
export function checkOptions(options: NestboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) checkOption(name, value)
  }
  const contradiction = contradictionIn(options, (option, value) =>
    value === undefined ? `"${option}"` : `"${option}: ${value}"`,
  )
  if (contradiction !== undefined) throw new BadOption(`The option ${contradiction}`)
}

function checkOption(name: string, value: unknown): void {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  if (!row) {
    const [like] = similar(name, Object.keys(rows), 1)
    const hint =
      like === undefined ? `the options are ${Object.keys(rows).join(', ')}.` : `did you mean "${like}"?`
    throw new BadOption(`There is no option "${name}"; ${hint}`)
  }
  const { type, repeats, isDistinct = false } = row
  const isList = repeats === 'list'
  if (isList ? !(Array.isArray(value) && value.every(type.isValid)) : !isValid(type, value))
    throw new BadOption(
      `The option "${name}" must ${isList ? 'be a list; each item must ' : ''}${type.must}.`,
    )
  const [one, other] = isDistinct ? sameValues(Object(value)) : []
  if (one !== undefined)
    throw new BadOption(`The option "${name}" has the same value for ${one} and ${other}; they must differ.`)
}

function isValid(type: ValueType, value: unknown): boolean {
  try {
    return type.isValid(value)
  } catch (error) {
    if (error instanceof UnknownGapSetting) throw new BadOption(error.message)
    throw error
  }
}

/** The first two keys that have the same value, or none. */
export function sameValues(entries: Readonly<Record<string, unknown>>): readonly string[] {
  const keys = Object.keys(entries)
  const twin = keys.find((key, index) => keys.slice(0, index).some((each) => entries[each] === entries[key]))
  return twin === undefined ? [] : [keys.find((key) => entries[key] === entries[twin]) ?? twin, twin]
}

/**
 * A sentence on two options that cannot be combined, or undefined.
 * @param nameOf names an option, or an option with a value, in the sentence
 */
export function contradictionIn(
  options: NestboxOptions,
  nameOf: (option: keyof NestboxOptions, value?: string | false) => string,
): string | undefined {
  const isPassed = (value: unknown): boolean =>
    value !== undefined && !(Array.isArray(value) && value.length === 0)
  const found = contradictions.find(
    ({ option, unless, other, value }) =>
      isPassed(options[option]) &&
      options[option] !== unless &&
      (value === undefined ? isPassed(options[other]) : options[other] === value),
  )
  if (found) {
    const { option, other, value, which } = found
    return `${nameOf(option)} cannot be combined with ${nameOf(other, value)}, which ${which}.`
  }
  const alone = dependents.find(({ option, needs }) => isPassed(options[option]) && !isPassed(options[needs]))
  if (alone) return `${nameOf(alone.option)} needs ${nameOf(alone.needs)}, which ${alone.which}.`
  return leadsBack(options)
    ? `${nameOf('upstream')} names this server itself, ${options.upstream}; it must name another one.`
    : undefined
}

/** Whether the upstream is the server that these options start. */
function leadsBack({ upstream, port = 0, host = table.host.default }: NestboxOptions): boolean {
  if (upstream === undefined || port === 0) return false
  const url = new URL(upstream)
  const isOfThisMachine = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(url.hostname)
  const isHost = isOfThisMachine || url.hostname.replaceAll(/[[\]]/g, '') === host
  return isHost && url.protocol === 'http:' && (url.port || '80') === String(port)
}
