const one = async (read, path) => (await read(path)).attributes
const list = async (read, path) => (await read(path)).data.map(({ attributes }) => attributes)

/**
 * The expected result of each operation, which is read from the mock server by plain HTTP after the call of the library.
 * A function gets `read`, which resolves with the JSON of a path, and the fixtures.
 */
export const operations = {
  'create user': async (read, { person }) => {
    const users = await list(read, '/api/application/users?per_page=100')
    return users.find(({ username }) => username === person.username)?.email
  },
  'update node': async (read, { node, name }) => {
    const now = await one(read, `/api/application/nodes/${node.id}`)
    return now.name === name ? name : undefined
  },
  'list backups': async (read, { server }) =>
    (await list(read, `/api/client/servers/${server.uuid}/backups`)).map(({ uuid }) => uuid),
  'read node': (_, { node }) => node.fqdn,
  'list nodes': async (read) => idsOf(await list(read, '/api/application/nodes')),
  'read user': (_, { user }) => user.uuid,
  'list users': async (read) => idsOf(await list(read, '/api/application/users')),
  'read server': (_, { server }) => server.uuid,
  'list servers': async (read) => idsOf(await list(read, '/api/application/servers')),
  'read location': (_, { location }) => location.short,
  'list locations': async (read) => idsOf(await list(read, '/api/application/locations')),
  'read own server': (_, { server }) => server.uuid,
  'list own servers': async (read, { user }) => {
    const servers = await list(read, '/api/application/servers?per_page=100')
    return servers.filter((server) => server.user === user.id).map(({ uuid }) => uuid)
  },
  'create backup': (_, { newest }) => newest(),
  'delete backup': async (read, { server, count }) => {
    const backups = await list(read, `/api/client/servers/${server.uuid}/backups?per_page=50`)
    return backups.length === count ? 'deleted' : undefined
  },
  'send power signal': async (read, { server }) =>
    (await one(read, `/api/client/servers/${server.uuid}/resources`)).current_state,
  'suspend server': async (read, { server }) =>
    (await one(read, `/api/application/servers/${server.id}`)).suspended,
  'unsuspend server': async (read, { server }) =>
    (await one(read, `/api/application/servers/${server.id}`)).suspended,
}

const idsOf = (items) => items.map(({ id }) => id)
