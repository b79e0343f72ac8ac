/** A date and time with an offset, in the extended or basic form of ISO 8601. Section 2.1 item 4. */
const form =
  /^(\d{4})-?(?:W(\d\d)-?(\d)|(\d{3})(?=T)|(\d\d)-?(\d\d))T(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,](\d+))?([+-])(\d\d):?(\d\d)?$/

const minute = 60_000
const day = 1_440 * minute

/** Milliseconds from 1970 to the start of the first Monday of week 1, which is the week with January 4. */
function firstWeek(year: number): number {
  const fourth = startOf(year) + 3 * day
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * day
}

/** Milliseconds from 1970 to the start of a year; `Date.UTC` takes the years 0 to 99 for those of the 20th century. */
const startOf = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1)

/** A date of the calendar as most moments begin, which `Date` reads much faster. */
const usual = /^\d{4}-\d\d-\d\d/

/**
 * Milliseconds from 1970 to a date, or to a moment of section 2.1 item 4 in all forms of ISO 8601 that it allows; `Date`
 * reads but one of them. NaN for any other text.
 */
export function momentOf(text: string): number {
  const quick = usual.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(quick) ? inAnyForm(text) : quick
}

function inAnyForm(text: string): number {
  const [, ...parts] = form.exec(text) ?? []
  const [year = Number.NaN, week, weekday, dayOfYear, month, date, hours, minutes, seconds] = parts
    .slice(0, 9)
    .map((part) => (part === undefined ? undefined : Number(part)))
  const [fraction = '', sign, offsetHours, offsetMinutes = 0] = parts.slice(9)
  const start =
    week !== undefined
      ? firstWeek(year) + ((week - 1) * 7 + (weekday ?? 1) - 1) * day
      : dayOfYear !== undefined
        ? startOf(year) + (dayOfYear - 1) * day
        : new Date(0).setUTCFullYear(year, (month ?? 1) - 1, date)
  // A fraction is one of the smallest unit that is there.
  const unit = seconds === undefined ? minute : 1_000
  const time = (hours ?? 0) * 60 * minute + (minutes ?? 0) * minute + (seconds ?? 0) * 1_000
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * minute * (sign === '-' ? -1 : 1)
  return start + time + Math.floor(Number(`0.${fraction || 0}`) * unit) - offset
}
