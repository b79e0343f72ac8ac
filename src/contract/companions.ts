import { nounOf } from './checking/words.ts'
import type { Choice } from './gaps/index.ts'
import { type Operation, type OperationId, one, operations, page, withIds } from './operations.ts'
import { beyond, type PanelOperationId, panelOperations } from './panel-operations.ts'
import type { AnyKind } from './resources.ts'

/** A read of resources of a kind, whose summary follows from its response unless another one is given. */
const read = <const A extends Companion['response']>(
  path: Operation['path'],
  response: A,
  summary = response.envelope === 'page' ? `List ${nounOf(response.kind)}s` : `Show ${nounOf(response.kind)}`,
) => beyond(summary, `GET ${path}`, response)

const reads = {
  listNodes: read('/api/application/nodes', page('node')),
  showNode: read('/api/application/nodes/{node}', one('node')),
  listNodeAllocations: read(
    '/api/application/nodes/{node}/allocations',
    page('allocation'),
    'List allocations of node',
  ),
  listUsers: read('/api/application/users', page('user')),
  showUser: read('/api/application/users/{user}', one('user')),
  listServers: read('/api/application/servers', page('server')),
  showServer: read('/api/application/servers/{server}', one('server')),
  listLocations: read('/api/application/locations', page('location')),
  showLocation: read('/api/application/locations/{location}', one('location')),
  listEggs: read('/api/admin/eggs', page('egg')),
  showEgg: read('/api/admin/eggs/{egg_id}', one('egg')),
  listTags: read('/api/admin/tags', page('tag')),
  showTag: read('/api/admin/tags/{tag_id}', one('tag')),
  listDatabaseHosts: read('/api/admin/database-hosts', page('database_host')),
  showDatabaseHost: read('/api/admin/database-hosts/{databaseHost_id}', one('database_host')),
  listMounts: read('/api/admin/mounts', page('mount')),
  showMount: read('/api/admin/mounts/{mount_id}', one('mount')),
  listOwnServers: read('/api/client', page('server'), 'List own servers'),
  showOwnServer: read('/api/client/servers/{server_uuid}', one('server'), 'Show own server'),
  showBackup: read('/api/client/servers/{server_uuid}/backups/{backup_uuid}', one('backup')),
  showAccount: read('/api/client/account', one('user'), 'Show account of token'),
}

export type CompanionId = keyof typeof reads

/** The envelope and the kind of the response of each companion. */
export type CompanionShapes = { [I in CompanionId]: (typeof reads)[I]['response'] }

/** An operation of the document, or one beyond it. */
export type AnyOperationId = OperationId | CompanionId | PanelOperationId

/** A read operation that the document does not have. */
export interface Companion extends Operation {
  readonly response: { readonly envelope: 'single' | 'page'; readonly kind: AnyKind }
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
  Object.values(companions).flatMap(({ family, response, path }): [string, string][] =>
    family !== 'client' && response.envelope === 'single'
      ? [[response.kind, path.slice(0, path.indexOf('{'))]]
      : [],
  ),
)
