import { expect, it } from 'vitest'
import { accepted } from './accepted.ts'
import { differences } from './differences.ts'
import { exchanges } from './exchanges.ts'
import { startMock } from './mock.ts'
import { sendRequest } from './send-request.ts'

it('the mock server responds like the real panel, except for the accepted differences', async () => {
  await using mock = await startMock({ gaps: 'panel', deviate: ['panel'] })
  const found: Record<string, readonly string[]> = {}
  for (const exchange of exchanges) {
    const lines = await differences(exchange.panel, await sendRequest(mock, exchange))
    if (lines.length > 0) found[exchange.name] = lines
  }
  const unexpected = Object.entries(found).filter(([name]) => !accepted.includes(name))
  expect(Object.fromEntries(unexpected)).toEqual({})
  expect(Object.keys(found).toSorted()).toEqual(accepted.toSorted())
})
