import { expect, it } from 'vitest'
import { isWhole } from '../testing/sample.ts'
import { type Json, type Service, startService } from '../testing/service.ts'
import { Dice } from '../util/dice.ts'

const workers = isWhole ? 32 : 8
const steps = 40

const now = '2026-06-01T12:00:00+00:00'

/** The expected state of the world of a worker, updated with each of its actions. */
interface Account {
  state: Json
  readonly snapshots: Map<string, Json>
  requests: number
  isLower: boolean
  isRevoked: boolean
}

/** One action, and the expected state after it. */
type Step = (worker: {
  service: Service
  prefix: string
  account: Account
  dice: Dice
  name: string
}) => Promise<void>

const lastId = ({ users }: Json): number => users.at(-1).id

const things: readonly Step[] = [
  async function createUser({ service, prefix, account, name }) {
    const { tables, lastIds } = account.state
    const json = { email: `${name}@example.com`, username: `User-${name}`, first_name: 'A', last_name: name }
    const reply = await service.ask('POST', `${prefix}/api/application/users`, {
      token: service.application,
      json,
    })
    const id = lastId(tables) + 1
    expect([reply.status, reply.json.attributes.id]).toEqual([201, id])
    tables.users.push({
      ...json,
      id,
      external_id: null,
      uuid: new Dice('nestbox', 'uuid', 'users', id).uuid(),
      username: account.isLower ? json.username.toLowerCase() : json.username,
      language: 'en',
      root_admin: false,
      '2fa': false,
      created_at: now,
      updated_at: now,
    })
    lastIds.users = id
    account.requests += 1
  },
  async function createTwice({ service, prefix, account }) {
    const { email, username, first_name, last_name } = account.state.tables.users.at(-1)
    const json = { email, username, first_name, last_name }
    const reply = await service.ask('POST', `${prefix}/api/application/users`, {
      token: service.application,
      json,
    })
    expect(reply.status).toBe(422)
    account.requests += 1
  },
  async function updateNode({ service, prefix, account, name }) {
    const [node] = account.state.tables.nodes
    const json = { name: `node-${name}`, memory: 1_000 + account.requests }
    const reply = await service.ask('PATCH', `${prefix}/api/application/nodes/1`, {
      token: service.application,
      json,
    })
    expect([reply.status, reply.json.attributes.name]).toEqual([200, json.name])
    Object.assign(node, json, { updated_at: now })
    account.requests += 1
  },
  async function listBackups({ service, prefix, account }) {
    const { uuid } = account.state.tables.servers[0]
    const { status } = await service.ask('GET', `${prefix}/api/client/servers/${uuid}/backups`, {
      token: service.user,
    })
    expect(status).toBe(account.isRevoked ? 401 : 200)
    account.requests += 1
  },
  async function turnGap({ service, prefix, account }) {
    account.isLower = !account.isLower
    const json = { 'users.case': account.isLower ? 'lower' : null }
    await service.ask('PATCH', `${prefix}/_nestbox/gaps`, { json })
  },
  async function changeToken({ service, prefix, account }) {
    account.isRevoked = !account.isRevoked
    const json = { userClient: { status: account.isRevoked ? 'revoked' : 'active' } }
    await service.ask('PATCH', `${prefix}/_nestbox/tokens`, { json })
  },
  async function reset({ service, prefix, account }) {
    const { json } = await service.ask('POST', `${prefix}/_nestbox/reset`)
    expect(json.checksum).toBe(service.checksum)
    account.state = structuredClone(account.snapshots.get('start'))
  },
  async function snapshot({ service, prefix, account, dice }) {
    const name = dice.pick(['one', 'two', 'three'])
    const { status } = await service.ask('POST', `${prefix}/_nestbox/snapshots`, { json: { name } })
    expect(status).toBe(201)
    account.snapshots.set(name, structuredClone(account.state))
  },
  async function restore({ service, prefix, account, dice }) {
    const name = dice.pick(['one', 'two', 'three'])
    const { status } = await service.ask('POST', `${prefix}/_nestbox/snapshots/${name}/restore`)
    const kept = account.snapshots.get(name)
    expect(status).toBe(kept ? 200 : 404)
    if (kept) account.state = structuredClone(kept)
  },
  async function putState({ service, prefix, account }) {
    const { status } = await service.ask('PUT', `${prefix}/_nestbox/state`, { json: account.state })
    expect(status).toBe(200)
  },
]

async function work(service: Service, start: Json, number: number): Promise<void> {
  const prefix = `/~worker-${number}`
  const dice = new Dice('workers', number)
  const account: Account = {
    state: structuredClone(start),
    snapshots: new Map([['start', structuredClone(start)]]),
    requests: 0,
    isLower: false,
    isRevoked: false,
  }
  for (let step = 0; step < steps; step += 1) {
    const thing = dice.pick(things)
    await thing({ service, prefix, account, dice, name: `${number}-${step}` })
    const said = `worker ${number}, step ${step}: ${thing.name}`
    const { json: state } = await service.ask('GET', `${prefix}/_nestbox/state`)
    expect(state, said).toEqual(account.state)
    const { json: count } = await service.ask('POST', `${prefix}/_nestbox/requests/count`, { json: {} })
    expect(count, said).toEqual({ count: account.requests })
  }
}

it(`${workers} workers with a sandbox each do not affect each other or the main world`, async () => {
  const service = await startService({ scenario: 'empty', clock: () => now })
  const { ask } = service
  const lists = async () =>
    Promise.all(
      ['state', 'tokens', 'gaps', 'requests', 'snapshots', 'faults'].map((path) =>
        ask('GET', `/_nestbox/${path}`),
      ),
    )
  const texts = async () => (await lists()).map(({ text }) => text)
  const before = await texts()
  const start = (await ask('GET', '/_nestbox/state')).json
  await Promise.all(Array.from({ length: workers }, (_, number) => work(service, start, number)))
  expect(await texts()).toEqual(before)
  expect((await ask('GET', '/_nestbox/health')).json).toMatchObject({
    world: { checksum: service.checksum },
    sandboxes: workers,
  })
  expect((await ask('GET', '/~somebody-else/_nestbox/state')).text).toBe(before[0])
}, 60_000)

it('a thousand sandboxes are independent', async () => {
  const service = await startService({ scenario: 'empty' })
  for (let number = 0; number < 1_000; number += 1) service.sandbox(`s-${number}`)
  const { status } = await service.ask('PATCH', '/~s-500/api/application/nodes/1', {
    token: service.application,
    json: { name: 'mine' },
  })
  expect(status).toBe(200)
  const others = [0, 499, 501, 999].map((number) => service.sandbox(`s-${number}`).info().checksum)
  expect(others).toEqual(others.map(() => service.checksum))
  expect(service.sandbox('s-500').info().checksum).not.toBe(service.checksum)
})
