import { expect, it } from 'vitest'
import { describeConsole, sees } from './testing/describe-console.ts'

describeConsole('gaps and faults', (open) => {
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
    const all = page.getByRole('group', { name: 'Set all:' })
    await all.getByRole('button', { name: 'literal' }).click()
    await all.getByRole('button', { name: 'Turn every gap?' }).waitFor()
    await page.keyboard.press('Escape')
    await all.getByRole('button', { name: 'literal' }).click()
    await sees(page, 'turned only (1)')
    await all.getByRole('button', { name: 'Turn every gap?' }).click()
    await sees(page, 'turned only (0)')
    await expect.poll(() => page.getByRole('radio', { name: /^201/ }).isChecked()).toBe(true)
  })

  it('says in its text what the mark on a choice means', async () => {
    const { page } = await open({}, { path: '/#/gaps' })
    await sees(page, /marks what the best-known real panel does/)
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

  it('of a sandbox shows what the server plays too, to be taken away there alone', async () => {
    const { page, service } = await open({}, { path: '/~finch#/faults' })
    await service.ask('POST', '/_nestbox/faults', { json: { code: 500 } })
    await sees(page, 'of the server')
    await expect.poll(() => page.getByRole('button', { name: /^Remove: |^Clear all/ }).count()).toBe(0)
    await service.ask('POST', '/~finch/_nestbox/faults', { json: { code: 502 } })
    await page.getByRole('button', { name: /^Remove: answer 502/ }).waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Clear all of them?' }).click()
    await page.getByRole('button', { name: /^Remove: / }).waitFor({ state: 'detached' })
    await sees(page, 'of the server')
  })

  it('has the focus on the next rule, or on the heading, when one is gone', async () => {
    const { page, service } = await open({}, { path: '/#/faults' })
    for (const code of [500, 502]) await service.ask('POST', '/_nestbox/faults', { json: { code } })
    const remove = page.getByRole('button', { name: /^Remove: / })
    await remove.nth(1).waitFor()
    await remove.first().focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.locator('button:focus').getAttribute('aria-label'))
      .toMatch(/^Remove: answer 502/)
    await page.keyboard.press('Enter')
    await sees(page, 'All is well.')
    await expect.poll(() => page.locator('h1:focus').textContent()).toBe('Faults')
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
})
