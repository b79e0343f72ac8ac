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
    names: namesIn(nestbox),
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

function namesIn(nestbox: Nestbox): Mock['names'] {
  const { server, otherServer, databaseHost = '', ...ids } = nestbox.target.resources
  const { node, location, egg, otherEgg } = ids
  const known = { node, location, egg, otherEgg, server: server?.id }
  fillLists(nestbox, Number(server?.id), Number(databaseHost))
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
function fillLists({ world }: Nestbox, server_id: number, host_id: number): void {
  const { backups, databases } = world.tables
  const [{ id: _, ...backup } = noRow('backups')] = backups.of('server', server_id)
  const [{ id: __, ...database } = noRow('databases')] = databases.of('host', host_id)
  for (const id of backups.idsOf('server', server_id)) backups.remove(id)
  while (backups.count('server', server_id) < 65) backups.insert({ ...backup, uuid: world.uuid('backups') })
  while (databases.count('host', host_id) < 61) databases.insert(database)
}

function noRow(table: string): never {
  throw new Error(`The world has no ${table} to copy.`)
}
