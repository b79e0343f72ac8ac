import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { operations } from '../contract/index.ts'
import { sample } from '../testing/sample.ts'
import { boxOf, describeConsole, sees, send } from './testing/describe-console.ts'

const boxesOf = async (places: Locator) => Promise.all((await places.all()).map(boxOf))

const heightOf = async (place: Locator): Promise<number> =>
  Math.round((await place.boundingBox())?.height ?? 0)

/** The pixels of an element's content that are cut off. */
const hiddenOf = (place: Locator): Promise<number> =>
  place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

/** The lowest contrast between text and background of some elements; 0 if one is translucent. */
const leastContrast = (page: Page, selector: string) =>
  page.evaluate(`(() => {
    const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number)
    const light = (colour) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, share, index) => {
        const each = colour[index] / 255
        return sum + share * (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
      }, 0)
    return Math.min(...[...document.querySelectorAll('${selector}')].map((place) => {
      const styles = []
      for (let each = place; each; each = each.parentElement) styles.push(getComputedStyle(each))
      if (styles.some(({ opacity }) => opacity !== '1')) return 0
      const paper = styles.map((each) => rgb(each.backgroundColor)).find(([, , , alpha = 1]) => alpha > 0)
      const [low, high] = [rgb(styles[0].color), paper].map(light).sort((a, b) => a - b)
      return (high + 0.05) / (low + 0.05)
    }))
  })()`)

describeConsole('layout', (open) => {
  it.each(sample(3, [760, 900, 1000, 1160]))('shows whole tokens and their buttons, at %i', async (width) => {
    const { page } = await open({}, { path: '/#/tokens', width })
    await page.getByText('rootClient', { exact: true }).waitFor()
    const tokens = await page.locator('.token-text').all()
    expect(tokens.length).toBeGreaterThan(0)
    for (const token of tokens) {
      expect(await heightOf(token)).toBeLessThan(24)
    }
    const { right } = await boxOf(page.getByRole('region', { name: 'Tokens and families' }))
    for (const box of await boxesOf(page.locator('.tokens button'))) expect(box.right).toBeLessThan(right)
  })

  it('shows the whole hint of the search field at 1280', async () => {
    const { page } = await open({}, { path: '/#/requests', width: 1280 })
    const search = page.getByRole('searchbox')
    await search.waitFor()
    await search.evaluate((field: { value: string; placeholder: string }) => {
      field.value = field.placeholder
    })
    expect(await hiddenOf(search)).toBeLessThanOrEqual(0)
  })

  it.each([
    ['the buttons of the log', 'requests', '.view-actions button'],
    ['the tabs of the tables', 'data', '.tabs a'],
  ])('keeps %s on one line at 1280', async (_, place, selector) => {
    const { page } = await open({}, { path: `/#/${place}`, width: 1280 })
    await page.locator(selector).first().waitFor()
    const bottoms = (await boxesOf(page.locator(selector))).map(({ bottom }) => bottom)
    expect(bottoms.length).toBeGreaterThan(3)
    // The chosen filter is a pixel larger than the others.
    expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(8)
  })

  it.each(sample(2, [360, 1440]))('keeps a long name in its card, at %i', async (width) => {
    const { page, service } = await open({}, { path: '/#/worlds', width })
    await sees(page, 'live')
    const name = 'x'.repeat(64)
    await service.ask('POST', '/_nestbox/snapshots', { json: { name } })
    const card = page.getByRole('region', { name: 'Snapshots' })
    await card.getByText(name, { exact: true }).waitFor()
    expect(await hiddenOf(card)).toBeLessThanOrEqual(0)
  })

  it.each(sample(2, [390, 1280]))(
    'keeps the changed rows of an imported egg in their card, at %i',
    async (width) => {
      const { page } = await open({}, { path: '/#/try/importEgg', width })
      await page.getByRole('button', { name: 'Use the example egg' }).click()
      await sees(page, /^egg\.json|bytes$/)
      await send(page)
      const changes = page.getByRole('region', { name: 'Response' }).locator('.diff')
      await changes.first().waitFor()
      for (const table of await changes.all()) expect(await hiddenOf(table)).toBeLessThanOrEqual(0)
    },
  )

  it('keeps the name of a sandbox inside the page on a phone', async () => {
    const name = 'x'.repeat(32)
    for (const view of ['tokens', 'gaps', 'faults']) {
      const { page } = await open({}, { path: `/~${name}/#/${view}`, width: 360 })
      const tag = page.getByText(`for the sandbox ${name} only`)
      expect((await boxOf(tag)).right).toBeLessThanOrEqual(360 - 14)
    }
  })

  it.each([
    ['Operations', 'try'],
    ['Tables', 'data'],
  ])('shows the whole text of the links in a line on a phone: %s', async (name, view) => {
    const { page } = await open({}, { path: `/#/${view}`, width: 390 })
    const links = page.getByRole('navigation', { name }).locator('.entry')
    await links.first().waitFor()
    for (const link of await links.all()) expect(await hiddenOf(link)).toBeLessThanOrEqual(0)
  })

  it('shortens the text of a cell that is too narrow with an ellipsis', async () => {
    const { page } = await open({}, { path: '/#/data/mounts' })
    const cell = page.getByRole('cell', { name: /Copperleaf SMP/ })
    expect(await hiddenOf(cell)).toBeGreaterThan(0)
    // An ellipsis replaces text, not boxes.
    expect(await page.evaluate('getComputedStyle(document.querySelector(".data .references")).display')).toBe(
      'inline',
    )
  })

  it('shortens the marks of a request before its path', async () => {
    const { page, service } = await open({}, { path: '/#/requests', width: 1440 })
    await sees(page, 'live')
    const fault = { fault: 'truncated', when: 'after-commit', times: 1 }
    await service.ask('POST', '/_nestbox/faults', { json: fault })
    const json = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    await service.ask('POST', '/api/application/users', { token: service.application, json }).catch(() => {})
    await page.locator('[href="#/requests/1"]').click()
    await page.getByRole('article').waitFor()
    const entry = page.locator('.requests tbody tr')
    expect(await hiddenOf(entry.locator('.path-start'))).toBe(0)
    const [played, rows] = await boxesOf(entry.locator('.tag'))
    const marks = await boxOf(entry.locator('.log-marks'))
    expect((played?.right ?? 0) - (played?.left ?? 0)).toBeGreaterThan(30)
    expect(rows?.right).toBeLessThanOrEqual(marks.right)
  })

  it('shortens a long path in the middle', async () => {
    const { page, service } = await open({}, { path: '/#/requests', width: 1000 })
    await sees(page, 'live')
    await service.ask('GET', `/api/admin/servers/${'x'.repeat(150)}/mounts?include=a`)
    const entry = page.locator('.requests tbody tr')
    await entry.waitFor()
    expect(await hiddenOf(entry.locator('.path-start'))).toBeGreaterThan(0)
    expect(await hiddenOf(entry.locator('.path-end'))).toBeLessThanOrEqual(0)
    expect(await entry.locator('.path-end').textContent()).toBe('/mounts?include=a')
  })

  it('keeps the time of a request inside its line on a phone', async () => {
    const { page, service } = await open({}, { path: '/#/requests', width: 390 })
    await sees(page, 'live')
    await service.ask('POST', '/_nestbox/faults', { json: { fault: 'truncated', when: 'after-commit' } })
    await service.ask('GET', '/api/admin/servers/1/mounts').catch(() => {})
    const entry = page.locator('.requests tbody tr')
    await entry.waitFor()
    const [line, time] = [await boxOf(entry), await boxOf(entry.locator('[data-column=time]'))]
    expect(time.right).toBeLessThanOrEqual(line.right)
    expect(await hiddenOf(entry)).toBeLessThanOrEqual(0)
  })

  it('wraps the name of a field after underscores only', async () => {
    const { page } = await open({}, { path: '/#/data/nodes/1', width: 1440 })
    await page.getByRole('heading', { name: 'Referenced by' }).waitFor()
    const lines = await page.evaluate(`
      [...document.querySelectorAll('.detail .pairs dt')]
        .find(({ textContent }) => textContent === 'memory_overallocate')
        .childNodes.values().filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map((part) => {
          const range = document.createRange()
          range.selectNode(part)
          return [part.data, range.getClientRects().length]
        }).toArray()`)
    expect(lines).toEqual([
      ['memory_', 1],
      ['overallocate', 1],
    ])
  })

  it.each(['light', 'dark'] as const)(
    'has enough contrast in fields that are not sent: %s',
    async (scheme) => {
      const { page } = await open({}, { path: '/#/try/listServerBackups', scheme })
      await page.getByRole('form', { name: 'List server backups' }).waitFor()
      for (const part of ['label', '.field-note', '> :last-child']) {
        expect(await leastContrast(page, `.field.unsent ${part}`)).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it('makes every link of a row large enough to click', async () => {
    const { page } = await open({}, { path: '/#/data/nodes/1' })
    await page.getByRole('heading', { name: 'Referenced by' }).waitFor()
    for (const { top, bottom } of await boxesOf(page.locator('.pointing :is(a, button)'))) {
      expect(bottom - top).toBeGreaterThanOrEqual(24)
    }
  })

  it.each(sample(2, [1440, 1600]))('shows whole UUIDs and images, at %i', async (width) => {
    const { page } = await open({}, { path: '/#/try/updateServerStartup', width })
    for (const name of [/^server_admin_identifier/, 'docker_image']) {
      const input = page.getByRole('textbox', { name })
      expect(await hiddenOf(input)).toBe(0)
    }
  })

  it('aligns fields, and gives all of them one height', async () => {
    const { page } = await open({}, { path: '/#/tokens' })
    const heights = new Set<number>()
    for (const view of ['tokens', 'worlds', 'faults', 'try/createUser']) {
      await page.goto(`${page.url().split('#')[0]}#/${view}`)
      const fields = page.locator('main form :is(input:not([type=checkbox], [type=file]), select)')
      await fields.first().waitFor()
      for (const field of await fields.all()) heights.add(await heightOf(field))
      if (view !== 'faults') continue
      const labels = (await boxesOf(page.locator('.stack label'))).map(({ top }) => top)
      const inputs = (await boxesOf(page.locator('.stack :is(input, select)'))).map(({ top }) => top)
      // Each line of fields has one line of labels.
      expect(new Set(labels).size).toBe(new Set(inputs).size)
    }
    expect([...heights]).toHaveLength(1)
    await page.goto(`${page.url().split('#')[0]}#/tokens`)
    const tops = (await boxesOf(page.getByRole('form').locator('label'))).map(({ top }) => top)
    expect(new Set(tops).size).toBe(1)
  })

  it.each(sample(3, [1000, 1440, 1600]))(
    'keeps the list of operations in place when another one is chosen, at %i',
    async (width) => {
      const { page } = await open({}, { width })
      const last = page.getByRole('link', { name: 'List database host databases' })
      const tops = new Set<number>()
      for (const id of Object.keys(operations)) {
        await page.evaluate(`location.hash = '#/try/${id}'`)
        await page.locator(`[href="#/try/${id}"][aria-current]`).waitFor()
        tops.add((await boxOf(last)).top)
      }
      expect(tops.size).toBe(1)
    },
  )

  it('reports a lost connection on one line', async () => {
    const { page, service, forgive } = await open()
    forgive(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/)
    await sees(page, 'live')
    const pulse = await boxOf(page.locator('.pulse'))
    await service.close()
    await page.getByText('connection lost').waitFor()
    expect(await boxOf(page.locator('.pulse'))).toEqual(pulse)
    expect((await boxOf(page.locator('.connection'))).right).toBeLessThanOrEqual(
      (await boxOf(page.locator('.side-buttons'))).left,
    )
  })

  it('shows messages in a corner, outside the view', async () => {
    const { page } = await open({}, { path: '/#/worlds', width: 1000, height: 600 })
    const name = page.getByRole('region', { name: 'Snapshots' }).getByLabel('Name')
    const main = await boxOf(page.getByRole('main'))
    for (const [index, text] of ['?', 'a', 'b'].entries()) {
      await name.fill(text)
      await name.press('Enter')
      await expect.poll(() => page.locator('.notices p').count()).toBe(index + 1)
    }
    expect(await boxOf(page.getByRole('main'))).toEqual(main)
    const messages = await boxOf(page.locator('.notices'))
    expect(messages.right).toBeLessThanOrEqual(main.left)
    expect(messages.bottom).toBeLessThanOrEqual((await boxOf(page.locator('.pulse'))).top)
  })

  it('leaves space below a hint, and gives all keys one height', async () => {
    const { page, service } = await open()
    await service.ask('GET', '/~finch/api/client/servers/x/mounts')
    await service.ask('POST', '/_nestbox/snapshots', { json: { name: 'before' } })
    await page.keyboard.press('7')
    await page.getByRole('link', { name: 'main world' }).waitFor()
    await page.getByText('before', { exact: true }).waitFor()
    for (const [card, text] of [
      ['Sandboxes', 'A sandbox is a separate world'],
      ['Snapshots', 'letters, digits'],
    ] as const) {
      const region = page.getByRole('region', { name: card })
      const hint = await boxOf(region.locator('.hint').filter({ hasText: text }))
      expect((await boxOf(region.getByRole('list'))).top - hint.bottom).toBeGreaterThanOrEqual(8)
    }
    await page.keyboard.press('?')
    const heights = await Promise.all((await page.locator('kbd').all()).map(heightOf))
    expect(new Set(heights).size).toBe(1)
  })

  it.each([
    ['with a mouse', false],
    ['with fingers', true],
  ])('shows keyboard shortcuts only where there is a keyboard: %s', async (_, touch) => {
    const { page } = await open({}, { width: 1000, touch })
    const shown = (place: string, part: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${place}'), '${part}').display !== 'none'`)
    expect([await shown('.search', '::after'), await shown('.nav-key', '')]).toEqual([!touch, !touch])
  })

  it('leaves most of a zoomed page to the view', async () => {
    const { page } = await open({}, { path: '/#/try/updateNode', width: 640, height: 400 })
    await page.getByRole('form', { name: 'Update node' }).waitFor()
    expect(await heightOf(page.getByRole('main'))).toBeGreaterThan(310)
    await page.locator('.operation > header').evaluate((head) => head.scrollIntoView())
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isVisible()).toBe(true)
    expect((await boxOf(page.getByRole('button', { name: 'Send', exact: true }))).top).toBeGreaterThan(400)
    await send(page)
  })
})
