import { expect, it } from 'vitest'
import { firstTwice } from './records.ts'

it.each<[what: string, values: readonly unknown[], twice: unknown]>([
  ['one value', [3, 1, 2, 1, 3], 1],
  ['no value', [3, '3', 2], undefined],
  ['no value of an empty list', [], undefined],
  ['no value of a million, within a second', Array.from({ length: 1_000_000 }, (_, at) => at), undefined],
])('%s appears twice', (_, values, twice) => {
  expect(firstTwice(values)).toBe(twice)
})
