import { isObject } from './reception.ts'

/** Fields in which upper and lower case are equal. */
const caseless = new Set(['email', 'username', 'fqdn', 'scheme', 'uuid'])

/** Whether two values of a field are equal in meaning. */
export const isSame = (field: string, one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (one !== undefined && other !== undefined && meaning(field, one) === meaning(field, other))

/**
 * A text that all spellings of a value have in common: any order of keys, any format of a timestamp or UUID, any case
 * of an e-mail address or user name, and an empty text as null.
 */
export const meaning = (field: string, value: unknown): string => JSON.stringify(plain(field, value)) ?? ''

function plain(field: string, value: unknown): unknown {
  if (value === '') return null
  if (typeof value === 'string') {
    if (caseless.has(field)) return value.toLowerCase()
    return (field.endsWith('_at') ? momentOf(value) : undefined) ?? value
  }
  if (Array.isArray(value)) return value.map((item) => plain(field, item))
  if (!isObject(value)) return value
  // Entries are arrays, so that the key `__proto__` is treated like any other.
  const names = Object.keys(value).toSorted()
  return { entries: names.map((name) => [name, plain(name, value[name])]) }
}

const forms = {
  date: /^(\d{4})-?(?:(\d\d)-?(\d\d)|W(\d\d)-?([1-7])|(\d{3}))$/,
  time: /^(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,](\d+))?$/,
  offset: /^([+-])(\d\d)(?::?(\d\d))?$/,
}

/** Milliseconds since 1970 of an ISO 8601 timestamp in any of its forms; undefined for other texts. */
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
  const first = Date.UTC(Number(year), 0, 1)
  if (ordinal !== undefined) return first + (Number(ordinal) - 1) * dayMs
  if (week === undefined) return Date.UTC(Number(year), Number(month) - 1, Number(day))
  // Week 1 contains the 4th of January, and weeks begin on Mondays.
  const fourth = Date.UTC(Number(year), 0, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs
  return monday + ((Number(week) - 1) * 7 + Number(weekday) - 1) * dayMs
}
