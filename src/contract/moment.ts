const forms = {
  date: /^(\d{4})-?(?:(\d\d)-?(\d\d)|W(\d\d)-?([1-7])|(\d{3}))$/,
  time: /^(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,](\d+))?$/,
  offset: /^([+-])(\d\d)(?::?(\d\d))?$/,
}

/**
 * Milliseconds from 1970 to a moment of section 2.1 item 4, in any of the forms of ISO 8601 that it allows; undefined for
 * other texts. The values of a timestamp are checked by its schema.
 */
export function momentOf(text: string): number | undefined {
  const parts = /^([^T]+)T([^+-]+)([+-].*)$/.exec(text)
  const date = forms.date.exec(parts?.[1] ?? '')
  const time = forms.time.exec(parts?.[2] ?? '')
  const offset = forms.offset.exec(parts?.[3] ?? '')
  if (!date || !time || !offset) return undefined
  const [, hours, minutes, seconds, fraction] = time
  // A fraction belongs to the last unit: it is a fraction of a minute if there are no seconds.
  const unit = seconds === undefined ? 60_000 : 1_000
  const ofDay =
    (Number(hours) * 60 + Number(minutes)) * 60_000 +
    Number(seconds ?? 0) * 1_000 +
    (fraction === undefined ? 0 : Math.round(Number(`0.${fraction}`) * unit))
  const shift = (Number(offset[2]) * 60 + Number(offset[3] ?? 0)) * 60_000
  return dayOf(date) + ofDay - (offset[1] === '-' ? -shift : shift)
}

const dayMs = 86_400_000

function dayOf([, year, month, day, week, weekday, ordinal]: RegExpExecArray): number {
  // `Date.UTC` takes the years 0 to 99 for those of the 20th century.
  const at = (months: number, days: number) => new Date(0).setUTCFullYear(Number(year), months, days)
  if (ordinal !== undefined) return at(0, 1) + (Number(ordinal) - 1) * dayMs
  if (week === undefined) return at(Number(month) - 1, Number(day))
  // Week 1 contains the 4th of January, and weeks begin on Mondays.
  const fourth = at(0, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs
  return monday + ((Number(week) - 1) * 7 + Number(weekday) - 1) * dayMs
}

/** A date of the calendar as most moments begin, which `Date` reads much faster. */
const usual = /^\d{4}-\d\d-\d\d/

/** Milliseconds from 1970 to a date, or to a moment of section 2.1 item 4; NaN for any other text. */
export function timeOf(text: string): number {
  const quick = usual.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(quick) ? (momentOf(text) ?? Number.NaN) : quick
}
