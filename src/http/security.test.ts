import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { exchange } from '../testing/raw.ts'
import { send } from '../testing/send.ts'
import { startService } from '../testing/service.ts'
import { createLog } from '../util/log.ts'

// What SECURITY.md says and no other test holds.

const own = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address

describe('a service', () => {
  it.skipIf(own === undefined)('is there for this machine alone unless it is told otherwise', async () => {
    const { url } = await startService({ scenario: 'empty' })
    const { port } = new URL(url)
    const elsewhere = `http://${own}:${port}`
    const { replies, reset } = await exchange(elsewhere, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'])
    expect([replies, reset]).toEqual([[], true])
  })

  it.skipIf(own === undefined)('that listens everywhere keeps its control API to this machine', async () => {
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
  })

  it('is not steered by a page whose own name was made to point here', async () => {
    const service = await startService({ scenario: 'empty' })
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      const headers = { host, 'sec-fetch-site': 'same-origin', origin: `http://${host}` }
      const { status, text } = await send(service.url, 'GET', '/_nestbox/tokens', { headers })
      expect([host, status]).toEqual([host, 403])
      expect(text).not.toContain(service.root)
    }
  })

  it('writes no token into its log, wherever a request carried one', async () => {
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

describe('prototypes', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString'])('stay as they are for %s', async (name) => {
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
