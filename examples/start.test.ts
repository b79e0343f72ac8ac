// Starts and stops the mock server in a test; this works in any test runner.
import { startNestbox } from 'nestbox'
import { expect, it } from 'vitest'

it('starts a mock server and sends a request', async () => {
  await using nestbox = await startNestbox({ scenario: 'empty', seed: 'my suite' })

  const response = await fetch(`${nestbox.url}/api/admin/database-hosts/1/databases`, {
    headers: { authorization: `Bearer ${nestbox.tokens.rootClient}` },
  })

  expect(response.status).toBe(200)
  expect(nestbox.requests()).toHaveLength(1)
})

it('changes one sandbox without changing another one', async () => {
  await using nestbox = await startNestbox()
  const [one, other] = [nestbox.sandbox('one'), nestbox.sandbox('other')]

  await fetch(`${one.url}/api/application/nodes/1`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${one.tokens.application}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'renamed' }),
  })

  expect(one.state().tables.nodes[0]).toMatchObject({ name: 'renamed' })
  expect(other.info().checksum).toBe(nestbox.checksum)
  expect((await one.reset()).checksum).toBe(nestbox.checksum)
})
