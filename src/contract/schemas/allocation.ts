import { type Static, Type } from '@sinclair/typebox'
import { loose } from './primitives.ts'

/** Section 2.9. */
export const AllocationFields = Type.Object({
  id: Type.Integer(),
  ip: Type.String(),
  alias: loose(Type.String()),
  port: Type.Integer(),
  notes: loose(Type.String()),
  server_id: loose(Type.Integer()),
  server_name: loose(Type.String()),
  assigned: Type.Boolean(),
})

export type AllocationFields = Static<typeof AllocationFields>
