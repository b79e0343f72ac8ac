import { isObject } from './reception.ts'

/** Fields in which two cases of letters are the same value. */
const caseless = new Set(['email', 'username', 'fqdn', 'scheme', 'uuid'])

/**
 * Whether two values of a field mean the same: keys in any order, two writings of one moment or of one UUID,
 * two cases of one e-mail address or user name, and an empty text where null stands for it.
 */
export function isSame(field: string, one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if ((one === '' && other === null) || (one === null && other === '')) return true
  if (typeof one === 'string' && typeof other === 'string') {
    if (caseless.has(field)) return one.toLowerCase() === other.toLowerCase()
    if (!field.endsWith('_at')) return false
    const [moment, second] = [momentOf(one), momentOf(other)]
    return moment !== undefined && moment === second
  }
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(field, item, other[at]))
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(name, one[name], other[name]))
  )
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
  // A fraction is one of the smallest unit that is written: of a minute where no seconds are.
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
  // Week 1 is the one with the 4th of January; weeks begin on Mondays.
  const fourth = Date.UTC(Number(year), 0, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs
  return monday + ((Number(week) - 1) * 7 + Number(weekday) - 1) * dayMs
}
