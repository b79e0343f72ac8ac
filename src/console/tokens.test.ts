import { expect, it } from 'vitest'
import { choose, describeConsole, responseOf, sees, send } from './testing/describe-console.ts'

describeConsole('tokens', (open) => {
  it('revokes a token, changes the table, and the next request is refused', async () => {
    const { page } = await open()
    await choose(page, 'List server mounts')
    await send(page)
    await responseOf(page).getByText('200').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Tokens/ }).click()
    const row = page.getByRole('row', { name: /rootClient/ })
    await expect.poll(() => row.getByText('accepted').count()).toBe(3)
    await row.getByRole('button', { name: /Revoke/ }).click()
    await row.getByText('revoked').waitFor()
    await expect.poll(() => row.getByText('refused').count()).toBe(3)
    await page.getByRole('link', { name: /^Operations/ }).click()
    await choose(page, 'List server mounts')
    await page.getByLabel('Token', { exact: true }).selectOption('rootClient')
    await sees(page, /Will be refused/)
    await send(page)
    await responseOf(page).getByText('401').first().waitFor()
  })

  it('moves the focus to the button that replaces the clicked one', async () => {
    const { page } = await open({}, { path: '/#/tokens' })
    await sees(page, 'live')
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
    for (const [pressed, then] of [
      ['Revoke', 'Restore'],
      ['Restore', 'Revoke'],
      ['Expire', 'Restore'],
      ['Restore', 'Revoke'],
      ['Downgrade', 'Restore'],
      ['Restore', 'Downgrade'],
    ]) {
      await page.getByRole('button', { name: `${pressed}: rootClient` }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `${then}: rootClient` }).waitFor()
      await expect.poll(focused).toBe(`${then}: rootClient`)
    }
  })

  it('downgrades the token of a root administrator, and restores it', async () => {
    const { page } = await open({}, { path: '/#/tokens' })
    let readings = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/_nestbox/state')) readings += 1
    })
    const row = page.getByRole('row', { name: /deputy/ })
    await row.getByRole('button', { name: /Downgrade/ }).click()
    await expect.poll(() => row.getByText('refused').count()).toBe(2)
    await row.getByText('downgraded').waitFor()
    await row.getByRole('button', { name: /Restore/ }).click()
    await expect.poll(() => row.getByText('accepted').count()).toBe(3)
    await row.getByText('downgraded').waitFor({ state: 'detached' })
    // A large world is too much to load for the name of a user.
    expect(readings).toBe(0)
  })
})
