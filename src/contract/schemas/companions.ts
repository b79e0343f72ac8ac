import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { CompanionId } from '../companions.ts'
import { AllocationFields } from './allocation.ts'
import { BackupFields } from './backup.ts'
import { EggAttributes } from './egg.ts'
import { envelope, pageOf } from './envelopes.ts'
import { LocationAttributes } from './location.ts'
import { MountAttributes } from './mount.ts'
import { NestedNodeAttributes, NodeUpdateFields } from './node.ts'
import { port } from './primitives.ts'
import { ServerAttributes } from './server.ts'
import { TagFields } from './tag.ts'
import { NestedUserAttributes } from './user.ts'

/** A database host; the document names this kind but gives it no fields. Sections 1 and 2.13. */
const DatabaseHostFields = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  host: Type.String(),
  port: port(),
  databases_count: Type.Integer(),
})

export type DatabaseHostFields = Static<typeof DatabaseHostFields>

/** The fields of a mount without `mounted`, since requests to companions name no server. Section 2.11. */
const { mounted: _, ...mountFields } = MountAttributes.properties

const node = Type.Object({ ...NestedNodeAttributes.properties, ...NodeUpdateFields.properties })
const mount = Type.Object(mountFields)

const show = (kind: string, attributes: TObject) =>
  envelope(kind, attributes, { meta: withMeta.has(kind) ? 'required' : 'possible' })

/** A page of items, which have relationships only if `include` names them. */
const list = (kind: string, { properties }: TObject) => {
  const { relationships } = properties
  const optional = relationships && { relationships: Type.Optional(relationships) }
  return pageOf(show(kind, Type.Object({ ...properties, ...optional })))
}

/** The kinds whose top-level envelope has `meta.resource`. Sections 2.4 and 4.6. */
const withMeta: ReadonlySet<string> = new Set(['tag', 'user'])

/** The success envelope of each companion, with all fields of its resource in section 2. Section 4.9. */
export const companionAnswers = {
  listNodes: list('node', node),
  showNode: show('node', node),
  listNodeAllocations: list('allocation', AllocationFields),
  listUsers: list('user', NestedUserAttributes),
  showUser: show('user', NestedUserAttributes),
  listServers: list('server', ServerAttributes),
  showServer: show('server', ServerAttributes),
  listLocations: list('location', LocationAttributes),
  showLocation: show('location', LocationAttributes),
  listEggs: list('egg', EggAttributes),
  showEgg: show('egg', EggAttributes),
  listTags: list('tag', TagFields),
  showTag: show('tag', TagFields),
  listDatabaseHosts: list('database_host', DatabaseHostFields),
  showDatabaseHost: show('database_host', DatabaseHostFields),
  listMounts: list('mount', mount),
  showMount: show('mount', mount),
  listOwnServers: list('server', ServerAttributes),
  showOwnServer: show('server', ServerAttributes),
  showBackup: show('backup', BackupFields),
  showAccount: show('user', NestedUserAttributes),
} as const satisfies Record<CompanionId, TSchema>
