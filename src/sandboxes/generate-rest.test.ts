import { describe, expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { type Nestbox, startNestbox } from '../nestbox.ts'
import { timers } from '../util/timers.ts'
import { generateRest } from './generate-rest.ts'

const large = () => makeWorld({ seed: 'rest', scale: 2_000 })

describe('the rest of a world', () => {
  it('is generated between other events', async () => {
    const world = large()
    let others = 0
    const other = timers.setInterval(() => (others += 1), 1)
    await generateRest(world, () => false)
    timers.clearInterval(other)
    expect(others).toBeGreaterThan(1)
    expect(world.generateFor(0)).toBe(true)
  })

  it('is not generated once it is over', async () => {
    const world = large()
    await generateRest(world, () => true)
    expect(world.generateFor(0)).toBe(false)
  })
})

const user = { email: 'finch@example.com', username: 'finch', first_name: 'Finch', last_name: 'Green' }

const createUser = async ({ url, tokens }: Nestbox): Promise<number> => {
  const headers = { Authorization: `Bearer ${tokens.application}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify(user)
  return (await fetch(`${url}/api/application/users`, { method: 'POST', headers, body })).status
}

describe('a world that is generated while it is used', () => {
  it.each<[what: string, use: (service: Nestbox) => unknown]>([
    ['a request that creates a row', createUser],
    ['new rows', ({ add }) => add.servers(2, {})],
    ['a new row of a parent', ({ add }) => add.backup({ server_id: 250 })],
    ['a changed row', ({ edit }) => edit('servers', 250, { name: 'Finch' })],
    ['the completion of rows', ({ finish }) => finish()],
    [
      'a restored snapshot',
      async ({ add, snapshot, restore }) => {
        snapshot()
        await add.user({})
        await restore()
        return add.user({})
      },
    ],
    ['a reset', ({ reset }) => reset()],
    ['a reset to another size', ({ reset }) => reset({ scale: 200 })],
    ['its own state', ({ load, state }) => load(state())],
    ['a row of a sandbox', ({ sandbox }) => sandbox('other').add.server({})],
    ['a read of the last rows', ({ world }) => world.tables.databases.get(world.tables.databases.lastId)],
  ])('is the same as one that was whole before: %s', async (_, use) => {
    const used = async (isWhole: boolean) => {
      await using service = await startNestbox({
        seed: 'used',
        scale: 300,
        today: '2026-06-01',
        clock: () => '2026-06-02T00:00:00+00:00',
      })
      if (isWhole) await service.generated
      const result = await use(service)
      return { result, state: service.state(), start: service.checksum }
    }
    expect(await used(false)).toEqual(await used(true))
  })
})
