import { everyResource } from '../changes.ts'
import { replace } from '../json.ts'
import type { Middleware } from '../messages.ts'
import { named, type Variant, variantsOf } from './variant.ts'

const dayMs = 86_400_000

/** The day of the year, starting with 1. */
const ordinal = (time: Date): number =>
  Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / dayMs) + 1

/** The ISO year, the week and the weekday of a day. */
function week(time: Date): readonly [year: number, week: number, day: number] {
  const day = ((time.getUTCDay() + 6) % 7) + 1
  const thursday = new Date(time.getTime() + (4 - day) * dayMs)
  return [thursday.getUTCFullYear(), Math.ceil(ordinal(thursday) / 7), day]
}

/** Formats of dates, with the separator as parameter. */
const dates: Readonly<Record<string, (time: Date, dash: string) => string>> = {
  calendar: (time, dash) => time.toISOString().slice(0, 10).replaceAll('-', dash),
  ordinal: (time, dash) => [time.getUTCFullYear(), String(ordinal(time)).padStart(3, '0')].join(dash),
  week: (time, dash) => {
    const [year, number, day] = week(time)
    return [year, `W${String(number).padStart(2, '0')}`, day].join(dash)
  },
}

/** Formats of times, with the separator as parameter. */
const clocks: Readonly<Record<string, (time: Date, colon: string) => string>> = {
  seconds: (time, colon) => time.toISOString().slice(11, 19).replaceAll(':', colon),
  minutes: (time, colon) => time.toISOString().slice(11, 16).replaceAll(':', colon),
  'a fraction with a dot': (time, colon) => `${clocks['seconds']?.(time, colon)}.250000`,
  'a fraction with a comma': (time, colon) => `${clocks['seconds']?.(time, colon)},5`,
  'nine digits of a fraction': (time, colon) => `${clocks['seconds']?.(time, colon)}.123456789`,
  'a fraction of a minute': (time, colon) => `${clocks['minutes']?.(time, colon)}.5`,
}

/** Numeric offsets in extended and basic format, with the number of minutes ahead of UTC. */
const offsets: readonly (readonly [minutes: number, extended: string, basic: string])[] = [
  [0, '+00:00', '+0000'],
  [120, '+02', '+02'],
  [330, '+05:30', '+0530'],
  [-210, '-03:30', '-0330'],
  [-480, '-08', '-08'],
  [0, '-00:00', '-0000'],
]

/** Changes the format of every timestamp. */
const everyTime = (write: (time: Date) => string): Middleware =>
  everyResource('any', (attributes) => {
    for (const field of ['created_at', 'updated_at', 'completed_at'])
      replace(attributes, field, (value) => (typeof value === 'string' ? write(new Date(value)) : value))
  })

const notations = Object.entries(dates).flatMap(([date, dateOf]) =>
  Object.entries(clocks).flatMap(([clock, clockOf]) =>
    (['extended', 'basic'] as const).map((format) => ({
      inWords: `${date}, ${format}, ${clock}`,
      write: (time: Date) =>
        `${dateOf(time, format === 'extended' ? '-' : '')}T${clockOf(time, format === 'extended' ? ':' : '')}`,
      format,
    })),
  ),
)

/** A timestamp in the usual notation with an offset of the table. */
const shifted = (time: Date, at: number): string => {
  const [minutes, offset] = offsets[at % offsets.length] ?? [0, '+00:00']
  return new Date(time.getTime() + minutes * 60_000).toISOString().replace(/\.\d+Z$/, offset)
}

export const times: readonly Variant[] = [
  ...variantsOf(notations, offsets, ({ inWords, write, format }, [minutes, extended, basic]) => {
    const offset = format === 'extended' ? extended : basic
    return {
      name: `timestamps are ${inWords}, ${offset}`,
      make: () => everyTime((time) => write(new Date(time.getTime() + minutes * 60_000)) + offset),
    }
  }),
  ...named({
    'timestamps are midnight as 24:00': () => everyTime(() => '2026-02-28T24:00:00+00:00'),
    'timestamps have an offset each their own': () => {
      let at = 0
      return everyTime((time) => shifted(time, ++at))
    },
    'timestamps have another offset in each response': {
      leavesJudged: ['4.7/stable', '4.7/pages-partition', '4.8/stable'],
      make: () => {
        let at = 0
        const turned = everyTime((time) => shifted(time, at))
        return (request, next) => {
          at += 1
          return turned(request, next)
        }
      },
    },
  }),
]
