// Tests the example of a front end in a browser: Vite serves its pages, and the mock server is another origin.
import { fileURLToPath } from 'node:url'
import { type Nestbox, startNestbox } from 'nestbox'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromium, theChromium, unlessMissing } from '../src/testing/chromium.ts'

describe.skipIf(chromium === undefined)(`a front end on another origin${unlessMissing}`, () => {
  let nestbox: Nestbox
  let dev: ViteDevServer

  beforeAll(async () => {
    nestbox = await startNestbox()
    dev = await createServer({
      root: fileURLToPath(new URL('./frontend', import.meta.url)),
      configFile: false,
      logLevel: 'silent',
      server: { port: 0, host: '127.0.0.1', proxy: { '/api/': nestbox.url } },
      optimizeDeps: { noDiscovery: true },
    })
    await dev.listen()
  }, 60_000)

  afterAll(async () => {
    await dev?.close()
    await nestbox?.close()
  })

  /** Opens the front end with a sandbox of its own. With `proxy`, it calls the default sandbox through Vite's proxy. */
  async function open(name: string, through: 'cors' | 'proxy' = 'cors') {
    const sandbox = nestbox.sandbox(name)
    const { application, rootClient, userClient } = sandbox.tokens
    const rows = sandbox.state().tables
    const owner = sandbox.tokens.list().find((token) => token.name === 'userClient')?.userId
    const server = (rows.servers as unknown as { uuid: string; user_id: number }[]).find(
      ({ user_id }) => user_id === owner,
    )
    const query = new URLSearchParams({
      application,
      root: rootClient,
      user: userClient,
      server: server?.uuid ?? '',
      ...(through === 'cors' && { api: sandbox.url }),
    })
    const browser = await theChromium()
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(`${dev.resolvedUrls?.local[0]}?${query}`)
    return { page, sandbox }
  }

  it('the front end reads pages of backups with a token', async () => {
    const { page, sandbox } = await open('reads')
    await page.getByText(/^Page 1 of/).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByText(/^Page 2 of/).waitFor()
    expect(await page.locator('tbody tr').count()).toBe(10)
    const requests = sandbox.requests({ operation: 'listServerBackups' })
    expect(requests.map(({ status }) => status)).toEqual([200, 200])
    expect(requests[0]?.request.headers['origin']).toBe(new URL(page.url()).origin)
  })

  it('the front end shows the error of an invalid user, and creates a valid one', async () => {
    const { page, sandbox } = await open('writes')
    const fields = { 'E-mail': 'jo', 'User name': 'jo', 'First name': 'Jo', 'Last name': 'March' }
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The `email` must be an e-mail address.').waitFor()
    await page.getByLabel('E-mail').fill('jo@example.com')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Created jo').waitFor()
    expect(sandbox.requests({ operation: 'createUser' }).map(({ status }) => status)).toEqual([422, 201])
  })

  it('the front end uploads an egg', async () => {
    const { page, sandbox } = await open('uploads')
    const egg = (await (await fetch(`${nestbox.url}/_nestbox/example-egg.json`)).json()) as object
    const buffer = Buffer.from(JSON.stringify({ ...egg, name: 'Brought along' }))
    await page
      .getByLabel('Share file')
      .setInputFiles({ name: 'egg.json', mimeType: 'application/json', buffer })
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByText('Updated Brought along').waitFor()
    expect(sandbox.requests({ operation: 'importEgg', status: 200 })).toHaveLength(1)
  })

  it('the front end shows an injected fault, a broken connection and an error without a body', async () => {
    const { page, sandbox } = await open('breaks')
    await page.getByText(/^Page 1 of/).waitFor()
    sandbox.faults.add({ operation: 'listServerBackups', chain: [{ code: 503 }, { fault: 'reset' }, 'pass'] })
    const more = page.getByRole('button', { name: 'More' })
    const output = page.locator('output[name=backups]')
    await more.click()
    await expect.poll(() => output.textContent()).toMatch(/503|unavailable|fault/i)
    await more.click()
    await expect.poll(() => output.textContent()).toBe('The panel cannot be reached.')
    await more.click()
    await page.getByText(/^Page 2 of/).waitFor()
    sandbox.gaps.set({ 'error.body': 'empty' })
    sandbox.tokens.change({ userClient: { status: 'revoked' } })
    await more.click()
    await page.getByText('The panel responded with the status 401.').waitFor()
  })

  it('the front end shows a failure although the user was created, if the response is lost', async () => {
    const { page, sandbox } = await open('lost')
    await page.getByText(/^Page 1 of/).waitFor()
    sandbox.faults.add({ operation: 'createUser', chain: [{ fault: 'reset', when: 'after-commit' }, 'pass'] })
    const fields = { 'E-mail': 'jo@example.com', 'User name': 'jo', 'First name': 'Jo', 'Last name': 'March' }
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The panel cannot be reached.').waitFor()
    const written = sandbox.requests({ operation: 'createUser' }).flatMap(({ changes }) => changes)
    expect(written).toMatchObject([{ table: 'users', after: { username: 'jo' } }])
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText(/must be new/).waitFor()
  })

  it('the front end works through the proxy of the dev server', async () => {
    const { page } = await open('ignored', 'proxy')
    await page.getByText(/^Page 1 of/).waitFor()
    expect(nestbox.requests({ operation: 'listServerBackups', status: 200 })).not.toHaveLength(0)
  })

  it('the page can neither read the control API nor write to it', async () => {
    const { page, sandbox } = await open('foreign')
    await page.getByText(/^Page 1 of/).waitFor()
    await sandbox.snapshot()
    const before = sandbox.info().checksum
    const control = `${sandbox.url}/_nestbox`
    const outcomes = await page.evaluate(async (base) => {
      const attempt = (path: string, init?: RequestInit) =>
        fetch(base + path, init).then(
          (response) => `${response.type} ${response.status}`,
          () => 'refused',
        )
      return [
        await attempt('/state'),
        await attempt('/tokens'),
        await attempt('/events'),
        await attempt('/reset', { method: 'POST' }),
        await attempt('/faults', { method: 'DELETE' }),
        // Browsers send these requests without a preflight; the page cannot read the responses.
        await attempt('/reset?scenario=empty', { method: 'POST', mode: 'no-cors' }),
        await attempt('/snapshots/snapshot/restore', { method: 'POST', mode: 'no-cors', body: 'x' }),
      ]
    }, control)
    expect(outcomes).toEqual(Array(7).fill('refused'))
    expect(sandbox.info().checksum).toBe(before)
    expect(sandbox.info().scenario).toBe('demo')
  })
})
