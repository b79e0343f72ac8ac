import { describe, expect, it } from 'vitest'
import type { Exchange } from '../client/client.ts'
import type { Call, Entry } from '../steps/step.ts'
import { Model, type Shown, shownIn } from './model.ts'
import { isReached } from './reach.ts'

const call = (name: string): Call => ({
  ...{ operation: 'updateNode', subject: 'node', named: 1, credential: 'rootClient' },
  fields: { name },
})

/** A granted update of node 1, whose response shows a name. */
function update(at: number, sent: Call, name: string, burst?: readonly Call[]): Entry {
  const json = { object: 'node', attributes: { id: 1, name } }
  const exchange: Exchange = {
    ask: {
      ...{ operation: 'updateNode', method: 'PATCH', path: '/api/application/nodes/1' },
      ...{ credential: 'rootClient', token: 'rootClient', json: sent.fields },
    },
    reply: { status: 200, headers: {}, text: JSON.stringify(json), json },
    failure: undefined,
    milliseconds: 1,
  }
  return { at, call: sent, exchange, ...(burst && { burst }) }
}

/** The name of node 1 in a later response. */
const nameIn = (entry: Entry): Shown => {
  const shown = shownIn(entry, []).find(({ field }) => field === 'name')
  if (!shown) throw new Error('no name is shown')
  return shown
}

describe('after simultaneous updates', () => {
  it.each([
    ['the value before', 'before', false],
    ['a value that was sent', ' spaces around ', false],
    ['a value without surrounding spaces', 'spaces around', false],
    ['a value in another Unicode normal form', '\u00e9', false],
    ['a value that was not sent', 'another', true],
    ['a truncated value', ' spaces', true],
  ])('a field can have %s', (_, name, isContradicted) => {
    const model = new Model()
    const before = call('before')
    model.learn(update(0, before, 'before'))
    const burst = [call(' spaces around '), call('e\u0301')]
    const entries = burst.map((each, at) => update(at + 1, each, 'shown by neither', burst))
    for (const entry of entries) model.doubt(entry)
    for (const entry of entries) model.learn(entry, entries)
    const later = nameIn(update(3, before, name))
    expect(model.contradicted(later) !== undefined).toBe(isContradicted)
  })
})

describe('after simultaneous updates of which one omits a field, so that a server may reset it', () => {
  it.each([
    ['a request that must be granted', 'rootClient', false],
    ['a request that must be refused', 'garbage', true],
  ] as const)('%s', (_, credential, isContradicted) => {
    const model = new Model()
    model.learn(update(0, call('before'), 'before'))
    const burst: readonly Call[] = [call('sent'), { ...call(''), credential, fields: { memory: 1 } }]
    const [entry] = burst.map((each, at) => update(at + 1, each, 'sent', burst))
    if (entry) model.doubt(entry)
    const later = nameIn(update(3, call('before'), 'reset'))
    expect(model.contradicted(later) !== undefined).toBe(isContradicted)
  })
})

/** The mounts of server 1, which show the name of node 1. */
function mounts(at: number, name: string): Entry {
  const node = { object: 'node', attributes: { id: 1, name } }
  const nodes = { object: 'list', data: [node] }
  const mount = { object: 'mount', attributes: { id: 1, relationships: { nodes } } }
  const json = { object: 'list', data: [mount] }
  const exchange: Exchange = {
    ask: {
      ...{ operation: 'listServerMounts', method: 'GET', path: '/api/admin/servers/1/mounts' },
      ...{ credential: 'rootClient', token: 'rootClient' },
    },
    reply: { status: 200, headers: {}, text: JSON.stringify(json), json },
    failure: undefined,
    milliseconds: 1,
  }
  const one: Call = { operation: 'listServerMounts', subject: 'server', named: 1, credential: 'rootClient' }
  return { at, call: one, exchange }
}

describe('after a list with an old name', () => {
  it.each([
    ['the name that was written', 'new', false],
    ['the old name', 'old', false],
    ['another name', 'another', true],
  ])('a response can have %s', (_, name, isContradicted) => {
    const model = new Model()
    model.learn(update(0, call('new'), 'new'))
    model.learn(mounts(1, 'old'))
    expect(model.contradicted(nameIn(mounts(2, name))) !== undefined).toBe(isContradicted)
  })

  it('a second response with the new name decides', () => {
    const model = new Model()
    model.learn(update(0, call('new'), 'new'))
    for (const [at, name] of ['old', 'new'].entries()) model.learn(mounts(at + 1, name))
    expect(model.contradicted(nameIn(mounts(3, 'old')))).toBeDefined()
  })
})

it.each([
  ['the alias of an allocation, which may have the name of the node', 'alias', true],
  ['the port of an allocation', 'port', false],
])('an update of a node may change, or not: %s', (_, field, isPossible) => {
  const place = { kind: 'allocation', id: 1, field } as const
  expect(isReached(update(0, call('new'), 'new'), place, () => undefined)).toBe(isPossible)
})

it.each([
  ['its own egg', 1, true],
  ['another egg', 2, false],
  ['an egg that no response shows', undefined, true],
])('an import may change, or not: a variable of %s', (_, egg, isPossible) => {
  const entry = update(0, { operation: 'importEgg', subject: 'egg', named: 1, credential: 'rootClient' }, '')
  const place = { kind: 'egg_variable', id: 7, field: 'default_value' } as const
  expect(isReached(entry, place, ({ field }) => (field === 'egg_id' ? egg : undefined))).toBe(isPossible)
})

/** What a granted response of an operation shows. */
function shownBy(operation: 'updateServerStartup' | 'importEgg' | 'listHostDatabases', json: object) {
  const sent: Call = { operation, subject: 'server', named: 1, credential: 'rootClient' }
  const ask = { operation, method: 'PUT', path: '/', credential: 'rootClient', token: 'rootClient' } as const
  const reply = { status: 200, headers: {}, text: '', json }
  return shownIn({ at: 0, call: sent, exchange: { ask, reply, failure: undefined, milliseconds: 1 } }, [])
}

const variable = (id: number) => ({ object: 'egg_variable', attributes: { id } })

const eggWith = (data: readonly object[]) => ({
  object: 'egg',
  attributes: { id: 5, relationships: { variables: { object: 'list', data } } },
})

describe('a response shows', () => {
  it('which variables an egg has', () => {
    const shown = shownBy('importEgg', eggWith([variable(9), variable(7)]))
    expect(shown).toContainEqual(
      expect.objectContaining({ kind: 'egg', id: 5, field: 'relationships.variables', value: [7, 9] }),
    )
  })

  it('nothing of a list that may be truncated', () => {
    const fields = shownBy('importEgg', eggWith([])).map(({ field }) => field)
    expect(fields).not.toContain('relationships.variables')
  })

  it('the name of a server in the database of the server', () => {
    const database = { object: 'database', attributes: { server: { id: 12, name: 'Alpha' } } }
    expect(shownBy('listHostDatabases', { object: 'list', data: [database] })).toEqual([
      expect.objectContaining({ kind: 'server', id: 12, field: 'name', value: 'Alpha', at: 'server.name' }),
    ])
  })
})
