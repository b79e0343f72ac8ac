/** Section 2.12, written by hand from the document. */
export const backup = {
  object: 'backup',
  attributes: {
    uuid: '6b1f0c52-7a35-4d0b-9f2e-51c07f3a8d64',
    is_successful: true,
    is_locked: false,
    name: 'before the update',
    ignored_files: ['*.log', 'cache/'],
    checksum: 'sha256:9f2b5c0de4a17736',
    bytes: 734003200,
    created_at: '2026-03-01T04:00:00+01:00',
    completed_at: '2026-03-01T04:03:27+01:00',
  },
}
