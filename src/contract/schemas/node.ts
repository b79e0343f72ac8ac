import { type Static, Type } from '@sinclair/typebox'
import { nestedOne, relationships } from './envelopes.ts'
import { host, nullable, port, timestamp, uuid } from './primitives.ts'

/** Fields of a node wherever it appears. Section 2.2. */
export const NodeFields = Type.Object({
  id: Type.Integer(),
  uuid: uuid(),
  public: Type.Boolean(),
  name: Type.String(),
  description: nullable(Type.String()),
  location_id: Type.Integer(),
  fqdn: host(),
  scheme: Type.String(),
  behind_proxy: Type.Boolean(),
  maintenance_mode: Type.Boolean(),
  memory: Type.Integer(),
  memory_overallocate: Type.Integer(),
  disk: Type.Integer(),
  disk_overallocate: Type.Integer(),
  upload_size: Type.Integer(),
  daemon_listen: port(),
  daemon_sftp: port(),
  daemon_base: Type.String(),
  created_at: timestamp(),
  updated_at: timestamp(),
  allocated_resources: Type.Object({ memory: Type.Integer(), disk: Type.Integer() }),
})

export type NodeFields = Static<typeof NodeFields>

/** Fields that only the response of the node update has; the document omits the shape of its mounts. Section 2.2. */
export const NodeUpdateFields = Type.Object({ mounts: Type.Array(Type.Unknown()) })

/** Fields that only a nested node has. Section 2.2. */
export const NodeNestedFields = Type.Object({ servers_count: Type.Optional(nullable(Type.Integer())) })

const NodeRelationships = { location: nestedOne('location') }

const optionalRelationships = {
  relationships: Type.Optional(relationships(NodeRelationships)),
}

/** A node in the response to the node update. Section 4.1. */
export const NodeAttributes = Type.Object({
  ...NodeFields.properties,
  ...NodeUpdateFields.properties,
  ...optionalRelationships,
})

/** A nested node. Section 2.2. */
export const NestedNodeAttributes = Type.Object({
  ...NodeFields.properties,
  ...NodeNestedFields.properties,
  ...optionalRelationships,
})
