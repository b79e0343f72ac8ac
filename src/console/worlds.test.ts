import { expect, it } from 'vitest'
import { answer, choose, describeConsole, sees, send, usersOf } from './testing/describe-console.ts'

describeConsole('worlds', (open) => {
  it('takes a snapshot, and goes back to it', async () => {
    const { page, service } = await open({}, { path: '/#/worlds' })
    const { checksum } = (await service.ask('GET', '/_nestbox/health')).json.world
    const snapshots = page.getByRole('region', { name: 'Snapshots' })
    await snapshots.getByLabel('Name').fill('before')
    await snapshots.getByRole('button', { name: 'Take' }).click()
    await snapshots.getByText('as it is now').waitFor()
    const json = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    await snapshots.getByText('as it is now').waitFor({ state: 'detached' })
    await snapshots.getByRole('button', { name: 'Restore before' }).click()
    await snapshots.getByText('as it is now').waitFor()
    expect((await service.ask('GET', '/_nestbox/health')).json.world.checksum).toBe(checksum)
    await snapshots.getByRole('button', { name: 'Delete' }).click()
    await snapshots.getByRole('button', { name: 'Delete?' }).click()
    await snapshots.getByText('No snapshot yet').waitFor()
  })

  it('has the focus on the next snapshot, or on the heading, when one is gone', async () => {
    const { page, service } = await open({}, { path: '/#/worlds' })
    await sees(page, 'live')
    for (const name of ['one', 'two', 'three'])
      await service.ask('POST', '/_nestbox/snapshots', { json: { name } })
    const snapshots = page.getByRole('region', { name: 'Snapshots' })
    const row = (name: string) => snapshots.getByRole('listitem').filter({ hasText: name })
    for (const [name, next] of [
      ['two', 'three'],
      ['three', 'one'],
    ] as const) {
      await row(name).getByRole('button', { name: 'Delete' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await row(name).waitFor({ state: 'detached' })
      await expect.poll(() => row(next).locator(':focus').textContent()).toBe('Delete')
    }
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await snapshots.getByText('No snapshot yet').waitFor()
    await expect.poll(() => page.locator('h2:focus').textContent()).toBe('Snapshots')
  })

  it('takes back by Escape what would lose all changes', async () => {
    const { page } = await open({}, { path: '/#/worlds' })
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('button', { name: 'Lose all changes?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Reset', exact: true }).waitFor({ timeout: 1_000 })
  })

  it('resets to another world, and shows its rows', async () => {
    const { page } = await open({}, { path: '/#/data' })
    await page.getByRole('link', { name: 'servers 40' }).waitFor()
    await page.keyboard.press('7')
    await page.getByLabel('Seed').fill('another')
    await page.getByLabel('Servers').fill('12')
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('button', { name: 'Lose all changes?' }).click()
    await sees(page, 'another · demo')
    await page.keyboard.press('3')
    await page.getByRole('link', { name: 'servers 12' }).waitFor()
  })

  it('of a sandbox is all about that sandbox', async () => {
    const { page, service } = await open({}, { path: '/~finch' })
    await sees(page, 'live')
    await expect.poll(() => page.getByLabel('World').inputValue()).toBe('finch')
    await choose(page, 'Create user')
    await send(page)
    await answer(page).getByText('201').first().waitFor()
    await answer(page).getByRole('link', { name: 'users 17' }).waitFor()
    expect(await usersOf(service)).toHaveLength(16)
    await page.keyboard.press('7')
    await page.getByRole('link', { name: 'main world' }).click()
    await page.waitForURL(`${service.url}/`)
    await page.keyboard.press('7')
    await page.getByRole('link', { name: '~finch' }).waitFor()
    const sandboxes = page.getByRole('region', { name: 'Sandboxes' })
    await sandboxes.getByLabel('Name').fill('wren')
    await sandboxes.getByRole('button', { name: 'Go' }).click()
    await page.waitForURL(`${service.url}/~wren/`)
  })

  it('refuses a file that is no world, in a sentence that covers no field', async () => {
    const { page } = await open({}, { path: '/#/worlds', width: 390 })
    await sees(page, 'live')
    const load = (text: string) =>
      page
        .getByLabel(/^Load/)
        .setInputFiles({ name: 'egg.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    const messages = page.locator('.notices p')
    await load('{"name":"an egg"}')
    await sees(page, /^egg\.json is no world of Nestbox: "Download as JSON" makes one\.$/)
    await load('{"format":"nestbox-world"}')
    await messages.nth(1).waitFor()
    expect((await messages.nth(1).textContent())?.length).toBeLessThan(120)
    const [main, notices, menu] = await Promise.all(
      ['main', '.notices', '.nav'].map((each) => page.locator(each).boundingBox()),
    )
    expect(notices?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0))
    expect((notices?.y ?? 0) + (notices?.height ?? 0)).toBeLessThanOrEqual((menu?.y ?? 0) + 1)
  })

  it('shows that the checksum is being worked out, until it is', async () => {
    const { page, service } = await open()
    await sees(page, 'live')
    const shown = page.locator('.world-picker [aria-busy]')
    const before = await shown.textContent()
    let letThrough = () => {}
    await page.route('**/_nestbox/health', async (route) => {
      await new Promise<void>((resolve) => {
        letThrough = resolve
      })
      await route.continue()
    })
    const asked = page.waitForRequest('**/_nestbox/health')
    const json = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    await asked
    expect(await shown.getAttribute('aria-busy')).toBe('true')
    expect(await shown.textContent()).toBe(before)
    letThrough()
    await expect.poll(() => shown.getAttribute('aria-busy')).toBe('false')
    const { checksum } = (await service.ask('GET', '/_nestbox/health')).json.world
    expect(checksum).not.toBe(before)
    expect(await shown.textContent()).toBe(checksum)
  })
})
