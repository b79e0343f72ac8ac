import { describe, expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import { noUserYet, tagsKept, traces } from './refused-writes.ts'

const description = 'Explored abcdefgh'

const update: Call = {
  ...{ operation: 'updateNode', subject: 'node', named: 1, credential: 'userClient' },
  fields: { description },
}

/** An entry with its response; a refusal without one. */
const entryOf = (at: number, call: Call, json?: object): Entry => ({
  ...{ at, call },
  exchange: {
    ask: {
      ...{ operation: call.operation, method: 'POST', path: '/api', json: call.fields },
      ...{ credential: call.credential, token: 'rootClient' },
    },
    reply: { status: json ? 200 : 403, headers: {}, text: JSON.stringify(json ?? {}), json: json ?? {} },
    failure: undefined,
    milliseconds: 1,
  },
})

const refused = entryOf(0, update)
const shown = entryOf(
  1,
  { ...update, credential: 'application', fields: { memory: 1 } },
  { object: 'node', attributes: { id: 1, description } },
)

it.each<[what: string, others: readonly Entry[], checks: readonly string[]]>([
  ['is a trace of that request', [], ['5/update-node-refused-changes-nothing']],
  [
    'is a trace if other refused requests had it too',
    [entryOf(0, { ...update, credential: 'garbage' })],
    ['5/update-node-refused-changes-nothing'],
  ],
  [
    'is none if a request with a valid token sent it, which another log has',
    [entryOf(0, { ...update, credential: 'application' })],
    [],
  ],
])('a word of a refused request that a later response shows %s', (_, others, checks) => {
  const model = new Model(new Set(), () => [refused, ...others].map(({ exchange }) => exchange))
  expect([...traces(refused, model, {} as Context)]).toEqual([])
  model.learn(refused)
  expect([...traces(shown, model, {} as Context)].map(({ check }) => check)).toEqual(checks)
})

/** A request to create a user, with the status of its response. */
function create(at: number, person: string, first_name: string, status: 201 | 401 | 422): Entry {
  const credential = status === 401 ? 'garbage' : 'application'
  const body = { email: `${person}@example.com`, username: person, first_name, last_name: 'Lovelace' }
  const json = status === 201 ? { object: 'user', attributes: { id: at, ...body } } : { errors: [] }
  return {
    ...{ at, call: { operation: 'createUser', subject: 'users', named: '', credential, fields: body } },
    exchange: {
      ask: {
        ...{ operation: 'createUser', method: 'POST', path: '/api/application/users', json: body },
        ...{ credential, token: 'application' },
      },
      reply: { status, headers: {}, text: JSON.stringify(json), json },
      failure: undefined,
      milliseconds: 1,
    },
  }
}

describe('a user is refused, and a similar one with another address is created', () => {
  const last = create(9, 'grace', 'Ada', 201)

  it.each<[name: string, before: readonly Entry[], isFound: boolean]>([
    ['after a refused request', [create(0, 'ada', 'Ada', 401), create(1, 'ada', 'Ada', 422)], true],
    [
      'after a refused request and an odd name',
      [create(0, 'ada', 'Ada', 401), create(1, 'ada', '=1+1', 422), create(2, 'ada', 'Ada', 422)],
      true,
    ],
    ['after no refused request', [create(1, 'ada', 'Ada', 422)], false],
    ['but with another first name', [create(0, 'ada', 'Ada', 401), create(1, 'ada', '=1+1', 422)], false],
    [
      'after the user was created',
      [create(0, 'ada', 'Ada', 401), create(1, 'ada', 'Ada', 201), create(2, 'ada', 'Ada', 422)],
      false,
    ],
  ])('%s', (_, before, isFound) => {
    const model = new Model()
    for (const entry of before) model.learn(entry)
    const checks = [...noUserYet(last, model, {} as Context)].map(({ check }) => check)
    expect(checks).toEqual(isFound ? ['5/create-user-refused-changes-nothing'] : [])
  })
})

/** A tag sync of a node with the number of nodes that its response shows for tag 1; a refusal without one. */
function sync(at: number, subject: 'node' | 'otherNode', tags: readonly number[], count?: number): Entry {
  const data = tags.map((id) => ({ object: 'tag', attributes: { id, nodes_count: count } }))
  const call: Call = {
    ...{ operation: 'syncNodeTags', subject, named: subject === 'node' ? 1 : 2, tags },
    credential: count === undefined ? 'application' : 'rootClient',
  }
  return entryOf(at, call, count === undefined ? undefined : { object: 'list', data })
}

it.each<[what: string, log: readonly Entry[], checks: readonly string[]]>([
  [
    'is found if the tag counts the other node as well',
    [
      sync(0, 'otherNode', [], 0),
      sync(1, 'node', [1], 1),
      sync(2, 'otherNode', [1]),
      sync(3, 'node', [1], 2),
    ],
    ['5/sync-node-tags-refused-changes-nothing'],
  ],
  [
    'is not found if the tag counts the same nodes',
    [
      sync(0, 'otherNode', [], 0),
      sync(1, 'node', [1], 1),
      sync(2, 'otherNode', [1]),
      sync(3, 'node', [1], 1),
    ],
    [],
  ],
  [
    'is not found if the count changed as by the granted sync before, and so lags',
    [
      sync(0, 'otherNode', [1], 1),
      sync(1, 'node', [1], 1),
      sync(2, 'otherNode', []),
      sync(3, 'node', [1], 2),
    ],
    [],
  ],
  [
    'is found if no sync shows the tags that the other node had',
    [sync(1, 'node', [1], 1), sync(2, 'otherNode', []), sync(3, 'node', [1], 0)],
    ['5/sync-node-tags-refused-changes-nothing'],
  ],
  [
    'is not found if the count changed the other way',
    [sync(1, 'node', [1], 1), sync(2, 'otherNode', []), sync(3, 'node', [1], 2)],
    [],
  ],
  [
    'is not found after a granted write to a node in between, which may change what counts',
    [
      ...[sync(0, 'otherNode', [], 0), sync(1, 'node', [1], 1), sync(2, 'otherNode', [1])],
      ...[{ ...shown, at: 3 }, sync(4, 'node', [1], 2)],
    ],
    [],
  ],
  [
    'is found after another granted write in between',
    [
      ...[sync(0, 'otherNode', [], 0), sync(1, 'node', [1], 1), sync(2, 'otherNode', [1])],
      ...[entryOf(3, { ...update, operation: 'importEgg', subject: 'egg', credential: 'rootClient' }, {})],
      ...[sync(4, 'node', [1], 2)],
    ],
    ['5/sync-node-tags-refused-changes-nothing'],
  ],
  [
    'is not found after a granted sync in between',
    [
      ...[sync(0, 'otherNode', [], 0), sync(1, 'node', [1], 1), sync(2, 'otherNode', [1])],
      ...[sync(3, 'otherNode', [1], 2), sync(4, 'node', [1], 2)],
    ],
    [],
  ],
])('a refused tag sync that was done %s', (_, log, checks) => {
  const model = new Model()
  const found = log.flatMap((entry) => {
    const findings = [...tagsKept(entry, model, {} as Context)]
    model.learn(entry)
    return findings
  })
  expect(found.map(({ check }) => check)).toEqual(checks)
})

it('a refused tag sync that was done may be each of those that have its tags', () => {
  const refused = [sync(2, 'otherNode', [1]), sync(3, 'otherNode', [1, 2]), sync(4, 'otherNode', [])]
  const model = new Model()
  const before = sync(1, 'node', [1], 1)
  for (const entry of [sync(0, 'otherNode', [], 0), before, ...refused]) model.learn(entry)
  const [found] = tagsKept(sync(5, 'node', [1], 2), model, {} as Context)
  expect(found?.together).toEqual([before, ...refused.slice(0, 2)])
})
