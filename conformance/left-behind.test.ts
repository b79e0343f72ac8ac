import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { choose } from './checks/choose.ts'
import { checks as allChecks } from './checks/index.ts'
import { attributesOf } from './proof/changes.ts'
import { isGranted, isObject, type JsonObject } from './proof/messages.ts'
import { type MockPool, startMockPool } from './proof/mock-pool.ts'
import { startProxy } from './proof/proxy.ts'
import { run } from './run.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool({ gaps: { 'operations.beyond': 'companions' } })
})

afterAll(() => pool.close())

/** The ledger of a run that updates the startup of both servers, where reads beyond the document show part of a server. */
async function ledgerWhere(change: (server: JsonObject) => void): Promise<readonly string[]> {
  const proxy = await startProxy(pool.fresh(), async (request, next) => {
    const response = await next(request)
    const isRead = request.operation === undefined && request.path.includes('/servers/')
    if (isRead && isGranted(response) && isObject(response.json)) change(attributesOf(response.json))
    return response
  })
  onTestFinished(() => proxy.close())
  const { ledger } = await run({
    target: proxy.target,
    checks: choose(allChecks, { only: ['4.5/same-server'] }),
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  return ledger.filter((line) => line.startsWith('server '))
}

const without =
  (...fields: readonly string[]) =>
  ({ container }: JsonObject): void => {
    if (isObject(container)) for (const field of fields) delete container[field]
  }

it.each<[string, (server: JsonObject) => void]>([
  ['no container', (server) => delete server['container']],
  ['no environment', without('environment')],
  ['no install-script behavior', without('skip_scripts')],
])('the ledger names servers of which a read shows %s', async (_, change) => {
  expect(await ledgerWhere(change)).toEqual([
    expect.stringMatching(/^server 2: .*not put back$/),
    expect.stringMatching(/^server 1: .*not put back$/),
  ])
})

it('the ledger names no server that a read shows whole', async () => {
  expect(await ledgerWhere(() => {})).toEqual([])
})
