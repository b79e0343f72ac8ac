import { describe, expect, it } from 'vitest'
import type { Context } from '../judge/fixtures.ts'
import { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import type { Finding } from './finding.ts'
import { kept } from './kept.ts'

type Fields = Readonly<Record<string, unknown>>

/** An update of a node that carries some fields, and whose response shows others; refused if it shows none. */
function update(at: number, fields: Fields, shown?: Fields, named = 1): Entry {
  const credential = shown ? 'rootClient' : 'garbage'
  const call: Call = { operation: 'updateNode', subject: 'node', named, credential, fields }
  const json = shown ? { object: 'node', attributes: { id: named, ...shown } } : { errors: [] }
  return {
    ...{ at, call },
    exchange: {
      ask: {
        ...{ operation: 'updateNode', method: 'PATCH', path: `/api/application/nodes/${named}` },
        ...{ credential, token: 'rootClient', json: fields },
      },
      reply: { status: shown ? 200 : 401, headers: {}, text: JSON.stringify(json), json },
      failure: undefined,
      milliseconds: 1,
    },
  }
}

/** The checks of the findings in the last of some entries. */
const findingsIn = (entries: readonly Entry[]): readonly string[] =>
  foundIn(entries).map(({ check }) => check)

function foundIn(entries: readonly Entry[]): readonly Finding[] {
  const model = new Model()
  const last = entries.at(-1)
  for (const entry of entries) {
    model.doubt(entry)
    if (entry !== last) model.learn(entry)
  }
  // The rule does not read its context.
  return last ? [...kept(last, model, {} as Context)] : []
}

const before = update(0, { name: 'before' }, { name: 'before', memory: 1 })

const listOf = (object: string, attributes: Fields) => ({ object: 'list', data: [{ object, attributes }] })

/** A list of mounts that nests a node. */
const look = (at: number, attributes: Fields): Entry => mounts(at, { nodes: listOf('node', attributes) })

function mounts(at: number, relationships: Fields): Entry {
  const { exchange } = before
  const json = { object: 'list', data: [{ object: 'mount', attributes: { id: 1, relationships } }] }
  const ask = { ...exchange.ask, operation: 'listServerMounts', method: 'GET', path: '/api' } as const
  return {
    at,
    call: { operation: 'listServerMounts', subject: 'server', named: 5, credential: 'rootClient' },
    exchange: { ...exchange, ask, reply: { status: 200, headers: {}, text: JSON.stringify(json), json } },
  }
}

describe('a value that was there before', () => {
  it.each<[string, Entry[], Partial<Finding>]>([
    [
      'is explained by a lost write, unless another client put it back',
      [look(0, { id: 1, memory: 1 }), update(1, { memory: 2 }, { memory: 2 }), look(2, { id: 1, memory: 1 })],
      { isExplained: true, isEarlier: true },
    ],
    [
      'is explained by a request that sent it',
      [before, update(1, { name: 'new' }, { name: 'new' }), look(2, { id: 1, name: 'before' })],
      { isExplained: true, isEarlier: false },
    ],
  ])('%s', (_, entries, expected) => {
    expect(foundIn(entries)).toMatchObject([expected])
  })
})

describe('a later response with another name than the update left', () => {
  it.each([
    ['that an update of another node sent belongs to that update', 'other', '4.1/others-unchanged'],
    ['that no request sent belongs to this one', 'third', '4.1/persists'],
  ])('%s', (_, name, check) => {
    const other = update(1, { name: 'other' }, { name: 'other' }, 2)
    expect(findingsIn([before, other, look(2, { id: 1, name })])).toEqual([check])
  })
})

it('a later response with another number that an update of another node sent belongs to that update', () => {
  const other = update(1, { memory: 262_148 }, { memory: 262_148 }, 2)
  expect(findingsIn([before, other, look(2, { id: 1, memory: 262_148 })])).toEqual(['4.1/others-unchanged'])
})

describe('a response to an update without a name, for which the document defines no value,', () => {
  it.each([
    ['the previous name', 'before', []],
    ['a name chosen by the server', 'Node 1', []],
    ['a name that only a refused request sent', 'Mine!', ['5/update-node-refused-changes-nothing']],
  ])('can have %s', (_, name, checks) => {
    expect(findingsIn([before, update(1, { name: 'Mine!' }), update(2, { memory: 2 }, { name })])).toEqual(
      checks,
    )
  })

  it('can have the name that a refused request sent for another node', () => {
    const refused = update(1, { name: 'Mine!' }, undefined, 2)
    expect(findingsIn([before, refused, update(2, { memory: 2 }, { name: 'Mine!' })])).toEqual([])
  })

  it('can have the name that a refused request sent, if a granted one sent it too', () => {
    const granted = update(2, { name: 'Mine!' }, { name: 'Mine!' }, 2)
    const last = update(3, { memory: 2 }, { name: 'Mine!' })
    expect(findingsIn([before, update(1, { name: 'Mine!' }), granted, last])).toEqual([])
  })

  it('can have a number that a refused request sent, which may be a default', () => {
    const known = update(0, { disk: 5_000 }, { disk: 5_000 })
    const last = update(2, { memory: 2 }, { disk: 9_999 })
    expect(findingsIn([known, update(1, { disk: 9_999 }), last])).toEqual([])
  })

  it.each<[what: string, log: readonly Entry[]]>([
    [
      'a number that a refused request sent, after updates without the field have kept it',
      [
        ...[update(0, { disk: 5_000 }, { disk: 5_000 }), update(1, { memory: 1 }, { disk: 5_000 })],
        ...[update(2, { disk: 9_999 }), update(3, { memory: 2 }, { disk: 9_999 })],
      ],
    ],
    [
      'a short name that a refused request sent',
      [before, update(1, { name: 'on' }), update(2, { memory: 2 }, { name: 'on' })],
    ],
  ])('cannot have %s', (_, log) => {
    expect(foundIn(log).map(({ check }) => check)).toEqual(['5/update-node-refused-changes-nothing'])
  })

  it('can have a short name that a refused request sent in another field', () => {
    const refused = update(1, { description: 'on' })
    expect(findingsIn([before, refused, update(2, { memory: 2 }, { name: 'on' })])).toEqual([])
  })
})

it('a value that a refused request sent has to occur again if other requests may have it by chance', () => {
  const movedBy = (name: string) =>
    foundIn([before, update(1, { name }), update(2, { memory: 2 }, { name })]).map(({ moved }) => moved)
  expect([movedBy('on'), movedBy('Mine!')]).toEqual([['node.name'], [undefined]])
})

describe('a variable that a refused startup update sent', () => {
  const startup = (at: number, environment: Fields | undefined, shown?: string): Entry => {
    const { exchange } = update(at, {}, shown === undefined ? undefined : {})
    const credential = shown === undefined ? 'application' : 'rootClient'
    const json = { object: 'server', attributes: { id: 5, container: { environment: { MARK: shown } } } }
    const pins = environment && { environment }
    return {
      at,
      call: {
        ...{ operation: 'updateServerStartup', subject: 'server', named: 5, credential },
        ...(pins && { pins, variable: 'MARK' }),
      },
      exchange: {
        ...exchange,
        ask: { ...exchange.ask, operation: 'updateServerStartup', method: 'PUT', path: '/api', credential },
        ...(shown !== undefined && {
          reply: { status: 200, headers: {}, text: JSON.stringify(json), json },
        }),
      },
    }
  }

  it.each([
    [
      'is found in the response to an update without variables',
      'on',
      ['5/update-server-startup-refused-changes-nothing'],
    ],
    ['is not found if the response shows another value', 'a default', []],
  ])('%s', (_, shown, checks) => {
    const log = [startup(0, { MARK: 'off' }, 'off'), startup(1, { MARK: 'on' }), startup(2, undefined, shown)]
    expect(findingsIn(log)).toEqual(checks)
  })
})

describe('a later response with another tag of an egg', () => {
  const withTag = (at: number, id: number): Entry =>
    mounts(at, { eggs: listOf('egg', { id: 1, relationships: { tags: listOf('tag', { id }) } }) })

  it.each([
    ['contradicts the one before a tag sync', 'syncNodeTags', ['2.1/one-resource']],
    ['may follow an import of this egg', 'importEgg', []],
  ] as const)('%s', (_, operation, checks) => {
    const { call, exchange } = update(1, {}, {})
    const ask = { ...exchange.ask, operation }
    const write: Entry = { at: 1, call: { ...call, operation }, exchange: { ...exchange, ask } }
    expect(findingsIn([withTag(0, 1), write, withTag(2, 2)])).toEqual(checks)
  })
})
