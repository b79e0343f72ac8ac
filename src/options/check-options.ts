import { errorsIn } from '../contract/checking/errors-in.ts'
import { inWords, shown } from '../contract/checking/words.ts'
import { dayOf, isDay, timestamp } from '../contract/schemas/primitives.ts'
import { gapSettingsFor, UnknownGapSetting } from '../gaps/gap-settings.ts'
import type { Clock } from '../util/clock.ts'
import type { NestboxOptions } from './nestbox-options.ts'
import { combinations, libraryOptions, options as table } from './table.ts'
import { validateOptions } from './validate-options.ts'

/** An invalid option of `startNestbox`; the message says how to correct it. */
export class BadOption extends Error {
  override readonly name = 'BadOption'
}

const isTimestamp = new RegExp(timestamp().pattern ?? '')

/**
 * A clock that throws BadOption instead of returning a text that is not a timestamp: rows with such a text would be
 * stored, and their data file could not be read again.
 */
export function checkedClock(clock: Clock): Clock {
  return () => {
    const now: unknown = clock()
    if (typeof now !== 'string' || !isTimestamp.test(now)) {
      const right = 'timestamps with a numeric UTC offset, such as 2026-06-01T12:00:00+00:00'
      throw new BadOption(`The option "clock" must return ${right}, not ${shown(now)}.`)
    }
    return now
  }
}

/**
 * The UTC day before which the dates of a generated world lie.
 * @throws BadOption for a clock before 1970
 */
export function dayFor({ today }: NestboxOptions, clock: Clock): string {
  const day = dayOf(clock())
  if (today !== undefined) return today
  if (isDay(day)) return day
  throw new BadOption('The option "clock" must return times from 1970 on, or the option "today" be set.')
}

/** @throws BadOption for an option that does not exist, has a wrong value, or contradicts another */
export function checkOptions(options: NestboxOptions): void {
  const named = (option: string, value?: string | false) =>
    `The option "${option}${value === undefined ? '' : `: ${value}`}"`
  const [wrong] = errorsIn(validateOptions, options, { subject: 'The object of options', nameOf: named })
  const reason = wrong?.detail ?? wrongValueIn(options, named) ?? contradictionIn(options, named)
  if (reason !== undefined) throw new BadOption(reason)
}

/** A sentence about the first value that its schema accepts although it is wrong; undefined if there is none. */
function wrongValueIn(options: object, nameOf: (option: string) => string): string | undefined {
  for (const [name, value] of Object.entries(options)) {
    const { schema, isValid, repeats } = libraryOptions[name] ?? {}
    if (!schema || value === undefined) continue
    const items: readonly unknown[] = repeats === 'list' ? value : [value]
    // The schema has accepted the items.
    const wrong = items.findIndex((item) => isValid?.(item as never) === false)
    if (wrong >= 0) return `${nameOf(name)} must be ${inWords(schema)}, not ${shown(items[wrong])}.`
  }
  return undefined
}

/**
 * A sentence on choices at gaps that do not exist, or on two options that cannot be combined; undefined without such.
 * @param nameOf names an option, or an option with a value, in the sentence
 */
export function contradictionIn(
  options: NestboxOptions,
  nameOf: (option: keyof NestboxOptions, value?: string | false) => string,
): string | undefined {
  const wrongGap = wrongGapIn(options)
  if (wrongGap !== undefined) return wrongGap
  const isPassed = (value: unknown): boolean =>
    value !== undefined && !(Array.isArray(value) && value.length === 0)
  const found = combinations.find(({ option, unless, other, value, isNeeded = false }) => {
    const isThere = value === undefined ? isPassed(options[other]) : options[other] === value
    return isPassed(options[option]) && options[option] !== unless && isThere !== isNeeded
  })
  if (found) {
    const { option, other, value, isNeeded, which } = found
    const verb = isNeeded ? 'needs' : 'cannot be combined with'
    return `${nameOf(option)} ${verb} ${nameOf(other, value).replace(/^The/, 'the')}, which ${which}.`
  }
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

function wrongGapIn({ gaps = 'literal' }: NestboxOptions): string | undefined {
  try {
    gapSettingsFor(gaps)
    return undefined
  } catch (error) {
    if (error instanceof UnknownGapSetting) return error.message
    throw error
  }
}
