// Each test gets a world of its own, on a service that the tests of a worker share.
import { expect, test } from 'nestbox/testing/playwright'

test('creates a user', async ({ nestbox, request }) => {
  const answer = await request.post(`${nestbox.url}/api/application/users`, {
    headers: { authorization: `Bearer ${nestbox.tokens.application}` },
    data: { email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'March' },
  })
  expect(answer.status()).toBe(201)
  expect(nestbox.requests({ operation: 'createUser', status: 201 })).toHaveLength(1)
})

test('starts from the same world every time', async ({ nestbox }) => {
  expect(nestbox.info()).toMatchObject({ seed: 'my suite', scenario: 'demo' })
  expect(nestbox.requests()).toEqual([])
})

// In your suite Playwright brings its own browser.
const withBrowser = process.env['CHROMIUM'] ? test : test.skip

withBrowser('drives a page against it', async ({ nestbox, page }) => {
  nestbox.tokens.change({ rootClient: { status: 'expired' } })
  await page.goto(nestbox.url)
  const { url, tokens } = nestbox
  const status = await page.evaluate(
    async ([path, token]) => (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status,
    [`${url}/api/admin/servers/1/mounts`, tokens.rootClient] as const,
  )
  expect(status).toBe(401)
})
