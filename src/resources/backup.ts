import type { BackupRow } from '../store/rows.ts'
import { keptPerRow } from '../util/kept-resources.ts'
import { orEmpty } from './view.ts'

/** Section 2.12. */
export const backupResource = keptPerRow<BackupRow>(
  ({ gap }) => [gap('nulls')],
  (view, backup) => ({
    object: 'backup',
    attributes: {
      uuid: backup.uuid,
      is_successful: backup.is_successful,
      is_locked: backup.is_locked,
      name: backup.name,
      ignored_files: backup.ignored_files,
      checksum: orEmpty(view, backup.checksum, emptyChecksum),
      bytes: backup.bytes,
      created_at: backup.created_at,
      completed_at: orEmpty(view, backup.completed_at, backup.created_at),
    },
  }),
)

/** The checksum of an empty file. */
const emptyChecksum = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
