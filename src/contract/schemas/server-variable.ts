import { type Static, Type } from '@sinclair/typebox'
import { EggVariableFields } from './egg-variable.ts'
import { nullable } from './primitives.ts'

/** The fields of a server variable that an egg variable does not have. Section 2.7. */
const ServerVariableOwnFields = Type.Object({
  server_value: nullable(Type.String()),
  required: Type.Boolean(),
})

/** Section 2.7. */
export const ServerVariableFields = Type.Object({
  ...EggVariableFields.properties,
  ...ServerVariableOwnFields.properties,
})

export type ServerVariableFields = Static<typeof ServerVariableFields>
