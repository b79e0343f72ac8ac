import { expect, it } from 'vitest'
import { answer, choose, describeConsole, sees, send, usersOf, view } from './testing/describe-console.ts'

describeConsole('forms', (open) => {
  it('sends an operation as it is filled in, and shows the answer and the rows that changed', async () => {
    const { page, service } = await open()
    await choose(page, 'Create user')
    await page.getByLabel('email', { exact: true }).fill('finch@example.com')
    await page.getByLabel('username', { exact: true }).fill('finch')
    await expect
      .poll(() => page.getByLabel('The request as a command').textContent())
      .toContain(`-d '{"email":"finch@example.com","username":"finch"`)
    await send(page)
    await answer(page).getByText('201').first().waitFor()
    await answer(page).getByText('"finch@example.com"').first().waitFor()
    const changes = answer(page).getByRole('listitem')
    await changes.getByText('new', { exact: true }).waitFor()
    await expect.poll(() => changes.textContent()).toMatch(/users 17.*username.*finch/)
    expect((await usersOf(service)).map(({ email }) => email)).toContain('finch@example.com')
  })

  it.each(['demo', 'empty', 'edge'] as const)(
    'is filled in with what is taken, in scenario %s',
    async (scenario) => {
      const { page } = await open({ scenario })
      const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: /^4\.\d/ })
      await links.nth(7).waitFor()
      for (const link of await links.all()) {
        await link.click()
        const egg = page.getByRole('button', { name: 'Use the example egg' })
        if (await egg.isVisible()) {
          await egg.click()
          await sees(page, /^example-egg\.json/)
        }
        await send(page)
        const status = answer(page).locator('.status')
        expect(await status.textContent(), (await link.textContent()) ?? '').toMatch(/^20\d /)
      }
    },
  )

  it('has each choice once', async () => {
    const { page } = await open({}, { path: '/#/try/updateServerStartup' })
    const choices = page.getByLabel('skip_scripts', { exact: true }).getByRole('option')
    await choices.first().waitFor({ state: 'attached' })
    expect(await choices.allTextContents()).toEqual(['true', 'false', '1', '0', '"1"', '"0"'])
  })

  it('says so where a write made no difference', async () => {
    const { page } = await open({ clock: () => '2030-01-01T00:00:00+00:00' }, { path: '/#/try/syncNodeTags' })
    await send(page)
    await answer(page).getByText('updated_at', { exact: true }).waitFor()
    await send(page)
    await answer(page).getByText('written, nothing differs').waitFor()
    await expect.poll(() => answer(page).getByRole('table').count()).toBe(0)
  })

  it('shows a refusal as it came, and the gaps behind it', async () => {
    const { page } = await open()
    await choose(page, 'Create user')
    await page.getByLabel('email', { exact: true }).fill('no address')
    await send(page)
    await answer(page).getByText('422').first().waitFor()
    await expect.poll(() => answer(page).textContent()).toContain('must be an e-mail address')
    await answer(page).getByText('None.').waitFor()
    await answer(page).getByRole('link', { name: 'status.invalid' }).click()
    await view(page, 'Gaps')
  })

  it('sends JSON as it is written, even if it is none', async () => {
    const { page } = await open()
    await choose(page, 'Create user')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const raw = page.getByLabel('Body as JSON')
    expect(JSON.parse(await raw.inputValue())).toHaveProperty('email')
    await raw.fill('{"email":')
    await sees(page, 'This is no JSON.')
    await send(page)
    await answer(page).getByText(/4\d\d/).first().waitFor()
  })

  it('imports the example egg', async () => {
    const { page, service } = await open()
    await choose(page, 'Update egg from import')
    await sees(page, 'Choose a file or take the example egg')
    await expect.poll(() => page.getByText('Send the request as it is').count()).toBe(0)
    await page.getByRole('button', { name: 'Use the example egg' }).click()
    await sees(page, /^example-egg\.json, [\d,]+ bytes$/)
    // Whoever copies the command has no such file yet.
    await expect
      .poll(() => page.getByLabel('The request as a command').textContent())
      .toContain(`curl -o 'example-egg.json' '${service.url}/_nestbox/example-egg.json' &&\ncurl -X POST`)
    await send(page)
    await answer(page).getByText('200').first().waitFor()
    await answer(page).getByRole('link', { name: 'eggs 1' }).waitFor()
  })

  it("takes a file of one's own, and has one name for it", async () => {
    const { page } = await open({}, { path: '/#/try/importEgg' })
    const field = page.getByLabel('Choose a file …')
    await field.setInputFiles({ name: 'own.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await sees(page, 'own.json, 2 bytes')
    // What a browser shows of itself names no file that comes from elsewhere.
    await field.focus()
    expect((await field.boundingBox())?.width).toBeLessThan(2)
    const outline = 'getComputedStyle(document.querySelector(".file label")).outlineStyle'
    expect(await page.evaluate(outline)).toBe('solid')
  })

  it('names the token once', async () => {
    const { page } = await open()
    await page.getByRole('combobox', { name: 'Token', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('group', { name: 'Token' }).count()).toBe(0)
  })

  it('has what is current in sight in the list on a phone', async () => {
    const { page } = await open({}, { path: '/#/try/listServerMounts', width: 360, height: 740 })
    await sees(page, 'live')
    const link = page
      .getByRole('navigation', { name: 'Operations' })
      .getByRole('link', { name: 'List server mounts' })
    const { x = -1, width = 0 } = (await link.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(360)
  })

  it.each([
    ['late', false],
    ['at once', true],
  ])('brings an answer into view on a phone that comes %s', async (_, isAtOnce) => {
    const { page } = await open({}, { path: '/#/try/listServerMounts', width: 360, height: 740 })
    await sees(page, 'live')
    // Before the page is drawn anew, which no server is quick enough for every time.
    if (isAtOnce) await page.evaluate('globalThis.fetch = async () => new Response("{}")')
    await send(page)
    await answer(page).locator('.status').waitFor()
    await expect.poll(async () => (await answer(page).boundingBox())?.y).toBeLessThan(500)
    // An answer that is there already when one comes to the form takes nobody to it.
    await choose(page, 'Update node')
    await page.evaluate('document.querySelector("main").scrollTo(0, 0)')
    await page.evaluate('location.hash = "#/try/listServerMounts"')
    await answer(page).locator('.status').waitFor()
    await page.waitForTimeout(300)
    expect(await page.evaluate('document.querySelector("main").scrollTop')).toBe(0)
  })

  it('says so when a request is broken off', async () => {
    const { page, service, forgive } = await open()
    forgive(/ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    // Every time: browsers try again by themselves.
    await service.ask('POST', '/_nestbox/faults', { json: { fault: 'reset' } })
    await send(page)
    await answer(page).getByText('The connection was broken off without an answer.').waitFor()
  })

  it('shows no form before it knows the tokens: it would be sent without one', async () => {
    const { page } = await open({}, { path: '/#/gaps' })
    await sees(page, 'live')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/_nestbox/tokens', async (route) => {
      await held
      await route.continue()
    })
    const document = page.waitForResponse('**/_nestbox/openapi.json*')
    await page.goto('about:blank')
    await page.goBack()
    await (await document).finished()
    await page.keyboard.press('1')
    await sees(page, 'Reading the operations')
    letGo()
    await send(page)
    await answer(page).getByText('200').first().waitFor()
  })

  it('has companions beyond the document, marked as such, where the gap says so', async () => {
    const { page, service } = await open()
    await sees(page, 'The document has no others.')
    await service.ask('PATCH', '/_nestbox/gaps', { json: { 'operations.beyond': 'companions' } })
    await sees(page, 'Beyond the document')
    await page.keyboard.press('/')
    await page.keyboard.type('list users')
    const operations = page.getByRole('navigation', { name: 'Operations' })
    await expect.poll(() => operations.getByRole('listitem').count()).toBe(1)
    await operations.getByRole('link', { name: 'List users' }).click()
    await page.getByRole('form', { name: 'List users' }).getByText('beyond the document').waitFor()
    await send(page)
    await answer(page).getByText('200').first().waitFor()
  })

  it.each([1400, 1280, 1180])('has the answer beside the form at a width of %d', async (width) => {
    const { page } = await open({}, { width })
    await page.getByRole('form').waitFor()
    await page.keyboard.press('Control+Enter')
    await answer(page).getByText('200').first().waitFor()
    const [form, beside] = await Promise.all([
      page.getByRole('form').boundingBox(),
      answer(page).boundingBox(),
    ])
    expect(beside?.x).toBeGreaterThanOrEqual((form?.x ?? 0) + (form?.width ?? 0))
    expect(beside?.y).toBe(form?.y)
    expect(await page.evaluate('document.querySelector("main").scrollTop')).toBe(0)
  })
})
