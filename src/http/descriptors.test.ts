import { expect, it, vi } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { Redaction } from '../journal/redact.ts'
import { createLog } from '../util/log.ts'
import { createHttpServer } from './http-server.ts'

const readFileSync = vi.hoisted(() => vi.fn<() => string>())
vi.mock('node:fs', async (original) => ({ ...(await original<typeof import('node:fs')>()), readFileSync }))

const row = (limit: string) =>
  `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${limit}  files\n`

it.each([
  ['few', row('256                  4096      '), 208],
  ['very few', row('50                   50        '), 8],
  ['enough', row('1048576              1048576   '), 4_000],
  ['unlimited', row('unlimited            unlimited '), 4_000],
])('keeps file descriptors free if they are %s', (_, limits, connections) => {
  readFileSync.mockReturnValue(limits)
  const server = createHttpServer(() => {}, {
    gap: () => new GapSettings().gap,
    log: createLog('silent', () => {}),
    redaction: () => new Redaction(),
  })
  expect(server.maxConnections).toBe(connections)
})

it('leaves half of the file descriptors to connections to an upstream', () => {
  readFileSync.mockReturnValue(row('256                  4096      '))
  const server = createHttpServer(() => {}, {
    gap: () => new GapSettings().gap,
    log: createLog('silent', () => {}),
    redaction: () => new Redaction(),
    hasUpstream: true,
  })
  expect(server.maxConnections).toBe(104)
})

it('allows all connections if the limit of file descriptors is unknown', () => {
  readFileSync.mockImplementation(() => {
    throw new Error('ENOENT')
  })
  const server = createHttpServer(() => {}, {
    gap: () => new GapSettings().gap,
    log: createLog('silent', () => {}),
    redaction: () => new Redaction(),
  })
  expect(server.maxConnections).toBe(4_000)
})
