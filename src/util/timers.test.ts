import { afterEach, describe, expect, it, vi } from 'vitest'
import { send } from '../testing/send.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('a service in a test with fake timers', () => {
  it.each([
    ['started before', false, false],
    ['started afterwards', true, false],
    ['imported afterwards', true, true],
  ])('responds, delays and closes: %s', async (_, isLate, isImported) => {
    if (isLate) vi.useFakeTimers()
    if (isImported) vi.resetModules()
    const { startNestbox } = await import('../nestbox.ts')
    const service = await startNestbox({ scenario: 'empty', delay: [1, 2] })
    vi.useFakeTimers()
    const { rootClient, application } = service.tokens
    const headers = { authorization: `Bearer ${rootClient}` }
    const list = await send(service.url, 'GET', '/api/admin/servers/1/mounts', { headers })
    const write = await send(service.url, 'PATCH', '/api/application/nodes/1', {
      headers: { authorization: `Bearer ${application}`, 'content-type': 'application/json' },
      body: '{"name":"one"}',
    })
    expect([list.status, write.status]).toEqual([200, 200])
    await service.close()
  })
})
