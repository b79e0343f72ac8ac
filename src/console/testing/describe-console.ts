import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished } from 'vitest'
import { asset } from '../../http/assets.ts'
import type { NestboxOptions } from '../../options/nestbox-options.ts'
import { chromium, theChromium, unlessMissing } from '../../testing/chromium.ts'
import { type Service, startService } from '../../testing/service.ts'

export interface Opened {
  readonly service: Service
  readonly page: Page
  /** Ignores errors of the page that a test provokes. */
  readonly forgive: (pattern: RegExp) => void
}

interface Look {
  readonly path?: string
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  /** A touch screen without a mouse. */
  readonly touch?: boolean
  /** A page for this test alone, which may add scripts to it or stop its clock: neither can be undone. */
  readonly alone?: boolean
}

/** Opens a console. The test fails for errors and warnings of the page, and for requests to other servers. */
export type Open = (options?: NestboxOptions, look?: Look) => Promise<Opened>

/** Tests of the console. */
export function describeConsole(what: string, tests: (open: Open) => void): void {
  describe.skipIf(chromium === undefined)(`the console, ${what}${unlessMissing}`, () => {
    beforeAll(async () => {
      expect(await asset('console.js.gz'), 'the bundle; npm run build makes it').toBeDefined()
    })

    tests(open)
  })
}

async function newPage(look: Look): Promise<Page> {
  const browser = await theChromium()
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    ...(look.touch && { hasTouch: true, isMobile: true }),
  })
  context.setDefaultTimeout(30_000)
  return context.newPage()
}

/** Resets a page after a test. */
async function reset(page: Page): Promise<void> {
  const context = page.context()
  await page.unrouteAll()
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  for (const event of ['console', 'pageerror', 'request'] as const) page.removeAllListeners(event)
  await page.goto('about:blank')
  await page.mouse.move(0, 0)
  await context.clearCookies()
  await context.clearPermissions()
  for (const other of context.pages()) if (other !== page) await other.close()
}

/** Pages that no test uses now: to open a console in one of them takes half the time of a new page. */
const idle: Page[] = []

async function open(options: NestboxOptions = {}, look: Look = {}): Promise<Opened> {
  const service = await startService(options)
  const isShared = !(look.alone || look.touch)
  const page = (isShared && idle.pop()) || (await newPage(look))
  await page.setViewportSize({ width: look.width ?? 1400, height: look.height ?? 900 })
  await page.emulateMedia({ colorScheme: look.scheme ?? 'light' })
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
    // A page of a server that is closed cannot be reset.
    const isReset = isShared && (await reset(page).then(isDone, isNotDone))
    if (isReset) idle.push(page)
    else await page.context().close()
    expect(complaints.filter((text) => !forgiven.some((pattern) => pattern.test(text)))).toEqual([])
  })
  await page.goto(service.url + (look.path ?? '/'))
  return { service, page, forgive: (pattern) => forgiven.push(pattern) }
}

const isDone = (): boolean => true
const isNotDone = (): boolean => false

export const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()

/** Opens the form of an operation, and waits until it has replaced the previous form. */
export async function choose(page: Page, operation: string): Promise<void> {
  await page.getByRole('link', { name: operation }).click()
  await page.getByRole('heading', { level: 2, name: operation }).waitFor()
}

export const responseOf = (page: Page) => page.getByRole('region', { name: 'Response' })

/** Presses "Retry now", unless the page has already reconnected. */
export const retry = (page: Page) => page.evaluate("document.querySelector('.lost-banner button')?.click()")

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The position of an element in whole pixels. */
export async function boxOf(place: Locator): Promise<Box> {
  const box = await place.boundingBox()
  if (!box) throw new Error(`${place} is not visible.`)
  const [left, top] = [Math.round(box.x), Math.round(box.y)]
  return { left, top, right: Math.round(box.x + box.width), bottom: Math.round(box.y + box.height) }
}

/** Waits until the page has rendered its current state. */
export const twoFrames = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')

/** Waits until the page shows a text. */
export const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

export const view = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** The users of the main world. */
export const usersOf = async ({ ask }: Service) =>
  (await ask('GET', '/_nestbox/state')).json.tables.users as { email: string }[]
