import { type Static, Type } from '@sinclair/typebox'
import { nullable } from './primitives.ts'

/** Section 2.9. */
export const AllocationFields = Type.Object({
  id: Type.Integer(),
  ip: Type.String(),
  alias: nullable(Type.String()),
  port: Type.Integer(),
  notes: nullable(Type.String()),
  server_id: nullable(Type.Integer()),
  server_name: nullable(Type.String()),
  assigned: Type.Boolean(),
})

export type AllocationFields = Static<typeof AllocationFields>
