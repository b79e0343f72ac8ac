import { describe, expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import type { BackupRow, Row } from './rows.ts'
import type { Tables } from './tables.ts'

const { tables } = makeWorld({ seed: 'tables', scenario: 'demo', scale: 3 }).fork()

const moment = '2025-01-01T00:00:00+00:00'
const uuid = 'ABCDEF01-2345-4678-9ABC-DEF012345678'
const server = tables.servers.replace({ ...tables.servers.must(1), uuid })
const user = tables.users.replace({
  ...tables.users.must(1),
  email: 'Ada@Example.COM',
  username: 'Ada',
  external_id: 'Crm-1',
})

describe('the tables', () => {
  it.each<[what: string, find: (tables: Tables) => Row | undefined, found: Row]>([
    [
      'a server by its UUID, in lower case',
      ({ servers }) => servers.find('uuid', uuid.toLowerCase()),
      server,
    ],
    [
      'a server by the start of its UUID, in lower case',
      ({ servers }) => servers.find('short', 'abcdef01'),
      server,
    ],
    ['a user by e-mail address, in lower case', ({ users }) => users.find('email', 'ada@example.com'), user],
    ['a user by name, in lower case', ({ users }) => users.find('username', 'ada'), user],
    ['a user by external id, unchanged', ({ users }) => users.find('external', 'Crm-1'), user],
    ['a tag by its slug', ({ tags }) => tags.find('slug', tags.must(2).slug), tables.tags.must(2)],
  ])('find %s', (_, find, found) => {
    expect(find(tables)).toBe(found)
  })

  it.each<[what: string, fields: Partial<BackupRow>, counted: boolean]>([
    ['completed with a failure', { completed_at: moment, is_successful: false }, true],
    ['completed successfully', { completed_at: moment, is_successful: true }, false],
    ['in progress', { completed_at: null, is_successful: false }, false],
  ])('report whether a backup has failed that is %s', (_, fields, counted) => {
    const { backups } = tables
    const { id, server_id } = backups.replace({ ...backups.must(1), ...fields })
    expect(backups.idsOf('failed', server_id).includes(id)).toBe(counted)
  })
})
