import type { Choice } from './gaps/index.ts'
import { type Operation, type OperationId, one, operations, page, withIds } from './operations.ts'
import { beyond, type PanelOperationId, panelOperations } from './panel-operations.ts'
import type { AnyKind } from './resources.ts'

const reads = {
  listNodes: beyond('List nodes', 'GET /api/application/nodes', page('node')),
  showNode: beyond('Show node', 'GET /api/application/nodes/{node}', one('node')),
  listNodeAllocations: beyond(
    'List allocations of node',
    'GET /api/application/nodes/{node}/allocations',
    page('allocation'),
  ),
  listUsers: beyond('List users', 'GET /api/application/users', page('user')),
  showUser: beyond('Show user', 'GET /api/application/users/{user}', one('user')),
  listServers: beyond('List servers', 'GET /api/application/servers', page('server')),
  showServer: beyond('Show server', 'GET /api/application/servers/{server}', one('server')),
  listLocations: beyond('List locations', 'GET /api/application/locations', page('location')),
  showLocation: beyond('Show location', 'GET /api/application/locations/{location}', one('location')),
  listEggs: beyond('List eggs', 'GET /api/admin/eggs', page('egg')),
  showEgg: beyond('Show egg', 'GET /api/admin/eggs/{egg_id}', one('egg')),
  listTags: beyond('List tags', 'GET /api/admin/tags', page('tag')),
  showTag: beyond('Show tag', 'GET /api/admin/tags/{tag_id}', one('tag')),
  listDatabaseHosts: beyond('List database hosts', 'GET /api/admin/database-hosts', page('database_host')),
  showDatabaseHost: beyond(
    'Show database host',
    'GET /api/admin/database-hosts/{databaseHost_id}',
    one('database_host'),
  ),
  listMounts: beyond('List mounts', 'GET /api/admin/mounts', page('mount')),
  showMount: beyond('Show mount', 'GET /api/admin/mounts/{mount_id}', one('mount')),
  listOwnServers: beyond('List own servers', 'GET /api/client', page('server')),
  showOwnServer: beyond('Show own server', 'GET /api/client/servers/{server_uuid}', one('server')),
  showBackup: beyond(
    'Show backup',
    'GET /api/client/servers/{server_uuid}/backups/{backup_uuid}',
    one('backup'),
  ),
  showAccount: beyond('Show account of token', 'GET /api/client/account', one('user')),
}

export type CompanionId = keyof typeof reads

/** The envelope and the kind of the response of each companion. */
export type CompanionShapes = { [I in CompanionId]: (typeof reads)[I]['answer'] }

/** An operation of the document, or one beyond it. */
export type AnyOperationId = OperationId | CompanionId | PanelOperationId

/** A read operation that the document does not have. */
export interface Companion extends Operation {
  readonly answer: { readonly envelope: 'single' | 'page'; readonly kind: AnyKind }
}

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
