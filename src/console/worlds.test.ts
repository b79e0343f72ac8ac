import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../store/testing/temp-folder.ts'
import { startService } from '../testing/service.ts'
import { choose, describeConsole, responseOf, sees, send, usersOf, view } from './testing/describe-console.ts'

describeConsole('worlds', (open) => {
  it('asks before it discards changes, which a double click does not confirm', async () => {
    const { page, service } = await open({}, { path: '/#/worlds' })
    await sees(page, 'live')
    const { id } = await service.add.user({ username: 'kept' })
    await page.getByRole('button', { name: 'Reset', exact: true }).dblclick()
    await page.getByRole('button', { name: 'Discard all changes?' }).waitFor()
    expect(service.world.tables.users.get(id)?.username).toBe('kept')
    await page.getByRole('button', { name: 'Discard all changes?' }).click()
    await expect.poll(() => service.world.tables.users.get(id)).toBe(undefined)
  })

  it('takes a snapshot, and restores it', async () => {
    const { page, service } = await open({}, { path: '/#/worlds' })
    const { checksum } = (await service.ask('GET', '/_nestbox/health')).json.world
    const snapshots = page.getByRole('region', { name: 'Snapshots' })
    await snapshots.getByLabel('Name').fill('before')
    await snapshots.getByRole('button', { name: 'Take' }).click()
    await snapshots.getByText('current').waitFor()
    const json = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    await snapshots.getByText('current').waitFor({ state: 'detached' })
    await snapshots.getByRole('button', { name: 'Restore: before' }).click()
    await snapshots.getByRole('button', { name: 'Discard all changes?' }).click()
    await snapshots.getByText('current').waitFor()
    expect((await service.ask('GET', '/_nestbox/health')).json.world.checksum).toBe(checksum)
    await snapshots.getByRole('button', { name: 'Delete' }).click()
    await snapshots.getByRole('button', { name: 'Delete?' }).click()
    await snapshots.getByText('No snapshots yet').waitFor()
  })

  it('moves the focus to the next snapshot, or to the heading, when one is deleted', async () => {
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
    await snapshots.getByText('No snapshots yet').waitFor()
    await expect.poll(() => page.locator('h2:focus').textContent()).toBe('Snapshots')
  })

  it('cancels a reset with Escape', async () => {
    const { page } = await open({}, { path: '/#/worlds', alone: true })
    await sees(page, 'live')
    // The question disappears after some seconds, so the clock of the page is stopped.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('button', { name: 'Discard all changes?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Reset', exact: true }).waitFor()
  })

  it('resets to the rows of the data file, which no seed makes', async () => {
    const data = join(await tempFolder(), 'world.json')
    const before = await startService({ data })
    const { id } = await before.add.user({ username: 'jo' })
    await before.close()
    const { page, service } = await open({ data }, { path: '/#/worlds' })
    await sees(page, 'live')
    await service.remove('users', id)
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('button', { name: 'Discard all changes?' }).click()
    await sees(page, 'The world is reset; tokens, gaps and faults stay.')
    expect(service.world.tables.users.get(id)?.username).toBe('jo')
  })

  it('resets to another world, and shows its rows', async () => {
    const { page } = await open({}, { path: '/#/data' })
    await page.getByRole('link', { name: 'servers 40' }).waitFor()
    await page.keyboard.press('7')
    await page.getByLabel('Seed').fill('another')
    await page.getByLabel('Scale').fill('12')
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('button', { name: 'Discard all changes?' }).click()
    await sees(page, 'another · demo')
    await page.keyboard.press('3')
    await page.getByRole('link', { name: 'servers 12' }).waitFor()
  })

  it('shows a sandbox under its URL', async () => {
    const { page, service } = await open({}, { path: '/~finch' })
    const { length } = await usersOf(service)
    await sees(page, 'live')
    await expect.poll(() => page.getByLabel('World').inputValue()).toBe('finch')
    await choose(page, 'Create user')
    await send(page)
    await responseOf(page).getByText('201').first().waitFor()
    await responseOf(page)
      .getByRole('link', { name: `users ${length + 1}` })
      .waitFor()
    expect(await usersOf(service)).toHaveLength(length)
    await page.keyboard.press('7')
    await page.getByRole('link', { name: 'main world' }).click()
    await page.waitForURL(`${service.url}/#/worlds`)
    await page.keyboard.press('7')
    await page.getByRole('link', { name: '~finch' }).waitFor()
    const sandboxes = page.getByRole('region', { name: 'Sandboxes' })
    await sees(page, '1 to 32 of a-z, 0-9 and hyphens.')
    await sandboxes.getByLabel('Name').fill('wren')
    await sandboxes.getByRole('button', { name: 'Open' }).click()
    await page.waitForURL(`${service.url}/~wren/#/worlds`)
  })

  it('keeps the view when another world is chosen, but closes the open entry', async () => {
    const { page, service } = await open({}, { path: '/#/data/nodes/1' })
    await service.ask('GET', '/~finch/api/admin/servers/1/mounts', { token: service.root })
    await page.getByRole('heading', { name: 'Referenced by' }).waitFor()
    const picker = page.getByLabel('World')
    await picker.focus()
    await picker.selectOption('finch')
    await page.waitForURL(`${service.url}/~finch/#/data/nodes`)
    await view(page, 'Data')
  })

  it('refuses a file that is not a world, in a message that does not cover any field', async () => {
    const { page } = await open({}, { path: '/#/worlds', width: 390 })
    await sees(page, 'live')
    const load = (text: string) =>
      page
        .getByLabel(/^Load/)
        .setInputFiles({ name: 'egg.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    const messages = page.locator('.notices p')
    await load('{"name":"an egg"}')
    await sees(page, /^egg\.json is not a Nestbox world file; "Download as JSON" creates one\.$/)
    await load('{"format":"nestbox-world"}')
    await messages.nth(1).waitFor()
    expect((await messages.nth(1).textContent())?.length).toBeLessThan(120)
    const [main, notices, menu] = await Promise.all(
      ['main', '.notices', '.nav'].map((each) => page.locator(each).boundingBox()),
    )
    expect(notices?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0))
    expect((notices?.y ?? 0) + (notices?.height ?? 0)).toBeLessThanOrEqual((menu?.y ?? 0) + 1)
  })

  it('marks the checksum as pending until it is computed', async () => {
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
