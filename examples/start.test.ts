// A service of your own, for any test runner.
import { startNestbox } from 'nestbox'
import { expect, it } from 'vitest'

it('starts a service and stops it', async () => {
  await using nestbox = await startNestbox({ scenario: 'empty', seed: 'my suite' })

  const answer = await fetch(`${nestbox.url}/api/admin/database-hosts/1/databases`, {
    headers: { authorization: `Bearer ${nestbox.tokens.rootClient}` },
  })

  expect(answer.status).toBe(200)
  expect(nestbox.requests()).toHaveLength(1)
})

it('gives every test a world of its own', async () => {
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
