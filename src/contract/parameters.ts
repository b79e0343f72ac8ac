import { type TSchema, Type } from '@sinclair/typebox'
import { uuid } from './schemas/primitives.ts'

/** What stands in the place of a `{name}` in a path. */
export interface PathParameter {
  readonly schema: TSchema
  /** What it names, in a sentence. */
  readonly text: string
}

/**
 * The parameters of paths, by name, with the types that section 4 gives them;
 * below the line those that only companions have.
 */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  node: { schema: Type.Integer(), text: 'Id of the node.' },
  node_id: { schema: Type.Integer(), text: 'Id of the node.' },
  egg_id: { schema: Type.Integer(), text: 'Id of the egg.' },
  server_admin_identifier: { schema: Type.String(), text: 'Id or UUID of the server.' },
  server_uuid: { schema: uuid(), text: 'UUID of the server.' },
  databaseHost_id: { schema: Type.String(), text: 'Id of the database host.' },

  location: { schema: Type.Integer(), text: 'Id of the location.' },
  mount_id: { schema: Type.Integer(), text: 'Id of the mount.' },
  server: { schema: Type.String(), text: 'Id or UUID of the server.' },
  tag_id: { schema: Type.Integer(), text: 'Id of the tag.' },
  user: { schema: Type.Integer(), text: 'Id of the user.' },
}

/** The parameters of the query of a list that comes in pages, in words. Sections 4.7 and 4.8. */
export const pageParameters = {
  page: 'Number of the page.',
  per_page: 'How many records a page holds.',
} as const
