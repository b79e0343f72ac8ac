import { type Static, Type } from '@sinclair/typebox'
import { nestedMany, relationships } from './envelopes.ts'
import { loose, stringMap, timestamp, uuid } from './primitives.ts'

/** `config` of an egg. Section 2.5. */
const EggConfig = Type.Object({
  files: Type.Record(Type.String(), Type.Object({ parser: Type.String(), find: stringMap() }), {
    says: 'an object mapping a file name to its parser and its replacements',
  }),
  startup: loose(Type.Object({ done: Type.Array(Type.String()) })),
  stop: loose(Type.String()),
  logs: loose(Type.Object({ custom: Type.Boolean(), location: Type.String() })),
  file_denylist: loose(Type.Array(Type.String())),
  extends: loose(Type.Integer()),
})

/** `script` of an egg. Section 2.5. */
const EggScript = Type.Object({
  privileged: Type.Boolean(),
  install: loose(Type.String()),
  entry: Type.String(),
  container: Type.String(),
  extends: loose(Type.Integer()),
})

/** Section 2.5. */
export const EggFields = Type.Object({
  id: Type.Integer(),
  uuid: uuid(),
  author: Type.String(),
  name: Type.String(),
  description: loose(Type.String()),
  features: loose(Type.Array(Type.String())),
  docker_image: Type.String(),
  docker_images: stringMap(),
  force_outgoing_ip: Type.Boolean(),
  config: EggConfig,
  startup: loose(Type.String()),
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

/** An egg as the import answers it: all three relationships are named. Section 4.3. */
export const EggAttributes = Type.Object({
  ...EggFields.properties,
  relationships: relationships(EggRelationships, ['variables', 'tags', 'servers']),
})

/** An egg under another resource's relationships. */
export const NestedEggAttributes = Type.Object({
  ...EggFields.properties,
  relationships: Type.Optional(relationships(EggRelationships)),
})
