import { describe, expect, it } from 'vitest'
import { factsOf } from './facts.ts'
import { about, everything } from './testing/run.ts'

describe('factsOf', () => {
  it.each([
    [
      'a text that was cut',
      `"${'x'.repeat(300)}"`,
      `"${'x'.repeat(255)}"`,
      `after 256 characters: "\ninstead of: ${'x'.repeat(40)}`,
    ],
    [
      'one character',
      `"${'x'.repeat(150)}é"`,
      `"${'x'.repeat(150)}?"`,
      'after 151 characters: ?"\ninstead of: é"',
    ],
    ['short texts', '"one"', '"another"', undefined],
    ['a long text and a short one', `"${'x'.repeat(300)}"`, '""', undefined],
  ])('shows where the values differ: %s', (_, expected, actual, difference) => {
    const [first] = everything.results
    if (!first) throw new Error('the run of the tests has no result')
    const facts = factsOf({ ...first, expected, actual }, about)
    expect(facts.find(({ label }) => label === 'Difference')?.text).toBe(difference)
  })
})
