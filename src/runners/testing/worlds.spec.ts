import { expect, test } from '../playwright.ts'

for (const nth of [1, 2]) {
  test(`world ${nth}`, async ({ nestbox, nestboxServer, request }) => {
    const list = await request.get(`${nestboxServer.url}/_nestbox/sandboxes`)
    const name = nestbox.url.split('~')[1]
    expect(await list.json()).toEqual({ sandboxes: [{ name, requests: 0 }] })
  })
}
