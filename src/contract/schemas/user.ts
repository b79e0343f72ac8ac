import { type Static, Type } from '@sinclair/typebox'
import { nestedMany, relationships } from './envelopes.ts'
import { email, nullable, timestamp, url, uuid } from './primitives.ts'

/** Fields of a user wherever it appears. Section 2.10. */
export const UserFields = Type.Object({
  id: Type.Integer(),
  external_id: nullable(Type.String()),
  uuid: uuid(),
  username: Type.String(),
  email: email(),
  first_name: Type.String(),
  last_name: Type.String(),
  language: Type.String(),
  root_admin: Type.Boolean(),
  '2fa': Type.Boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
})

export type UserFields = Static<typeof UserFields>

/** Fields that only a nested user has. Section 2.10. */
export const UserNestedFields = Type.Object({
  image: Type.Optional(nullable(url())),
  servers_count: Type.Optional(nullable(Type.Integer())),
  subuser_of_count: Type.Optional(nullable(Type.Integer())),
})

const UserRelationships = { servers: nestedMany('server') }

/** A created user, without the nested-only fields. Sections 2.10 and 4.6. */
export const UserAttributes = Type.Object({
  ...UserFields.properties,
  image: Type.Optional(Type.Never()),
  servers_count: Type.Optional(Type.Never()),
  subuser_of_count: Type.Optional(Type.Never()),
  relationships: Type.Optional(
    Type.Union([
      Type.Object({ servers: Type.Optional(Type.Never()) }),
      Type.Array(Type.Unknown(), { maxItems: 0 }),
    ]),
  ),
})

/** A nested user. Section 2.10. */
export const NestedUserAttributes = Type.Object({
  ...UserFields.properties,
  ...UserNestedFields.properties,
  relationships: Type.Optional(relationships(UserRelationships)),
})
