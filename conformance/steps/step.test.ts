import { describe, expect, it } from 'vitest'
import { operations } from '../../src/contract/index.ts'
import type { Ask, Exchange } from '../client/client.ts'
import { readTarget } from '../target/read-target.ts'
import { logOf } from './step.ts'

const uuid = '52eebcbd-4cd1-4368-8b39-5d83321bf824'

const target = readTarget(
  {
    format: 1,
    baseUrl: 'http://127.0.0.1:4141',
    disposable: true,
    tokens: { application: 'a', rootClient: 'b', userClient: 'c' },
    resources: {
      ...{ node: 1, otherNode: 2, location: 1, tags: [1, 2], egg: 1, otherEgg: 5, databaseHost: 'db-1' },
      ...{ server: { id: 1, uuid }, otherServer: { id: 2, uuid: uuid.replace('52', '53') } },
    },
    requests: { syncTags: { tag_ids: '{{tagIds}}' } },
  },
  'a test',
)

/** A request that was sent, as an entry of the log. */
function entryOf(parts: Partial<Ask> & Pick<Ask, 'operation' | 'path'>) {
  const { method } = operations[parts.operation]
  const ask: Ask = { method, credential: 'rootClient', token: 'rootClient', ...parts }
  const exchange: Exchange = { ask, reply: undefined, failure: undefined, milliseconds: 1 }
  const [entry] = logOf([exchange], target, 7)
  if (!entry) throw new Error('no entry was made')
  return entry
}

describe('a path names', () => {
  it.each([
    ['the node of the target', 'updateNode', '/api/application/nodes/1', 'node', 1],
    ['the other node', 'syncNodeTags', '/api/admin/nodes/2/tags', 'otherNode', 2],
    ['a node with unknown values', 'updateNode', '/api/application/nodes/13', 'another', 13],
    ['an unknown id', 'updateNode', '/api/application/nodes/2147483000', 'nobody', 2_147_483_000],
    [
      'the other egg, not the server with the same id',
      'importEgg',
      '/api/admin/eggs/5/import',
      'otherEgg',
      5,
    ],
    ['the server by id', 'listServerMounts', '/api/admin/servers/1/mounts', 'server', 1],
    ['the server by UUID', 'updateServerStartup', `/api/admin/servers/${uuid}/startup`, 'server', uuid],
    [
      'the server by UUID in upper case, with a query',
      'listServerBackups',
      `/api/client/servers/${uuid.toUpperCase()}/backups?page=2`,
      'server',
      uuid.toUpperCase(),
    ],
    [
      'an unknown UUID',
      'listServerBackups',
      `/api/client/servers/${uuid.slice(0, -12)}0123456789ab/backups`,
      'nobody',
      `${uuid.slice(0, -12)}0123456789ab`,
    ],
    [
      'a database host',
      'listHostDatabases',
      '/api/admin/database-hosts/db-1/databases',
      'databaseHost',
      'db-1',
    ],
    ['no user', 'createUser', '/api/application/users', 'users', ''],
  ] as const)('%s', (_, operation, path, subject, named) => {
    expect(entryOf({ operation, path }).call).toMatchObject({ operation, subject, named })
  })
})

describe('a step has the parts of its request', () => {
  const path = '/api/application/nodes/1'

  it.each<[string, Partial<Ask>, object]>([
    ['the fields of a JSON body', { json: { name: 'a' } }, { fields: { name: 'a' } }],
    ['no fields of a body that is not an object', { json: [1] }, { fields: {} }],
    ['the credential, which can differ from the token', { credential: 'garbage' }, { credential: 'garbage' }],
    ['tags with a number each', { json: {}, tags: [2, 1] }, { tags: [2, 1] }],
    ['a file and its mark', { file: '{}', mark: 'a mark' }, { file: '{}', mark: 'a mark' }],
    ['the variable with a new value', { json: {}, variable: 'MOTD' }, { variable: 'MOTD' }],
  ])('%s', (_, parts, expected) => {
    expect(entryOf({ operation: 'updateNode', path, ...parts }).call).toMatchObject(expected)
  })

  it('no tags of a request with another value in their place', () => {
    expect(entryOf({ operation: 'updateNode', path, tags: ['new', 1] }).call).not.toHaveProperty('tags')
  })
})

it('entries are consecutive from the position of the first one', () => {
  const one = entryOf({ operation: 'updateNode', path: '/api/application/nodes/1' }).exchange
  expect(logOf([one, one, one], target, 7).map(({ at }) => at)).toEqual([7, 8, 9])
})
