import { type Static, Type } from '@sinclair/typebox'
import { hexColour, nullable, timestamp } from './primitives.ts'

/** Section 2.4. */
export const TagFields = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  slug: Type.String(),
  color: nullable(hexColour()),
  is_predefined: Type.Boolean(),
  legacy_nest_id: nullable(Type.Integer()),
  eggs_count: Type.Integer(),
  nodes_count: Type.Integer(),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export type TagFields = Static<typeof TagFields>
