import { expect, it } from 'vitest'
import { startNestbox } from '../src/index.ts'
import { banner } from './serving/banner.ts'

it.each([
  ['empty', /: 1 server, 1 node, \d+ users\)$/m],
  ['demo', /: 40 servers, 6 nodes, 16 users\)$/m],
] as const)('the banner of the %s scenario counts in words', async (scenario, size) => {
  await using nestbox = await startNestbox({ scenario })
  expect(banner(nestbox, {})).toMatch(size)
})
