import { once } from 'node:events'
import { createConnection } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startNestbox } from '../nestbox.ts'
import { BadOption } from '../options/check-options.ts'
import { tempFolder } from '../store/testing/temp-folder.ts'
import { exchange } from '../testing/raw.ts'
import { send } from '../testing/send.ts'
import { startService } from '../testing/service.ts'
import { createLog } from '../util/log.ts'

// Statements of SECURITY.md that no other test checks.

const own = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address

describe('a service', () => {
  it.skipIf(own === undefined)('is reachable from this machine only by default', async () => {
    const { url } = await startService({ scenario: 'empty' })
    const { port } = new URL(url)
    const elsewhere = `http://${own}:${port}`
    const { replies, reset } = await exchange(elsewhere, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'])
    expect([replies, reset]).toEqual([[], true])
  })

  it.skipIf(own === undefined)(
    'that listens on all addresses accepts control requests from this machine only',
    async () => {
      const service = await startService({ scenario: 'empty', host: '0.0.0.0', allowedHosts: [own ?? ''] })
      const elsewhere = `http://${own}:${new URL(service.url).port}`
      const api = await fetch(`${elsewhere}/api/admin/servers/1/mounts`, {
        headers: { authorization: `Bearer ${service.root}` },
      })
      expect(api.status).toBe(200)
      const control = await fetch(`${elsewhere}/_nestbox/tokens`)
      expect(control.status).toBe(403)
      const page = await fetch(`${elsewhere}/`)
      expect(await page.text()).not.toContain(service.user)
    },
  )

  it('refuses control requests from pages whose host name was rebound to this machine', async () => {
    const service = await startService({ scenario: 'empty' })
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      const headers = { host, 'sec-fetch-site': 'same-origin', origin: `http://${host}` }
      const { status, text } = await send(service.url, 'GET', '/_nestbox/tokens', { headers })
      expect([host, status]).toEqual([host, 403])
      expect(text).not.toContain(service.root)
    }
  })

  it('writes no token to its log, wherever a request has one', async () => {
    const lines: string[] = []
    const log = createLog('debug', (line) => lines.push(line))
    const { ask, root, application } = await startService({ scenario: 'empty', log })
    await ask('GET', `/api/admin/servers/1/mounts?token=${root}&page=1`, { token: root })
    await ask('GET', `/api/${application}`)
    await ask('POST', '/api/application/users', { token: application, json: { password: 'hush-hush' } })
    const all = lines.join('\n')
    expect(lines).toHaveLength(3)
    for (const secret of [root, application, 'hush-hush']) expect(all).not.toContain(secret)
    expect(all).toContain('page=1')
  })
})

describe('a request without a valid token', () => {
  it('is refused before its body arrives, and its body does not count towards the limit for all bodies', async () => {
    const { url, application } = await startService({ scenario: 'empty' })
    const head = 'POST /api/application/users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const unfinished = `${head}Content-Length: 1000000\r\n\r\n{`
    const refused = Array.from({ length: 100 }, () => exchange(url, [unfinished]))
    for (const { replies } of await Promise.all(refused))
      expect(replies.map(({ status }) => status)).toEqual([401])
    const held = Array.from({ length: 100 }, () => openWith(url, unfinished))
    await Promise.all(held)
    const body = '{"email":"new@example.com","username":"new","first_name":"New","last_name":"One"}'
    const created = await send(url, 'POST', '/api/application/users', {
      headers: { authorization: `Bearer ${application}`, 'content-type': 'application/json' },
      body,
    })
    expect(created.status).toBe(201)
  })

  it('from a page of another origin cannot ask for a delay, an error or a fault', async () => {
    const { url, root } = await startService({ scenario: 'empty' })
    const ask = async (headers: Record<string, string>) =>
      (await send(url, 'GET', '/api/admin/servers/1/mounts', { headers })).status
    const origin = 'https://elsewhere.example'
    expect(await ask({ prefer: 'code=503', origin })).toBe(401)
    expect(await ask({ prefer: 'delay=600000', origin })).toBe(401)
    expect(await ask({ prefer: 'code=503', origin, authorization: `Bearer ${root}` })).toBe(503)
    expect(await ask({ prefer: 'code=503' })).toBe(503)
  })

  it('cannot ask for a delay without access to the control API', async () => {
    const { url } = await startService({ scenario: 'empty', controlToken: 'secret' })
    const { status } = await send(url, 'GET', '/api/admin/servers/1/mounts', {
      headers: { prefer: 'code=503' },
    })
    expect(status).toBe(401)
  })
})

/** Opens a connection, sends the beginning of a request and reads the response, as long as the test runs. */
async function openWith(url: string, text: string): Promise<void> {
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(text)
  await once(socket, 'data')
}

describe('tokens', () => {
  it.each([
    ['two configured tokens', { application: 'same', rootClient: 'same' }],
    ['a configured and a generated token', { application: 'ptlc_made' }],
  ])('must differ, and are refused without locking the data file: %s', async (_, tokens) => {
    const { user } = await startService({ scenario: 'empty' })
    const given = { ...tokens, ...(tokens.application === 'ptlc_made' && { application: user }) }
    const data = join(await tempFolder(), 'world.json')
    await expect(startNestbox({ scenario: 'empty', data, tokens: given })).rejects.toThrow(BadOption)
    await (await startNestbox({ data })).close()
  })
})

describe('the prototypes of objects', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString'])('are unchanged after %s', async (name) => {
    const { ask, root, application } = await startService({ scenario: 'empty' })
    const evil = `{"${name}":{"polluted":true,"prototype":{"polluted":true}},"name":"x"}`
    const json = { headers: { 'content-type': 'application/json' }, body: evil }
    await ask('PATCH', '/api/application/nodes/1', { token: application, ...json })
    await ask('PUT', '/api/admin/servers/1/startup', { token: root, ...json })
    for (const [method, path] of [
      ['PATCH', 'gaps'],
      ['PATCH', 'tokens'],
      ['POST', 'faults'],
      ['PUT', 'state'],
      ['POST', 'snapshots'],
      ['POST', 'requests/find'],
    ] as const) {
      const { status } = await ask(method, `/_nestbox/${path}`, json)
      expect([path, status]).toEqual([path, 422])
    }
    expect({}).not.toHaveProperty('polluted')
    expect(() => {}).not.toHaveProperty('polluted')
  })
})
