// Each test gets a sandbox, a world of its own, on a mock server that all tests of a worker share.
import { expect, test } from 'nestbox/testing/playwright'

test('creates a user', async ({ nestbox, request }) => {
  const response = await request.post(`${nestbox.url}/api/application/users`, {
    headers: { authorization: `Bearer ${nestbox.tokens.application}` },
    data: { email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'March' },
  })
  expect(response.status()).toBe(201)
  expect(nestbox.requests({ operation: 'createUser', status: 201 })).toHaveLength(1)
})

test('starts with an unchanged world and an empty request log', async ({ nestbox }) => {
  expect(nestbox.info()).toMatchObject({ seed: 'my suite', scenario: 'demo' })
  expect(nestbox.requests()).toEqual([])
})

// Not needed in your suite, where Playwright installs its own browser.
const withBrowser = process.env['CHROMIUM'] ? test : test.skip

withBrowser('a page gets the status 401 for an expired token', async ({ nestbox, page }) => {
  nestbox.tokens.change({ rootClient: { status: 'expired' } })
  await page.goto(nestbox.url)
  const { url, tokens } = nestbox
  const status = await page.evaluate(
    async ([path, token]) => (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status,
    [`${url}/api/admin/servers/1/mounts`, tokens.rootClient] as const,
  )
  expect(status).toBe(401)
})
