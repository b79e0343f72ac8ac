import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { mapOf } from './data.ts'

/** A pattern for a leap year of four digits. */
const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'

const dayOfYear = '(?:00[1-9]|0[1-9]\\d|[12]\\d\\d|3(?:[0-5]\\d|6[0-5]))'

const week = 'W(?:0[1-9]|[1-4]\\d|5[0-3])'

/** A pattern for a month and a day that every year has. */
const monthAndDay = (separator: '' | '-') =>
  [
    `(?:0[13578]|1[02])${separator}(?:0[1-9]|[12]\\d|3[01])`,
    `(?:0[469]|11)${separator}(?:0[1-9]|[12]\\d|30)`,
    `02${separator}(?:0[1-9]|1\\d|2[0-8])`,
  ].join('|')

/**
 * A pattern for dates, with or without separators: a month and day, a day of the year, or a week and weekday. It knows
 * the lengths of months and leap years; week 53 is accepted in every year.
 */
const date = (separator: '' | '-') => {
  const inYear = [monthAndDay(separator), dayOfYear, `${week}${separator}[1-7]`].join('|')
  return `(?:\\d{4}${separator}(?:${inYear})|${leapYear}${separator}(?:02${separator}29|366))`
}

/** A pattern for a time of day with minutes or seconds, either with a fraction. 24:00 is the end of a day. */
const time = (separator: '' | ':') =>
  `(?:(?:[01]\\d|2[0-3])${separator}[0-5]\\d(?:${separator}(?:[0-5]\\d|60))?(?:[.,]\\d+)?|24${separator}00(?:${separator}00)?(?:[.,]0+)?)`

const offset = '[+-](?:0\\d|1\\d|2[0-3])(?::?[0-5]\\d)?'

/**
 * A moment as in section 2.1 item 4: date and time of ISO 8601, in its extended or basic form, with a numeric offset
 * (`+hh:mm`, `+hhmm` or `+hh`), never `Z`.
 */
export const timestamp = () =>
  Type.String({
    pattern: `^(?:${date('-')}T${time(':')}|${date('')}T${time('')})${offset}$`,
    says: 'a timestamp: ISO 8601 with a numeric UTC offset',
  })

/** A UUID in the usual notation, of any version and in either case. */
export const uuid = () =>
  Type.String({
    pattern: '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
    says: 'a UUID',
  })

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'

const ipv4 = `(?:${octet}\\.){3}${octet}`

const group = '[0-9A-Fa-f]{1,4}'

/** Up to so many groups of an IPv6 address, of which an IPv4 address can be the last two. */
const groups = (most: number): string =>
  most < 2 ? group : `(?:${group}:){0,${most - 2}}(?:${group}(?::${group})?|${ipv4})`

/** Eight groups, or fewer around `::`. */
const ipv6 = [
  `(?:${group}:){6}(?:${group}:${group}|${ipv4})`,
  `::(?:${groups(7)})?`,
  ...[1, 2, 3, 4, 5, 6].map((before) => `(?:${group}:){${before}}:(?:${groups(7 - before)})?`),
  `(?:${group}:){7}:`,
].join('|')

const label = '(?!-)[^\\s/:?#@\\[\\]\\\\.]{1,63}(?<!-)'

/**
 * A host name, internationalised or not, or an IP address. The labels of a name have up to 63 of any characters except
 * those that delimit hosts in URLs, without hyphens at their ends. Section 2.2.
 */
export const host = () =>
  Type.String({
    // Digits and dots alone are an address. The length comes first, as no pattern may run over a text of any length.
    pattern: `^(?=.{1,254}$)(?:(?!\\d+\\.[\\d.]*$)${label}(?:\\.${label})*\\.?|${ipv4}|${ipv6})$`,
    says: 'a host name or an IP address',
  })

/** A TCP port. */
export const port = () => Type.Integer({ minimum: 0, maximum: 65535, says: 'a port number' })

/** A colour as hexadecimal digits after `#`. Section 2.4. */
export const hexColour = () =>
  Type.String({
    pattern: '^#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
    says: 'a hex colour with a leading #',
  })

/** An e-mail address; the document restricts neither of its two parts. Section 2.10. */
export const email = () =>
  Type.String({
    pattern: '^(?:[^\\s@]+|"(?:[^"\\\\]|\\\\.)+")@[^\\s@]+$',
    says: 'an e-mail address',
  })

/** A URL, absolute or from the root of the host. */
export const url = () => Type.String({ pattern: '^(?:[A-Za-z][A-Za-z0-9+.-]*:|/)\\S*$', says: 'a URL' })

/** An algorithm, a colon and a digest in hexadecimal digits. Section 2.12. */
export const checksum = () =>
  Type.String({
    pattern: '^[^:\\s]+:[0-9A-Fa-f]+$',
    says: 'an algorithm prefix, a colon and a hex digest',
  })

/** An object whose values are all strings. */
export const stringMap = () => mapOf(Type.String(), { says: 'an object mapping strings to strings' })

/**
 * A field whose meaning is optional: null in it is observed, not judged. The mark `mayBeNull` lets `strict` change it
 * back into a field that must have a value. The mark `unfinished` is for a value that exists after some work is
 * completed.
 */
export const nullable = <S extends TSchema>(schema: S, marks: { readonly unfinished?: true } = {}) =>
  Type.Union([schema, Type.Null()], { mayBeNull: true, ...marks })

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
