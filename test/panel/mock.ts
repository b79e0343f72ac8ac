import { randomUUID } from 'node:crypto'
import { type Nestbox, type NestboxOptions, startNestbox } from '../../src/index.ts'

/** A mock server whose world has the resources that the exchanges name. */
export interface Mock extends AsyncDisposable {
  readonly url: string
  /** The values for names in exchanges, such as `{node}`. */
  readonly names: Readonly<Record<string, string | number>>
  readonly tokens: Readonly<Record<string, string>>
}

export async function startMock(options: NestboxOptions): Promise<Mock> {
  const nestbox = await startNestbox({ ...options, today: '2026-06-01' })
  const { application, rootClient, userClient } = nestbox.tokens
  return {
    url: nestbox.url,
    names: await namesIn(nestbox),
    tokens: {
      application,
      rootClient,
      userClient,
      garbage: 'garbage',
      altered: `${rootClient}~`,
      // Tokens of the mock server have neither permissions nor addresses.
      applicationReadOnly: application,
      rootClientOtherIp: rootClient,
    },
    [Symbol.asyncDispose]: () => nestbox.close(),
  }
}

async function namesIn(nestbox: Nestbox): Promise<Mock['names']> {
  const { server, otherServer, databaseHost = '', ...ids } = nestbox.target.resources
  const { node, location, egg, otherEgg } = ids
  const known = { node, location, egg, otherEgg, server: server?.id }
  await fillLists(nestbox, Number(server?.id), Number(databaseHost))
  const [tag, otherTag] = nestbox.world.tables.tags.rows()
  return {
    ...Object.fromEntries(Object.entries(known).map(([name, id]) => [name, Number(id)])),
    uuid: String(server?.uuid),
    short: String(server?.uuid.slice(0, 8)),
    otherUuid: String(otherServer?.uuid),
    host: databaseHost,
    tag: String(tag?.id),
    slug: String(tag?.slug),
    otherTag: String(otherTag?.id),
  }
}

/** Adds rows until the lists have more than one page of any size, like those of the recorded panel. */
async function fillLists(nestbox: Nestbox, server_id: number, host_id: number): Promise<void> {
  const state = nestbox.state()
  const { backups, databases } = state.tables
  const [backup = noRow('backups')] = backups.filter((row) => row.server_id === server_id)
  const [database = noRow('databases')] = databases.filter((row) => row.host_id === host_id)
  const copies = <R extends { id: number }>(count: number, row: R, rows: readonly R[]): R[] =>
    Array.from({ length: count }, (_, index) => ({ ...row, id: (rows.at(-1)?.id ?? 0) + 1 + index }))
  const others = backups.filter((row) => row.server_id !== server_id)
  const added = copies(65, backup, backups).map((row) => ({ ...row, uuid: randomUUID() }))
  const missing = 61 - databases.filter((row) => row.host_id === host_id).length
  await nestbox.load({
    ...state,
    tables: {
      ...state.tables,
      backups: [...others, ...added],
      databases: [...databases, ...copies(missing, database, databases)],
    },
  })
}

function noRow(table: string): never {
  throw new Error(`The world has no ${table} to copy.`)
}
