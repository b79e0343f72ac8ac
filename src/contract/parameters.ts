import type { TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { capitalized, nounOf } from './checking/words.ts'
import { type Operation, parametersIn } from './operations.ts'
import type { AnyKind } from './resources.ts'
import { uuid } from './schemas/primitives.ts'

const fieldsInWords = { id: 'id', uuid: 'UUID' } as const

type By = readonly (keyof typeof fieldsInWords)[]

/** The fields by which a path names a resource, in words, such as `id or UUID`. */
export const namesIn = (by: By): string => by.map((field) => fieldsInWords[field]).join(' or ')

/** A parameter in a path, as `{name}`: the resource that it names, and by which of its fields. */
export type PathParameter = ReturnType<typeof named>

const named = (kind: AnyKind, schema: TSchema, ...by: By) => {
  return { kind, by, schema, text: `${capitalized(namesIn(by))} of the ${nounOf(kind)}.` }
}

const byId = (kind: AnyKind, schema: TSchema = Type.Integer()) => named(kind, schema, 'id')
const byUuid = (kind: AnyKind) => named(kind, uuid(), 'uuid')
const byEither = (kind: AnyKind) => named(kind, Type.String(), 'id', 'uuid')

/**
 * The path parameters by name, with the types of section 4. Parameters after the blank line are only in operations
 * beyond the document.
 */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  node: byId('node'),
  node_id: byId('node'),
  egg_id: byId('egg'),
  server_admin_identifier: byEither('server'),
  server_uuid: byUuid('server'),
  databaseHost_id: byId('database_host', Type.String()),

  backup_uuid: byUuid('backup'),
  database: byId('database', Type.String()),
  location: byId('location'),
  mount_id: byId('mount'),
  server: byEither('server'),
  tag_id: byId('tag'),
  user: byId('user'),
}

/** The parameter in the path of an operation; the last one if there are several, undefined if there is none. */
export const parameterOf = ({ path }: Pick<Operation, 'path'>): PathParameter | undefined =>
  pathParameters[parametersIn(path).at(-1) ?? '']

/** The response that only the resource in the path has, in words: `this node`, or `the mounts of this server`. */
export function ownResponse(operation: Pick<Operation, 'path' | 'response'>): string {
  const { response } = operation
  const noun = nounOf(parameterOf(operation)?.kind ?? '')
  if (response.envelope === 'none' || response.envelope === 'single') return `this ${noun}`
  return `the ${nounOf(response.kind)}s of this ${noun}`
}

/** Descriptions of the query parameters of paginated lists. Sections 4.7 and 4.8. */
export const pageParameters = {
  page: 'Number of the page.',
  per_page: 'How many records a page holds.',
} as const
