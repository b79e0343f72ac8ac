import { expect, it } from 'vitest'
import { boxOf, describeConsole, type Opened, responseOf, sees, send } from './testing/describe-console.ts'

const path = '/api/admin/database-hosts/1/databases'

async function askOften({ service }: Opened): Promise<void> {
  await Promise.all(Array.from({ length: 60 }, () => service.ask('GET', path, { token: service.root })))
}

const focused = (page: Opened['page']) => page.evaluate('document.activeElement.getAttribute("href")')

describeConsole('details', (open) => {
  it.each([360, 1000])('cover the view if there is no room next to the list, at %i', async (width) => {
    const opened = await open({}, { path: '/#/requests', width, height: 700 })
    const { page } = opened
    await sees(page, 'live')
    await askOften(opened)
    // A row that moves between the press and the release of the button gets no click.
    await page.locator('[href="#/requests/60"]').waitFor({ state: 'attached' })
    const entry = page.locator('[href="#/requests/14"]')
    await entry.click()
    const detail = page.getByRole('article', { name: 'Request 14' })
    expect(await boxOf(detail)).toEqual(await boxOf(page.getByRole('main')))
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Request 14')
    // Keys cannot reach what is covered.
    await expect.poll(() => entry.isVisible()).toBe(false)
    await expect.poll(() => page.getByRole('searchbox').isVisible()).toBe(false)
    await detail.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    const close = detail.getByRole('link', { name: 'Close' })
    expect((await boxOf(close)).top).toBeGreaterThanOrEqual((await boxOf(detail)).top)
    await page.keyboard.press('j')
    await page.getByRole('article', { name: 'Request 13' }).waitFor()
    await page.keyboard.press('k')
    await detail.waitFor()
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('#/requests/14')
    expect((await boxOf(entry)).bottom).toBeLessThanOrEqual((await boxOf(page.getByRole('main'))).bottom)
  })

  it.each([360, 1000])('return the focus to their row when they are closed, at %i', async (width) => {
    const { page } = await open({}, { path: '/#/data/servers', width })
    await page.getByRole('link', { name: '7', exact: true }).click()
    const detail = page.getByRole('article', { name: 'Row 7 of servers' })
    expect(await boxOf(detail)).toEqual(await boxOf(page.getByRole('main')))
    await detail.getByRole('link', { name: 'Close' }).click()
    await expect.poll(() => focused(page)).toBe('#/data/servers/7')
  })

  it.each(['requests/9999', 'data/servers/9999'])('report a missing entry on a phone: %s', async (place) => {
    const opened = await open({}, { path: `/#/${place}`, width: 360 })
    const { page } = opened
    await sees(page, 'live')
    await askOften(opened)
    const detail = page.getByRole('article', { name: /9999/ })
    await expect.poll(async () => [await boxOf(detail)]).toEqual([await boxOf(page.getByRole('main'))])
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
  })

  it('get the focus when a link opens them on a phone', async () => {
    const { page } = await open({}, { width: 360 })
    await page.getByRole('form').waitFor()
    await send(page)
    await responseOf(page).getByRole('link', { name: 'Show in the log' }).click()
    await page.getByRole('article', { name: 'Request 1' }).waitFor()
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Request 1')
  })

  it('are next to a wide list, and do not take the focus', async () => {
    const opened = await open({}, { path: '/#/requests' })
    const { page } = opened
    await sees(page, 'live')
    await askOften(opened)
    const entry = page.locator('[href="#/requests/60"]')
    const list = await boxOf(entry)
    await entry.click()
    const detail = page.getByRole('article', { name: 'Request 60' })
    expect((await boxOf(detail)).left).toBeGreaterThan(list.left + 200)
    // A second press closes it.
    await page.keyboard.press('Enter')
    await detail.waitFor({ state: 'detached' })
  })
})
