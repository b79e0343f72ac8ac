import { describe, expect, it } from 'vitest'
import { momentOf, timeOf } from './moment.ts'

const moment = Date.UTC(2026, 0, 2, 3, 4, 5)

describe('a timestamp', () => {
  it.each<[form: string, text: string]>([
    ['extended', '2026-01-02T03:04:05+00:00'],
    ['basic', '20260102T030405+0000'],
    ['with an offset in hours only', '2026-01-02T05:04:05+02'],
    ['with an offset of half an hour', '2026-01-02T08:34:05+05:30'],
    ['with an offset to the west', '2026-01-01T22:04:05-05:00'],
    ['with a fraction', '2026-01-02T03:04:05.000+00:00'],
    ['with a comma in its fraction', '2026-01-02T03:04:05,000000+00:00'],
    ['as an ordinal date', '2026-002T03:04:05+00:00'],
    ['as an ordinal date, basic format', '2026002T030405+00'],
    ['as a week date', '2026-W01-5T03:04:05+00:00'],
    ['as a week date, basic format', '2026W015T030405+0000'],
  ])('is parsed from the form %s', (_, text) => expect(momentOf(text)).toBe(moment))

  it.each<[what: string, text: string, at: number]>([
    ['minutes without seconds', '2026-01-02T03:04+00:00', moment - 5000],
    ['a fraction of a minute', '2026-01-02T03:04.5+00:00', moment + 25_000],
    ['a fraction of a second', '2026-01-02T03:04:05.25+00:00', moment + 250],
    ['the end of a day', '2026-01-01T24:00+00:00', Date.UTC(2026, 0, 2)],
    ['a week that began in the previous year', '2026-W01-1T00:00+00:00', Date.UTC(2025, 11, 29)],
    ['a week of a year with 53', '2020-W53-7T00:00+00:00', Date.UTC(2021, 0, 3)],
    ['the last day of a leap year', '2024-366T00:00+00:00', Date.UTC(2024, 11, 31)],
  ])('has %s', (_, text, at) => expect(momentOf(text)).toBe(at))

  it.each(['', 'soon', '2026-01-02', '2026-01-02T03:04:05', '2026-01-02T03:04:05Z', '1767323045'])(
    'is not found in "%s"',
    (text) => expect(momentOf(text)).toBeUndefined(),
  )
})

it.each([
  ['2026-01-01T10:00:00+00:00', '2026-01-01T10:00:00Z'],
  ['2026-01-01T10:00:00.25-05:30', '2026-01-01T15:30:00.250Z'],
  ['2026-01-01T10:00:00,5+02', '2026-01-01T08:00:00.500Z'],
  ['2026-01-01T10:00,5+0200', '2026-01-01T08:00:30Z'],
  ['2016-12-31T23:59:60+00:00', '2017-01-01T00:00:00Z'],
  ['2026-01-01T24:00+00:00', '2026-01-02T00:00:00Z'],
  ['20260228T1000+00', '2026-02-28T10:00:00Z'],
  ['2026-060T10:00+00:00', '2026-03-01T10:00:00Z'],
  ['2024366T100000+0000', '2024-12-31T10:00:00Z'],
  ['2026-W01-1T00:00+00:00', '2025-12-29T00:00:00Z'],
  ['2020W537T0000+00', '2021-01-03T00:00:00Z'],
  ['2021-W01-1T00:00+00:00', '2021-01-04T00:00:00Z'],
  ['0000-01-01T00:00:00+00:00', '0000-01-01T00:00:00Z'],
  ['0050-W01-1T00:00:00+00:00', '0050-01-03T00:00:00Z'],
  ['2026-01-01', '2026-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59+00:00', '9999-12-31T23:59:59Z'],
])('has the time of %s, %s', (text, expected) => {
  expect(new Date(timeOf(text)).toISOString()).toBe(new Date(expected).toISOString())
})

it.each(['', '2026-W10', '20260101', 'soon'])('is not parsed from %j', (text) => {
  expect(timeOf(text)).toBeNaN()
})
