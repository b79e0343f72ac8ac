import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import { chromium, startChromium, unlessMissing } from '../testing/chromium.ts'
import { openApi } from './open-api.ts'
import { viewerFile, viewerPolicy } from './viewer.ts'

describe('the reference page', () => {
  it.each([
    ['', 'docs/init.js', 'openapi.json'],
    ['/', 'init.js', '../openapi.json'],
  ])('at "%s" finds its files', async (path, script, description) => {
    const file = await viewerFile(path)
    expect(file).toMatchObject({ type: 'text/html; charset=utf-8' })
    const html = file?.content.toString() ?? ''
    expect(html).toContain(`src="${script}"`)
    expect(html).toContain(`href="${description}"`)
    expect(html).not.toMatch(/<script>|<script [^>]*>[^<]/)
  })

  it.each([
    ['/init.js', 'text/javascript; charset=utf-8', 'showDescription('],
    ['/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'showDescription ='],
    ['/swagger-ui.css', 'text/css; charset=utf-8', '.swagger-ui'],
  ])('has %s', async (path, type, content) => {
    const file = await viewerFile(path)
    expect(file).toMatchObject({ type, encoding: 'gzip', etag: expect.stringMatching(/^".+"$/) })
    expect(gunzipSync(file?.content ?? '').toString()).toContain(content)
  })

  it.each(['/nothing.js', '/../package.json', '/toString', '/LICENSE', 'init.js/'])(
    'has nothing at %s',
    async (path) => {
      expect(await viewerFile(path)).toBeUndefined()
    },
  )
})

describe.skipIf(chromium === undefined)(`in a browser${unlessMissing}`, () => {
  it.each(['/_nestbox/docs', '/~one/_nestbox/docs/'])(
    'shows every operation under its policy, at %s',
    async (path) => {
      const server = await serve()
      const browser = await startChromium()
      const page = await browser.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('requestfailed', (request) => complaints.push(`no ${request.url()}`))
      await page.goto(`${server.url}${path}`)
      await page.locator('.opblock').nth(7).waitFor()
      expect(await page.locator('.opblock-summary-path').allTextContents()).toEqual(
        expect.arrayContaining([expect.stringContaining('users')]),
      )
      expect(await page.locator('.info .title').textContent()).toContain('Game Server Management')
      await page.locator('#operations-Client_API-listServerBackups .opblock-summary').click()
      await page.locator('#operations-Client_API-listServerBackups .execute').click()
      await page.locator('.live-responses-table').first().waitFor()
      expect(server.authorization()).toBe('Bearer of-the-root')
      expect(complaints).toEqual([])
    },
  )

  it.each([
    ['light', 'rgba(0, 0, 0, 0)'],
    ['dark', 'rgb(28, 32, 34)'],
  ] as const)('is %s where the system is', async (colorScheme, background) => {
    const server = await serve()
    const browser = await startChromium()
    const page = await browser.newPage({ colorScheme })
    await page.goto(`${server.url}/_nestbox/docs`)
    await page.locator('.swagger-ui').first().waitFor()
    const shown = 'getComputedStyle(document.querySelector(".swagger-ui")).backgroundColor'
    expect(await page.evaluate(shown)).toBe(background)
  })

  it('fits a phone', async () => {
    const server = await serve()
    const browser = await startChromium()
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    await page.goto(`${server.url}/_nestbox/docs`)
    await page.locator('#operations-Admin_API-syncNodeTags .opblock-summary').click()
    await page.locator('.responses-table').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  })
})

/** The page as the control API serves it, for the whole server and for a sandbox. */
async function serve(): Promise<{ url: string; authorization: () => string | undefined }> {
  let authorization: string | undefined
  const world = makeWorld({ seed: 'nestbox', scenario: 'demo', scale: 5 })
  const server = createServer(async ({ url = '', headers }, answer) => {
    const base = `http://${headers.host}`
    const [, sandbox = '', path = ''] = /^(\/~one)?(\/.*)$/.exec(url) ?? []
    if (path === '/_nestbox/openapi.json') {
      const tokens = {
        application: 'of-the-application',
        rootClient: 'of-the-root',
        userClient: 'of-the-user',
      }
      const at = { base: base + sandbox, version: '1', now: '2026-06-01T12:00:00+00:00' }
      const description = await openApi({ gapSettings: new GapSettings(), world, tokens, ...at })
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(description))
    } else if (path.startsWith('/api/')) {
      authorization = headers.authorization
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    } else {
      const file = await viewerFile(path.replace('/_nestbox/docs', ''))
      answer.writeHead(file ? 200 : 404, {
        'content-type': file?.type,
        'content-security-policy': viewerPolicy(base),
        ...(file?.encoding && { 'content-encoding': file.encoding }),
      })
      answer.end(file?.content)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, authorization: () => authorization }
}

describe('the policy of the page', () => {
  it('lets no other page frame it, move its base or take its forms', () => {
    const directives = viewerPolicy('http://127.0.0.1:4141').split('; ')
    expect(directives).toEqual(
      expect.arrayContaining(["frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]),
    )
  })
})
