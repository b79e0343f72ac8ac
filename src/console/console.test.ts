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
    const { page } = await open()
    await page.getByRole('link', { name: 'Update egg from import' }).click()
    await page.getByRole('button', { name: 'Use the example egg' }).click()
    await sees(page, /^example-egg\.json, [\d,]+ bytes$/)
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
    const row = page.getByRole('row', { name: /deputy/ })
    await row.getByRole('button', { name: /Downgrade/ }).click()
    await expect.poll(() => row.getByText('refused').count()).toBe(2)
    await row.getByRole('button', { name: /Restore/ }).click()
    await expect.poll(() => row.getByText('taken').count()).toBe(3)
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
    await page.getByRole('spinbutton', { name: 'Status' }).fill('502')
    await page.getByLabel('Times').fill('1')
    await page.getByRole('button', { name: 'Play it' }).click()
    await sees(page, 'answer 502 on every call, once')
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
})
