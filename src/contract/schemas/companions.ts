import { type TSchema, Type } from '@sinclair/typebox'
import type { CompanionId } from '../companions.ts'
import { EggAttributes } from './egg.ts'
import { envelope, pageOf } from './envelopes.ts'
import { LocationAttributes } from './location.ts'
import { MountAttributes } from './mount.ts'
import { NestedNodeAttributes, NodeUpdateFields } from './node.ts'
import { port } from './primitives.ts'
import { ServerAttributes } from './server.ts'
import { TagFields } from './tag.ts'
import { NestedUserAttributes } from './user.ts'

/** A kind that the document names, but gives no fields. Sections 1 and 2.13. */
const DatabaseHostFields = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  host: Type.String(),
  port: port(),
  databases_count: Type.Integer(),
})

/** Nobody asks for a server in question here, so there is no `mounted`. Section 2.11. */
const { mounted: _, ...mountFields } = MountAttributes.properties

const node = envelope(
  'node',
  Type.Object({ ...NestedNodeAttributes.properties, ...NodeUpdateFields.properties }),
)
const user = envelope('user', NestedUserAttributes, { meta: 'required' })
const server = envelope('server', ServerAttributes)
const location = envelope('location', LocationAttributes)
const egg = envelope('egg', EggAttributes)
const tag = envelope('tag', TagFields, { meta: 'required' })
const databaseHost = envelope('database_host', DatabaseHostFields)
const mount = envelope('mount', Type.Object(mountFields))

/** The success envelope of each companion: all fields that section 2 has for its resource. Section 4.9. */
export const companionAnswers = {
  listNodes: pageOf(node),
  showNode: node,
  listUsers: pageOf(user),
  showUser: user,
  listServers: pageOf(server),
  showServer: server,
  listLocations: pageOf(location),
  showLocation: location,
  listEggs: pageOf(egg),
  showEgg: egg,
  listTags: pageOf(tag),
  showTag: tag,
  listDatabaseHosts: pageOf(databaseHost),
  showDatabaseHost: databaseHost,
  listMounts: pageOf(mount),
  showMount: mount,
  listOwnServers: pageOf(server),
  showOwnServer: server,
} as const satisfies Record<CompanionId, TSchema>
