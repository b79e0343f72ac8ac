import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startService } from '../testing/service.ts'

it('holds an answer back', async () => {
  const { ask, user, world } = await startService({ delay: [30, 40] })
  const started = performance.now()
  const { status } = await ask('GET', `/api/client/servers/${world.tables.servers.must(1).uuid}/backups`, {
    token: user,
  })
  expect(status).toBe(200)
  expect(performance.now() - started).toBeGreaterThanOrEqual(29)
})

it('writes nothing for a client that went away', async () => {
  const { application, url, world } = await startService({ delay: [300, 300] })
  const before = world.checksum()
  const asked = request(`${url}/api/application/nodes/1`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${application}`, 'content-type': 'application/json' },
  })
  asked.on('error', () => {})
  asked.end('{"name":"written"}')
  await once(asked, 'finish')
  await wait(50)
  asked.destroy()
  await wait(500)
  expect(world.checksum()).toBe(before)
})
