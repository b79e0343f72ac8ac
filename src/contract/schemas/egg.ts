import { type Static, Type } from '@sinclair/typebox'
import { nestedMany, relationships } from './envelopes.ts'
import { nullable, stringMap, timestamp, uuid } from './primitives.ts'

/** `config` of an egg. Section 2.5. */
const EggConfig = Type.Object({
  files: Type.Record(Type.String(), Type.Object({ parser: Type.String(), find: stringMap() }), {
    says: 'an object mapping a file name to its parser and its replacements',
  }),
  startup: nullable(Type.Object({ done: Type.Array(Type.String()) })),
  stop: nullable(Type.String()),
  logs: nullable(Type.Object({ custom: Type.Boolean(), location: Type.String() })),
  file_denylist: nullable(Type.Array(Type.String())),
  extends: nullable(Type.Integer()),
})

/** `script` of an egg. Section 2.5. */
const EggScript = Type.Object({
  privileged: Type.Boolean(),
  install: nullable(Type.String()),
  entry: Type.String(),
  container: Type.String(),
  extends: nullable(Type.Integer()),
})

/** Section 2.5. */
export const EggFields = Type.Object({
  id: Type.Integer(),
  uuid: uuid(),
  author: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  features: nullable(Type.Array(Type.String())),
  docker_image: Type.String(),
  docker_images: stringMap(),
  force_outgoing_ip: Type.Boolean(),
  config: EggConfig,
  startup: nullable(Type.String()),
  script: EggScript,
  created_at: timestamp(),
  updated_at: timestamp(),
})

export type EggFields = Static<typeof EggFields>

const EggRelationships = {
  variables: nestedMany('egg_variable'),
  tags: nestedMany('tag'),
  servers: nestedMany('server'),
}

/** An egg in the response to the import, with all three relationships. Section 4.3. */
export const EggAttributes = Type.Object({
  ...EggFields.properties,
  relationships: relationships(EggRelationships, ['variables', 'tags', 'servers']),
})

/** A nested egg. Section 2.5. */
export const NestedEggAttributes = Type.Object({
  ...EggFields.properties,
  relationships: Type.Optional(relationships(EggRelationships)),
})
