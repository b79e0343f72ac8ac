import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect, it, onTestFinished } from 'vitest'
import { type Operation, operations } from '../contract/operations.ts'
import { makeWorld } from '../fixtures/index.ts'
import { makeTokens } from '../fixtures/tokens.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import { credentials } from '../http/authentication.ts'
import { serveOperations } from '../middleware/serve-operations.ts'
import { Events } from '../sandboxes/events.ts'
import { inMemory } from '../sandboxes/open-world.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'
import { Workspaces } from '../sandboxes/workspaces.ts'
import { clockAt } from '../util/clock.ts'
import { createLog } from '../util/log.ts'
import { endpoint } from './endpoint.ts'

const deletion: Operation = {
  ...operations.listServerBackups,
  id: 'deleteBackup',
  method: 'DELETE',
  response: { envelope: 'none' },
}

/** Serves one endpoint with the tokens of a demo world. */
async function serve(served: ReturnType<typeof endpoint>) {
  const world = makeWorld({ seed: 'endpoint', scenario: 'demo', scale: 20 })
  const tokens = makeTokens(world)
  const logged: string[] = []
  const context: ServerContext = {
    workspaces: new Workspaces({ world, gapSettings: new GapSettings(), tokens }),
    events: new Events(),
    clock: clockAt(0),
    secrets: new Set(),
    log: createLog('error', (line) => logged.push(line)),
    options: {
      baseUrl: undefined,
      cors: false,
      corsOrigins: undefined,
      delay: undefined,
      deviations: [],
      control: false,
      controlToken: undefined,
      allowedHosts: [],
    },
    keeper: inMemory,
    makeWorld: async () => world,
  }
  const app = new Koa<Koa.DefaultState>()
  app.use(async (ctx, next) => {
    const { main } = context.workspaces
    const bearer = credentials(ctx.req.headers.authorization, main.tokens)
    const state = {
      workspace: main,
      bearer,
      base: '',
      headers: {},
      refusal: undefined,
      trace: { changes: [] },
    }
    ctx.state = { ...state, lookUp() {} }
    await next()
  })
  app.use(serveOperations(context, [served]))
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const authorization = `Bearer ${tokens.find(({ name }) => name === 'userClient')?.token}`
  const path = served.operation.path.replace(/\{\w+\}/, world.tables.servers.must(1).uuid)
  const ask = () =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: served.operation.method, headers: { authorization } })
  return { ask, response: await ask(), logged }
}

it('an operation without a response body responds with 204 and neither length nor type', async () => {
  const { response } = await serve(endpoint(deletion, { handle: () => undefined }))
  expect(response.status).toBe(204)
  expect(response.headers.get('content-type')).toBeNull()
  expect(response.headers.get('content-length')).toBeNull()
  expect(await response.text()).toBe('')
})

it.each([
  ['a body', deletion, {}],
  ['no body', operations.listServerBackups, undefined],
] as const)(
  'an endpoint that returns %s, contrary to its operation, responds with 500',
  async (_, operation, body) => {
    const { response, logged } = await serve(endpoint(operation, { handle: () => body }))
    expect(response.status).toBe(500)
    expect(logged.join()).toContain(`${operation.id} returned`)
  },
)

it('an operation whose preparation failed is prepared again for the next request', async () => {
  const served = endpoint(operations.listServerBackups, { handle: () => ({}) })
  let failures = 1
  const { ask, response, logged } = await serve({
    ...served,
    async prepare(gap) {
      failures -= 1
      if (failures >= 0) throw new Error('too many open files')
      return served.prepare(gap)
    },
  })
  expect([response.status, (await ask()).status, (await ask()).status]).toEqual([500, 200, 200])
  expect([logged.length, failures]).toEqual([1, -1])
})
