import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startNestbox } from '../../src/index.ts'
import { Busy } from '../client/retry-budget.ts'
import { discoverTarget } from './discover.ts'
import { BadInput } from './target.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const pause = async (): Promise<void> => {}

const complaintOf = (discovery: Promise<unknown>): Promise<string> =>
  discovery.then(
    () => 'none',
    (error: unknown) => (error instanceof BadInput ? error.message : `no BadInput, but ${String(error)}`),
  )

describe('a server whose target file is requested', () => {
  it.each([429, 503])('is waited for while it responds with %i and Retry-After', async (status) => {
    let requests = 0
    const url = await serve((_, response) => {
      requests += 1
      if (requests < 5) response.writeHead(status, { 'retry-after': '2' }).end()
      else response.end(JSON.stringify({ baseUrl: 'http://a.example/there' }))
    })
    expect(await discoverTarget(url, { pause })).toMatchObject({ baseUrl: `${url}/there` })
  })

  it('that keeps refusing with 429 is reported as busy, not as a server without a target file', async () => {
    const url = await serve((_, response) => response.writeHead(429).end())
    await expect(discoverTarget(url, { pause })).rejects.toBeInstanceOf(Busy)
  })

  it('that requires a control token is reported, and accepted with it', async () => {
    const nestbox = await startNestbox({ controlToken: 'of-the-control' })
    onTestFinished(() => nestbox.close())
    const complaint = await complaintOf(discoverTarget(nestbox.url))
    expect(complaint).toContain('responds with 401 to a request for its target file: if it is a mock')
    expect(complaint).toContain("--header 'X-Nestbox-Control: ...'")
    expect(complaint).toContain('nestbox init')
    expect(complaint).not.toContain('has no target file')
    const headers = { 'x-nestbox-control': 'of-the-control' }
    expect(await discoverTarget(nestbox.url, { headers })).toMatchObject({ baseUrl: `${nestbox.url}/~check` })
  })

  it('that has a field twice is reported', async () => {
    const url = await serve((_, response) => response.end('{"format":1,"format":1}'))
    expect(await complaintOf(discoverTarget(url))).toContain('has "format" twice in one object')
  })

  it('that is too large is reported', async () => {
    const target = JSON.stringify({ deviations: ['x'.repeat(100_000)] })
    const url = await serve((_, response) => response.end(target))
    expect(await complaintOf(discoverTarget(url))).toContain('target.json must have at most 0.1 MB.')
  })

  it('that redirects is reported', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: '/there' }).end())
    expect(await complaintOf(discoverTarget(url))).toContain(
      'redirects a request for its target file, with 302',
    )
  })

  it('that refuses all clients is quoted, on one line', async () => {
    const detail = 'For this machine only;\nstart with \u001b[31m--control-token.'
    const url = await serve((_, response) => response.writeHead(403).end(JSON.stringify({ detail })))
    const complaint = await complaintOf(discoverTarget(url))
    expect(complaint).toContain('responds with 403')
    expect(complaint).toContain('"For this machine only;\\nstart with \\u001b[31m--control-token."')
    expect(complaint).not.toMatch(/\p{Cc}/u)
  })

  it.each<[what: string, target: unknown]>([
    ['a field', { 'a\n::error::\u001b[31m\u202e': 1 }],
    ['a header', { baseUrl: 'http://a.example', headers: { 'a\n::error::\u001b[31m\u202e': 'x' } }],
    ['a value to fill in', { 'a\n::error::\u001b[31m\u202e': 'FILL IN' }],
  ])('that has control characters in the name of %s is reported on one line', async (_, target) => {
    const url = await serve((_, response) => response.end(JSON.stringify(target)))
    const error = await discoverTarget(url).catch((error: unknown) => error)
    if (!(error instanceof BadInput)) throw error
    for (const text of [error.message, ...error.entries]) expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  it.each<[where: string, status: number, answer: (secret: string) => unknown]>([
    ['in a refusal', 403, (secret) => ({ detail: `not ${secret}` })],
    ['in a truncated refusal', 403, (secret) => ({ detail: `${'x'.repeat(190)} ${secret}` })],
    ['as a key', 200, (secret) => ({ [secret]: 1 })],
    ['as a header', 200, (secret) => ({ baseUrl: 'http://a.example', headers: { [`${secret} `]: 'x' } })],
  ])('that quotes a header of the request %s is reported without it', async (_, status, answer) => {
    const secret = 'k3Jx9QmZ-tW7rYbE2nLp'
    const url = await serve((request, response) => {
      const told = answer(String(request.headers['x-nestbox-control']))
      response.writeHead(status).end(JSON.stringify(told))
    })
    const complaint = await complaintOf(discoverTarget(url, { headers: { 'X-Nestbox-Control': secret } }))
    expect(complaint).not.toMatch(/no BadInput|k3Jx9|tW7rY/)
  })

  it.each<[status: number, words: string]>([
    [404, 'has no target file of its own; write one with `npx nestbox init`'],
    [200, 'has no target file of its own; write one with `npx nestbox init`'],
    [500, 'responds with 500 to a request for its target file; write one with `npx nestbox init`'],
    [503, 'responds with 503 to a request for its target file; write one with `npx nestbox init`'],
  ])('that responds with %i is reported', async (status, words) => {
    const url = await serve((_, response) => response.writeHead(status).end('no target'))
    expect(await complaintOf(discoverTarget(url))).toBe(`${url} ${words}, and pass it with --target.`)
  })
})
