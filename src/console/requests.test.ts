import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished, vi } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { upload } from '../testing/service.ts'
import { choose, describeConsole, responseOf, sees, send, usersOf } from './testing/describe-console.ts'

/** Opens the latest request of the log. */
async function openLatest(page: Page) {
  await page.locator('.requests [data-entry]').first().click()
  return page.getByRole('article')
}

const curlIn = async (page: Page): Promise<string> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the request as a curl command' }).click()
  await sees(page, 'Copied.')
  return (await page.evaluate('navigator.clipboard.readText()')) as string
}

describeConsole('requests', (open) => {
  it('shows the old and new values of a changed row', async () => {
    const { page } = await open()
    await page.getByLabel('name', { exact: true }).fill('renamed')
    await send(page)
    const row = responseOf(page).locator('.diff > div', {
      has: page.getByRole('term').filter({ hasText: /^name$/ }),
    })
    await expect.poll(() => row.locator('ins').textContent()).toBe('renamed')
    await expect.poll(() => row.locator('del').textContent()).not.toBe('')
  })

  it('shows requests of other clients live', async () => {
    const { page, service } = await open({}, { path: '/#/requests' })
    const { length } = await usersOf(service)
    await sees(page, 'No requests yet')
    await sees(page, 'live')
    const json = { email: 'wren@example.com', username: 'wren', first_name: 'Wren', last_name: 'X' }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    const line = page.getByRole('row', { name: /201\s*POST\s*\/api\/application\/users/ })
    await line.getByRole('link').click()
    const detail = page.getByRole('article')
    await expect
      .poll(() => detail.textContent())
      .toMatch(new RegExp(`users ${length + 1}.*wren@example\\.com`, 's'))
    await detail.getByRole('button', { name: 'Open in the form' }).click()
    await expect.poll(() => page.getByLabel('Body as JSON').inputValue()).toContain('wren@example.com')
  })

  it('says that the log lacks a body that could not be read', async () => {
    const { page, service } = await open({}, { path: '/#/requests' })
    await sees(page, 'live')
    const headers = { 'content-type': 'application/json' }
    await service.ask('POST', '/api/application/users', { token: service.application, headers, body: '{' })
    const detail = await openLatest(page)
    await expect.poll(() => detail.textContent()).toContain('RequestThe log does not have the body.')
  })

  it('shows no request after another client has cleared the log', async () => {
    const { page, service } = await open({}, { path: '/#/requests' })
    await sees(page, 'live')
    await service.ask('GET', '/api/one', { token: service.application })
    await page.getByRole('row', { name: '/api/one' }).waitFor()
    service.clearRequests()
    await sees(page, 'No requests yet')
  })

  it('shows requests to a sandbox that was deleted and made again', async () => {
    const { page, service } = await open({}, { path: '/~mine/#/requests' })
    await sees(page, 'live')
    const ask = (path: string) => service.ask('GET', `/~mine/api/${path}`, { token: service.application })
    await ask('one')
    await page.getByRole('row', { name: '/api/one' }).waitFor()
    service.deleteSandbox('mine')
    await ask('two')
    await page.getByRole('row', { name: '/api/two' }).waitFor()
  })

  it('names the server that responded', async () => {
    const { page, service } = await open(
      { upstream: 'http://127.0.0.1:1', upstreamOperations: ['createUser'] },
      { path: '/#/requests' },
    )
    await service.ask('POST', '/api/application/users', { token: service.application, json: {} })
    await page.getByRole('row', { name: /502\s*POST.*upstream/ }).waitFor()
    const detail = await openLatest(page)
    await expect.poll(() => detail.textContent()).toContain('upstream: http://127.0.0.1:1')
  })

  it('repeats a request with the token of its sender', async () => {
    const { page, service } = await open({}, { path: '/#/requests' })
    await sees(page, 'live')
    const path = '/api/admin/database-hosts/1/databases'
    const deputy = [...service.tokens.list()].find(({ name }) => name === 'deputy')?.token
    let asked = 0
    for (const [token, chosen] of [
      [deputy, 'deputy'],
      [undefined, 'none'],
      ['made up', 'unknown'],
    ] as const) {
      await service.ask('GET', path, { token })
      asked += 1
      await expect.poll(() => page.locator('.requests tbody tr').count()).toBe(asked)
      await (await openLatest(page)).getByRole('button', { name: 'Open in the form' }).click()
      await expect.poll(() => page.getByLabel('Token', { exact: true }).inputValue()).toBe(chosen)
      await page.keyboard.press('Escape')
      await page.keyboard.press('2')
    }
  })

  it('repeats a request with its headers Prefer and Accept and its query, and without a body if it had none', async () => {
    const { page, service } = await open({}, { path: '/#/requests' })
    await sees(page, 'live')
    await service.ask('POST', '/api/application/users?__delay=1', {
      token: service.application,
      headers: { prefer: 'code=418', accept: 'application/json' },
    })
    const detail = await openLatest(page)
    const command = await curlIn(page)
    expect(command).toContain(`-H 'Prefer: code=418'`)
    expect(command).toContain(`-H 'Accept: application/json'`)
    expect(command).toContain('?__delay=1')
    await detail.getByRole('button', { name: 'Open in the form' }).click()
    await expect.poll(() => page.getByLabel('Body as JSON').inputValue()).toBe('')
    await expect.poll(() => page.getByLabel(/^Prefer/).inputValue()).toBe('code=418')
    await send(page)
    await responseOf(page).getByText('418').first().waitFor()
    await page.getByRole('checkbox', { name: 'Send Prefer' }).uncheck()
    await send(page)
    await responseOf(page).getByText('422').first().waitFor()
    await page.getByRole('button', { name: 'Reset the form' }).click()
    await page.getByLabel(/^Prefer/).waitFor({ state: 'detached' })
  })

  it('shows a request that the browser repeats as one entry, with the rows that it changed', async () => {
    const { page, service, forgive } = await open()
    forgive(/ERR_CONNECTION_RESET/)
    await sees(page, 'live')
    // A busy machine may repeat the request later than a browser would, so the time for it does not elapse.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    await service.ask('POST', '/_nestbox/faults', { json: { profile: 'lost-responses' } })
    await choose(page, 'Create user')
    await send(page)
    await responseOf(page).getByText('The connection was closed without a response.').waitFor()
    await responseOf(page)
      .getByRole('link', { name: /^users / })
      .waitFor()
    await responseOf(page)
      .getByTitle(/^The connection broke, and the browser repeated the request/)
      .waitFor()
    await page.keyboard.press('2')
    await page.locator('.requests tbody').getByText('1 row').waitFor()
    expect(await page.locator('[data-entry]').count()).toBe(1)
    await page.locator('[data-entry]').click()
    await page.getByRole('article').locator('.repeats').waitFor()
    // The line has room for the number of rows only.
    expect(await page.locator('.requests .repeats').isVisible()).toBe(false)
    expect(service.requests()).toMatchObject([{ status: null, repeats: expect.any(Number) }])
    expect(service.requests()[0]?.repeats).toBeGreaterThan(0)
  })

  it('repeats an upload', async () => {
    const { page, service } = await open({}, { path: '/#/requests' })
    await sees(page, 'live')
    const egg = JSON.stringify({ ...exampleEgg, description: "it's one" })
    await service.ask('POST', '/api/admin/eggs/1/import', { token: service.root, body: upload(egg) })
    const detail = await openLatest(page)
    await promisify(execFile)('sh', ['-c', await curlIn(page)], { timeout: 10_000 })
    await detail.getByRole('button', { name: 'Open in the form' }).click()
    await sees(page, /^egg\.json, [\d,]+ bytes$/)
    await send(page)
    await responseOf(page).getByText('200').first().waitFor()
    const sent = service.requests({ operation: 'importEgg' })
    expect(sent.map(({ status, request }) => [status, request.body])).toEqual(
      Array.from({ length: 3 }, () => [200, { import_file: egg }]),
    )
  })

  it.each([
    ['a password', { password: 'hunter22' }, 'passwords and tokens'],
    ['more than the log keeps', { first_name: 'x'.repeat(20_000) }, 'longer or more deeply nested'],
  ])('does not repeat a request that the log does not have in full: %s', async (_, fields, why) => {
    const { page, service } = await open({}, { path: '/#/requests' })
    await sees(page, 'live')
    const json = {
      email: 'wren@example.com',
      username: 'wren',
      first_name: 'Wren',
      last_name: 'X',
      ...fields,
    }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    const detail = await openLatest(page)
    await detail.getByText(why).waitFor()
    for (const name of ['Open in the form', 'Copy the request as a curl command']) {
      await expect.poll(() => detail.getByRole('button', { name }).isDisabled()).toBe(true)
    }
  })

  it('labels its filters', async () => {
    const { page } = await open({}, { path: '/#/requests' })
    await page
      .getByRole('group', { name: 'Which requests' })
      .getByRole('button', { name: 'Refused' })
      .waitFor()
  })
})
