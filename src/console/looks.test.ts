import { expect, it } from 'vitest'
import { viewIds } from './client/pure/route.ts'
import { describeConsole, responseOf, sees, send, twoFrames, view } from './testing/describe-console.ts'

describeConsole('looks', (open) => {
  it('remembers the colour scheme', async () => {
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
    await responseOf(page).getByText('200').first().waitFor()
    for (const [path, shown] of [
      ['try', 'form'],
      ['requests', '.requests tbody tr'],
      ['requests/1', '.detail'],
      ['data', '.data tbody tr'],
      ['data/servers/1', '.detail'],
      ['tokens', '.tokens tbody tr'],
      ['gaps', '.gaps tbody tr'],
      ['gaps/status.created', '.choice'],
      ['faults', '.profile'],
      ['worlds', '.card'],
      ['reference', '.opblock'],
    ] as const) {
      await page.evaluate(`location.hash = '#/${path}'`)
      await page.locator(shown).first().waitFor()
      await twoFrames(page)
      const wide = await page.evaluate(
        '[document.documentElement, document.querySelector("main")].some((box) => box.scrollWidth > box.clientWidth)',
      )
      expect(wide, path).toBe(false)
    }
  })

  it('has labels for screen readers', async () => {
    const { page, service, forgive } = await open()
    forgive(/ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    await expect.poll(() => page.locator('.field label').first().textContent()).toBe('node path')
    await page.getByRole('img', { name: 'No requests yet' }).waitFor()
    await service.ask('GET', '/api/client/servers/x/mounts')
    await page.getByRole('img', { name: 'Bar chart of the latest 1 request' }).waitFor()
    await page.getByRole('link', { name: /Requests\s*1\s*request in the log/ }).waitFor()
    await service.ask('POST', '/_nestbox/faults', { json: { fault: 'reset' } })
    await send(page)
    await responseOf(page).getByText('no response', { exact: true }).waitFor()
  })

  it('has the same view names on a phone', async () => {
    const { page } = await open({}, { width: 390 })
    await sees(page, 'live')
    const menu = page.getByRole('navigation', { name: 'Views' })
    const names = await menu.locator('.nav-name').allTextContents()
    expect(names).toHaveLength(viewIds.length)
    for (const name of names) {
      await menu.getByText(name, { exact: true }).click()
      await view(page, name)
    }
  })

  it('reports addresses that do not exist', async () => {
    const { page, service } = await open({}, { path: '/#/nowhere' })
    await view(page, 'Operations')
    expect(new URL(page.url()).hash).toBe('#/try')
    await sees(page, 'live')
    await page.evaluate('location.hash = "#/requests/9999"')
    await sees(page, 'There is no request 9999')
    await service.ask('GET', '/api/admin/database-hosts/1/databases', { token: service.root })
    await page.getByRole('link', { name: /databases$/ }).waitFor()
    await sees(page, 'There is no request 9999')
    await page.keyboard.press('Escape')
    await page.getByText('There is no request 9999').waitFor({ state: 'detached' })
  })
})
