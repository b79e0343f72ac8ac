import { errorsIn } from '../contract/checking/errors-in.ts'
import { shown } from '../contract/checking/words.ts'
import { isObject, recordOf } from '../contract/objects.ts'
import { isDeeper } from '../util/weigh.ts'
import { BadWorldData } from './errors.ts'
import type { Row } from './rows.ts'
import { highestId } from './table.ts'
import { fieldOf, nameInEgg, type RowOf, referencesOf, type TableName, tableNames } from './tables.ts'
import { type Identity, World } from './world.ts'

/** A world as plain JSON: the content of a data file. */
export interface WorldData extends Identity {
  readonly format: 'nestbox-world'
  readonly version: 1
  /** The highest id that each table ever assigned. */
  readonly lastIds: Readonly<Record<TableName, number>>
  readonly tables: { readonly [N in TableName]: readonly RowOf<N>[] }
}

/** Maximum levels of nesting in data; rows of nestbox have half as many. */
const maximumDepth = 20

export function dataOf(world: World): WorldData {
  return {
    format: 'nestbox-world',
    version: 1,
    ...world.identity,
    lastIds: recordOf(tableNames, (name) => world.tables[name].lastId),
    // The compiler cannot match the name of a table with the type of its rows in a loop.
    tables: recordOf(tableNames, (name) => world.tables[name].rows()) as unknown as WorldData['tables'],
  }
}

/** Between two rows: each is on a line of its own, so that people and version control can read the JSON. */
export const nextLine = ',\n'

/**
 * The JSON of a world in pieces: texts, and rows in the place of their JSON. One text of a large world would take seconds,
 * and much memory.
 */
export function* piecesOf({ tables, ...head }: WorldData): Generator<string | Row> {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{\n`
  for (const [at, [name, rows]] of Object.entries<readonly Row[]>(tables).entries()) {
    yield `${at > 0 ? nextLine : ''}${JSON.stringify(name)}:[${rows.length > 0 ? '\n' : ''}`
    for (const [index, row] of rows.entries()) {
      if (index > 0) yield nextLine
      yield row
    }
    yield rows.length > 0 ? '\n]' : ']'
  }
  yield '\n}}\n'
}

/**
 * The world that data describes. Whether two users may have the same e-mail address or user name is a gap setting.
 * Section 4.9.
 * @throws BadWorldData for data that is not a world; every row is validated
 */
export async function worldOf(data: unknown, { allowsDuplicateUsers = false } = {}): Promise<World> {
  if (!isObject(data)) throw new BadWorldData(`it must be an object, not ${shown(data)}`)
  const { format, version } = data
  if (format !== 'nestbox-world')
    throw new BadWorldData('it is not a world of nestbox: it has no "format": "nestbox-world"')
  if (typeof version === 'number' && version > 1) {
    throw new BadWorldData(
      `it was written by a newer nestbox: its version is ${version}, this one reads version 1`,
    )
  }
  if (isDeeper(data, maximumDepth)) {
    throw new BadWorldData(`it is nested more than ${maximumDepth} levels deep`)
  }
  // The validator is needed only for worlds that nestbox has not generated.
  const { validateWorld } = await import('./validate-world.ts')
  const [wrong] = errorsIn(validateWorld, data, { subject: 'it', nameOf: (path) => path })
  if (wrong) throw new BadWorldData(wrong.detail.replace(/[.?]$/, ''))
  // The validator has checked all fields.
  const known = data as unknown as WorldData
  const world = knownWorldOf(known)
  refuseHighIds(world)
  const lost = danglingReference(world)
  if (lost) throw new BadWorldData(`${lost.path} must ${lost.must}`)
  const { servers, users, variables } = known.tables
  refuseTwins('servers', servers, 'uuid')
  refuseTwins('variables', variables, 'env_variable', { keyOf: nameInEgg, where: ' in its egg' })
  if (!allowsDuplicateUsers) {
    const orElse = ', or allow it with the gap setting users.duplicate=accept'
    for (const field of ['email', 'username'] as const) refuseTwins('users', users, field, { orElse })
  }
  return world
}

function refuseHighIds({ tables }: World): void {
  const name = tableNames.find((each) => tables[each].lastId > highestId)
  if (name) throw new BadWorldData(`lastIds.${name} must be at most ${highestId}`)
}

/**
 * @param keyOf the key that no two rows may share; by default the field in any case
 * @param where the rows among which the key is unique, as a phrase
 * @throws BadWorldData for two rows of one key
 */
function refuseTwins<F extends string, R extends { readonly id: number } & Readonly<Record<F, string>>>(
  table: TableName,
  rows: readonly R[],
  field: F,
  { keyOf = (row: R): string => row[field].toLowerCase(), where = '', orElse = '' } = {},
): void {
  const firsts = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row)
    const first = firsts.get(key)
    if (first !== undefined) {
      throw new BadWorldData(
        `tables.${table}[${index}].${field} is that of the row with id ${first}${where} too; change one of them${orElse}`,
      )
    }
    firsts.set(key, row.id)
  }
}

/**
 * The world of data whose rows are valid.
 * @throws BadWorldData for two rows with one id
 */
export function knownWorldOf(data: WorldData): World {
  const { seed, scenario, scale, today, tables, lastIds } = data
  const world = new World({ seed, scenario, scale, today })
  for (const name of tableNames) {
    const table = world.tables[name]
    // A table appends the row with the highest id soon, but moves all ids after that of any other row.
    const rows = [...tables[name].entries()].sort(([, one], [, other]) => one.id - other.id)
    for (const [index, row] of rows) {
      if (table.get(row.id)) throw new BadWorldData(`tables.${name}[${index}].id appears twice`)
      // The compiler cannot match the rows with the type of their table in a loop.
      table.load(row as never)
    }
    table.skipTo(lastIds?.[name] ?? 0)
  }
  return world
}

/** The first id without a row, with its path in the world and the requirement; undefined if every id has a row. */
export function danglingReference(world: World): { path: string; must: string } | undefined {
  for (const name of tableNames) {
    for (const [index, row] of world.tables[name].rows().entries()) {
      for (const { field, to } of referencesOf(name)) {
        const ids = [fieldOf(row, field)].flat()
        const lost = ids.find((id) => typeof id === 'number' && !world.tables[to].get(id))
        if (lost !== undefined) {
          return { path: `tables.${name}[${index}].${field}`, must: `be the id of a row in ${to}` }
        }
      }
    }
  }
  return undefined
}
