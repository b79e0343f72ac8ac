/** The pattern of a day, such as `2026-06-01`. */
export const dayPattern = '^\\d{4}-\\d{2}-\\d{2}$'

/** The first day that a world can be made for. */
const firstDay = '1970-01-01'

/** Whether a value is a day of the calendar from 1970 on, such as `2026-06-01`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !new RegExp(dayPattern).test(value) || value < firstDay) return false
  const time = Date.parse(value)
  // `Date` reads the 30th of February as the 2nd of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** The UTC day of a moment in ISO 8601; a text that is not a moment is returned unchanged, and is not a day. */
export function dayOf(moment: string): string {
  const time = Date.parse(moment)
  return Number.isNaN(time) ? moment : new Date(time).toISOString().slice(0, 10)
}
