import type { TObject } from '@sinclair/typebox'
import type { Section } from '../../src/contract/index.ts'
import { AllocationFields } from '../../src/contract/schemas/allocation.ts'
import { BackupFields } from '../../src/contract/schemas/backup.ts'
import { DatabaseFields } from '../../src/contract/schemas/database.ts'
import { EggFields } from '../../src/contract/schemas/egg.ts'
import { EggVariableFields } from '../../src/contract/schemas/egg-variable.ts'
import { LocationFields } from '../../src/contract/schemas/location.ts'
import { MountFields } from '../../src/contract/schemas/mount.ts'
import { NodeFields, NodeNestedFields, NodeUpdateFields } from '../../src/contract/schemas/node.ts'
import { ServerFields } from '../../src/contract/schemas/server.ts'
import { ServerVariableFields } from '../../src/contract/schemas/server-variable.ts'
import { TagFields } from '../../src/contract/schemas/tag.ts'
import { UserFields, UserNestedFields } from '../../src/contract/schemas/user.ts'

/** The schema of a resource: its fields, and the resources in its relationships. */
export interface Kind {
  readonly section: Section
  /** Fields at the top of a response and nested. */
  readonly fields: TObject
  /** Fields that only a resource at the top of a response has, and fields that only a nested resource has. */
  readonly top?: TObject
  readonly nested?: TObject
  readonly relationships: Readonly<Record<string, { readonly kind: KindName; readonly many: boolean }>>
}

export type KindName =
  | 'node'
  | 'location'
  | 'tag'
  | 'egg'
  | 'egg_variable'
  | 'server_variable'
  | 'server'
  | 'allocation'
  | 'user'
  | 'mount'
  | 'backup'
  | 'database'

const one = (kind: KindName) => ({ kind, many: false })
const many = (kind: KindName) => ({ kind, many: true })

/** The resources of section 2, in the order of the document. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  node: {
    section: '2.2',
    fields: NodeFields,
    top: NodeUpdateFields,
    nested: NodeNestedFields,
    relationships: { location: one('location') },
  },
  location: { section: '2.3', fields: LocationFields, relationships: { nodes: many('node') } },
  tag: { section: '2.4', fields: TagFields, relationships: {} },
  egg: {
    section: '2.5',
    fields: EggFields,
    relationships: { variables: many('egg_variable'), tags: many('tag'), servers: many('server') },
  },
  egg_variable: { section: '2.6', fields: EggVariableFields, relationships: {} },
  server_variable: { section: '2.7', fields: ServerVariableFields, relationships: {} },
  server: {
    section: '2.8',
    fields: ServerFields,
    relationships: {
      allocation: one('allocation'),
      allocations: many('allocation'),
      user: one('user'),
      egg: one('egg'),
      variables: many('server_variable'),
      node: one('node'),
    },
  },
  allocation: { section: '2.9', fields: AllocationFields, relationships: {} },
  user: {
    section: '2.10',
    fields: UserFields,
    nested: UserNestedFields,
    relationships: { servers: many('server') },
  },
  mount: {
    section: '2.11',
    fields: MountFields,
    relationships: { eggs: many('egg'), nodes: many('node'), servers: many('server') },
  },
  backup: { section: '2.12', fields: BackupFields, relationships: {} },
  database: { section: '2.13', fields: DatabaseFields, relationships: {} },
}

/** A kind with its article, such as "an egg", "a node" or "a user". */
export const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`
