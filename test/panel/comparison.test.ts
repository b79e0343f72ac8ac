import { expect, it } from 'vitest'
import { accepted } from './accepted.ts'
import { ask } from './ask.ts'
import { differences } from './differences.ts'
import { startMock } from './mock.ts'
import { questions } from './questions.ts'

it('responds as the real panel did, but for the accepted differences', async () => {
  await using mock = await startMock({ gaps: 'panel', deviate: ['panel'] })
  const found: Record<string, readonly string[]> = {}
  for (const question of questions) {
    const lines = await differences(question.panel, await ask(mock, question))
    if (lines.length > 0) found[question.name] = lines
  }
  const unexpected = Object.entries(found).filter(([name]) => !accepted.includes(name))
  expect(Object.fromEntries(unexpected)).toEqual({})
  expect(Object.keys(found).toSorted()).toEqual(accepted.toSorted())
})
