import type { Row, World } from './world.ts'

export type Fields = Record<string, unknown>

/** The world that resources are made from, and the start of URLs in them. */
export interface ViewContext {
  world: World
  base: string
}

/** The envelope of a resource: its kind, its fields, and the URL if the kind has one. */
const resource = (object: string, attributes: Fields, url?: string): Fields => ({
  ...{ object, attributes },
  ...(url !== undefined && { meta: { resource: url } }),
})

export const list = (data: Fields[], meta?: Fields): Fields => ({
  ...{ object: 'list', data },
  ...(meta && { meta }),
})

/** The rows with some ids, or all rows, newest first. */
export const newestOf = <R extends { id: number }>(rows: R[], ids?: number[]): R[] =>
  rows.filter((row) => ids === undefined || ids.includes(row.id)).sort((a, b) => b.id - a.id)

// Rows as resources of the API. `nested...` functions return a resource with its own relationships cut off.

export function viewTag({ world, base }: ViewContext, tag: Row<'tags'>): Fields {
  const having = (rows: { tagIds: number[] }[]) => rows.filter(({ tagIds }) => tagIds.includes(tag.id)).length
  const counts = { eggs_count: having(world.eggs), nodes_count: having(world.nodes) }
  return resource('tag', { ...tag, ...counts, weight: 3 }, `${base}/api/admin/tags/${tag.id}`)
}

export const viewNode = ({ world }: ViewContext, node: Row<'nodes'>): Fields =>
  resource('node', {
    ...nodeFields(world, node),
    mounts: world.mounts.filter((mount) => mount.nodeIds.includes(node.id)).map((mount) => mount.uuid),
    relationships: { location: nestedLocation(world, node.location_id) },
  })

const nestedNode = (world: World, node: Row<'nodes'>): Fields =>
  resource('node', {
    ...nodeFields(world, node),
    servers_count: serversOn(world, node.id).length,
    relationships: { location: {} },
  })

function nodeFields(world: World, { tagIds: _, ...own }: Row<'nodes'>): Fields {
  const sum = (field: 'memory' | 'disk') =>
    serversOn(world, own.id).reduce((all, { limits }) => all + limits[field], 0)
  return { ...own, allocated_resources: { memory: sum('memory'), disk: sum('disk') }, rack: 'B4' }
}

const serversOn = (world: World, node: number) => world.servers.filter((server) => server.node === node)

function nestedLocation(world: World, id: number): Fields {
  const nodes = world.nodes.filter((node) => node.location_id === id)
  return resource('location', {
    ...linked(world.locations, id),
    nodes_count: nodes.length,
    servers_count: nodes.flatMap((node) => serversOn(world, node.id)).length,
    relationships: { nodes: [] },
  })
}

export function viewEgg(site: ViewContext, egg: Row<'eggs'>): Fields {
  const servers = site.world.servers.filter((server) => server.egg === egg.id)
  return nestedEgg(egg, {
    variables: variablesOf(egg),
    tags: list(newestOf(site.world.tags, egg.tagIds).map((tag) => viewTag(site, tag))),
    servers: list(newestOf(servers).map((server) => nestedServer(site.world, server))),
  })
}

const nestedEgg = ({ tagIds: _, variables: __, ...own }: Row<'eggs'>, relationships: Fields = {}): Fields =>
  resource('egg', { ...own, relationships })

const variablesOf = ({ variables }: Row<'eggs'>): Fields =>
  list(variables.map((variable) => resource('egg_variable', { ...variable })))

export function viewServer({ world }: ViewContext, server: Row<'servers'>): Fields {
  const egg = linked(world.eggs, server.egg)
  const allocations = world.allocations.filter((allocation) => allocation.server_id === server.id)
  return nestedServer(world, server, {
    allocation: viewAllocation(world, linked(world.allocations, server.allocation)),
    allocations: list(newestOf(allocations).map((allocation) => viewAllocation(world, allocation))),
    user: nestedUser(world, linked(world.users, server.user)),
    egg: nestedEgg(egg, { variables: variablesOf(egg), tags: [], servers: [] }),
    variables: list(
      egg.variables.map((variable) =>
        resource('server_variable', {
          ...variable,
          server_value: valueFor(server, variable),
          required: variable.rules.split('|').includes('required'),
        }),
      ),
    ),
    node: nestedNode(world, linked(world.nodes, server.node)),
  })
}

function nestedServer(world: World, server: Row<'servers'>, relationships: Fields = {}): Fields {
  const { values: _, container, ...own } = server
  const environment = Object.fromEntries(
    linked(world.eggs, own.egg).variables.map((each) => [each.env_variable, valueFor(server, each)]),
  )
  return resource('server', {
    ...{ ...own, container: { ...container, environment }, tier: 'gold' },
    relationships,
  })
}

const valueFor = (server: Row<'servers'>, variable: Row<'eggs'>['variables'][number]): string =>
  server.values.get(variable.env_variable) ?? variable.default_value ?? ''

function viewAllocation(world: World, allocation: Row<'allocations'>): Fields {
  const server = world.servers.find(({ id }) => id === allocation.server_id)
  const shown = { server_name: server?.name ?? null, assigned: server !== undefined }
  return resource('allocation', { ...allocation, ...shown })
}

export const viewUser = ({ base }: ViewContext, user: Row<'users'>): Fields =>
  resource('user', { ...user, pronouns: null }, `${base}/api/application/users/${user.id}`)

const nestedUser = (world: World, user: Row<'users'>): Fields =>
  resource('user', {
    ...user,
    image: `https://avatars.example.org/${user.uuid}`,
    servers_count: world.servers.filter((server) => server.user === user.id).length,
    subuser_of_count: 0,
    relationships: { servers: [] },
  })

export function viewMount({ world }: ViewContext, mount: Row<'mounts'>, server: Row<'servers'>): Fields {
  const { eggIds, nodeIds, serverIds, ...own } = mount
  return resource('mount', {
    ...own,
    eggs_count: eggIds.length,
    nodes_count: nodeIds.length,
    servers_count: serverIds.length,
    mounted: serverIds.includes(server.id),
    relationships: {
      eggs: list(newestOf(world.eggs, eggIds).map((egg) => nestedEgg(egg))),
      nodes: list(newestOf(world.nodes, nodeIds).map((node) => nestedNode(world, node))),
      servers: list(newestOf(world.servers, serverIds).map((row) => nestedServer(world, row))),
    },
  })
}

export const viewBackup = ({ serverId: _, ...own }: Row<'backups'>): Fields =>
  resource('backup', { ...own, storage: 'cold' })

export function viewDatabase({ world }: ViewContext, { serverId, ...own }: Row<'databases'>): Fields {
  const { id, name } = linked(world.servers, serverId)
  return resource('database', { ...own, server: { id, name } })
}

/** The row that another row refers to. @throws Error if there is none */
function linked<R extends { id: number }>(rows: R[], id: number): R {
  const row = rows.find((candidate) => candidate.id === id)
  if (row === undefined) throw new Error(`a link leads nowhere: ${id}`)
  return row
}
