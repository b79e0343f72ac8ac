import { expect, it } from 'vitest'
import { operationIds } from '../../src/contract/index.ts'
import { forgeryNames } from '../client/credentials.ts'
import { intruderMark, intrudersIn } from './access.ts'

it('every mark of a request that must be refused is found in a text', () => {
  for (const id of operationIds) {
    for (const credential of [...forgeryNames, 'application', 'otherUserClient'] as const) {
      const mark = intruderMark(id, credential)
      const [found] = intrudersIn(`It is ${mark}.`)
      expect(found).toBe(mark.replaceAll(/[^a-z]/gi, '').toLowerCase())
    }
  }
})

it('marks are looked for in linear time', () => {
  const started = performance.now()
  expect(intrudersIn('intruder'.repeat(200_000))).toEqual([])
  expect(performance.now() - started).toBeLessThan(5_000)
})
