import { type Static, Type } from '@sinclair/typebox'
import { nestedMany, relationships } from './envelopes.ts'
import { nullable } from './primitives.ts'

/** Section 2.11. */
export const MountFields = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  source: Type.String(),
  target: Type.String(),
  read_only: Type.Boolean(),
  user_mountable: Type.Boolean(),
  eggs_count: Type.Integer(),
  nodes_count: Type.Integer(),
  servers_count: Type.Integer(),
  mounted: Type.Boolean(),
})

export type MountFields = Static<typeof MountFields>

const MountRelationships = {
  eggs: nestedMany('egg'),
  nodes: nestedMany('node'),
  servers: nestedMany('server'),
}

export const MountAttributes = Type.Object({
  ...MountFields.properties,
  relationships: relationships(MountRelationships),
})
