import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockAt, isoSeconds } from './clock.ts'

describe('a time', () => {
  it.each([
    ['the epoch', 0, '1970-01-01T00:00:00+00:00'],
    ['the last millisecond of a second', 999, '1970-01-01T00:00:00+00:00'],
    ['a second', 1_000, '1970-01-01T00:00:01+00:00'],
    ['a time before the epoch', -1, '1969-12-31T23:59:59+00:00'],
    ['a leap day', Date.UTC(2024, 1, 29, 23, 59, 59, 500), '2024-02-29T23:59:59+00:00'],
    ['the end of a year', Date.UTC(2026, 11, 31, 23, 59, 59), '2026-12-31T23:59:59+00:00'],
    ['an early year', Date.UTC(987, 0, 2, 3, 4, 5), '0987-01-02T03:04:05+00:00'],
    [
      'the last time with a year of four digits',
      Date.UTC(9999, 11, 31, 23, 59, 59),
      '9999-12-31T23:59:59+00:00',
    ],
  ])('is formatted in whole seconds of UTC, with a numeric offset: %s', (_, milliseconds, written) => {
    expect(isoSeconds(milliseconds)).toBe(written)
  })

  it.each(['2026-06-01T12:00:00Z', '2026-06-01T17:30:00+05:30', '2026-05-31T23:00:00-13:00'])(
    'is equal after it is formatted and parsed: %s',
    (given) => {
      expect(Date.parse(isoSeconds(Date.parse(given)))).toBe(Date.parse(given))
    },
  )

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('cannot be formatted for %d', (milliseconds) => {
    expect(() => isoSeconds(milliseconds)).toThrow(RangeError)
  })
})

describe('a clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12, 0, 0, 700) })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it('returns the time of the machine', () => {
    const clock = clockAt()
    expect(clock()).toBe('2026-06-01T12:00:00+00:00')
    vi.advanceTimersByTime(61_500)
    expect(clock()).toBe('2026-06-01T12:01:02+00:00')
  })

  it('stops at the last time with a year of four digits', () => {
    vi.setSystemTime(Date.UTC(10_000, 0, 1))
    expect(clockAt()()).toBe('9999-12-31T23:59:59+00:00')
  })

  it.each([
    ['the epoch', 0, '1970-01-01T00:00:00+00:00'],
    ['a past time', Date.UTC(2020, 0, 1), '2020-01-01T00:00:00+00:00'],
    ['a future time', Date.UTC(2099, 0, 1), '2099-01-01T00:00:00+00:00'],
  ])('stops at %s', (_, fixed, written) => {
    const clock = clockAt(fixed)
    expect(clock()).toBe(written)
    vi.advanceTimersByTime(86_400_000)
    expect(clock()).toBe(written)
  })
})
