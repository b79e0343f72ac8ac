import { type Static, Type } from '@sinclair/typebox'
import { checksum, nullable, timestamp } from './primitives.ts'

/** Section 2.12. */
export const BackupFields = Type.Object({
  uuid: Type.String(),
  is_successful: Type.Boolean(),
  is_locked: Type.Boolean(),
  name: Type.String(),
  ignored_files: Type.Array(Type.String()),
  checksum: nullable(checksum()),
  bytes: Type.Integer(),
  created_at: timestamp(),
  completed_at: nullable(timestamp()),
})

export type BackupFields = Static<typeof BackupFields>
