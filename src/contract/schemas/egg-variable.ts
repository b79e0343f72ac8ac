import { type Static, Type } from '@sinclair/typebox'
import { nullable, timestamp } from './primitives.ts'

/** Section 2.6. */
export const EggVariableFields = Type.Object({
  id: Type.Integer(),
  egg_id: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  env_variable: Type.String(),
  default_value: nullable(Type.String()),
  user_viewable: Type.Boolean(),
  user_editable: Type.Boolean(),
  rules: Type.String(),
  sort_order: nullable(Type.Integer()),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export type EggVariableFields = Static<typeof EggVariableFields>
