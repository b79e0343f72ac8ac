import type {
  Allocation,
  Backup,
  Database,
  Egg,
  Location,
  Mount,
  Node,
  Server,
  Tag,
  User,
  Variable,
  World,
} from './data.ts'
import { type Fields, list, resource } from './envelopes.ts'

// Rows as resources of the API. `nested...` functions return a resource with its own relationships cut off.

/** The world that resources are made from, and the start of URLs in them. */
export interface ViewContext {
  world: World
  base: string
}

export function viewTag({ world, base }: ViewContext, tag: Tag): Fields {
  const counts = {
    eggs_count: world.eggs.filter((egg) => egg.tagIds.includes(tag.id)).length,
    nodes_count: world.nodes.filter((node) => node.tagIds.includes(tag.id)).length,
  }
  return resource('tag', { ...tag, ...counts, weight: 3 }, `${base}/api/admin/tags/${tag.id}`)
}

/** The rows with some ids, or all rows, newest first. */
export function newestOf<Row extends { id: number }>(rows: Row[], ids?: number[]): Row[] {
  return rows.filter((row) => ids === undefined || ids.includes(row.id)).sort((a, b) => b.id - a.id)
}

export function viewNode({ world }: ViewContext, node: Node): Fields {
  return resource('node', {
    ...nodeFields(world, node),
    mounts: world.mounts.filter((mount) => mount.nodeIds.includes(node.id)).map((mount) => mount.uuid),
    relationships: { location: nestedLocation(world, node.location_id) },
  })
}

function nestedNode(world: World, node: Node): Fields {
  return resource('node', {
    ...nodeFields(world, node),
    servers_count: serversOn(world, node).length,
    relationships: { location: {} },
  })
}

function nodeFields(world: World, { tagIds: _, ...own }: Node): Fields {
  const servers = serversOn(world, own)
  return {
    ...own,
    allocated_resources: {
      memory: servers.reduce((sum, server) => sum + server.memory, 0),
      disk: servers.reduce((sum, server) => sum + server.disk, 0),
    },
    rack: 'B4',
  }
}

function serversOn(world: World, node: { id: number }): Server[] {
  return world.servers.filter((server) => server.node === node.id)
}

function nestedLocation(world: World, id: number): Fields {
  const location = linked<Location>(world.locations, id)
  const nodes = world.nodes.filter((node) => node.location_id === id)
  return resource('location', {
    ...location,
    nodes_count: nodes.length,
    servers_count: nodes.flatMap((node) => serversOn(world, node)).length,
    relationships: { nodes: [] },
  })
}

export function viewEgg(site: ViewContext, egg: Egg): Fields {
  const servers = site.world.servers.filter((server) => server.egg === egg.id)
  return resource('egg', {
    ...eggFields(egg),
    relationships: {
      variables: list(egg.variables.map(viewVariable)),
      tags: list(newestOf(site.world.tags, egg.tagIds).map((tag) => viewTag(site, tag))),
      servers: list(newestOf(servers).map((server) => nestedServer(site.world, server))),
    },
  })
}

function nestedEgg(egg: Egg): Fields {
  return resource('egg', { ...eggFields(egg), relationships: {} })
}

function eggFields({ tagIds: _, variables: __, ...own }: Egg): Fields {
  return own
}

function viewVariable(variable: Variable): Fields {
  return resource('egg_variable', { ...variable })
}

export function viewServer(site: ViewContext, server: Server): Fields {
  const { world } = site
  const egg = linked<Egg>(world.eggs, server.egg)
  return resource('server', {
    ...serverFields(world, server),
    relationships: {
      allocation: viewAllocation(world, linked<Allocation>(world.allocations, server.allocation)),
      allocations: list(
        newestOf(world.allocations.filter((allocation) => allocation.server_id === server.id)).map(
          (allocation) => viewAllocation(world, allocation),
        ),
      ),
      user: nestedUser(world, linked<User>(world.users, server.user)),
      egg: resource('egg', {
        ...eggFields(egg),
        relationships: { variables: list(egg.variables.map(viewVariable)), tags: [], servers: [] },
      }),
      variables: list(
        egg.variables.map((variable) =>
          resource('server_variable', {
            ...variable,
            server_value: valueFor(server, variable),
            required: variable.rules.split('|').includes('required'),
          }),
        ),
      ),
      node: nestedNode(world, linked<Node>(world.nodes, server.node)),
    },
  })
}

function nestedServer(world: World, server: Server): Fields {
  return resource('server', { ...serverFields(world, server), relationships: {} })
}

function serverFields(world: World, server: Server): Fields {
  const { startup, image, skipScripts, memory, disk, values: _, ...own } = server
  const { variables } = linked<Egg>(world.eggs, server.egg)
  return {
    ...own,
    status: null,
    suspended: false,
    limits: { memory, swap: 0, disk, io: 500, cpu: 150, threads: null, oom_disabled: true },
    feature_limits: { databases: 60, allocations: 2, backups: 100 },
    container: {
      startup_command: startup,
      image,
      skip_scripts: skipScripts,
      installed: 1,
      environment: Object.fromEntries(
        variables.map((variable) => [variable.env_variable, valueFor(server, variable)]),
      ),
    },
    tier: 'gold',
  }
}

function valueFor(server: Server, variable: Variable): string {
  return server.values.get(variable.env_variable) ?? variable.default_value
}

function viewAllocation(world: World, allocation: Allocation): Fields {
  const server = world.servers.find(({ id }) => id === allocation.server_id)
  return resource('allocation', {
    ...allocation,
    server_name: server?.name ?? null,
    assigned: server !== undefined,
  })
}

export function viewUser({ base }: ViewContext, user: User): Fields {
  return resource('user', { ...user, pronouns: null }, `${base}/api/application/users/${user.id}`)
}

function nestedUser(world: World, user: User): Fields {
  return resource('user', {
    ...user,
    image: `https://avatars.example.org/${user.uuid}`,
    servers_count: world.servers.filter((server) => server.user === user.id).length,
    subuser_of_count: 0,
    relationships: { servers: [] },
  })
}

export function viewMount({ world }: ViewContext, mount: Mount, server: Server): Fields {
  const { eggIds, nodeIds, serverIds, ...own } = mount
  return resource('mount', {
    ...own,
    eggs_count: eggIds.length,
    nodes_count: nodeIds.length,
    servers_count: serverIds.length,
    mounted: serverIds.includes(server.id),
    relationships: {
      eggs: list(newestOf(world.eggs, eggIds).map(nestedEgg)),
      nodes: list(newestOf(world.nodes, nodeIds).map((node) => nestedNode(world, node))),
      servers: list(newestOf(world.servers, serverIds).map((row) => nestedServer(world, row))),
    },
  })
}

export function viewBackup({ serverId: _, ...own }: Backup): Fields {
  return resource('backup', { ...own, storage: 'cold' })
}

export function viewDatabase({ world }: ViewContext, { serverId, ...own }: Database): Fields {
  const { id, name } = linked<Server>(world.servers, serverId)
  return resource('database', { ...own, server: { id, name } })
}

/** The row that another row refers to. @throws Error if there is none */
function linked<Row extends { id: number }>(rows: Row[], id: number): Row {
  const row = rows.find((candidate) => candidate.id === id)
  if (row === undefined) throw new Error(`a link leads nowhere: ${id}`)
  return row
}
