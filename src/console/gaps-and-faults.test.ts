import { expect, it } from 'vitest'
import { describeConsole, sees, twoFrames } from './testing/describe-console.ts'

describeConsole('gaps and faults', (open) => {
  it('sets a gap, and a profile', async () => {
    const { page, service } = await open({}, { path: '/#/gaps' })
    await page.getByRole('searchbox').fill('status.created')
    await page.getByRole('link', { name: 'status.created' }).click()
    const gap = page.getByRole('article', { name: 'Gap status.created' })
    await gap.getByRole('radio', { name: /^200/ }).check()
    await sees(page, 'Changed (1)')
    const json = { email: 'a@example.com', username: 'abc', first_name: 'A', last_name: 'B' }
    const { status } = await service.ask('POST', '/api/application/users', {
      token: service.application,
      json,
    })
    expect(status).toBe(200)
    const all = page.getByRole('group', { name: 'Set all:' })
    await all.getByRole('button', { name: 'literal' }).click()
    await all.getByRole('button', { name: 'Change every gap?' }).waitFor()
    await page.keyboard.press('Escape')
    await all.getByRole('button', { name: 'literal' }).click()
    await sees(page, 'Changed (1)')
    await all.getByRole('button', { name: 'Change every gap?' }).click()
    await sees(page, 'Changed (0)')
    await expect.poll(() => gap.getByRole('radio', { name: /^201/ }).isChecked()).toBe(true)
  })

  it('lists the changed gaps, and sorts them by subject', async () => {
    const { page, service } = await open(
      { gaps: { 'status.created': '200', nulls: 'null' } },
      { path: '/#/gaps' },
    )
    const ids = page.getByRole('table').getByRole('link')
    await page.getByRole('button', { name: 'Changed (2)' }).click()
    await expect.poll(() => ids.allTextContents()).toEqual(['nulls', 'status.created'])
    await page.getByRole('button', { name: 'subject' }).click()
    await expect.poll(() => ids.allTextContents()).toEqual(['status.created', 'nulls'])
    await service.ask('PATCH', '/_nestbox/gaps', { json: { profile: 'literal' } })
    await sees(page, 'No matching gaps')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => ids.count()).toBe(50)
  })

  it('explains the mark of the choice of the panel', async () => {
    const { page } = await open({}, { path: '/#/gaps' })
    await sees(page, /marks the choice of the real panel, Pterodactyl/)
  })

  it('shows a gap that another client sets', async () => {
    const { page, service } = await open({}, { path: '/#/gaps' })
    await sees(page, 'live')
    await service.ask('PATCH', '/_nestbox/gaps', { json: { 'status.created': '200' } })
    await sees(page, 'Changed (1)')
  })

  it('adds a rule, counts its hits, and removes it', async () => {
    const { page, service } = await open({}, { path: '/#/faults' })
    await page.getByRole('textbox', { name: 'Code' }).fill('502')
    await page.getByLabel('Times').fill('1')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await sees(page, 'respond with 502 on the first call')
    const path = '/api/admin/database-hosts/1/databases'
    expect((await service.ask('GET', path, { token: service.root })).status).toBe(502)
    await sees(page, '1 of 1 call hit')
    expect((await service.ask('GET', path, { token: service.root })).status).toBe(200)
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('button', { name: 'Remove all rules?' }).click()
    await sees(page, 'No active faults.')
    await page.getByRole('button', { name: /^maintenance/ }).click()
    await sees(page, /respond with 503 and Retry-After/i)
  })

  it('shows the rules of the server in a sandbox, without buttons to remove them', async () => {
    const { page, service } = await open({}, { path: '/~finch#/faults' })
    await service.ask('POST', '/_nestbox/faults', { json: { code: 500 } })
    await sees(page, 'from the server')
    await expect.poll(() => page.getByRole('button', { name: /^Remove: |^Remove all/ }).count()).toBe(0)
    await service.ask('POST', '/~finch/_nestbox/faults', { json: { code: 502 } })
    await page.getByRole('button', { name: /^Remove: respond with 502/ }).waitFor()
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('button', { name: 'Remove all rules?' }).click()
    await page.getByRole('button', { name: /^Remove: / }).waitFor({ state: 'detached' })
    await sees(page, 'from the server')
  })

  it('does not show a removed rule again when an older list of rules arrives', async () => {
    const { page, service } = await open({}, { path: '/#/faults' })
    await service.ask('POST', '/_nestbox/faults', { json: { code: 502 } })
    await page.getByRole('button', { name: /^Remove: / }).waitFor()
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    let tellRead = () => {}
    const isRead = new Promise<void>((resolve) => {
      tellRead = resolve
    })
    // A request to the mocked API makes the page load the counts of the rules.
    await page.route(
      '**/_nestbox/faults',
      async (route) => {
        const response = await route.fetch()
        tellRead()
        await held
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    const late = page.waitForResponse('**/_nestbox/faults')
    await service.ask('GET', '/api/client/servers/x/mounts')
    await isRead
    await service.ask('DELETE', '/_nestbox/faults')
    await sees(page, 'No active faults.')
    letThrough()
    await (await late).finished()
    await twoFrames(page)
    expect(await page.getByRole('button', { name: /^Remove: / }).count()).toBe(0)
  })

  it('moves the focus to the next rule, or to the heading, when one is removed', async () => {
    const { page, service } = await open({}, { path: '/#/faults' })
    for (const code of [500, 502]) await service.ask('POST', '/_nestbox/faults', { json: { code } })
    const remove = page.getByRole('button', { name: /^Remove: / })
    await remove.nth(1).waitFor()
    await remove.first().focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.locator('button:focus').getAttribute('aria-label'))
      .toMatch(/^Remove: respond with 502/)
    await page.keyboard.press('Enter')
    await sees(page, 'No active faults.')
    await expect.poll(() => page.locator('h1:focus').textContent()).toBe('Faults')
  })

  it('warns of a rule that can never match a call because of an earlier rule, before and after it is added', async () => {
    const { page, service } = await open({}, { path: '/#/faults' })
    await service.ask('POST', '/_nestbox/faults', { json: { delay: 1 } })
    const form = page.getByRole('form', { name: 'Rule' })
    await form.getByRole('status').getByText('but never: an earlier rule hits all of these calls').waitFor()
    await form.getByRole('button', { name: 'Add rule' }).click()
    const rules = page.getByRole('region', { name: 'Active faults' })
    await rules.getByText('never: an earlier rule hits all of these calls').waitFor()
  })

  it('previews valid rules only, and explains what is wrong with other rules', async () => {
    const { page, service } = await open({}, { path: '/#/faults' })
    const form = page.getByRole('form', { name: 'Rule' })
    const says = form.getByRole('status')
    const play = () => page.getByRole('button', { name: 'Add rule' }).click()
    for (const [field, wrong, sentence] of [
      ['Delay', 'soon', 'must be milliseconds'],
      ['Probability', '7', 'must be a number from 0 to 1'],
      ['Code', '1', 'must be an integer from 400 to 599'],
    ] as const) {
      const input = form.getByRole('textbox', { name: field })
      const good = await input.inputValue()
      await input.fill(wrong)
      await says.getByText(sentence).waitFor()
      await play()
      await expect.poll(() => page.locator('[aria-invalid="true"]:focus').count()).toBe(1)
      await input.fill(good)
      await says.getByText('respond with 503 on every call').waitFor()
    }
    await form.getByRole('button', { name: 'JSON' }).click()
    for (const [json, sentence] of [
      ['5', 'must be an object'],
      ['{"chain":3}', 'must be a list'],
      ['{"code":503,', 'This is not valid JSON.'],
    ] as const) {
      await form.getByLabel('Rule as JSON').fill(json)
      await says.getByText(sentence).waitFor()
      await play()
    }
    expect((await service.ask('GET', '/_nestbox/faults')).json.rules).toEqual([])
  })
})
