import { type TSchema, Type } from '@sinclair/typebox'
import { uuid } from './schemas/primitives.ts'

/** A parameter in a path, as `{name}`. */
export interface PathParameter {
  readonly schema: TSchema
  /** A description for people. */
  readonly text: string
}

/**
 * The path parameters by name, with the types of section 4. Parameters after the blank line are only in operations beyond the document.
 */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  node: { schema: Type.Integer(), text: 'Id of the node.' },
  node_id: { schema: Type.Integer(), text: 'Id of the node.' },
  egg_id: { schema: Type.Integer(), text: 'Id of the egg.' },
  server_admin_identifier: { schema: Type.String(), text: 'Id or UUID of the server.' },
  server_uuid: { schema: uuid(), text: 'UUID of the server.' },
  databaseHost_id: { schema: Type.String(), text: 'Id of the database host.' },

  backup_uuid: { schema: uuid(), text: 'UUID of the backup.' },
  database: { schema: Type.String(), text: 'Id of the database, as the list has it.' },
  location: { schema: Type.Integer(), text: 'Id of the location.' },
  mount_id: { schema: Type.Integer(), text: 'Id of the mount.' },
  server: { schema: Type.String(), text: 'Id or UUID of the server.' },
  tag_id: { schema: Type.Integer(), text: 'Id of the tag.' },
  user: { schema: Type.Integer(), text: 'Id of the user.' },
}

/** Descriptions of the query parameters of paginated lists. Sections 4.7 and 4.8. */
export const pageParameters = {
  page: 'Number of the page.',
  per_page: 'How many records a page holds.',
} as const
