import { type Static, Type } from '@sinclair/typebox'
import { nestedMany, nestedOne, relationships } from './envelopes.ts'
import { nullable, stringMap, timestamp, uuid } from './primitives.ts'

/** Section 2.8. */
export const ServerFields = Type.Object({
  id: Type.Integer(),
  external_id: nullable(Type.String()),
  uuid: uuid(),
  identifier: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  status: nullable(Type.String()),
  suspended: Type.Boolean(),
  limits: Type.Object({
    memory: Type.Integer(),
    swap: Type.Integer(),
    disk: Type.Integer(),
    io: Type.Integer(),
    cpu: Type.Integer(),
    threads: nullable(Type.String()),
    oom_disabled: Type.Boolean(),
  }),
  feature_limits: Type.Object({
    databases: nullable(Type.Integer()),
    allocations: nullable(Type.Integer()),
    backups: nullable(Type.Integer()),
  }),
  user: Type.Integer(),
  node: Type.Integer(),
  allocation: Type.Integer(),
  egg: Type.Integer(),
  container: Type.Object({
    startup_command: Type.String(),
    image: Type.String(),
    skip_scripts: Type.Boolean(),
    installed: Type.Integer(),
    environment: stringMap(),
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export type ServerFields = Static<typeof ServerFields>

const ServerRelationships = {
  allocation: nestedOne('allocation'),
  allocations: nestedMany('allocation'),
  user: nestedOne('user'),
  egg: nestedOne('egg'),
  variables: nestedMany('server_variable'),
  node: nestedOne('node'),
}

/** A server in the response to the startup update, with `relationships`. Section 4.5. */
export const ServerAttributes = Type.Object({
  ...ServerFields.properties,
  relationships: relationships(ServerRelationships),
})

/** A nested server. Section 2.8. */
export const NestedServerAttributes = Type.Object({
  ...ServerFields.properties,
  relationships: Type.Optional(relationships(ServerRelationships)),
})
