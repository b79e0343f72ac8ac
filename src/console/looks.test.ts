import { expect, it } from 'vitest'
import { answer, describeConsole, sees, send, view } from './testing/describe-console.ts'

describeConsole('looks', (open) => {
  it('remembers light and dark', async () => {
    const { page } = await open({}, { scheme: 'light' })
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const light = await paper()
    await page.getByRole('button', { name: /^Colours: auto/ }).click()
    await page.getByRole('button', { name: /^Colours: light/ }).click()
    const dark = await paper()
    expect(dark).not.toBe(light)
    await page.reload()
    await page.getByRole('button', { name: /^Colours: dark/ }).waitFor()
    expect(await paper()).toBe(dark)
  })

  it('fits a phone', async () => {
    const { page, service } = await open({}, { width: 390 })
    await sees(page, 'live')
    await service.ask('GET', '/api/admin/database-hosts/1/databases', { token: service.root })
    await send(page)
    await answer(page).getByText('200').first().waitFor()
    for (const path of [
      'try',
      'requests',
      'requests/1',
      'data',
      'data/servers/1',
      'tokens',
      'gaps',
      'faults',
      'worlds',
      'reference',
    ]) {
      await page.evaluate(`location.hash = '#/${path}'`)
      await page.waitForTimeout(150)
      const wide = await page.evaluate(
        '[document.documentElement, document.querySelector("main")].some((box) => box.scrollWidth > box.clientWidth)',
      )
      expect(wide, path).toBe(false)
    }
  })

  it('reads well to who only hears it', async () => {
    const { page, service, forgive } = await open()
    forgive(/ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    await expect.poll(() => page.locator('.field label').first().textContent()).toBe('node path')
    await page.getByRole('img', { name: 'No request yet' }).waitFor()
    await service.ask('GET', '/api/client/servers/x/mounts')
    await page.getByRole('img', { name: 'The latest 1 request, as bars' }).waitFor()
    await page.getByRole('link', { name: /Requests\s*1\s*request in the log/ }).waitFor()
    await service.ask('POST', '/_nestbox/faults', { json: { fault: 'reset' } })
    await send(page)
    await answer(page).getByText('no answer', { exact: true }).waitFor()
  })

  it('calls the views the same on a phone', async () => {
    const { page } = await open({}, { width: 390 })
    await sees(page, 'live')
    const menu = page.getByRole('navigation', { name: 'Views' })
    for (const name of ['Operations', 'Requests', 'Data', 'Tokens', 'Gaps', 'Faults', 'World']) {
      await menu.getByText(name, { exact: true }).click()
      await view(page, name)
    }
  })

  it('says so where an address leads nowhere', async () => {
    const { page, service } = await open({}, { path: '/#/nowhere' })
    await view(page, 'Operations')
    expect(new URL(page.url()).hash).toBe('#/try')
    await sees(page, 'live')
    await page.evaluate('location.hash = "#/requests/9999"')
    await sees(page, 'There is no request 9999 in the log')
    await service.ask('GET', '/api/admin/database-hosts/1/databases', { token: service.root })
    await page.getByRole('link', { name: /^200/ }).waitFor()
    await sees(page, 'There is no request 9999 in the log')
    await page.keyboard.press('Escape')
    await page.getByText('There is no request 9999 in the log').waitFor({ state: 'detached' })
  })
})
