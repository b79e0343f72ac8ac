import { hash } from 'node:crypto'
import { keptIn, onceFor } from '../contract/once.ts'
import type { resources, undescribed } from '../contract/resources.ts'
import type { AnyForm } from '../contract/schemas/index.ts'
import { isRequired } from '../eggs/rules.ts'
import { firstImage } from '../eggs/share-file.ts'
import type { AllocationRow, DatabaseRow, LocationRow, NodeRow, Row, UserRow } from '../store/rows.ts'
import type { RowOfKind, StoredKind, TableName, Tables } from '../store/tables.ts'
import { serverFields, serverValue } from './server.ts'
import { type Make, ordered, orEmpty, orUnfinished, type View } from './view.ts'

/** The avatar URL: a data URL of a picture with the user's initials, so that pages need no other server. */
const avatar = onceFor(({ email, first_name, last_name }: UserRow) => {
  const hue = Number.parseInt(hash('md5', email.toLowerCase()).slice(0, 6), 16) % 360
  const initials = [first_name, last_name].map(([letter = '']) => letter).join('')
  const text = initials.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return encodeURI(
    `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>` +
      `<rect width='8' height='8' fill='hsl(${hue},40%,40%)'/>` +
      `<text x='4' y='5.2' font-size='3.5' font-family='sans-serif' text-anchor='middle' fill='white'>${text}</text></svg>`,
  )
})

type Fields = { [K in StoredKind]: keyof (typeof resources & typeof undescribed)[K]['fields'] & string }

/** The values that a resource has in addition to the fields of its row, and to those that follow from references. */
export interface Spec<R extends Row, F extends string = string> {
  readonly computed: { readonly [N in F]?: (view: View, row: R, make: MakerOf) => unknown }
  /** The ids of the rows of relationships that no reference links. */
  readonly related?: Readonly<Record<string, (view: View, row: R) => readonly number[]>>
  /**
   * The values besides its row that a resource without filled relationships depends on, if it is kept for its row: in
   * each form without `mounts`, which depend on further rows.
   */
  readonly reads?: (view: View, row: R) => readonly unknown[]
}

/** Finds the function that makes the resources of a kind, for resources outside of `relationships`. */
type MakerOf = <K extends StoredKind>(kind: K, form: AnyForm) => Make<RowOfKind<K>>

const none: readonly unknown[] = []

/** The name of the server that an allocation is assigned to; null without one. */
const serverOf = ({ tables }: View, { server_id }: AllocationRow): string | null =>
  (server_id === null ? undefined : tables.servers.get(server_id))?.name ?? null

const databaseServer = ({ tables }: View, { server_id }: DatabaseRow): string =>
  tables.servers.must(server_id).name

const serversOf = ({ tables }: View, { id }: NodeRow): number => tables.servers.count('node', id)

/**
 * A function that computes a value of a row from other tables once, until one of these tables changes: a response can
 * have thousands of copies of a row.
 */
function onceFrom<R extends Row, T extends NonNullable<unknown>>(
  names: readonly TableName[],
  compute: (view: View, row: R) => T,
): (view: View, row: R) => T {
  const all = onceFor((_: Tables) => ({ moves: -1, values: new WeakMap<R, T>() }))
  return (view, row) => {
    const known = all(view.tables)
    const moves = names.reduce((sum, name) => sum + view.tables[name].moves, 0)
    if (known.moves !== moves) Object.assign(known, { moves, values: new WeakMap() })
    return keptIn(known.values, row, () => compute(view, row))
  }
}

/** The sum of the limits of the node's servers. */
const allocated = onceFrom(['servers'], ({ tables }, { id }: NodeRow): { memory: number; disk: number } => {
  const sum = { memory: 0, disk: 0 }
  for (const server of tables.servers.idsOf('node', id)) {
    const { limits } = tables.servers.must(server)
    sum.memory += limits.memory
    sum.disk += limits.disk
  }
  return sum
})

/** The number of servers on the nodes of a location. */
const serversIn = onceFrom(['nodes', 'servers'], (view, { id }: LocationRow) =>
  view.tables.nodes.of('location', id).reduce((sum, node) => sum + serversOf(view, node), 0),
)

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
export const specs: { readonly [K in StoredKind]: Spec<RowOfKind<K>, Fields[K]> } = {
  node: {
    computed: { mounts: mountsOf, allocated_resources: allocated },
    reads: (view, node) => {
      const { memory, disk } = allocated(view, node)
      return [serversOf(view, node), memory, disk]
    },
  },
  location: { computed: { servers_count: serversIn } },
  tag: {
    computed: { color: (view, { color }) => orEmpty(view, color, '#000000') },
  },
  egg: {
    computed: { docker_image: (_, egg) => firstImage(egg) },
    reads: () => none,
  },
  egg_variable: { computed: {} },
  server_variable: {
    computed: { server_value: valueIn, required: (_, variable) => mustHaveValue(variable) },
    reads: (view, variable) => [valueIn(view, variable)],
  },
  server: {
    computed: serverFields,
    related: { variables: ({ tables }, { egg_id }) => tables.variables.idsOf('egg', egg_id) },
  },
  allocation: {
    computed: {
      server_name: (view, allocation) => orEmpty(view, serverOf(view, allocation), ''),
      assigned: (view, allocation) => serverOf(view, allocation) !== null,
    },
    reads: (view, allocation) => [serverOf(view, allocation)],
  },
  user: {
    computed: { image: (_, user) => avatar(user), subuser_of_count: shared },
    reads: (view, user) => [owned(view, user), shared(view, user)],
  },
  mount: {
    computed: {
      mounted: ({ server }, { server_ids }) => server !== undefined && server_ids.includes(server.id),
    },
  },
  backup: {
    computed: {
      checksum: (view, { checksum, completed_at }) =>
        orUnfinished(view, completed_at === null, checksum, emptyChecksum),
      completed_at: (view, { completed_at, created_at }) =>
        orUnfinished(view, completed_at === null, completed_at, created_at),
    },
    reads: () => none,
  },
  database: {
    computed: {
      server: (view, database) => ({ id: database.server_id, name: databaseServer(view, database) }),
    },
    reads: (view, database) => [databaseServer(view, database)],
  },
  database_host: { computed: {} },
}
