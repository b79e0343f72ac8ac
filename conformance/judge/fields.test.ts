import { describe, expect, it } from 'vitest'
import type { Kind } from '../../src/contract/index.ts'
import { badFieldsOf } from './fields.ts'
import { fieldsSeen } from './fields-seen.ts'
import type { Found } from './walk.ts'

const times = { created_at: '2026-01-02T03:04:05+00:00', updated_at: '2026-01-02T03:04:05+00:00' }

const tag = {
  id: 1,
  name: 'Java',
  slug: 'java',
  color: '#aa33ff',
  is_predefined: true,
  legacy_nest_id: 1,
  eggs_count: 2,
  nodes_count: 3,
  ...times,
}

const user = {
  id: 1,
  external_id: 'x',
  uuid: '7c1e5a90-3b2d-4f68-9a01-000000000001',
  username: 'aino',
  email: 'aino@example.com',
  first_name: 'Aino',
  last_name: 'Virtanen',
  language: 'fi',
  root_admin: false,
  '2fa': false,
  ...times,
}

const nestedUser = { ...user, image: 'https://example.com/a.png', servers_count: 0, subuser_of_count: 0 }

const server = {
  id: 1,
  external_id: 'x',
  uuid: user.uuid,
  identifier: '7c1e5a90',
  name: 'One',
  description: '',
  status: 'normal',
  suspended: false,
  limits: { memory: 0, swap: 0, disk: 0, io: 500, cpu: 0, threads: '', oom_disabled: true },
  feature_limits: { databases: 0, allocations: 0, backups: 0 },
  user: 1,
  node: 1,
  allocation: 1,
  egg: 1,
  container: { startup_command: '', image: '', skip_scripts: false, installed: 1, environment: { A: 'x' } },
  ...times,
}

const foundAs = (
  kind: Kind,
  attributes: Readonly<Record<string, unknown>>,
  form: Found['form'] = 'top',
): Found => ({
  exchange: {
    ask: {
      operation: 'syncNodeTags',
      method: 'PUT',
      path: '/',
      credential: 'rootClient',
      token: 'rootClient',
    },
    reply: undefined,
    failure: undefined,
    milliseconds: 1,
  },
  kind,
  form,
  pointer: '/data/0',
  envelope: {},
  attributes,
})

const loosely = (found: Found) => badFieldsOf(found, 'loose')
const strictly = (found: Found) => badFieldsOf(found, 'strict')

const brief = (judge: typeof loosely, found: Found): string[] =>
  judge(found).map(({ fault, path }) => `${fault} ${path}`)

const without = (attributes: object, ...names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)))

describe('fields', () => {
  it('are valid with the values of the document, also under strict', () => {
    for (const found of [
      foundAs('tag', tag),
      foundAs('user', user),
      foundAs('user', { ...user, email: '"Aino A."@example.com' }),
      foundAs('user', nestedUser, 'nested'),
      foundAs('server', server),
      foundAs('tag', { ...tag, weight: 3 }),
    ]) {
      expect(loosely(found)).toEqual([])
      expect(strictly(found)).toEqual([])
    }
  })

  it.each<[what: string, kind: Kind, attributes: Record<string, unknown>, faults: string[]]>([
    ['a missing field', 'tag', without(tag, 'slug'), ['absent slug']],
    ['null', 'tag', { ...tag, slug: null }, ['absent slug']],
    ['a number as a string', 'tag', { ...tag, id: '1' }, ['type id']],
    ['a number with a fraction', 'tag', { ...tag, eggs_count: 1.5 }, ['type eggs_count']],
    ['a flag as a number', 'tag', { ...tag, is_predefined: 1 }, ['type is_predefined']],
    ['a colour by name', 'tag', { ...tag, color: 'red' }, ['format color']],
    ['a colour as a number', 'tag', { ...tag, color: 5 }, ['type color']],
    ['a time with Z', 'tag', { ...tag, created_at: '2026-01-02T03:04:05Z' }, ['timestamp created_at']],
    [
      'a time without an offset',
      'tag',
      { ...tag, created_at: '2026-01-02T03:04:05' },
      ['timestamp created_at'],
    ],
    ['an invalid day', 'tag', { ...tag, created_at: '2026-02-30T03:04:05+00:00' }, ['timestamp created_at']],
    ['a time as a number', 'tag', { ...tag, created_at: 5 }, ['type created_at']],
    ['no UUID', 'user', { ...user, uuid: '5' }, ['format uuid']],
    ['an invalid e-mail address', 'user', { ...user, email: 'aino' }, ['format email']],
    [
      'an invalid nested field',
      'server',
      { ...server, limits: { ...server.limits, cpu: '0' } },
      ['type limits.cpu'],
    ],
    [
      'a missing nested field',
      'server',
      { ...server, limits: without(server.limits, 'io') },
      ['absent limits.io'],
    ],
    ['an array instead of an object', 'server', { ...server, limits: [] }, ['type limits']],
    [
      'an invalid value of a map',
      'server',
      { ...server, container: { ...server.container, environment: { A: 5 } } },
      ['type container.environment.A'],
    ],
    ['several', 'tag', { ...without(tag, 'name'), id: null }, ['absent name', 'absent id']],
  ])('are invalid for %s', (_, kind, attributes, faults) => {
    expect(brief(loosely, foundAs(kind, attributes)).toSorted()).toEqual(faults.toSorted())
  })

  it.each<[path: string, kind: Kind, without: Record<string, unknown>, nulled: Record<string, unknown>]>([
    ['color', 'tag', without(tag, 'color'), { ...tag, color: null }],
    ['legacy_nest_id', 'tag', without(tag, 'legacy_nest_id'), { ...tag, legacy_nest_id: null }],
    ['external_id', 'user', without(user, 'external_id'), { ...user, external_id: null }],
    ['status', 'server', without(server, 'status'), { ...server, status: null }],
    [
      'limits.threads',
      'server',
      { ...server, limits: without(server.limits, 'threads') },
      { ...server, limits: { ...server.limits, threads: null } },
    ],
  ])(
    'can be null if they are optional, unless strict, but must be present: %s',
    (path, kind, left, nulled) => {
      expect(brief(loosely, foundAs(kind, nulled))).toEqual([])
      for (const [judge, attributes] of [
        [loosely, left],
        [strictly, left],
        [strictly, nulled],
      ] as const)
        expect(brief(judge, foundAs(kind, attributes))).toEqual([`absent ${path}`])
    },
  )

  it('of the nested form are required in that form only', () => {
    for (const judge of [loosely, strictly])
      expect(brief(judge, foundAs('user', user, 'nested')).toSorted()).toEqual([
        'absent image',
        'absent servers_count',
        'absent subuser_of_count',
      ])
    expect(brief(loosely, foundAs('user', { ...nestedUser, servers_count: 'x' }, 'nested'))).toEqual([
      'type servers_count',
    ])
  })

  it('that are invalid are reported with their place, the expected and the actual value', () => {
    const limits = without(server.limits, 'io')
    const bad = loosely(foundAs('server', { ...server, uuid: 'x', limits, user: 'x' }))
    expect(
      Object.fromEntries(
        bad.map(({ path, pointer, expected, actual }) => [path, [pointer, expected, actual]]),
      ),
    ).toEqual({
      uuid: ['/data/0/attributes/uuid', 'a UUID', '"x"'],
      'limits.io': ['/data/0/attributes/limits/io', 'the field', 'nothing'],
      user: ['/data/0/attributes/user', 'an integer', '"x"'],
    })
  })
})

describe('the record of fields', () => {
  it('has every field, including nested ones, and has seen none at first', () => {
    const { known, seen, never } = fieldsSeen([])
    expect(seen).toBe(0)
    expect(never).toHaveLength(known)
    expect(never).toEqual(
      expect.arrayContaining([
        'node.mounts',
        'user.image',
        'server.limits.threads',
        'egg.config.startup.done',
      ]),
    )
  })

  it('records fields with a value, not null or missing fields', () => {
    const found = foundAs('tag', { ...without(tag, 'slug'), color: null, eggs_count: 0, name: '' })
    const { known, seen, never } = fieldsSeen([found])
    expect({ known, seen }).toEqual({ known: fieldsSeen([]).known, seen: 8 })
    expect(never.filter((path) => path.startsWith('tag.'))).toEqual(['tag.slug', 'tag.color'])
  })

  it('separates resources and counts each field once', () => {
    const { seen, never } = fieldsSeen(Array(3).fill(foundAs('tag', tag)))
    expect(seen).toBe(10)
    expect(never).toContain('user.id')
  })
})
