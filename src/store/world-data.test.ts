import { describe, expect, it } from 'vitest'
import type { Json } from '../contract/schemas/testing/edit.ts'
import { makeWorld } from '../fixtures/index.ts'
import { BadWorldData } from './errors.ts'
import { type TableName, tableNames } from './tables.ts'
import { dataOf, worldOf } from './world-data.ts'

const whole = dataOf(makeWorld({ seed: 'data', scenario: 'demo', scale: 3 }))

/** The row of a table that has the most in it. */
const fullest = (name: TableName): Json =>
  JSON.parse(
    whole.tables[name].map((row) => JSON.stringify(row)).toSorted((a, b) => b.length - a.length)[0] ?? '',
  )

/** The value with one nested value of another type, for each nested value, with its key. */
function* spoilt(value: Json): Generator<readonly [key: string, spoilt: Json]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const changed = [
      typeof inner === 'object' && inner !== null ? 7 : {},
      ...[...spoilt(inner)].map(([, each]) => each),
    ]
    for (const each of changed) {
      yield [key, Array.isArray(value) ? value.with(Number(key), each) : { ...value, [key]: each }]
    }
  }
}

describe('the data of a world', () => {
  it.each<[what: string, data: unknown, reason: string]>([
    ['nothing', undefined, 'it must be an object, not undefined'],
    ['null', null, 'it must be an object, not null'],
    ['text', 'nestbox-world', 'it must be an object, not "nestbox-world"'],
    ['a number', 7, 'it must be an object, not 7'],
    ['a list', [], 'it must be an object, not []'],
    ['an object without a format', {}, 'it is not a world of nestbox: it has no "format": "nestbox-world"'],
  ])('is refused if it is invalid: %s', async (_, data, reason) => {
    await expect(worldOf(data)).rejects.toThrow(new BadWorldData(reason))
  })

  it.each(['email', 'username'] as const)(
    'can have two users with one %s only if a rule allows it',
    async (field) => {
      const [first, second, ...others] = whole.tables.users
      if (!first || !second) throw new Error('The world must have two users.')
      const users = [first, { ...second, [field]: first[field].toUpperCase() }, ...others]
      const data = { ...whole, tables: { ...whole.tables, users } }
      await expect(worldOf(data)).rejects.toThrow(
        new BadWorldData(
          `tables.users[1].${field} is that of the row with id ${first.id} too; change one of them, or allow it with the gap setting users.duplicate=accept`,
        ),
      )
      expect((await worldOf(data, { allowsDuplicateUsers: true })).tables.users.size).toBe(users.length)
    },
  )

  it('cannot have two variables with one name in an egg, whose servers have one value for it', async () => {
    const [first, second] = whole.tables.variables
    if (!first || !second) throw new Error('The world must have two variables.')
    const { env_variable, egg_id } = first
    const withSecond = (fields: object) => {
      const variables = [first, { ...second, env_variable, ...fields }]
      return worldOf({ ...whole, tables: { ...whole.tables, variables } })
    }
    await expect(withSecond({ egg_id })).rejects.toThrow(
      new BadWorldData(
        `tables.variables[1].env_variable is that of the row with id ${first.id} in its egg too; change one of them`,
      ),
    )
    const other = whole.tables.eggs.find(({ id }) => id !== egg_id)?.id
    await expect(withSecond({ egg_id: other })).resolves.toBeDefined()
    await expect(withSecond({ egg_id, env_variable: env_variable.toLowerCase() })).resolves.toBeDefined()
  })

  it('cannot have two servers with one UUID, which names a server in a path', async () => {
    const [first, second, ...others] = whole.tables.servers
    if (!first || !second) throw new Error('The world must have two servers.')
    const servers = [first, { ...second, uuid: first.uuid.toUpperCase() }, ...others]
    await expect(worldOf({ ...whole, tables: { ...whole.tables, servers } })).rejects.toThrow(
      new BadWorldData(
        `tables.servers[1].uuid is that of the row with id ${first.id} too; change one of them`,
      ),
    )
  })

  it.each(tableNames)('is refused if a value has another type: %s', async (name) => {
    const taken: string[] = []
    let count = 0
    for (const [field, row] of spoilt(fullest(name))) {
      count += 1
      const world = worldOf({ ...whole, tables: { ...whole.tables, [name]: [row] } })
      const error = await world.catch((thrown: unknown) => thrown)
      const isRefused =
        error instanceof BadWorldData && error.message.startsWith(`tables.${name}[0].${field}`)
      if (!isRefused) taken.push(`${field}: ${JSON.stringify(row)}`)
    }
    expect(taken).toEqual([])
    expect(count).toBeGreaterThan(3)
  })
})
