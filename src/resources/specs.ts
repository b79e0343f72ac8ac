import type { resources, undescribed } from '../contract/resources.ts'
import type { AnyForm } from '../contract/schemas/index.ts'
import { isRequired } from '../eggs/rules.ts'
import { firstImage } from '../eggs/share-file.ts'
import type { AllocationRow, DatabaseRow, NodeRow, Row, UserRow } from '../store/rows.ts'
import type { RowOfKind, StoredKind } from '../store/tables.ts'
import { onceFor } from '../util/once.ts'
import { avatar } from './avatar.ts'
import { serverFields, serverValue } from './server.ts'
import { type Make, ordered, orEmpty, orUnfinished, type View } from './view.ts'

type Rows = typeof resources & typeof undescribed
type FieldName<K extends StoredKind> = keyof Rows[K]['fields'] & string
type RelationshipName<K extends StoredKind> = Rows[K] extends { relationships: infer R }
  ? keyof R & string
  : never

/**
 * The values that a resource has in addition to the fields of its row. A field that is neither in the row nor computed
 * does not compile.
 */
interface Spec<K extends StoredKind, R extends Row = RowOfKind<K>> {
  readonly computed: {
    readonly [F in Exclude<FieldName<K>, keyof R>]: (view: View, row: R, make: MakerOf) => unknown
  } & { readonly [F in FieldName<K> & keyof R]?: (view: View, row: R) => unknown }
  /** The rows of each relationship; one row for a single resource. */
  readonly related: { readonly [N in RelationshipName<K>]: (view: View, row: R) => readonly Row[] }
  /** The values besides its row that a resource without filled relationships depends on, if it is kept for its row. */
  readonly reads?: (view: View, row: R) => readonly unknown[]
}

/** Finds the function that makes the resources of a kind, for resources outside of `relationships`. */
type MakerOf = <K extends StoredKind>(kind: K, form: AnyForm) => Make<RowOfKind<K>>

/** A specification of any kind. */
export interface AnySpec {
  readonly computed: Readonly<Record<string, ((view: View, row: Row, make: MakerOf) => unknown) | undefined>>
  readonly related?: Readonly<Record<string, (view: View, row: Row) => readonly Row[]>>
  readonly reads?: (view: View, row: Row) => readonly unknown[]
}

const none: readonly unknown[] = []

/** The name of the server that an allocation is assigned to; null where there is none. */
const serverOf = ({ tables }: View, { server_id }: AllocationRow): string | null =>
  (server_id === null ? undefined : tables.servers.get(server_id))?.name ?? null

const databaseServer = ({ tables }: View, { server_id }: DatabaseRow): string =>
  tables.servers.must(server_id).name

const serversOf = ({ tables }: View, { id }: NodeRow): number => tables.servers.count('node', id)

/** The sum of the limits of the node's servers. */
function allocated({ tables }: View, { id }: NodeRow): { memory: number; disk: number } {
  const sum = { memory: 0, disk: 0 }
  for (const server of tables.servers.idsOf('node', id)) {
    const { limits } = tables.servers.must(server)
    sum.memory += limits.memory
    sum.disk += limits.disk
  }
  return sum
}

const owned = ({ tables }: View, { id }: UserRow): number => tables.servers.count('user', id)
const shared = ({ tables }: View, { id }: UserRow): number => tables.servers.count('subuser', id)

/** The mounts of a node, whose shape the document omits. Section 2.2. */
function mountsOf(view: View, node: NodeRow, makerOf: MakerOf): readonly unknown[] {
  const shape = view.gap('node.mounts')
  if (shape === 'empty') return []
  const rows = ordered(view, view.tables.mounts.of('node', node.id))
  if (shape === 'ids') return rows.map((mount) => mount.id)
  const resources = rows.map((mount) => makerOf('mount', 'shown')(view, mount, 0))
  if (shape === 'resources') return resources
  return resources.map(({ attributes: { relationships: _, ...plain } }) => plain)
}

/** The checksum of an empty file. */
const emptyChecksum = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const mustHaveValue = onceFor(({ rules }: RowOfKind<'egg_variable'>) => isRequired(rules))

/** The value that a variable has for the server of a view. */
const valueIn = ({ server }: View, variable: RowOfKind<'egg_variable'>): string | null =>
  server ? serverValue(server, variable) : null

/** The specification of each kind. Section 2. */
export const specs: { readonly [K in StoredKind]: Spec<K> } = {
  node: {
    computed: { mounts: mountsOf, servers_count: serversOf, allocated_resources: allocated },
    related: { location: ({ tables }, { location_id }) => [tables.locations.must(location_id)] },
    reads: (view, node) => {
      const { memory, disk } = allocated(view, node)
      return [serversOf(view, node), memory, disk]
    },
  },
  location: {
    computed: {
      nodes_count: ({ tables }, { id }) => tables.nodes.count('location', id),
      servers_count: (view, { id }) =>
        view.tables.nodes.of('location', id).reduce((sum, node) => sum + serversOf(view, node), 0),
    },
    related: { nodes: ({ tables }, { id }) => tables.nodes.of('location', id) },
  },
  tag: {
    computed: {
      color: (view, { color }) => orEmpty(view, color, '#000000'),
      eggs_count: ({ tables }, { id }) => tables.eggs.count('tag', id),
      nodes_count: ({ tables }, { id }) => tables.nodes.count('tag', id),
    },
    related: {},
  },
  egg: {
    computed: { docker_image: (_, egg) => firstImage(egg) },
    related: {
      variables: ({ tables }, { id }) => tables.variables.of('egg', id),
      tags: ({ tables }, { tag_ids }) => tables.tags.rows(tag_ids),
      servers: ({ tables }, { id }) => tables.servers.of('egg', id),
    },
    reads: () => none,
  },
  egg_variable: { computed: {}, related: {} },
  server_variable: {
    computed: { server_value: valueIn, required: (_, variable) => mustHaveValue(variable) },
    related: {},
    reads: (view, variable) => [valueIn(view, variable)],
  },
  server: {
    computed: serverFields,
    related: {
      allocation: ({ tables }, { allocation_id }) => [tables.allocations.must(allocation_id)],
      allocations: ({ tables }, { id }) => tables.allocations.of('server', id),
      user: ({ tables }, { user_id }) => [tables.users.must(user_id)],
      egg: ({ tables }, { egg_id }) => [tables.eggs.must(egg_id)],
      variables: ({ tables }, { egg_id }) => tables.variables.of('egg', egg_id),
      node: ({ tables }, { node_id }) => [tables.nodes.must(node_id)],
    },
  },
  allocation: {
    computed: {
      server_name: (view, allocation) => orEmpty(view, serverOf(view, allocation), ''),
      assigned: (view, allocation) => serverOf(view, allocation) !== null,
    },
    related: {},
    reads: (view, allocation) => [serverOf(view, allocation)],
  },
  user: {
    computed: { image: (_, user) => avatar(user), servers_count: owned, subuser_of_count: shared },
    related: { servers: ({ tables }, { id }) => tables.servers.of('user', id) },
    reads: (view, user) => [owned(view, user), shared(view, user)],
  },
  mount: {
    computed: {
      eggs_count: (_, { egg_ids }) => egg_ids.length,
      nodes_count: (_, { node_ids }) => node_ids.length,
      servers_count: (_, { server_ids }) => server_ids.length,
      mounted: ({ server }, { server_ids }) => server !== undefined && server_ids.includes(server.id),
    },
    related: {
      eggs: ({ tables }, { egg_ids }) => tables.eggs.rows(egg_ids),
      nodes: ({ tables }, { node_ids }) => tables.nodes.rows(node_ids),
      servers: ({ tables }, { server_ids }) => tables.servers.rows(server_ids),
    },
  },
  backup: {
    computed: {
      checksum: (view, { checksum, completed_at }) =>
        orUnfinished(view, completed_at === null, checksum, emptyChecksum),
      completed_at: (view, { completed_at, created_at }) =>
        orUnfinished(view, completed_at === null, completed_at, created_at),
    },
    related: {},
    reads: () => none,
  },
  database: {
    computed: {
      server: (view, database) => ({ id: database.server_id, name: databaseServer(view, database) }),
    },
    related: {},
    reads: (view, database) => [databaseServer(view, database)],
  },
  database_host: {
    computed: { databases_count: ({ tables }, { id }) => tables.databases.count('host', id) },
    related: {},
  },
}
