import { expect, it } from 'vitest'
import { isDay } from './primitives.ts'

it('accepts every day from 1970 to 2499, and nothing else', () => {
  const two = (number: number): string => String(number).padStart(2, '0')
  const wrong: string[] = []
  for (let year = 1960; year < 2_500; year += 1) {
    for (let month = 0; month <= 13; month += 1) {
      for (let date = 0; date <= 32; date += 1) {
        const text = `${year}-${two(month)}-${two(date)}`
        const time = Date.parse(text)
        // `Date` reads the 30th of February as the 2nd of March.
        const isThere = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
        if (isDay(text) !== (isThere && year >= 1970)) wrong.push(text)
      }
    }
  }
  expect(wrong).toEqual([])
})

it.each([5, null, undefined, '', '2026-6-1', '2026-06-01T00:00:00Z', ' 2026-06-01'])(
  'refuses %j',
  (value) => {
    expect(isDay(value)).toBe(false)
  },
)
