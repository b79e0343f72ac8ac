import { expect, it } from 'vitest'
import { describeConsole, sees } from './testing/describe-console.ts'

describeConsole('data', (open) => {
  it('follows references between rows, both ways', async () => {
    const { page } = await open({}, { path: '/#/data/servers/1' })
    const detail = page.getByRole('article')
    await detail.getByRole('link', { name: /^1 / }).first().click()
    await page.getByRole('button', { name: /servers$/ }).click()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toMatch(/^\w+_id=1$/)
  })

  it('saves the fields of a row that were edited, and says what is wrong with others', async () => {
    const { page, service } = await open({}, { path: '/#/data/servers/1' })
    const detail = page.getByRole('article')
    const status = detail.getByRole('textbox', { name: 'status' })
    await detail.getByRole('button', { name: 'Edit' }).click()
    await status.fill('broken')
    await detail.getByRole('button', { name: 'Save' }).click()
    await detail.locator('.field-error').getByText('must be one of normal, installing').waitFor()
    await expect.poll(() => detail.locator('input:focus').inputValue()).toBe('broken')
    await status.fill('suspended')
    await detail.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => service.world.tables.servers.must(1).status).toBe('suspended')
    await expect.poll(() => detail.getByRole('textbox').count()).toBe(0)
    await expect.poll(() => detail.getByText('suspended').count()).toBeGreaterThan(0)
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
