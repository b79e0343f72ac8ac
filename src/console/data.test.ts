import { expect, it } from 'vitest'
import { boxOf, describeConsole, sees } from './testing/describe-console.ts'

describeConsole('data', (open) => {
  it('follows references between rows, both ways', async () => {
    const { page } = await open({}, { path: '/#/data/servers/1' })
    const detail = page.getByRole('article')
    await detail.getByRole('link', { name: /^1 / }).first().click()
    await detail.getByRole('link', { name: /^\d+ servers$/ }).click()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toMatch(/^\w+_id=1$/)
  })

  it('saves the edited fields of a row, and explains invalid fields', async () => {
    const { page, service } = await open({}, { path: '/#/data/servers/1' })
    const detail = page.getByRole('article')
    const status = detail.getByRole('textbox', { name: 'status' })
    await detail.getByRole('button', { name: 'Edit' }).click()
    await status.fill('broken')
    await detail.getByRole('button', { name: 'Save' }).click()
    await detail.locator('.hint.bad').getByText('must be one of normal, installing').waitFor()
    await expect.poll(() => detail.locator('input:focus').inputValue()).toBe('broken')
    await status.fill('suspended')
    await detail.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => service.world.tables.servers.must(1).status).toBe('suspended')
    await expect.poll(() => detail.getByRole('textbox').count()).toBe(0)
    await expect.poll(() => detail.getByText('suspended').count()).toBeGreaterThan(0)
  })

  it('keeps what a row has got since its form was opened', async () => {
    const { page, service } = await open({}, { path: '/#/data/nodes/1' })
    const detail = page.getByRole('article')
    await detail.getByRole('button', { name: 'Edit' }).click()
    await service.edit('nodes', 1, { memory: 12_345 })
    await page.locator('tr.current').getByText('12345').waitFor()
    await detail.getByLabel('description').fill('by hand')
    await detail.getByRole('status').getByText('Changed fields: 1.').waitFor()
    await detail.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => service.world.tables.nodes.must(1).description).toBe('by hand')
    expect(service.world.tables.nodes.must(1).memory).toBe(12_345)
  })

  it('adds a row with a form that has a picker for ids', async () => {
    const { page, service } = await open({}, { path: '/#/data/backups' })
    await page.getByRole('link', { name: 'Add to backups' }).click()
    const form = page.getByRole('form', { name: 'Row' })
    const server = form.getByLabel('server_id')
    await server.fill('copper')
    await expect.poll(() => form.locator('datalist option').allTextContents()).toEqual(['Copperleaf SMP'])
    await form.getByRole('button', { name: 'Add' }).click()
    await form.locator('.hint.bad').getByText('server_id').waitFor()
    await server.fill('1')
    await form.locator('.hint').getByText('Copperleaf SMP').waitFor()
    await form.getByLabel('name').fill('by hand')
    await form.getByLabel('is_locked').selectOption('true')
    await form.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('article', { name: /^Row \d+ of backups$/ }).waitFor()
    const { lastId } = service.world.tables.backups
    expect(service.world.tables.backups.must(lastId)).toMatchObject({
      name: 'by hand',
      server_id: 1,
      is_locked: true,
    })
  })

  it('adds and removes ids of a list', async () => {
    const { page, service } = await open({}, { path: '/#/data/nodes/1' })
    const detail = page.getByRole('article')
    await detail.getByRole('button', { name: 'Edit' }).click()
    const [first] = service.world.tables.nodes.must(1).tag_ids
    await detail.getByRole('button', { name: `Remove ${first} ` }).click()
    await detail.getByLabel('tag_ids').selectOption('11')
    await detail.getByRole('status').getByText('Changed fields: 1.').waitFor()
    await detail.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => service.world.tables.nodes.must(1).tag_ids).not.toContain(first)
    expect(service.world.tables.nodes.must(1).tag_ids).toContain(11)
  })

  it('deletes a row without references to it, and names a row that refers to the row otherwise', async () => {
    const { page, service } = await open({}, { path: '/#/data/users/1' })
    const detail = page.getByRole('article')
    const remove = async () => {
      await detail.getByRole('button', { name: 'Delete' }).click()
      await detail.getByRole('button', { name: 'Delete this row?' }).click()
    }
    await remove()
    await page.locator('.notices .bad').waitFor()
    expect(service.world.tables.users.get(1)).toBeDefined()
    await page.goto(`${service.url}/#/data/backups/1`)
    await page.getByRole('article', { name: 'Row 1 of backups' }).waitFor()
    await remove()
    await sees(page, 'Row 1 of backups is deleted.')
    await detail.waitFor({ state: 'detached' })
    expect(service.world.tables.backups.get(1)).toBeUndefined()
  })

  it('names a searched field that no row has', async () => {
    const { page } = await open({}, { path: '/#/data/servers' })
    await page.getByRole('searchbox').fill('colour=red')
    await sees(page, 'There is no field colour in servers')
    await page.getByRole('button', { name: 'Show all' }).click()
    await sees(page, '1 to 40 of 40')
  })

  it('shows the tab of its table on a phone', async () => {
    const { page } = await open({}, { path: '/#/data/databases', width: 390 })
    const tab = page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: /^databases/ })
    await expect.poll(async () => (await boxOf(tab)).right).toBeLessThanOrEqual(390)
  })

  it('completes the work in progress, and starts more work', async () => {
    const { page } = await open({}, { path: '/#/data/servers' })
    await page.getByRole('button', { name: /^Finish \d+ in progress/ }).click()
    await page.getByRole('button', { name: /^Finish/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Start work/ }).click()
    await page.getByRole('button', { name: /^Finish 1 in progress/ }).waitFor()
  })

  it('opens the page that has the linked row, and does not turn the page back afterwards', async () => {
    const { page } = await open({ scale: 2000 }, { path: '/#/data/servers/120' })
    await sees(page, '101 to 150 of 2,000')
    const line = page.locator('tr.current')
    const isInView = async () => {
      const { top, bottom } = await boxOf(line)
      return top >= 0 && bottom <= 900
    }
    await expect.poll(isInView).toBe(true)
    await page.getByRole('button', { name: 'Next' }).click()
    await sees(page, '151 to 200 of 2,000')
  })

  it('shows one page of a large table, and finds a row in it', async () => {
    const { page } = await open({ scale: 2000 }, { path: '/#/data/servers' })
    await sees(page, '1 to 50 of 2,000')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(50)
    await page.getByRole('button', { name: 'Next' }).click()
    await sees(page, '51 to 100 of 2,000')
    await page.keyboard.press('/')
    await page.keyboard.type('id=1999')
    await sees(page, '1 to 1 of 1')
  })
})
