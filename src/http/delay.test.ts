import { expect, it, vi } from 'vitest'
import { beginRequest } from '../testing/begin-request.ts'
import { startService } from '../testing/service.ts'
import { createLog } from '../util/log.ts'

it('delays a response', async () => {
  const { ask, user, world } = await startService({ delay: [30, 40] })
  const started = performance.now()
  const { status } = await ask('GET', `/api/client/servers/${world.tables.servers.must(1).uuid}/backups`, {
    token: user,
  })
  expect(status).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(29)
})

it('sends nothing to a client that has disconnected, and ends the delay', async () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const { application, url, world } = await startService({ delay: [600_000, 600_000], log })
  const before = world.checksum()
  const asked = await beginRequest(`${url}/api/application/nodes/1`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${application}`, 'content-type': 'application/json' },
  })
  asked.end('{"name":"written"}')
  asked.destroy()
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 })
  expect(lines[0]).toMatch(/^PATCH \/api\/application\/nodes\/1 unanswered \d/)
  expect(world.checksum()).toBe(before)
})
