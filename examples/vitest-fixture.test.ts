// Each test gets a sandbox, a world of its own, on a mock server that all tests of a worker share.
import type { BackupResource, Page, UserResource } from 'nestbox'
import { test } from 'nestbox/testing/vitest'
import { describe, expect } from 'vitest'

describe('the sign-up', () => {
  test('creates a user', async ({ nestbox }) => {
    const response = await fetch(`${nestbox.url}/api/application/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${nestbox.tokens.application}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'March' }),
    })
    const user = (await response.json()) as UserResource

    expect(user.attributes.email).toBe('jo@example.com')
    // The request log has the rows that each request changed.
    const [request] = nestbox.requests({ operation: 'createUser' })
    expect(request?.changes).toMatchObject([{ table: 'users', before: null, after: { username: 'jo' } }])
  })

  test('succeeds after two faults', async ({ nestbox }) => {
    nestbox.faults.add({ operation: 'createUser', chain: [{ code: 503 }, { code: 503 }, 'pass'] })
    const signUp = () =>
      fetch(`${nestbox.url}/api/application/users`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${nestbox.tokens.application}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          email: 'jo@example.com',
          username: 'jo',
          first_name: 'Jo',
          last_name: 'March',
        }),
      })

    const statuses = [await signUp(), await signUp(), await signUp()].map(({ status }) => status)
    expect(statuses).toEqual([503, 503, 201])
  })

  test('gets the status 401 after the token was revoked', async ({ nestbox }) => {
    const { uuid } = nestbox.state().tables.servers[0] as unknown as { uuid: string }
    const backups = async () => {
      const headers = { authorization: `Bearer ${nestbox.tokens.userClient}` }
      return fetch(`${nestbox.url}/api/client/servers/${uuid}/backups`, { headers })
    }
    const page = (await (await backups()).json()) as Page<BackupResource>
    expect(page.meta.pagination.current_page).toBe(1)

    nestbox.tokens.change({ userClient: { status: 'revoked' } })
    expect((await backups()).status).toBe(401)
  })

  test('sets the gap settings of the real panel', async ({ nestbox }) => {
    nestbox.gaps.set({ profile: 'panel' })
    expect(nestbox.gaps.get('nulls')).toBe('null')
  })

  test('restores a snapshot', async ({ nestbox }) => {
    const before = nestbox.snapshot('before').checksum
    await nestbox.reset({ scenario: 'empty' })
    expect(nestbox.info().checksum).not.toBe(before)
    expect((await nestbox.restore('before')).checksum).toBe(before)
  })
})
