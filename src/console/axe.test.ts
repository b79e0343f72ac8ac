import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sample } from '../testing/sample.ts'
import type { Service } from '../testing/service.ts'
import { describeConsole, responseOf, retry, sees, send, twoFrames } from './testing/describe-console.ts'

const places = [
  ['try/updateNode', '.field'],
  ['requests', '.requests tbody tr'],
  ['requests/1', '.detail'],
  ['requests/9999', '.detail'],
  ['data', '.data tbody tr'],
  ['data/servers/1', '.detail'],
  ['data/servers/new', '.detail .field'],
  ['tokens', '.tokens tbody tr'],
  ['gaps', '.gaps tbody tr'],
  ['gaps/status.created', '.choice'],
  ['faults', '.profile'],
  ['reference', '#servers[aria-label]'],
  ['worlds', '.card'],
] as const

/** The broken rules in both color schemes, each with the elements that break it. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(`globalThis.axe ?? (() => { ${axe.source} })()`)
  const light = await brokenRules(page, {})
  await page.emulateMedia({ colorScheme: 'dark' })
  await twoFrames(page)
  // Only the colors differ in the other scheme.
  const colors = { runOnly: ['color-contrast', 'link-in-text-block'] }
  let dark = await brokenRules(page, colors)
  // Links of the reference change their color with a transition, which begins some frames later.
  for (let left = 3; left > 0 && dark.length > 0; left -= 1) {
    await page.waitForTimeout(700)
    dark = await brokenRules(page, colors)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return { light, dark }
}

const none = { light: [], dark: [] }

/** The first rows of a table of the data are like the rows after them, each of which takes time. */
const parts = { exclude: ['.data tbody tr:nth-child(n+4)'] }

const brokenRules = (page: Page, options: RunOptions): Promise<readonly unknown[]> =>
  page.evaluate(
    `axe.run(${JSON.stringify(parts)}, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(" "))]))`,
  )

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

const hover = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).hover()

type Reach = (page: Page, service: Service) => Promise<unknown>

/** Transient states, each with its view and how it is reached; some begin where the one before ends. */
const states: readonly (readonly [state: string, place: string, reach: Reach])[] = [
  [
    'a dialog asks for confirmation',
    'data/backups/1',
    async (page) => {
      await press(page, 'Delete')
      await hover(page, 'Delete this row?')
    },
  ],
  [
    'a pressed button is hovered',
    'data/servers/1',
    async (page) => {
      await press(page, 'Edit')
      await hover(page, 'Edit')
    },
  ],
  [
    'a field is invalid, and a message says so',
    'data/servers/1',
    async (page) => {
      await page.getByRole('textbox', { name: 'status' }).fill('broken')
      await press(page, 'Save')
      await page.locator('.hint.bad').getByText('must be one of').waitFor()
      await hover(page, 'Cancel')
    },
  ],
  [
    'a request is in progress',
    'try/listServerBackups',
    async (page, service) => {
      await service.ask('POST', '/_nestbox/faults', { json: { delay: 60_000 } })
      await send(page)
      await hover(page, 'Cancel')
    },
  ],
  [
    'a request is cancelled',
    'try/listServerBackups',
    async (page) => {
      await press(page, 'Cancel')
      await sees(page, /^Cancelled/)
    },
  ],
  [
    'a rule can never match, and all rules are to be removed',
    'faults',
    async (page, service) => {
      await service.ask('POST', '/_nestbox/faults', { json: { code: 500 } })
      await sees(page, /^never: /)
      await press(page, 'Remove all')
    },
  ],
  [
    'a token is revoked',
    'tokens',
    async (page) => {
      await press(page, 'Revoke: helper')
      await page.locator('.dead').waitFor()
    },
  ],
  [
    'a filter names an unknown field',
    'data/servers',
    async (page) => {
      await page.getByRole('searchbox').fill('colour=red')
      await sees(page, 'There is no field colour in servers')
    },
  ],
  [
    'a dialog is open',
    'worlds',
    async (page) => {
      // A key that is pressed in the field of the last view is text.
      await page.getByRole('searchbox').waitFor({ state: 'detached' })
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  ],
  [
    'the connection is lost',
    'requests',
    async (page, service) => {
      await page.keyboard.press('Escape')
      await service.close()
      await page.getByText('connection lost').waitFor()
    },
  ],
]

describeConsole('accessibility', (open) => {
  it.each([
    [1280, sample(3, places)],
    [390, sample(5, places)],
  ] as const)(
    'has no violation that axe reports in any view, at %i',
    async (width, visited) => {
      const { page } = await open({ gaps: { 'operations.beyond': 'panel' } }, { width })
      await sees(page, 'live')
      await send(page)
      await responseOf(page).getByText('200').first().waitFor()
      for (const [place, shown] of visited) {
        await page.evaluate(`location.hash = '#/${place}'`)
        await page.locator(shown).first().waitFor()
        expect(await violations(page), place).toEqual(none)
      }
    },
    240_000,
  )

  it('has no violation that axe reports in a transient state', async () => {
    const { page, service, forgive } = await open({}, { width: 1280 })
    forgive(/ERR_/)
    await sees(page, 'live')
    for (const [state, place, reach] of states) {
      await page.evaluate(`location.hash = '#/${place}'`)
      await reach(page, service)
      expect(await violations(page), state).toEqual(none)
    }
    await retry(page)
  })

  it('has no violation that axe reports in an open operation', async () => {
    const { page, service } = await open({}, { path: '/#/reference' })
    for (const place of sample(2, ['/#/reference', '/_nestbox/docs'])) {
      await page.goto(service.url + place)
      await page.locator('.opblock-patch button').first().click()
      await page.locator('.execute').click()
      await page.locator('.live-responses-table').first().waitFor()
      expect(await violations(page), place).toEqual(none)
    }
  })

  it('has no violation that axe reports on the page that asks for the control token', async () => {
    const { page } = await open({ controlToken: 'secret' })
    await page.getByLabel('Enter the control token').fill('wrong')
    await press(page, 'Enter')
    await sees(page, 'Wrong token.')
    expect(await violations(page)).toEqual(none)
  })
})
