import { expect, it } from 'vitest'
import { operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Context } from '../judge/fixtures.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import { sameLists } from './lists.ts'

function entryOf(at: number, operation: Call['operation'], subject: Call['subject'], json: object): Entry {
  const { method } = operations[operation]
  const ask = { operation, method, path: '/', credential: 'rootClient', token: 'rootClient' } as const
  return {
    at,
    call: { operation, subject, named: 1, credential: 'rootClient' },
    exchange: { ask, reply: { status: 200, headers: {}, text: '', json } } as unknown as Exchange,
  }
}

const mounts = (at: number, ...ids: readonly number[]): Entry =>
  entryOf(at, 'listServerMounts', 'server', {
    object: 'list',
    data: ids.map((id) => ({ object: 'mount', attributes: { id, mounted: false } })),
  })

const single = (at: number, operation: Call['operation'], subject: Call['subject']): Entry =>
  entryOf(at, operation, subject, { object: 'node', attributes: { id: 9 } })

it.each<[what: string, write: Entry, checks: readonly string[]]>([
  ['a user was created', single(1, 'createUser', 'users'), ['4.4/stable']],
  ['another server was updated', single(1, 'updateServerStartup', 'otherServer'), ['4.4/stable']],
  ['a node was updated', single(1, 'updateNode', 'otherNode'), []],
  ['it was updated itself', single(1, 'updateServerStartup', 'server'), []],
])('a server has different mounts after %s', (_, write, checks) => {
  const model = new Model()
  for (const entry of [mounts(0, 1, 2), write]) model.learn(entry)
  // The rule does not read its context.
  const found = [...sameLists(mounts(2, 1), model, {} as Context)]
  expect(found.map(({ check }) => check)).toEqual(checks)
})
