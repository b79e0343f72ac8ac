// Client libraries of the panel API on npm. `open` makes the clients of a library, and `calls` has a function for each
// operation that the library supports: it gets the clients and the fixtures, and returns the value that
// `operations.mjs` expects. `known` has the reasons for calls that fail because of a bug of the library.

const ids = (items) => items.map(({ id }) => id)
const attributes = ({ data }) => data.map((item) => item.attributes)
const uuids = (items) => items.map(({ uuid }) => uuid)

const readsNothing = 'The library reads JSON from a response of 204, which has no body.'
const jsonOf204 = { 'suspend server': readsNothing, 'unsuspend server': readsNothing }

/** @type {(name: string, version: string) => object} */
const jspteroapi = (name, version) => ({
  name,
  version,
  open: ({ Application, Client }, { url, application, client }) => ({
    app: new Application(url, application),
    own: new Client(url, client),
  }),
  calls: {
    'create user': async ({ app }, { person: { username, first_name, last_name, email } }) =>
      (await app.createUser(username, first_name, last_name, email)).email,
    'update node': async ({ app }, { node, name }) => (await app.editNode(node.id, { name })).name,
    'list backups': async ({ own }, { identifier }) =>
      uuids(attributes({ data: await own.getAllBackups(identifier) })),
    'read node': async ({ app }, { node }) => (await app.getNodeInfo(node.id)).fqdn,
    'list nodes': async ({ app }) => ids(attributes({ data: await app.getAllNodes() })),
    'read user': async ({ app }, { user }) => (await app.getUserInfo(user.id)).uuid,
    'list users': async ({ app }) => ids(attributes({ data: await app.getAllUsers() })),
    'read server': async ({ app }, { server }) => (await app.getServerInfo(server.id)).uuid,
    'list servers': async ({ app }) => ids(attributes({ data: await app.getAllServers() })),
    'read location': async ({ app }, { location }) => (await app.getLocationInfo(location.id)).short,
    'list locations': async ({ app }) => ids(attributes({ data: await app.getAllLocations() })),
    'read own server': async ({ own }, { identifier }) => (await own.getServerInfo(identifier)).uuid,
    'list own servers': async ({ own }) => uuids(attributes({ data: await own.getAllServers() })),
    'create backup': async ({ own }, { identifier }) => (await own.createBackup(identifier)).uuid,
    'delete backup': async ({ own }, { identifier, newest }) => {
      await own.deleteBackup(identifier, await newest())
      return 'deleted'
    },
    'send power signal': async ({ own }, { identifier }) => {
      await own.setPowerState(identifier, 'stop')
      return 'offline'
    },
    'suspend server': async ({ app }, { server }) => {
      await app.suspendServer(server.id)
      return true
    },
    'unsuspend server': async ({ app }, { server }) => {
      await app.unSuspendServer(server.id)
      return false
    },
  },
  known: {},
})

export const libraries = [
  {
    name: 'nodeactyl',
    version: '3.3.0',
    open: ({ NodeactylApplication, NodeactylClient }, { url, application, client }) => ({
      app: new NodeactylApplication(url, application),
      own: new NodeactylClient(url, client),
    }),
    calls: {
      'create user': async ({ app }, { person: { username, first_name, last_name, email } }) =>
        (await app.createUser(email, username, first_name, last_name)).attributes.email,
      'update node': async ({ app }, { node, name }) => {
        const updated = await app.updateNodeDetails(
          node.id,
          name,
          node.description,
          node.location_id,
          node.fqdn,
          node.scheme,
          node.behind_proxy,
          node.maintenance_mode,
          node.memory,
          node.memory_overallocate,
          node.disk,
          node.disk_overallocate,
          node.upload_size,
          node.daemon_sftp,
          node.daemon_listen,
        )
        return updated.attributes.name
      },
      'list backups': async ({ own }, { identifier }) =>
        uuids(attributes({ data: await own.listServerBackups(identifier) })),
      'read node': async ({ app }, { node }) => (await app.getNodeDetails(node.id)).fqdn,
      'list nodes': async ({ app }) => ids(attributes(await app.getAllNodes())),
      'read user': async ({ app }, { user }) => (await app.getUserDetails(user.id)).attributes.uuid,
      'list users': async ({ app }) => ids(attributes(await app.getAllUsers())),
      'read server': async ({ app }, { server }) => (await app.getServerDetails(server.id)).uuid,
      'list servers': async ({ app }) => ids(attributes(await app.getAllServers())),
      'read location': async ({ app }, { location }) => (await app.getLocationDetails(location.id)).short,
      'list locations': async ({ app }) => ids(attributes(await app.getAllLocations())),
      'read own server': async ({ own }, { identifier }) => (await own.getServerDetails(identifier)).uuid,
      'list own servers': async ({ own }) => uuids(attributes(await own.getAllServers())),
      'create backup': async ({ own }, { identifier }) => (await own.createServerBackup(identifier)).uuid,
      'delete backup': async ({ own }, { identifier, newest }) => {
        await own.deleteBackup(identifier, await newest())
        return 'deleted'
      },
      'send power signal': async ({ own }, { identifier }) => {
        await own.stopServer(identifier)
        return 'offline'
      },
      'suspend server': async ({ app }, { server }) => {
        await app.suspendServer(server.id)
        return true
      },
      'unsuspend server': async ({ app }, { server }) => {
        await app.unsuspendServer(server.id)
        return false
      },
    },
    known: {},
  },
  jspteroapi('jspteroapi', '1.11.3'),
  jspteroapi('@linux123123/jspteroapi', '2.9.8'),
  {
    name: 'pterodactyl-api-wrapper',
    version: '2.0.8',
    open: ({ default: { Application, Client, Setup } }, { url, application, client }) => {
      Setup.setPanel(url)
      return { app: new Application(application), own: new Client(client) }
    },
    calls: {
      'create user': async ({ app }, { person }) => (await app.users.create(person)).attributes.email,
      'update node': async ({ app }, { node, name }) =>
        (await app.nodes.update(String(node.id), { name })).attributes.name,
      'list backups': async ({ own }, { identifier }) =>
        uuids(attributes(await own.backups.list(identifier))),
      'read node': async ({ app }, { node }) => (await app.nodes.getDetails(String(node.id))).attributes.fqdn,
      'list nodes': async ({ app }) => ids(attributes(await app.nodes.list())),
      'read user': async ({ app }, { user }) => (await app.users.getDetails(String(user.id))).attributes.uuid,
      'list users': async ({ app }) => ids(attributes(await app.users.list())),
      'read server': async ({ app }, { server }) =>
        (await app.servers.getDetails(String(server.id))).attributes.uuid,
      'list servers': async ({ app }) => ids(attributes(await app.servers.list())),
      'read location': async ({ app }, { location }) =>
        (await app.locations.getDetails(String(location.id))).attributes.short,
      'list locations': async ({ app }) => ids(attributes(await app.locations.list())),
      'read own server': async ({ own }, { identifier }) =>
        (await own.servers.getDetails(identifier)).attributes.uuid,
      'list own servers': async ({ own }) => uuids(attributes(await own.servers.list())),
      'suspend server': async ({ app }, { server }) => {
        await app.servers.suspend(String(server.id))
        return true
      },
      'unsuspend server': async ({ app }, { server }) => {
        await app.servers.unsuspend(String(server.id))
        return false
      },
    },
    known: {
      'list backups': 'The library requests backups below /api/application, which has none.',
      'read user':
        'The library requests /api/application/user/{id}; the path is /api/application/users/{id}.',
      'list own servers': 'The library requests /api/application/servers with the client token.',
      ...jsonOf204,
    },
  },
  {
    name: '@devnote-dev/pterojs',
    version: '2.2.2',
    open: ({ PteroApp, PteroClient }, { url, application, client }) => ({
      app: new PteroApp(url, application),
      own: new PteroClient(url, client),
    }),
    calls: {
      'create user': async ({ app }, { person: { email, username, first_name, last_name } }) =>
        (await app.users.create({ email, username, firstname: first_name, lastname: last_name })).email,
      'update node': async ({ app }, { node, name }) => (await app.nodes.update(node.id, { name })).name,
      'list backups': async ({ own }, { identifier }) => {
        const server = await own.servers.fetch(identifier)
        return [...(await server.backups.fetch()).keys()]
      },
      'read node': async ({ app }, { node }) => (await app.nodes.fetch(node.id)).fqdn,
      'list nodes': async ({ app }) => [...(await app.nodes.fetch()).keys()],
      'read user': async ({ app }, { user }) => (await app.users.fetch(user.id)).uuid,
      'list users': async ({ app }) => [...(await app.users.fetch()).keys()],
      'read server': async ({ app }, { server }) => (await app.servers.fetch(server.id)).uuid,
      'list servers': async ({ app }) => [...(await app.servers.fetch()).keys()],
      'read location': async ({ app }, { location }) => (await app.locations.fetch(location.id)).short,
      'list locations': async ({ app }) => [...(await app.locations.fetch()).keys()],
      'read own server': async ({ own }, { identifier }) => (await own.servers.fetch(identifier)).uuid,
      'list own servers': async ({ own }) =>
        [...(await own.servers.fetch()).values()].map(({ uuid }) => uuid),
      'send power signal': async ({ own }, { identifier }) => {
        await own.servers.setPowerState(identifier, 'stop')
        return 'offline'
      },
      'suspend server': async ({ app }, { server }) => {
        await app.servers.suspend(server.id)
        return true
      },
      'unsuspend server': async ({ app }, { server }) => {
        await app.servers.unsuspend(server.id)
        return false
      },
    },
    known: {
      'update node':
        'The library merges the fetched node and its client into the body, which is nested too deeply to be sent.',
      'read user': 'The library reads a truncated relationship as a complete one. Section 2.1 item 3.',
    },
  },
  {
    name: 'pterodactyl.js',
    version: '2.1.1',
    open: ({ Builder }, { url, application, client }) => {
      const at = (key) => new Builder().setURL(url).setAPIKey(key)
      return { app: at(application).asAdmin(), own: at(client).asUser() }
    },
    calls: {
      'create user': async ({ app }, { person: { email, username, first_name, last_name } }) =>
        (await app.createUser({ email, username, firstName: first_name, lastName: last_name })).email,
      'update node': async ({ app }, { node, name }) =>
        (await (await app.getNode(node.id)).setName(name)).name,
      'read node': async ({ app }, { node }) => (await app.getNode(node.id)).fqdn,
      'list nodes': async ({ app }) => ids(await app.getNodes()),
      'read user': async ({ app }, { user }) => (await app.getUser(user.id)).uuid,
      'list users': async ({ app }) => ids(await app.getUsers()),
      'read server': async ({ app }, { server }) => (await app.getServer(server.id)).uuid,
      'list servers': async ({ app }) => ids(await app.getServers()),
      'read location': async ({ app }, { location }) => (await app.getLocation(location.id)).shortCode,
      'list locations': async ({ app }) => ids(await app.getLocations()),
      'read own server': async ({ own }, { identifier }) => (await own.getClientServer(identifier)).uuid,
      'list own servers': async ({ own }) => uuids(await own.getClientServers()),
      'send power signal': async ({ own }, { identifier }) => {
        await (await own.getClientServer(identifier)).powerAction('stop')
        return 'offline'
      },
      'suspend server': async ({ app }, { server }) => {
        await (await app.getServer(server.id)).suspend()
        return true
      },
      'unsuspend server': async ({ app }, { server }) => {
        await (await app.getServer(server.id)).unsuspend()
        return false
      },
    },
    known: jsonOf204,
  },
]
