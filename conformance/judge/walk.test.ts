import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { walk } from './walk.ts'

const exchangeOf = (operation: OperationId, json: unknown): Exchange => ({
  ask: { operation, method: 'GET', path: '/', credential: 'rootClient', token: 'rootClient' },
  reply: { status: 200, headers: {}, text: '', json },
  failure: undefined,
  milliseconds: 1,
})

const found = (operation: OperationId, json: unknown): string[] =>
  walk(exchangeOf(operation, json)).found.map(({ kind, form, pointer }) => `${form} ${kind} ${pointer}`)

const misplaced = (operation: OperationId, json: unknown): string[] =>
  walk(exchangeOf(operation, json)).misplaced.map(({ rule, pointer }) => `${rule} ${pointer}`)

const one = (object: string, relationships?: unknown) => ({
  object,
  attributes: relationships === undefined ? {} : { relationships },
})

const many = (...data: unknown[]) => ({ object: 'list', data })

const server = (relationships: unknown) => one('server', relationships)

describe('resources are found', () => {
  it('at the top, alone or in a list', () => {
    expect(found('updateNode', one('node'))).toEqual(['top node '])
    expect(found('listServerMounts', many(one('mount'), one('mount')))).toEqual([
      'top mount /data/0',
      'top mount /data/1',
    ])
    expect(found('listServerBackups', { ...many(one('backup')), meta: {} })).toEqual(['top backup /data/0'])
  })

  it('in relationships of others, at any depth', () => {
    const egg = one('egg', { variables: many(one('egg_variable')), tags: [], servers: {} })
    const node = one('node', { location: one('location', { nodes: many(one('node')) }) })
    expect(found('updateServerStartup', server({ egg, node, allocations: many(one('allocation')) }))).toEqual(
      [
        'top server ',
        'nested allocation /attributes/relationships/allocations/data/0',
        'nested egg /attributes/relationships/egg',
        'nested egg_variable /attributes/relationships/egg/attributes/relationships/variables/data/0',
        'nested node /attributes/relationships/node',
        'nested location /attributes/relationships/node/attributes/relationships/location',
        'nested node /attributes/relationships/node/attributes/relationships/location/attributes/relationships/nodes/data/0',
      ],
    )
  })

  it('with their envelope, their attributes and their exchange', () => {
    const envelope = { object: 'user', attributes: { id: 5 }, meta: { resource: 'x' } }
    const exchange = exchangeOf('createUser', envelope)
    expect(walk(exchange).found).toEqual([
      { exchange, kind: 'user', form: 'top', pointer: '', envelope, attributes: { id: 5 } },
    ])
  })

  it('not in relationships that are not in the document, but as envelopes', () => {
    expect(found('updateServerStartup', server({ schedules: many(one('schedule')), subusers: 5 }))).toEqual([
      'top server ',
    ])
    expect(misplaced('updateServerStartup', server({ schedules: many(one('schedule')) }))).toEqual([])
    expect(misplaced('updateServerStartup', server({ schedules: 5 }))).toEqual([
      'nested-form /attributes/relationships/schedules',
    ])
  })
})

describe('no value is misplaced', () => {
  it.each<[what: string, relationships: unknown]>([
    ['left out', undefined],
    ['an empty array', []],
    ['an empty object', {}],
    ['a single one reduced to {}', { node: {} }],
    ['a single one reduced to []', { node: [] }],
    ['a single one reduced to an empty list', { node: many() }],
    ['a list reduced to []', { variables: [] }],
    ['a list reduced to {}', { variables: {} }],
    ['items reduced to {}', { variables: many({}) }],
    ['an empty list', { variables: many() }],
    ['an empty list with further fields', { variables: { ...many(), meta: {} } }],
    ['a null resource under another name', { parent: { object: 'null_resource', attributes: null } }],
  ])('if relationships are %s', (_, relationships) => {
    expect(misplaced('updateServerStartup', server(relationships))).toEqual([])
  })
})

describe('a misplaced value is reported with its place', () => {
  it.each<[what: string, operation: OperationId, json: unknown, places: string[]]>([
    ['an item that is null', 'listServerMounts', many(one('mount'), null), ['list-data /data/1']],
    ['an item without an envelope', 'listServerMounts', many({ id: 1 }), ['list-data /data/0']],
    ['an item of another kind', 'listServerMounts', many(one('egg')), ['list-data /data/0']],
    [
      'attributes in an array',
      'listServerMounts',
      many({ object: 'mount', attributes: [] }),
      ['list-data /data/0'],
    ],
    [
      'relationships of null',
      'updateServerStartup',
      server(null),
      ['nested-place /attributes/relationships'],
    ],
    [
      'relationships in an array',
      'updateServerStartup',
      server([1]),
      ['nested-place /attributes/relationships'],
    ],
    [
      'relationships as a string',
      'updateServerStartup',
      server('x'),
      ['nested-place /attributes/relationships'],
    ],
    [
      'a nested null',
      'updateServerStartup',
      server({ node: null }),
      ['nested-form /attributes/relationships/node'],
    ],
    [
      'a nested id',
      'updateServerStartup',
      server({ node: 1 }),
      ['nested-form /attributes/relationships/node'],
    ],
    [
      'a nested resource of another kind',
      'updateServerStartup',
      server({ node: one('egg') }),
      ['nested-form /attributes/relationships/node'],
    ],
    [
      'a list instead of a single resource',
      'updateServerStartup',
      server({ node: many(one('node')) }),
      ['nested-form /attributes/relationships/node'],
    ],
    [
      'a single resource instead of a list',
      'updateServerStartup',
      server({ variables: one('server_variable') }),
      ['nested-form /attributes/relationships/variables'],
    ],
    [
      'a bare array',
      'updateServerStartup',
      server({ variables: [one('server_variable')] }),
      ['nested-form /attributes/relationships/variables'],
    ],
    [
      'an invalid item of a nested list',
      'updateServerStartup',
      server({ variables: many(one('server_variable'), 5) }),
      ['nested-form /attributes/relationships/variables/data/1'],
    ],
  ])('%s', (_, operation, json, places) => {
    expect(misplaced(operation, json)).toEqual(places)
  })

  it('with the expected kind', () => {
    const [bad] = walk(exchangeOf('listServerMounts', many({ id: 1 }))).misplaced
    expect(bad).toMatchObject({
      expected: 'an envelope of a mount: object "mount" and attributes',
      value: { id: 1 },
    })
  })
})
