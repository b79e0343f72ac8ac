import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from './probe.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a server is there', () => {
  it.each<[what: string, listener: RequestListener]>([
    [
      'although it responds after the time of the wait',
      (_, response) => setTimeout(() => response.end('{}'), 30),
    ],
    ['if its response is long', (_, response) => response.end('x'.repeat(1_500_000))],
    [
      'if its headers are long',
      (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end(),
    ],
    ['if its response does not end', (_, response) => response.write('{')],
    ['if its response breaks off', (_, response) => response.write('{', () => response.destroy())],
  ])('%s', async (_, listener) => {
    await expect(waitFor(await serve(listener), 0, {})).resolves.toBeUndefined()
  })
})

it('a long wait for a server gives no warning', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  let times = 0
  const url = await serve((request, response) => (++times > 12 ? response.end() : request.socket.destroy()))
  await waitFor(url, 60, { signal: new AbortController().signal })
  expect(times).toBe(13)
  expect(warnings).toEqual([])
})
