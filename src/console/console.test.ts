import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { asset } from '../assets.ts'
import type { NestboxOptions } from '../nestbox.ts'
import { chromium, launchChromium, unlessMissing } from '../testing/chromium.ts'
import { type Service, startService } from '../testing/service.ts'

let browser: Browser

interface Opened {
  readonly service: Service
  readonly page: Page
  /** Leaves out complaints of the page that a test provokes. */
  readonly forgive: (pattern: RegExp) => void
}

interface Look {
  readonly path?: string
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
}

/** A console in a browser; whatever it complains of, or asks of others, fails the test. */
async function open(options: NestboxOptions = {}, look: Look = {}): Promise<Opened> {
  const service = await startService(options)
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1400, height: 900 },
    colorScheme: look.scheme ?? 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const forgiven: RegExp[] = [/^Failed to load resource: the server responded with a status of 4\d\d/]
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) {
      complaints.push(`asked ${request.url()}`)
    }
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints.filter((text) => !forgiven.some((pattern) => pattern.test(text)))).toEqual([])
  })
  await page.goto(service.url + (look.path ?? '/'))
  return { service, page, forgive: (pattern) => forgiven.push(pattern) }
}

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })

/** Waits until a text is there. */
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

const view = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** The world as the page of another would see it. */
const usersOf = async ({ ask }: Service) =>
  (await ask('GET', '/_nestbox/state')).json.tables.users as { email: string }[]

describe.skipIf(chromium === undefined)(`the console${unlessMissing}`, () => {
  beforeAll(async () => {
    expect(await asset('console.js.gz'), 'the bundle; npm run build makes it').toBeDefined()
    browser = await launchChromium()
  })

  afterAll(() => browser?.close())

  it('sends an operation as it is filled in, and shows the answer and the rows that changed', async () => {
    const { page, service } = await open()
    await page.getByRole('link', { name: 'Create user' }).click()
    await page.getByLabel('email', { exact: true }).fill('finch@example.com')
    await page.getByLabel('username', { exact: true }).fill('finch')
    expect(await page.getByLabel('The request as a command').textContent()).toContain(
      `-d '{"email":"finch@example.com","username":"finch"`,
    )
    await send(page)
    await answer(page).getByText('201').first().waitFor()
    await answer(page).getByText('"finch@example.com"').first().waitFor()
    const changes = answer(page).getByRole('listitem')
    await changes.getByText('new', { exact: true }).waitFor()
    expect(await changes.textContent()).toMatch(/users 17.*username.*finch/)
    expect((await usersOf(service)).map(({ email }) => email)).toContain('finch@example.com')
  })

  it('shows before and after of a row that changed', async () => {
    const { page } = await open()
    await page.getByLabel('name', { exact: true }).fill('renamed')
    await send(page)
    const row = answer(page).getByRole('row', { name: /^name/ })
    expect(await row.locator('ins').textContent()).toBe('renamed')
    expect(await row.locator('del').textContent()).not.toBe('')
  })

  it('shows a refusal as it came, and the gaps behind it', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: 'Create user' }).click()
    await page.getByLabel('email', { exact: true }).fill('no address')
    await send(page)
    await answer(page).getByText('422').first().waitFor()
    expect(await answer(page).textContent()).toContain('must be an e-mail address')
    await answer(page).getByText('None.').waitFor()
    await answer(page).getByRole('link', { name: 'status.invalid' }).click()
    await view(page, 'Gaps')
  })

  it('sends JSON as it is written, even if it is none', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: 'Create user' }).click()
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
    await page.getByRole('link', { name: 'Update egg from import' }).click()
    await sees(page, 'Choose a file or take the example egg')
    expect(await page.getByText('Send the request as it is').count()).toBe(0)
    await page.getByRole('button', { name: 'Use the example egg' }).click()
    await sees(page, /^example-egg\.json, [\d,]+ bytes$/)
    // Whoever copies the command has no such file yet.
    expect(await page.getByLabel('The request as a command').textContent()).toContain(
      `curl -o 'example-egg.json' '${service.url}/_nestbox/example-egg.json' &&\ncurl -X POST`,
    )
    await send(page)
    await answer(page).getByText('200').first().waitFor()
    await answer(page).getByRole('link', { name: 'eggs 1' }).waitFor()
  })

  it('revokes a token: the matrix changes, and the next request is refused', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: 'List server mounts' }).click()
    await send(page)
    await answer(page).getByText('200').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Tokens/ }).click()
    const row = page.getByRole('row', { name: /rootClient/ })
    expect(await row.getByText('taken').count()).toBe(3)
    await row.getByRole('button', { name: /Revoke/ }).click()
    await row.getByText('revoked').waitFor()
    expect(await row.getByText('refused').count()).toBe(3)
    await page.getByRole('link', { name: /^Operations/ }).click()
    await page.getByRole('link', { name: 'List server mounts' }).click()
    await page.getByLabel('Token', { exact: true }).selectOption('rootClient')
    await sees(page, /Will be refused/)
    await send(page)
    await answer(page).getByText('401').first().waitFor()
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
    await expect.poll(() => row.getByText('taken').count()).toBe(3)
    await row.getByText('downgraded').waitFor({ state: 'detached' })
    // All rows of a large world are much to read for that.
    expect(readings).toBe(0)
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

  it('takes a snapshot, and goes back to it', async () => {
    const { page, service } = await open({}, { path: '/#/worlds' })
    const { checksum } = (await service.ask('GET', '/_nestbox/health')).json.world
    const snapshots = page.getByRole('region', { name: 'Snapshots' })
    await snapshots.getByLabel('Name').fill('before')
    await snapshots.getByRole('button', { name: 'Take' }).click()
    await snapshots.getByText('as it is now').waitFor()
    const json = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    await snapshots.getByText('as it is now').waitFor({ state: 'detached' })
    await snapshots.getByRole('button', { name: 'Restore before' }).click()
    await snapshots.getByText('as it is now').waitFor()
    expect((await service.ask('GET', '/_nestbox/health')).json.world.checksum).toBe(checksum)
    await snapshots.getByRole('button', { name: 'Delete' }).click()
    await snapshots.getByRole('button', { name: 'Delete?' }).click()
    await snapshots.getByText('No snapshot yet').waitFor()
  })

  it('resets to another world, and shows its rows', async () => {
    const { page } = await open({}, { path: '/#/data' })
    await page.getByRole('link', { name: 'servers 40' }).waitFor()
    await page.keyboard.press('7')
    await page.getByLabel('Seed').fill('another')
    await page.getByLabel('Servers').fill('12')
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('button', { name: 'Lose all changes?' }).click()
    await sees(page, 'another · demo')
    await page.keyboard.press('3')
    await page.getByRole('link', { name: 'servers 12' }).waitFor()
  })

  it('turns a gap, and takes a profile', async () => {
    const { page, service } = await open({}, { path: '/#/gaps' })
    await page.getByRole('searchbox').fill('status.created')
    await page.getByRole('radio', { name: /^200/ }).check()
    await sees(page, 'turned only (1)')
    const json = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    const { status } = await service.ask('POST', '/api/application/users', {
      token: service.application,
      json,
    })
    expect(status).toBe(200)
    await page.getByRole('button', { name: 'literal' }).click()
    await sees(page, 'turned only (0)')
    expect(await page.getByRole('radio', { name: /^201/ }).isChecked()).toBe(true)
  })

  it('hears of a gap that somebody else turns', async () => {
    const { page, service } = await open({}, { path: '/#/gaps' })
    await sees(page, 'live')
    await service.ask('PATCH', '/_nestbox/gaps', { json: { 'status.created': '200' } })
    await sees(page, 'turned only (1)')
  })

  it('plays a fault of its own, counts it, and clears it', async () => {
    const { page, service } = await open({}, { path: '/#/faults' })
    await page.getByRole('textbox', { name: 'Status' }).fill('502')
    await page.getByLabel('Times').fill('1')
    await page.getByRole('button', { name: 'Play it' }).click()
    await sees(page, 'answer 502 on the first call')
    const path = '/api/admin/database-hosts/1/databases'
    expect((await service.ask('GET', path, { token: service.root })).status).toBe(502)
    await sees(page, '1 hit of 1 call')
    expect((await service.ask('GET', path, { token: service.root })).status).toBe(200)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Clear all of them?' }).click()
    await sees(page, 'All is well.')
    await page.getByRole('button', { name: /^maintenance/ }).click()
    await sees(page, /answer 503 with Retry-After/)
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

  it('follows references between rows, both ways', async () => {
    const { page } = await open({}, { path: '/#/data/servers/1' })
    const detail = page.getByRole('article')
    await detail.getByRole('link', { name: /^1 / }).first().click()
    await page.getByRole('button', { name: /servers$/ }).click()
    expect(await page.getByRole('searchbox').inputValue()).toMatch(/^\w+_id=1$/)
  })

  it('draws a page of a large table, and finds a row in it', async () => {
    const { page } = await open({ scale: 2000 }, { path: '/#/data/servers' })
    await sees(page, '1 to 50 of 2,000')
    expect(await page.locator('tbody tr').count()).toBe(50)
    await page.getByRole('button', { name: 'Next' }).click()
    await sees(page, '51 to 100 of 2,000')
    await page.keyboard.press('/')
    await page.keyboard.type('id=1999')
    await sees(page, '1 to 1 of 1')
  })

  it('is moved by keys alone', async () => {
    const { page } = await open()
    await sees(page, 'live')
    for (const [key, name] of [
      ['2', 'Requests'],
      ['3', 'Data'],
      ['4', 'Tokens'],
      ['5', 'Gaps'],
      ['6', 'Faults'],
      ['7', 'Main world'],
      ['1', 'Operations'],
    ] as const) {
      await page.keyboard.press(key)
      await view(page, name)
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('j')
    await page.getByRole('form', { name: 'Sync node game tags' }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('form', { name: 'Update node' }).waitFor()
    await page.keyboard.press('5')
    await page.keyboard.press('/')
    await page.keyboard.type('1?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('1?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await view(page, 'Operations')
    await page.getByLabel('Token', { exact: true }).focus()
    await page.keyboard.press('Control+Enter')
    await answer(page).getByText('200').first().waitFor()
  })

  it.each(['the search', 'nothing'])(
    'sends the form by a key from anywhere in the view: %s',
    async (place) => {
      const { page } = await open({}, { path: '/#/try/listServerMounts' })
      await page.getByRole('form', { name: 'List server mounts' }).waitFor()
      await page.keyboard.press('/')
      if (place === 'nothing') await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Enter')
      await answer(page).getByText('200').first().waitFor()
    },
  )

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

  it('shows where the focus is', async () => {
    const { page } = await open()
    await sees(page, 'live')
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(
        'document.activeElement === document.body ? "none of the page" : getComputedStyle(document.activeElement).outlineStyle',
      )
      expect(outline).toBe('solid')
    }
  })

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

  it('of a sandbox is all about that sandbox', async () => {
    const { page, service } = await open({}, { path: '/~finch' })
    await sees(page, 'live')
    expect(await page.getByLabel('World').inputValue()).toBe('finch')
    await page.getByRole('link', { name: 'Create user' }).click()
    await send(page)
    await answer(page).getByText('201').first().waitFor()
    await answer(page).getByRole('link', { name: 'users 17' }).waitFor()
    expect(await usersOf(service)).toHaveLength(16)
    await page.keyboard.press('7')
    await page.getByRole('link', { name: 'main world' }).click()
    await page.waitForURL(`${service.url}/`)
    await page.keyboard.press('7')
    await page.getByRole('link', { name: '~finch' }).waitFor()
    const sandboxes = page.getByRole('region', { name: 'Sandboxes' })
    await sandboxes.getByLabel('Name').fill('wren')
    await sandboxes.getByRole('button', { name: 'Go' }).click()
    await page.waitForURL(`${service.url}/~wren/`)
  })

  it('asks for the control token, and remembers it', async () => {
    const { page } = await open({ controlToken: 'secret' })
    const field = page.getByLabel(/control token/)
    await field.fill('wrong')
    await page.keyboard.press('Enter')
    await sees(page, 'That is not the token.')
    await field.fill('secret')
    await page.keyboard.press('Enter')
    await sees(page, 'live')
    await page.reload()
    await sees(page, 'live')
    await send(page)
    await answer(page).getByText('200').first().waitFor()
  })

  it('says when the connection is lost, stays as it was, and comes back', async () => {
    const { page, service, forgive } = await open({}, { path: '/#/tokens' })
    forgive(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    const port = Number(new URL(service.url).port)
    await service.close()
    await sees(page, 'The mock does not answer.')
    expect(await page.getByRole('row', { name: /rootClient/ }).isVisible()).toBe(true)
    await startService({ port, seed: 'another' })
    await page.getByRole('button', { name: 'Try now' }).click()
    await sees(page, 'another · demo')
    await page.getByText('The mock does not answer.').waitFor({ state: 'detached' })
  })

  it('says what is true when the control API is gone, and comes back with it', async () => {
    const { page, service, forgive } = await open({}, { path: '/#/tokens' })
    forgive(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    const port = Number(new URL(service.url).port)
    await service.close()
    const locked = await startService({ port, control: false })
    await sees(page, 'The mock runs without its control API (--no-control)')
    await sees(page, 'not live')
    expect(await page.getByText('The mock does not answer.').count()).toBe(0)
    const [banner, heading] = await Promise.all([
      page.locator('.lost-banner').boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ])
    expect(heading?.y).toBeGreaterThanOrEqual((banner?.y ?? 0) + (banner?.height ?? 0))
    await locked.close()
    await startService({ port })
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.locator('.lost-banner').waitFor({ state: 'detached' })
  })

  it.each<[string, NestboxOptions]>([
    ['on this machine', {}],
    ['with a control token', { controlToken: 'secret' }],
  ])('has the reference of the API, in which operations can be tried, %s', async (_, options) => {
    const { page } = await open(options, { path: '/~finch' })
    if (options.controlToken !== undefined) {
      await page.getByLabel(/control token/).fill(options.controlToken)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('link', { name: 'Reference of the API' }).click()
    await view(page, 'Reference')
    await expect.poll(() => page.locator('.opblock').count()).toBe(8)
    const operation = page.locator('#operations-Client_API-listServerBackups')
    await operation.locator('.opblock-summary').click()
    // Keys that are typed there are meant for its fields.
    await operation.getByPlaceholder('per_page').fill('')
    await page.keyboard.type('2')
    await operation.locator('.execute').click()
    const status = operation.locator('.live-responses-table .response-col_status').nth(1)
    expect(await status.textContent()).toMatch(/^200/)
    expect(await operation.locator('.request-url').textContent()).toMatch(/\/~finch\/api\/.*per_page=2/)
    await page.goBack()
    await view(page, 'Operations')
  })

  it('refuses a file that is no world, in a sentence that covers no field', async () => {
    const { page } = await open({}, { path: '/#/worlds', width: 390 })
    await sees(page, 'live')
    const load = (text: string) =>
      page
        .getByLabel(/^Load/)
        .setInputFiles({ name: 'egg.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    const messages = page.locator('.notices p')
    await load('{"name":"an egg"}')
    await sees(page, /^egg\.json is no world of Nestbox: "Download as JSON" makes one\.$/)
    await load('{"format":"nestbox-world"}')
    await messages.nth(1).waitFor()
    expect((await messages.nth(1).textContent())?.length).toBeLessThan(120)
    const [main, notices, menu] = await Promise.all(
      ['main', '.notices', '.nav'].map((each) => page.locator(each).boundingBox()),
    )
    expect(notices?.y).toBeGreaterThanOrEqual((main?.y ?? 0) + (main?.height ?? 0))
    expect((notices?.y ?? 0) + (notices?.height ?? 0)).toBeLessThanOrEqual((menu?.y ?? 0) + 1)
  })

  it('shows few messages, which go: bad ones later, and none that one is at', async () => {
    const { page } = await open({}, { path: '/#/worlds' })
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
        .getByText(text === '?' ? /name/ : `Kept as ${text}.`)
        .waitFor()
      await page.clock.runFor(10)
    }
    await page.clock.runFor(6000)
    await expect.poll(() => messages.count()).toBe(1)
    expect(await messages.getAttribute('class')).toBe('bad')
    await messages.hover()
    await page.clock.runFor(20_000)
    expect(await messages.count()).toBe(1)
    await page.mouse.move(600, 5)
    await page.getByRole('button', { name: 'Close this message' }).focus()
    await page.clock.runFor(20_000)
    expect(await messages.count()).toBe(1)
    await page.keyboard.press('Enter')
    await messages.waitFor({ state: 'detached' })
  })

  it('previews only rules that can be played, and says what is wrong with others', async () => {
    const { page, service } = await open({}, { path: '/#/faults' })
    const form = page.getByRole('form', { name: 'A rule of your own' })
    const says = form.getByRole('status')
    const play = () => page.getByRole('button', { name: 'Play it' }).click()
    for (const [field, wrong, sentence] of [
      ['Delay, ms', 'soon', 'The delay must be milliseconds'],
      ['Probability', '7', 'The probability must be a number from 0 to 1'],
      ['Status', '', 'The status must be a whole number from 400 to 599.'],
    ] as const) {
      const input = form.getByRole('textbox', { name: field })
      const good = await input.inputValue()
      await input.fill(wrong)
      await says.getByText(sentence).waitFor()
      await play()
      await expect.poll(() => page.locator('[aria-invalid="true"]:focus').count()).toBe(1)
      await input.fill(good)
      await says.getByText('answer 503 on every call').waitFor()
    }
    await form.getByRole('button', { name: 'JSON' }).click()
    for (const [json, sentence] of [
      ['5', 'A rule is a JSON object'],
      ['{"chain":3}', 'The chain must be a list'],
      ['{"code":503,', 'This is no JSON.'],
    ] as const) {
      await form.getByLabel('Rule as JSON').fill(json)
      await says.getByText(sentence).waitFor()
      await play()
    }
    expect((await service.ask('GET', '/_nestbox/faults')).json.rules).toEqual([])
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

  it('reads well to who only hears it', async () => {
    const { page, service, forgive } = await open()
    forgive(/ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    expect(await page.locator('.field label').first().textContent()).toBe('node path')
    await page.getByRole('img', { name: 'No request yet' }).waitFor()
    await service.ask('GET', '/api/client/servers/x/mounts')
    await page.getByRole('img', { name: 'The latest 1 request, as bars' }).waitFor()
    await page.getByRole('link', { name: /Requests\s*1\s*request in the log/ }).waitFor()
    await service.ask('POST', '/_nestbox/faults', { json: { fault: 'reset' } })
    await send(page)
    await answer(page).getByText('no answer', { exact: true }).waitFor()
  })

  it('shows that the checksum is being worked out, until it is', async () => {
    const { page, service } = await open()
    await sees(page, 'live')
    const shown = page.locator('.world-picker [aria-busy]')
    const before = await shown.textContent()
    let letThrough = () => {}
    await page.route('**/_nestbox/health', async (route) => {
      await new Promise<void>((resolve) => {
        letThrough = resolve
      })
      await route.continue()
    })
    const asked = page.waitForRequest('**/_nestbox/health')
    const json = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    await service.ask('POST', '/api/application/users', { token: service.application, json })
    await asked
    expect(await shown.getAttribute('aria-busy')).toBe('true')
    expect(await shown.textContent()).toBe(before)
    letThrough()
    await expect.poll(() => shown.getAttribute('aria-busy')).toBe('false')
    const { checksum } = (await service.ask('GET', '/_nestbox/health')).json.world
    expect(checksum).not.toBe(before)
    expect(await shown.textContent()).toBe(checksum)
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

  it('calls the views the same on a phone', async () => {
    const { page } = await open({}, { width: 390 })
    await sees(page, 'live')
    const menu = page.getByRole('navigation', { name: 'Views' })
    for (const name of ['Operations', 'Requests', 'Data', 'Tokens', 'Gaps', 'Faults']) {
      await menu.getByText(name, { exact: true }).click()
      await view(page, name)
    }
  })
})
