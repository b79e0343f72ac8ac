import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { startNestbox } from '../src/index.ts'
import { banner } from './serving/banner.ts'

it.each([
  ['empty', /: 1 server, 1 node, \d+ users\)$/m],
  ['demo', /: 40 servers, 6 nodes, 16 users\)$/m],
] as const)('the banner of the %s scenario counts rows correctly', async (scenario, size) => {
  await using nestbox = await startNestbox({ scenario })
  expect(banner(nestbox, {})).toMatch(size)
})

it.each([
  [{}, 'http://a.test (answers every request to the API)'],
  [
    { 'upstream-operations': ['createUser', 'listUsers'] as const },
    'http://a.test (answers createUser, listUsers)',
  ],
])('the banner names the upstream and its operations: %j', async (values, text) => {
  await using nestbox = await startNestbox({ scenario: 'empty' })
  expect(banner(nestbox, { upstream: 'http://a.test', ...values })).toContain(`  Upstream    ${text}\n`)
})

it('the banner names addresses for other machines, and warns that the tokens are not secret', async () => {
  await using nestbox = await startNestbox({ scenario: 'empty', host: '0.0.0.0' })
  const words = banner(nestbox, { host: '0.0.0.0' })
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  for (const { address, internal, family } of own)
    if (family === 'IPv4' && !internal)
      expect(words).toContain(`http://${address}:${new URL(nestbox.url).port}/\n`)
  expect(words).toContain('Equal seeds make equal tokens; --token sets your own.')
  expect(banner(nestbox, {})).not.toContain('Other machines')
})

it('the banner names no console without the control API', async () => {
  await using nestbox = await startNestbox({ scenario: 'empty', control: false })
  expect(banner(nestbox, {})).toContain('Console')
  expect(banner(nestbox, { 'no-control': true })).not.toContain('Console')
})
