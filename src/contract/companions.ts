import { type Family, families, type Operation, type OperationId, operations } from './operations.ts'

type Read = Omit<Operation, 'id'>

const read =
  (envelope: 'single' | 'page') =>
  (family: Family, below: '' | `/${string}`, kind: string, summary: string): Read => ({
    section: '4.9',
    method: 'GET',
    path: `${families[family]}${below}`,
    family,
    body: 'none',
    answer: { kind, envelope },
    summary,
  })

const list = read('page')
const show = read('single')

const reads = {
  listNodes: list('application', '/nodes', 'node', 'List nodes'),
  showNode: show('application', '/nodes/{node}', 'node', 'Show node'),
  listUsers: list('application', '/users', 'user', 'List users'),
  showUser: show('application', '/users/{user}', 'user', 'Show user'),
  listServers: list('application', '/servers', 'server', 'List servers'),
  showServer: show('application', '/servers/{server}', 'server', 'Show server'),
  listLocations: list('application', '/locations', 'location', 'List locations'),
  showLocation: show('application', '/locations/{location}', 'location', 'Show location'),
  listEggs: list('admin', '/eggs', 'egg', 'List eggs'),
  showEgg: show('admin', '/eggs/{egg_id}', 'egg', 'Show egg'),
  listTags: list('admin', '/tags', 'tag', 'List tags'),
  showTag: show('admin', '/tags/{tag_id}', 'tag', 'Show tag'),
  listDatabaseHosts: list('admin', '/database-hosts', 'database_host', 'List database hosts'),
  showDatabaseHost: show('admin', '/database-hosts/{databaseHost_id}', 'database_host', 'Show database host'),
  listMounts: list('admin', '/mounts', 'mount', 'List mounts'),
  showMount: show('admin', '/mounts/{mount_id}', 'mount', 'Show mount'),
  listOwnServers: list('client', '', 'server', 'List own servers'),
  showOwnServer: show('client', '/servers/{server_uuid}', 'server', 'Show own server'),
}

export type CompanionId = keyof typeof reads

/** One of the eight operations, or a read beyond them. */
export type AnyOperationId = OperationId | CompanionId

/**
 * Reads that the document does not have, but pages and client libraries need
 * around the eight: served if the gap `operations.beyond` says so, judged by
 * nobody. Section 4.9.
 */
export const companions: Readonly<Record<CompanionId, Operation>> = withIds(reads)

/** The eight operations, and the reads beyond them. */
export const allOperations: Readonly<Record<AnyOperationId, Operation>> = { ...operations, ...companions }

function withIds<I extends string>(table: Readonly<Record<I, Read>>): Record<I, Operation> {
  const entries = Object.entries<Read>(table).map(([id, rest]) => [id, { id, ...rest }])
  // The same keys, as was just made.
  return Object.fromEntries(entries) as Record<I, Operation>
}
