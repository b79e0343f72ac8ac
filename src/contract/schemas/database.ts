import { type Static, Type } from '@sinclair/typebox'
import { nullable } from './primitives.ts'

/** Section 2.13. */
export const DatabaseFields = Type.Object({
  server: Type.Object({ id: Type.Integer(), name: Type.String() }),
  name: Type.String(),
  username: Type.String(),
  connections_from: Type.String(),
  max_connections: nullable(Type.Integer()),
})

export type DatabaseFields = Static<typeof DatabaseFields>
