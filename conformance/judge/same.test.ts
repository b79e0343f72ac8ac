import { describe, expect, it } from 'vitest'
import { isSame, momentOf } from './same.ts'

const moment = Date.UTC(2026, 0, 2, 3, 4, 5)

describe('a moment', () => {
  it.each<[form: string, text: string]>([
    ['extended', '2026-01-02T03:04:05+00:00'],
    ['basic', '20260102T030405+0000'],
    ['with hours of an offset alone', '2026-01-02T05:04:05+02'],
    ['with an offset of half an hour', '2026-01-02T08:34:05+05:30'],
    ['with an offset to the west', '2026-01-01T22:04:05-05:00'],
    ['with a fraction', '2026-01-02T03:04:05.000+00:00'],
    ['with a comma in its fraction', '2026-01-02T03:04:05,000000+00:00'],
    ['as a day of the year', '2026-002T03:04:05+00:00'],
    ['as a day of the year, basic', '2026002T030405+00'],
    ['as a week and its day', '2026-W01-5T03:04:05+00:00'],
    ['as a week and its day, basic', '2026W015T030405+0000'],
  ])('is read in the form %s', (_, text) => expect(momentOf(text)).toBe(moment))

  it.each<[what: string, text: string, at: number]>([
    ['minutes without seconds', '2026-01-02T03:04+00:00', moment - 5000],
    ['a fraction of a minute', '2026-01-02T03:04.5+00:00', moment + 25_000],
    ['a fraction of a second', '2026-01-02T03:04:05.25+00:00', moment + 250],
    ['the end of a day', '2026-01-01T24:00+00:00', Date.UTC(2026, 0, 2)],
    ['a week that began in the year before', '2026-W01-1T00:00+00:00', Date.UTC(2025, 11, 29)],
    ['a week of a year with 53', '2020-W53-7T00:00+00:00', Date.UTC(2021, 0, 3)],
    ['the last day of a leap year', '2024-366T00:00+00:00', Date.UTC(2024, 11, 31)],
  ])('has %s', (_, text, at) => expect(momentOf(text)).toBe(at))

  it.each(['', 'soon', '2026-01-02', '2026-01-02T03:04:05', '2026-01-02T03:04:05Z', '1767323045'])(
    'is not seen in "%s"',
    (text) => expect(momentOf(text)).toBeUndefined(),
  )
})

describe('two values of a field', () => {
  it.each<[what: string, field: string, one: unknown, other: unknown]>([
    ['two writings of one moment', 'created_at', '2026-01-02T03:04:05+00:00', '20260102T050405+0200'],
    ['two cases of an e-mail address', 'email', 'A@Example.com', 'a@example.com'],
    ['two cases of a UUID', 'uuid', 'ABCD', 'abcd'],
    ['an empty text and null', 'description', '', null],
    ['keys in another order', 'limits', { a: 1, b: { c: 2 } }, { b: { c: 2 }, a: 1 }],
    [
      'a moment within an object',
      'any',
      { created_at: '2026-01-02T03:04+00' },
      { created_at: '20260102T0304+00' },
    ],
    ['equal lists', 'features', ['a', 'b'], ['a', 'b']],
  ])('are the same: %s', (_, field, one, other) => {
    expect([isSame(field, one, other), isSame(field, other, one)]).toEqual([true, true])
  })

  it.each<[what: string, field: string, one: unknown, other: unknown]>([
    ['two cases of a name', 'name', 'A', 'a'],
    ['a number and its text', 'id', 1, '1'],
    ['zero and null', 'memory', 0, null],
    ['false and null', 'public', false, null],
    ['two moments', 'created_at', '2026-01-02T03:04:05+00:00', '2026-01-02T03:04:05+01:00'],
    ['one moment in a field of another kind', 'name', '2026-01-02T03:04:05+00:00', '20260102T030405+0000'],
    ['lists in another order', 'features', ['a', 'b'], ['b', 'a']],
    ['a key more', 'limits', { a: 1 }, { a: 1, b: undefined }],
    ['an object and a list', 'limits', {}, []],
    ['nothing and null', 'limits', undefined, null],
  ])('differ: %s', (_, field, one, other) => {
    expect([isSame(field, one, other), isSame(field, other, one)]).toEqual([false, false])
  })
})
