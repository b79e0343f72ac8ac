import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { choose } from './checks/choose.ts'
import { checks as allChecks } from './checks/index.ts'
import { nodeFields } from './judge/body-fields.ts'
import { refusal } from './proof/changes.ts'
import { attributesOf, isObject, type JsonObject } from './proof/json.ts'
import { isGranted } from './proof/messages.ts'
import { type MockPool, startMockPool } from './proof/mock-pool.ts'
import { startProxy } from './proof/proxy.ts'
import { run } from './run.ts'
import { runBehind } from './testing/run-behind.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool({ gaps: { 'operations.beyond': 'companions' } })
})

afterAll(() => pool.close())

/** The ledger of a run of a check, where reads beyond the document show only a part of a kind of resource. */
async function ledgerOf(
  only: string,
  path: string,
  change: (attributes: JsonObject) => void,
  mayWrite = true,
): Promise<readonly string[]> {
  const proxy = await startProxy(pool.fresh(), async (request, next) => {
    const response = mayWrite || request.method === 'GET' ? await next(request) : refusal(422)
    const isRead = request.operation === undefined && request.path.includes(path)
    if (isRead && isGranted(response) && isObject(response.json)) change(attributesOf(response.json))
    return response
  })
  onTestFinished(() => proxy.close())
  const { ledger } = await run({
    target: proxy.target,
    checks: choose(allChecks, { only: [only] }),
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  return ledger.filter((line) => /^(?:node|server|egg|users) /.test(line))
}

const ofServers = (change: (server: JsonObject) => void): Promise<readonly string[]> =>
  ledgerOf('4.5/same-server', '/servers/', change)

const ofNodes = (change: (node: JsonObject) => void): Promise<readonly string[]> =>
  ledgerOf('4.1/other-node', '/nodes/', change)

const without =
  (...fields: readonly string[]) =>
  ({ container }: JsonObject): void => {
    if (isObject(container)) for (const field of fields) delete container[field]
  }

it.each<[string, (server: JsonObject) => void]>([
  ['no container', (server) => delete server['container']],
  ['no environment', without('environment')],
  ['no install-script behavior', without('skip_scripts')],
])('the ledger names servers with fields that a read does not show: %s', async (_, change) => {
  expect(await ofServers(change)).toEqual([
    expect.stringMatching(/^server 2: .*not put back$/),
    expect.stringMatching(/^server 1: .*not put back$/),
  ])
})

it('the ledger names no server that a read shows completely', async () => {
  expect(await ofServers(() => {})).toEqual([])
})

it('the ledger names the fields of nodes of which a read shows no value', async () => {
  const ledger = await ofNodes((node) => {
    node['description'] = null
    delete node['memory']
  })
  const left = 'not put back, because no response showed a value before: description, memory'
  expect(ledger).toEqual([`node 1: ${left}`, `node 3: ${left}`])
  expect(await ofNodes(() => {})).toEqual([])
})

it.each([
  ...[
    '4.1/response',
    '4.1/other-node',
    '4.2/response',
    '4.3/response',
    '4.5/response',
    '4.5/same-server',
    '4.6/response',
  ],
])('the ledger names nothing that refused every write: %s', async (only) => {
  const hide = (shown: JsonObject): void => {
    delete shown['memory']
    delete shown['container']
  }
  expect(await ledgerOf(only, only.startsWith('4.5') ? '/servers/' : '/nodes/', hide, false)).toEqual([])
})

it('a run that ends within the first updates of a node puts back the fields that the first one showed', async () => {
  const nestbox = await startMockPool()
  onTestFinished(() => nestbox.close())
  const ending = new AbortController()
  const shown: JsonObject[] = []
  await runBehind(
    nestbox.fresh(),
    async (request, next) => {
      const isUpdate = request.operation === 'updateNode'
      if (isUpdate && shown.length === 1) ending.abort()
      // No other response shows the node.
      if (request.operation === 'listServerMounts') return refusal(403)
      const response = await next(request)
      if (isUpdate && isObject(response.json)) shown.push(attributesOf(response.json))
      return response
    },
    { checks: choose(allChecks, { only: ['4.1/updates-memory'] }), signal: ending.signal },
  )
  const [before, changed, after] = shown.map(({ memory, description }) => ({ memory, description }))
  expect(changed).not.toEqual(before)
  expect(after).toEqual(before)
})

/** The fields of a node that an update carries, apart from one that a server refuses. */
const others = (node: JsonObject = {}) =>
  nodeFields.filter((field) => field !== 'memory').map((field) => [field, node[field]])

it.each<[name: string, only: string, node: 'node' | 'otherNode', left: string]>([
  [
    'the node, of which the other fields are put back',
    '4.1/updates-memory',
    'node',
    'some fields could not be put back: memory; PATCH',
  ],
  ['the other node', '4.1/other-node', 'otherNode', 'its fields were not put back'],
])('the ledger names a value that the server refuses to restore: of %s', async (_, only, node, left) => {
  const target = pool.fresh()
  const id = target.resources[node]
  let before: JsonObject | undefined
  let after: JsonObject | undefined
  const { ledger } = await runBehind(
    target,
    async (request, next) => {
      const isUpdate = request.operation === 'updateNode' && request.path.endsWith(`/${id}`)
      const sent = isUpdate ? (JSON.parse(request.text) as JsonObject) : {}
      if (before && sent['memory'] === before['memory']) return refusal(422)
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      const shown = attributesOf(response.json)
      if (request.path.endsWith(`/nodes/${id}`) && shown['memory'] !== undefined) before ??= shown
      if (isUpdate) after = shown
      return response
    },
    { checks: choose(allChecks, { only: [only] }) },
  )
  const lines = ledger.filter((line) => line.startsWith(`node ${id}: `))
  expect(lines).toEqual([expect.stringContaining(`node ${id}: ${left}`)])
  if (node === 'node') expect(others(after)).toEqual(others(before))
})

const unknown = 'not put back, because no response showed a value before'

it.each<[name: string, field: string, left: readonly RegExp[]]>([
  ['that the document does not name', 'change_reason', []],
  ['of which no read shows a value', 'description', [RegExp(`^node \\d+: ${unknown}: description$`)]],
])('a node is put back whose updates must have a field of the target: one %s', async (_, field, left) => {
  const target = pool.fresh()
  const shown: JsonObject[] = []
  const { ledger } = await runBehind(
    { ...target, requests: { ...target.requests, updateNode: { [field]: 'A run of the kit' } } },
    async (request, next) => {
      const isUpdate = request.operation === 'updateNode'
      if (isUpdate && !request.text.includes(`"${field}":"A run of the kit"`)) return refusal(422)
      const response = await next(request)
      const isNode = isUpdate || request.path.endsWith(`/nodes/${target.resources.node}`)
      if (!isNode || !isGranted(response) || !isObject(response.json)) return response
      const attributes = attributesOf(response.json)
      shown.push({ ...attributes })
      if (!isUpdate) delete attributes[field]
      return response
    },
    { checks: choose(allChecks, { only: ['4.1/updates-name'] }) },
  )
  expect(new Set(shown.map(({ name }) => name)).size).toBeGreaterThan(1)
  expect(shown.at(-1)?.['name']).toBe(shown[0]?.['name'])
  expect(ledger).toEqual(left.map((line) => expect.stringMatching(line)))
})

it('the ledger names no write that was refused with the status 200', async () => {
  const refused = { status: 200, json: { success: false, message: 'That is not allowed.' } }
  const { ledger } = await runBehind(
    pool.fresh(),
    async (request, next) => (/\P{ASCII}/u.test(request.text) ? refused : next(request)),
    { checks: choose(allChecks, { only: ['4.1/updates-name', '4.6/creates-last-name'] }) },
  )
  expect(ledger.filter((line) => line.includes('may have been written'))).toEqual([])
})
