import { expect, it } from 'vitest'
import { operations } from '../contract/index.ts'
import {
  choose,
  describeConsole,
  responseOf,
  sees,
  send,
  twoFrames,
  usersOf,
  view,
} from './testing/describe-console.ts'

describeConsole('forms', (open) => {
  it('sends a request with the entered values, and shows the response and the changed rows', async () => {
    const { page, service } = await open()
    const { length } = await usersOf(service)
    await choose(page, 'Create user')
    await page.getByLabel('email', { exact: true }).fill('finch@example.com')
    await page.getByLabel('username', { exact: true }).fill('finch')
    await expect
      .poll(() => page.getByLabel('The request as a command').textContent())
      .toContain(`-d '{"email":"finch@example.com","username":"finch"`)
    await send(page)
    await responseOf(page).getByText('201').first().waitFor()
    await responseOf(page).getByText('"finch@example.com"').first().waitFor()
    const changes = responseOf(page).getByRole('listitem')
    await changes.getByText('new', { exact: true }).waitFor()
    await expect.poll(() => changes.textContent()).toMatch(new RegExp(`users ${length + 1}.*username.*finch`))
    expect((await usersOf(service)).map(({ email }) => email)).toContain('finch@example.com')
  })

  it.each(['demo', 'empty', 'edge'] as const)(
    'fills in every operation with values that the API accepts, in scenario %s',
    async (scenario) => {
      const { page } = await open({ scenario })
      const links = page
        .getByRole('navigation', { name: 'Operations' })
        .getByRole('link', { name: /4\.\d+$/ })
      await expect.poll(() => links.count()).toBe(Object.keys(operations).length)
      for (const { id, summary } of Object.values(operations)) {
        await choose(page, summary)
        if (id === 'importEgg') {
          await page.getByRole('button', { name: 'Use the example egg' }).click()
          await sees(page, /^example-egg\.json/)
        }
        await send(page)
        const status = responseOf(page).locator('.status')
        expect(await status.textContent(), summary).toMatch(/^20\d /)
      }
    },
  )

  it('offers each choice of a field once', async () => {
    const { page } = await open({}, { path: '/#/try/updateServerStartup' })
    const choices = page.getByLabel('skip_scripts', { exact: true }).getByRole('option')
    await choices.first().waitFor({ state: 'attached' })
    expect(await choices.allTextContents()).toEqual(['true', 'false'])
  })

  it('marks rows that were written without changes', async () => {
    const { page } = await open({ clock: () => '2030-01-01T00:00:00+00:00' }, { path: '/#/try/syncNodeTags' })
    await send(page)
    await responseOf(page).getByText('updated_at', { exact: true }).waitFor()
    await send(page)
    await responseOf(page).getByText('written without changes').waitFor()
    await expect.poll(() => responseOf(page).locator('.diff').count()).toBe(0)
  })

  it('shows a refusal and links to its gaps', async () => {
    const { page } = await open()
    await choose(page, 'Create user')
    await page.getByLabel('email', { exact: true }).fill('no address')
    await send(page)
    await responseOf(page).getByText('422').first().waitFor()
    await expect.poll(() => responseOf(page).textContent()).toContain('must be an e-mail address')
    await responseOf(page).getByText('None.').waitFor()
    await responseOf(page).getByRole('link', { name: 'status.invalid' }).click()
    await view(page, 'Gaps')
  })

  it('sends a JSON body as entered, even if it is not valid JSON', async () => {
    const { page } = await open()
    await choose(page, 'Create user')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const raw = page.getByLabel('Body as JSON')
    expect(JSON.parse(await raw.inputValue())).toHaveProperty('email')
    await raw.fill('{"email":')
    await sees(page, 'This is not valid JSON.')
    await send(page)
    await responseOf(page).getByText(/4\d\d/).first().waitFor()
  })

  it('imports the example egg', async () => {
    const { page, service } = await open()
    await choose(page, 'Update egg from import')
    await sees(page, 'Choose a file or use the example egg')
    await expect.poll(() => page.getByText('ready to be sent').count()).toBe(0)
    await page.getByRole('button', { name: 'Use the example egg' }).click()
    await sees(page, /^example-egg\.json, [\d,]+ bytes$/)
    // The user who copies the command does not have the file yet.
    await expect
      .poll(() => page.getByLabel('The request as a command').textContent())
      .toContain(`curl -o 'example-egg.json' '${service.url}/_nestbox/example-egg.json' &&\ncurl -X POST`)
    await send(page)
    await responseOf(page).getByText('200').first().waitFor()
    await responseOf(page).getByRole('link', { name: 'eggs 1' }).waitFor()
  })

  it('keeps the changed rows of an import inside the response panel', async () => {
    const { page } = await open({}, { path: '/#/try/importEgg', width: 1280 })
    await page.getByRole('button', { name: 'Use the example egg' }).click()
    await sees(page, /^example-egg\.json/)
    await send(page)
    await responseOf(page).getByRole('link', { name: 'eggs 1' }).waitFor()
    const hidden = await responseOf(page).evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    )
    expect(hidden).toBeLessThanOrEqual(0)
  })

  it('accepts a file from disk, and shows its name once', async () => {
    const { page } = await open({}, { path: '/#/try/importEgg' })
    const field = page.getByLabel('Choose a file …')
    await field.setInputFiles({ name: 'own.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
    await sees(page, 'own.json, 2 bytes')
    // The file field of a browser would not name a file from another source.
    await field.focus()
    expect((await field.boundingBox())?.width).toBeLessThan(2)
    const outline = 'getComputedStyle(document.querySelector(".file label")).outlineStyle'
    expect(await page.evaluate(outline)).toBe('solid')
  })

  it('has one control with the label Token', async () => {
    const { page } = await open()
    await page.getByRole('combobox', { name: 'Token', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('group', { name: 'Token' }).count()).toBe(0)
  })

  it('scrolls the list of operations to the current one on a phone', async () => {
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
  ])('scrolls to a response on a phone that arrives %s', async (_, isAtOnce) => {
    const { page } = await open({}, { path: '/#/try/listServerMounts', width: 360, height: 740 })
    await sees(page, 'live')
    // A real server is not always fast enough to respond before the page is rendered again.
    if (isAtOnce) await page.evaluate('globalThis.fetch = async () => new Response("{}")')
    await send(page)
    await responseOf(page).locator('.status').waitFor()
    await expect.poll(async () => (await responseOf(page).boundingBox())?.y).toBeLessThan(500)
    // An earlier response does not scroll the view when the form is opened again.
    await choose(page, 'Update node')
    await page.evaluate('document.querySelector("main").scrollTo(0, 0)')
    await page.evaluate('location.hash = "#/try/listServerMounts"')
    await responseOf(page).locator('.status').waitFor()
    await twoFrames(page)
    expect(await page.evaluate('document.querySelector("main").scrollTop')).toBe(0)
  })

  it('reports a connection that is closed without a response', async () => {
    const { page, service, forgive } = await open()
    forgive(/ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    // The rule has no limit, since browsers repeat the request by themselves.
    await service.ask('POST', '/_nestbox/faults', { json: { fault: 'reset' } })
    await send(page)
    await responseOf(page).getByText('The connection was closed without a response.').waitFor()
  })

  it('shows no form before the tokens are loaded, since it would send no token', async () => {
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
    await sees(page, 'Loading the operations')
    letGo()
    await send(page)
    await responseOf(page).getByText('200').first().waitFor()
  })

  it('marks operations beyond the document that are served because of a gap', async () => {
    const { page, service } = await open()
    await sees(page, 'The mock server can add operations beyond the document')
    await service.ask('PATCH', '/_nestbox/gaps', { json: { 'operations.beyond': 'companions' } })
    const beyond = page.getByText(/^\d+ beyond the document$/)
    await beyond.waitFor()
    expect(await page.getByRole('link', { name: 'List users' }).isVisible()).toBe(false)
    await page.keyboard.press('/')
    await page.keyboard.type('list users')
    const list = page.getByRole('navigation', { name: 'Operations' })
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await list.getByRole('link', { name: 'List users' }).click()
    await page.getByRole('form', { name: 'List users' }).getByText('beyond the document').waitFor()
    await send(page)
    await responseOf(page).getByText('200').first().waitFor()
  })

  it.each([1400, 1280, 1180])('shows the response next to the form at a width of %d', async (width) => {
    const { page } = await open({}, { width })
    await page.getByRole('form').waitFor()
    await page.keyboard.press('Control+Enter')
    await responseOf(page).getByText('200').first().waitFor()
    const [form, beside] = await Promise.all([
      page.getByRole('form').boundingBox(),
      responseOf(page).boundingBox(),
    ])
    expect(beside?.x).toBeGreaterThanOrEqual((form?.x ?? 0) + (form?.width ?? 0))
    expect(beside?.y).toBe(form?.y)
    expect(await page.evaluate('document.querySelector("main").scrollTop')).toBe(0)
  })

  it('shows what is wrong with a field next to it, until the field changes', async () => {
    const { page } = await open({}, { path: '/#/try/createUser' })
    const form = page.getByRole('form', { name: 'Create user' })
    const email = form.getByRole('textbox', { name: 'email', exact: true })
    await email.fill('nobody')
    await form.getByRole('checkbox', { name: 'Send username' }).uncheck()
    await send(page)
    const error = form.getByText(/^The email must be/)
    await error.waitFor()
    await form.getByText('The username must be sent.').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await email.getAttribute('aria-describedby')).toBe(
      await error.locator('xpath=..').getAttribute('id'),
    )
    await email.fill('somebody@example.com')
    await error.waitFor({ state: 'detached' })
    expect(await email.getAttribute('aria-invalid')).toBe('false')
    await form.getByRole('button', { name: 'JSON' }).click()
    await form.getByText('The username must be sent.').waitFor()
  })

  it('folds JSON by click and by key', async () => {
    const { page } = await open({}, { path: '/#/try/createUser' })
    await page.getByRole('form', { name: 'Create user' }).waitFor()
    await send(page)
    const body = responseOf(page).getByLabel('Response body')
    const shown = body.getByText('"username"')
    await shown.waitFor()
    await body.getByText('"attributes"').click()
    await body.getByText(/^\s*\d+ fields },$/).waitFor()
    expect(await shown.isVisible()).toBe(false)
    await body.locator('summary').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown.isVisible()).toBe(true)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => body.getByText('"attributes"').isVisible()).toBe(false)
  })
})
