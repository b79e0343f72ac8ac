import { expect, test } from '../playwright.ts'

test('requests of the pages reach the sandbox at any address', async ({
  page,
  nestbox,
  nestboxServer,
  sandboxedPages: _,
}) => {
  test.skip(process.env['CHROMIUM'] === '', 'no Chromium found')
  const urls = ['', nestboxServer.url.replace('127.0.0.1', 'localhost'), 'http://panel.invalid:8080']
  // This page has no policy that keeps it from calling other addresses.
  await page.goto(`${nestboxServer.url}/_nestbox/health`)
  const statuses = await page.evaluate(
    ([urls, token]) =>
      Promise.all(
        urls.map(async (url) => {
          const response = await fetch(`${url}/api/admin/servers/1/mounts`, {
            headers: { authorization: `Bearer ${token}` },
          })
          return response.status
        }),
      ),
    [urls, nestbox.tokens.rootClient] as const,
  )
  expect(statuses).toEqual([200, 200, 200])
  expect(nestbox.requests()).toHaveLength(3)
  expect(nestboxServer.requests()).toEqual([])
})

for (const nth of [1, 2]) {
  test(`world ${nth}`, async ({ nestbox, nestboxServer, request }) => {
    const list = await request.get(`${nestboxServer.url}/_nestbox/sandboxes`)
    const name = nestbox.url.split('~')[1]
    expect(await list.json()).toEqual({ sandboxes: [{ name, requests: 0 }] })
  })
}
