const attributes = ({ data }) => data.map((item) => item.attributes)

/** Backups of the server of the fixtures, at most: one of the libraries reads only the first page. */
const maxBackups = 20

/**
 * The resources of the mock server that a library works with, and a user that the library creates.
 * @param {(path: string, token?: string) => Promise<object>} read reads JSON from the mock server
 * @param {string} userToken
 * @param {number} number makes names that differ from those of the other libraries
 */
export async function fixturesFor(read, userToken, number) {
  const ownServers = attributes(await read('/api/client', userToken))
  const backupsOf = async ({ uuid }) =>
    attributes(await read(`/api/client/servers/${uuid}/backups?per_page=50`)).map((backup) => backup.uuid)
  const server = await firstThat(ownServers, async (each) => {
    const { length } = await backupsOf(each)
    return length > 0 && length <= maxBackups && length < each.feature_limits.backups
  })
  const [location] = attributes(await read('/api/application/locations'))
  const user = (await read(`/api/application/users/${server.user}`)).attributes
  const node = (await read(`/api/application/nodes/${server.node}`)).attributes
  const name = `client-${number}`
  return {
    server,
    identifier: server.identifier,
    /** The number of its backups, and the UUID of the newest one. */
    count: (await backupsOf(server)).length,
    newest: async () => (await backupsOf(server)).at(-1),
    location,
    user,
    node,
    name,
    person: { email: `${name}@example.com`, username: name, first_name: 'Client', last_name: String(number) },
  }
}

async function firstThat(items, isWanted) {
  for (const item of items) if (await isWanted(item)) return item
  throw new Error(`the user has no server with 1 to ${maxBackups} backups and room for another one`)
}
