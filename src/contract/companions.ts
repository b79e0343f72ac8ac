import type { Choice } from './gaps/index.ts'
import { type Family, families, type Operation, type OperationId, operations, withIds } from './operations.ts'
import { type PanelOperationId, panelOperations } from './panel-operations.ts'
import type { AnyKind } from './resources.ts'

/** A companion without its id. `E` and `K` are the envelope and the kind of its response. */
type Read<E extends 'single' | 'page' = 'single' | 'page', K extends AnyKind = AnyKind> = Omit<
  Operation,
  'id' | 'answer'
> & { readonly answer: { readonly envelope: E; readonly kind: K } }

const read =
  <E extends 'single' | 'page'>(envelope: E) =>
  <K extends AnyKind>(family: Family, below: '' | `/${string}`, kind: K, summary: string): Read<E, K> => ({
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
  listNodeAllocations: list(
    'application',
    '/nodes/{node}/allocations',
    'allocation',
    'List allocations of node',
  ),
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
  showBackup: show('client', '/servers/{server_uuid}/backups/{backup_uuid}', 'backup', 'Show backup'),
  showAccount: show('client', '/account', 'user', 'Show account of token'),
}

export type CompanionId = keyof typeof reads

/** The envelope and the kind of the response of each companion. */
export type CompanionShapes = { [I in CompanionId]: (typeof reads)[I]['answer'] }

/** An operation of the document, or one beyond it. */
export type AnyOperationId = OperationId | CompanionId | PanelOperationId

/** A read operation that the document does not have. */
export type Companion = Operation & Read

/**
 * Read operations that the document does not have, and that frontends and client libraries need in addition to its
 * operations. The gap `operations.beyond` decides whether the mock serves them; the kit does not check them. Section
 * 4.9.
 */
export const companions: Readonly<Record<CompanionId, Companion>> = withIds(reads)

/** The operations of the document, and all beyond it. */
export const allOperations: Readonly<Record<AnyOperationId, Operation>> = {
  ...operations,
  ...companions,
  ...panelOperations,
}

/** The operations that the mock serves by the gap `operations.beyond`. Section 4.9. */
export const operationsBeyond: Readonly<Record<Choice<'operations.beyond'>, readonly Operation[]>> = {
  absent: [],
  companions: Object.values(companions),
  panel: [...Object.values(companions), ...Object.values(panelOperations)],
}

/** The path under which a resource is shown; an invented path where no companion shows its kind. Section 4.9. */
export const pathTo = (kind: string, key: string): string =>
  (shownBelow.get(kind) ?? `/api/admin/${kind.replaceAll('_', '-')}s/`) + key

/** The beginning of the path under which resources of a kind are shown. */
const shownBelow = new Map(
  Object.values(companions).flatMap(({ family, answer, path }): [string, string][] =>
    family !== 'client' && answer.envelope === 'single'
      ? [[answer.kind, path.slice(0, path.indexOf('{'))]]
      : [],
  ),
)
