import { describe, expect, it, onTestFinished } from 'vitest'
import { chromium, theChromium, unlessMissing } from '../testing/chromium.ts'
import { sample } from '../testing/sample.ts'
import { startService } from '../testing/service.ts'

const paths = ['/_nestbox/docs', '/~one/_nestbox/docs']

describe('the reference page', () => {
  it.each(paths)('at %s finds its files', async (path) => {
    const { ask, url } = await startService({ scenario: 'empty' })
    const { headers, text } = await ask('GET', path)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).not.toMatch(/<script>|<script [^>]*>[^<]/)
    const links = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link = '']) => link)
    expect(links.filter((link) => link !== 'data:,')).toHaveLength(4)
    for (const link of links.filter((each) => each !== 'data:,')) {
      const { pathname } = new URL(link, url + path)
      expect(pathname.startsWith(path.startsWith('/~one') ? '/~one/_nestbox' : '/_nestbox')).toBe(true)
      expect((await ask('GET', pathname)).status, pathname).toBe(200)
    }
  })

  it('forbids frames in other pages, a base URL and forms', async () => {
    const { ask, url } = await startService({ scenario: 'empty' })
    const { headers } = await ask('GET', '/_nestbox/docs')
    expect(headers.get('content-security-policy')?.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        `connect-src 'self' ${url}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ]),
    )
  })
})

describe.skipIf(chromium === undefined)(`in a browser${unlessMissing}`, () => {
  async function newPage() {
    const browser = await theChromium()
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    return page
  }

  it.each(sample(2, paths))(
    'shows every operation under its Content-Security-Policy, at %s',
    async (path) => {
      const { ask, url } = await startService({ scale: 5 })
      const page = await newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('requestfailed', (request) => complaints.push(`no ${request.url()}`))
      await page.goto(url + path)
      await page.locator('.opblock').nth(7).waitFor()
      expect(await page.locator('.opblock-summary-path').allTextContents()).toEqual(
        expect.arrayContaining([expect.stringContaining('users')]),
      )
      expect(await page.locator('.info .title').textContent()).toContain('Game Server Management')
      await page.locator('#operations-Client_API-listServerBackups .opblock-summary').click()
      await page.locator('#operations-Client_API-listServerBackups .execute').click()
      await page.locator('.live-responses-table').first().waitFor()
      const { requests } = (await ask('GET', path.replace('docs', 'requests'))).json
      expect(requests).toMatchObject([{ status: 200, owner: 'root administrator admin' }])
      expect(complaints).toEqual([])
    },
  )

  // One page shows all of it, since to show the description takes seconds.
  it('is light or dark as the system is, and fits a phone', async () => {
    const { url } = await startService({ scenario: 'empty' })
    const page = await newPage()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${url}/_nestbox/docs`)
    await page.locator('.swagger-ui').first().waitFor()
    const background = () =>
      page.evaluate('getComputedStyle(document.querySelector(".swagger-ui")).backgroundColor')
    expect(await background()).toBe('rgb(28, 32, 34)')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(background).toBe('rgba(0, 0, 0, 0)')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('#operations-Admin_API-syncNodeTags .opblock-summary').click()
    await page.locator('.responses-table').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  })
})
