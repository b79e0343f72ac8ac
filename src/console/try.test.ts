import { expect, it } from 'vitest'
import { answer, describeConsole, sees, send, usersOf, view } from './testing/describe-console.ts'

describeConsole('forms', (open) => {
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
