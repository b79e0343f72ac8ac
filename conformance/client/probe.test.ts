import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { waitFor } from './probe.ts'

it('the last request of a wait has enough time for its response', async () => {
  const server = createServer((_, response) => setTimeout(() => response.end('{}'), 30))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await expect(waitFor(`http://127.0.0.1:${port}`, 0, {})).resolves.toBeUndefined()
})
