import { type Static, Type } from '@sinclair/typebox'
import { nestedMany, relationships } from './envelopes.ts'
import { timestamp } from './primitives.ts'

/** Section 2.3. */
export const LocationFields = Type.Object({
  id: Type.Integer(),
  short: Type.String(),
  long: Type.String(),
  nodes_count: Type.Integer(),
  servers_count: Type.Integer(),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export type LocationFields = Static<typeof LocationFields>

const LocationRelationships = { nodes: nestedMany('node') }

export const LocationAttributes = Type.Object({
  ...LocationFields.properties,
  relationships: Type.Optional(relationships(LocationRelationships)),
})
