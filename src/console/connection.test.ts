import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { operations } from '../contract/index.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { startService } from '../testing/service.ts'
import { describeConsole, responseOf, retry, sees, send, view } from './testing/describe-console.ts'

/** Pages in a browser without a window are always shown. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  `)

describeConsole('connection', (open) => {
  it('asks for the control token, and remembers it', async () => {
    const { page } = await open({ controlToken: 'secret' })
    const field = page.getByLabel(/control token/)
    await field.fill('wrong')
    await page.keyboard.press('Enter')
    await sees(page, 'Wrong token.')
    await field.fill('secret')
    await page.keyboard.press('Enter')
    await sees(page, 'live')
    await page.reload()
    await sees(page, 'live')
    await send(page)
    await responseOf(page).getByText('200').first().waitFor()
  })

  it('reports a lost connection, keeps its content, and reconnects', async () => {
    const { page, service, forgive } = await open({}, { path: '/#/tokens' })
    forgive(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    const port = Number(new URL(service.url).port)
    await service.close()
    await sees(page, 'The mock server is not responding.')
    await expect.poll(() => page.getByRole('row', { name: /rootClient/ }).isVisible()).toBe(true)
    await startService({ port, seed: 'another' })
    await retry(page)
    await sees(page, 'another · demo')
    await page.getByText('The mock server is not responding.').waitFor({ state: 'detached' })
  })

  it('reports actions that fail while the connection is lost, until it is restored', async () => {
    const { page, service, forgive } = await open({}, { path: '/#/tokens' })
    forgive(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    const port = Number(new URL(service.url).port)
    await service.close()
    await sees(page, 'connection lost')
    await page.keyboard.press('1')
    await send(page)
    await responseOf(page).getByText('The mock server is not responding; nothing was sent.').waitFor()
    expect(await responseOf(page).getByText('Loading …').count()).toBe(0)
    await page.goBack()
    await page.getByRole('button', { name: 'Revoke: rootClient' }).click()
    const message = page.locator('.notices p')
    // A message under the pointer does not disappear, however slow the machine is.
    await message.getByText('The mock server is not responding; nothing was changed.').hover()
    await startService({ port })
    await retry(page)
    await page.locator('.lost-banner').waitFor({ state: 'detached' })
    await message.waitFor({ state: 'detached' })
  })

  it('leaves its connection to other pages while it is hidden', async () => {
    const { page, service } = await open({}, { alone: true })
    await sees(page, 'live')
    const pages = await Promise.all(Array.from({ length: 7 }, () => page.context().newPage()))
    for (const other of pages) {
      await other.clock.install()
      await other.goto(service.url)
      await sees(other, 'live')
      await setHidden(other, true)
      await other.clock.fastForward(10_000)
      await sees(other, 'connecting')
    }
    const [first] = pages
    if (first) await setHidden(first, false)
    for (const shown of [page, first]) if (shown) await sees(shown, 'live')
  })

  it('works in a browser without storage', async () => {
    const { page } = await open({ controlToken: 'secret' }, { alone: true })
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
      }
    })
    await page.reload()
    await page.getByLabel(/control token/).fill('secret')
    await page.keyboard.press('Enter')
    await sees(page, 'live')
    await page.getByRole('button', { name: /^Colours: auto/ }).click()
    await page.getByRole('button', { name: /^Colours: light/ }).waitFor()
  })

  it('reports a disabled control API, and reconnects when it is enabled', async () => {
    const { page, service, forgive } = await open({}, { path: '/#/tokens' })
    forgive(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    const port = Number(new URL(service.url).port)
    await service.close()
    const locked = await startService({ port, control: false })
    await sees(page, 'The control API of the mock server is disabled (--no-control)')
    await sees(page, 'not live')
    await expect.poll(() => page.getByText('The mock server is not responding.').count()).toBe(0)
    const [banner, heading] = await Promise.all([
      page.locator('.lost-banner').boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ])
    expect(heading?.y).toBeGreaterThanOrEqual((banner?.y ?? 0) + (banner?.height ?? 0))
    await locked.close()
    await startService({ port })
    await retry(page)
    await page.locator('.lost-banner').waitFor({ state: 'detached' })
  })

  it.each<[string, NestboxOptions]>([
    ['on this machine', {}],
    ['with a control token', { controlToken: 'secret' }],
  ])(
    'has a reference of the API in the colours of the console that sends requests, %s',
    async (_, options) => {
      const { page } = await open(options, { path: '/~finch', scheme: 'dark' })
      if (options.controlToken !== undefined) {
        await page.getByLabel(/control token/).fill(options.controlToken)
        await page.keyboard.press('Enter')
      }
      await page.getByRole('link', { name: 'Reference of the API' }).click()
      await view(page, 'Reference')
      await expect.poll(() => page.locator('.opblock').count()).toBe(Object.keys(operations).length)
      const viewer = 'document.querySelector(".reference").shadowRoot.querySelector(".swagger-ui")'
      const background = () => page.evaluate(`getComputedStyle(${viewer}).backgroundColor`)
      // Dark by the system, then light by choice.
      await expect.poll(background).toBe('rgb(28, 32, 34)')
      await page.getByRole('button', { name: /Colours/ }).click()
      await expect.poll(background).toBe('rgba(0, 0, 0, 0)')
      const operation = page.locator('#operations-Client_API-listServerBackups')
      await operation.locator('.opblock-summary').click()
      // Keys that are pressed in the reference are not shortcuts of the console.
      await operation.getByPlaceholder('per_page').fill('')
      await page.keyboard.type('2')
      await operation.locator('.execute').click()
      const status = operation.locator('.live-responses-table .response-col_status').nth(1)
      await expect.poll(() => status.textContent()).toMatch(/^200/)
      await expect
        .poll(() => operation.locator('.request-url').textContent())
        .toMatch(/\/~finch\/api\/.*per_page=2/)
      await page.goBack()
      await view(page, 'Operations')
    },
  )

  it('shows at most three messages, hides errors later than other messages, and none under the pointer', async () => {
    const { page } = await open({}, { path: '/#/worlds', alone: true })
    await sees(page, 'live')
    await page.clock.install()
    const messages = page.locator('.notices p')
    const name = page.getByRole('region', { name: 'Snapshots' }).getByLabel('Name')
    for (const [index, text] of ['a', 'b', '?', 'c'].entries()) {
      await name.fill(text)
      await name.press('Enter')
      await expect.poll(() => messages.count()).toBe(Math.min(3, index + 1))
      await messages
        .last()
        .getByText(text === '?' ? /name/ : `Snapshot ${text} taken.`)
        .waitFor()
      await page.clock.runFor(10)
    }
    await page.clock.runFor(6000)
    await expect.poll(() => messages.count()).toBe(1)
    await expect.poll(() => messages.getAttribute('class')).toBe('bad')
    await expect.poll(() => messages.getByRole('code').textContent()).toBe('name')
    await messages.hover()
    await page.clock.runFor(20_000)
    await expect.poll(() => messages.count()).toBe(1)
    await page.mouse.move(600, 5)
    await page.getByRole('button', { name: 'Close this message' }).focus()
    await page.clock.runFor(20_000)
    await expect.poll(() => messages.count()).toBe(1)
    await page.keyboard.press('Enter')
    await messages.waitFor({ state: 'detached' })
  })
})
