// What a library is asked to do, and what has to come of it, by the word of the mock over plain HTTP.

const one = async (ask, path) => (await ask(path)).attributes
const list = async (ask, path) => (await ask(path)).data.map(({ attributes }) => attributes)

/** Each gets `ask`, which reads a path, and what the library was given. */
export const operations = {
  'create user': async (ask, { person }) => {
    const users = await list(ask, '/api/application/users?per_page=100')
    return users.find(({ username }) => username === person.username)?.email
  },
  'update node': async (ask, { node, name }) => {
    const now = await one(ask, `/api/application/nodes/${node.id}`)
    return now.name === name ? name : undefined
  },
  'list backups': async (ask, { server }) =>
    (await list(ask, `/api/client/servers/${server.uuid}/backups`)).map(({ uuid }) => uuid),
  'read node': (_, { node }) => node.fqdn,
  'list nodes': async (ask) => idsOf(await list(ask, '/api/application/nodes')),
  'read user': (_, { user }) => user.uuid,
  'list users': async (ask) => idsOf(await list(ask, '/api/application/users')),
  'read server': (_, { server }) => server.uuid,
  'list servers': async (ask) => idsOf(await list(ask, '/api/application/servers')),
  'read location': (_, { location }) => location.short,
  'list locations': async (ask) => idsOf(await list(ask, '/api/application/locations')),
  'read own server': (_, { server }) => server.uuid,
  'list own servers': async (ask, { user }) => {
    const servers = await list(ask, '/api/application/servers?per_page=100')
    return servers.filter((server) => server.user === user.id).map(({ uuid }) => uuid)
  },
}

const idsOf = (items) => items.map(({ id }) => id)
