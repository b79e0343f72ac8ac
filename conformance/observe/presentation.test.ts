import { expect, it } from 'vitest'
import type { Found } from '../judge/walk.ts'
import { nullsSeen } from './presentation.ts'

const backup = (more: object): Found =>
  ({ kind: 'backup', form: 'top', attributes: { ...ended, ...more } }) as unknown as Found

const ended = {
  is_successful: true,
  checksum: 'sha256:1',
  created_at: '2026-06-01T12:00:00+00:00',
  completed_at: '2026-06-01T12:01:00+00:00',
}

const node = (description: unknown): Found =>
  ({ kind: 'node', form: 'top', attributes: { description } }) as unknown as Found

it.each<[what: string, found: readonly Found[], observed: string | undefined]>([
  ['nothing', [], undefined],
  ['backups that have ended', [backup({})], 'unseen'],
  ['an empty description', [node(''), backup({})], 'unseen'],
  ['a description that is null', [node(null), backup({})], 'null'],
  [
    'a backup in progress',
    [backup({ checksum: null, completed_at: null, is_successful: false })],
    'unfinished',
  ],
  ['a failed backup without a checksum', [backup({ checksum: null, is_successful: false })], 'null'],
  [
    'a backup in progress, and another null',
    [backup({ checksum: null, completed_at: null }), node(null)],
    'null',
  ],
  [
    'a backup that ended when it began',
    [backup({ is_successful: false, completed_at: ended.created_at })],
    'filled',
  ],
])('shows fields without a value: %s', (_, found, observed) => {
  expect(nullsSeen(found)?.observed).toBe(observed)
})
