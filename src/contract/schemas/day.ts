import { leapYear, monthAndDay } from './primitives.ts'

/** A day of the calendar from 1970 on, as keywords of a schema. */
export const day = {
  pattern: `^(?=19[7-9]|[2-9])(?:\\d{4}-(?:${monthAndDay('-')})|${leapYear}-02-29)$`,
  says: 'a day from 1970 on, such as 2026-06-01',
}

const whole = new RegExp(day.pattern)

/** Whether a value is a day of the calendar from 1970 on, such as `2026-06-01`. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && whole.test(value)

/** The UTC day of a moment in ISO 8601; a text that is not a moment is returned unchanged, and is not a day. */
export function dayOf(moment: string): string {
  const time = Date.parse(moment)
  return Number.isNaN(time) ? moment : new Date(time).toISOString().slice(0, 10)
}
