import { expect, it } from 'vitest'
import { GapSettings } from './gap-settings.ts'
import { presentation } from './presentation.ts'

it.each([
  ['an offset in hours only', '2026-01-02T03:04:05+00', '2026-01-02T08:34:05+05:30'],
  ['the end of the last year', '9999-12-31T23:59:59+00:00', '9999-12-31T23:59:59+00:00'],
  ['an offset without a colon', '2026-01-02T03:04:05+0000', '2026-01-02T08:34:05+05:30'],
  ['a week date', '2026-W01-2T03:04:05+00:00', '2025-12-30T08:34:05+05:30'],
  ['an ordinal date', '2026-002T03:04+00', '2026-01-02T08:34:00+05:30'],
])('shows times with another offset if they can be parsed: %s', (_, time, shown) => {
  const present = presentation(new GapSettings().set('time.offset', 'other').gap)
  const envelope = { object: 'backup', attributes: { created_at: time } }
  expect(present?.(envelope, '')).toEqual({ object: 'backup', attributes: { created_at: shown } })
})

const presented = (id: 'counts' | 'fields.order', choice: string, envelope: object): object =>
  presentation(new GapSettings().set(id, choice).gap)?.(envelope, '') ?? envelope

const listOf = (...data: object[]) => ({ object: 'list', data })

it.each<[what: string, envelope: object, shown: object]>([
  [
    'of tags in a list',
    listOf({ object: 'tag', attributes: { id: 1, eggs_count: 2, nodes_count: 3 } }),
    listOf({ object: 'tag', attributes: { id: 1, eggs_count: 0, nodes_count: 0 } }),
  ],
  [
    'of a user',
    { object: 'user', attributes: { servers_count: 2 } },
    { object: 'user', attributes: { servers_count: 0 } },
  ],
])('omits counts %s with the choice zero', (_, envelope, shown) => {
  expect(presented('counts', 'zero', envelope)).toEqual(shown)
})

it('keeps the counts of a tag at the top level', () => {
  const tag = { object: 'tag', attributes: { eggs_count: 2 } }
  expect(presented('counts', 'zero', tag)).toEqual(tag)
})

it.each<[kind: string, fields: readonly string[], shown: readonly string[]]>([
  [
    'server',
    ['id', 'created_at', 'updated_at', 'relationships'],
    ['id', 'relationships', 'updated_at', 'created_at'],
  ],
  [
    'egg',
    ['id', 'created_at', 'updated_at', 'relationships'],
    ['id', 'relationships', 'created_at', 'updated_at'],
  ],
  [
    'server_variable',
    ['sort_order', 'created_at', 'server_value'],
    ['created_at', 'sort_order', 'server_value'],
  ],
  ['node', ['id', 'created_at', 'relationships'], ['id', 'created_at', 'relationships']],
])('shows the fields of a %s in the order of the panel with that choice', (kind, fields, shown) => {
  const envelope = { object: kind, attributes: Object.fromEntries(fields.map((name) => [name, 1])) }
  expect(Object.keys(Object(presented('fields.order', 'panel', envelope)).attributes)).toEqual(shown)
})

it.each<[uuid: string, shown: string]>([
  ['0b9d8e8a-5a0f', '0b9d8e8a-5a0f'],
  [' a/b?c#d', '%20a%2Fb%3Fc%23d'],
  ['é\ud800', '%C3%A9%EF%BF%BD'],
])('has the UUID %j of a backup, which may be any text, in the URL of its `meta.resource`', (uuid, shown) => {
  const present = presentation(new GapSettings().set('meta.resource', 'everywhere').gap)
  const meta = { resource: `http://a/api/admin/backups/${shown}` }
  const backup = { object: 'backup', attributes: { uuid } }
  expect(present?.(backup, 'http://a')).toEqual({ ...backup, meta })
})
