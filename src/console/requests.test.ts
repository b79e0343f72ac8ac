import { expect, it } from 'vitest'
import { answer, describeConsole, sees, send } from './testing/describe-console.ts'

describeConsole('requests', (open) => {
  it('shows before and after of a row that changed', async () => {
    const { page } = await open()
    await page.getByLabel('name', { exact: true }).fill('renamed')
    await send(page)
    const row = answer(page).getByRole('row', { name: /^name/ })
    expect(await row.locator('ins').textContent()).toBe('renamed')
    expect(await row.locator('del').textContent()).not.toBe('')
  })

  it('shows a request that somebody else makes, as it comes', async () => {
    const { page, service } = await open({}, { path: '/#/requests' })
    await sees(page, 'Nobody has asked yet')
    await sees(page, 'live')
    const json = { email: 'wren@example.com', username: 'wren', first_name: 'Wren', last_name: 'X' }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    const line = page.getByRole('link', { name: /201\s*POST\s*\/api\/application\/users/ })
    await line.click()
    const detail = page.getByRole('article')
    expect(await detail.textContent()).toMatch(/users 17.*wren@example\.com/s)
    await detail.getByRole('button', { name: 'Open in the form' }).click()
    expect(await page.getByLabel('Body as JSON').inputValue()).toContain('wren@example.com')
  })
})
