import { expect, it } from 'vitest'
import { operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Entry } from '../steps/step.ts'
import type { Finding } from './finding.ts'
import { isStray, partsOf } from './log-parts.ts'

const place = { kind: 'node', id: 1, field: 'memory' } as const

const nodeEnvelope = (memory: number) => ({ object: 'node', attributes: { id: 1, memory } })

/** A granted update of the memory of node 1, or a startup update whose response nests the node. */
function entryOf(at: number, operation: 'updateNode' | 'updateServerStartup', memory: number): Entry {
  const { method } = operations[operation]
  const isUpdate = operation === 'updateNode'
  const relationships = { node: nodeEnvelope(memory) }
  const json = isUpdate
    ? nodeEnvelope(memory)
    : { object: 'server', attributes: { id: 1, node: 1, relationships } }
  const ask = { operation, method, path: '/', credential: 'rootClient', token: 'rootClient' } as const
  return {
    at,
    call: { operation, subject: isUpdate ? 'node' : 'server', named: 1, credential: 'rootClient' },
    exchange: {
      ask: { ...ask, json: isUpdate ? { memory } : { startup: String(at) } },
      reply: { status: 200, headers: {}, text: '', json },
      started: at * 60,
      milliseconds: 10,
    } as unknown as Exchange,
  }
}

const log = [
  entryOf(0, 'updateNode', 1),
  entryOf(1, 'updateNode', 2),
  entryOf(2, 'updateServerStartup', 2),
  entryOf(3, 'updateServerStartup', 1),
  entryOf(4, 'updateServerStartup', 2),
]
const [, source, , last] = log as [Entry, Entry, Entry, Entry]

const finding = (more: Partial<Finding> = {}): Finding => ({
  check: '4.1/persists',
  key: 'node.memory',
  failure: { message: '', expected: '2', actual: '1' },
  place,
  expects: [2],
  actual: 1,
  ...more,
})

const numbers = (parts: readonly (readonly Entry[])[]) => parts.map((part) => part.map(({ at }) => at))

it.each<[what: string, found: Finding, source: Entry | undefined, parts: readonly (readonly number[])[]]>([
  ['a finding without a source is checked again', finding(), undefined, [[3]]],
  [
    'a lost value: a write of another value, the write and the read, then all entries between them',
    finding(),
    source,
    [
      [0, 1, 3],
      [0, 1, 2, 3],
    ],
  ],
  [
    'a changed list: its first page and the last one, then all requests of the list',
    finding({ change: 'it lost a record' }),
    source,
    [
      [1, 3],
      [2, 3, 4, 3],
    ],
  ],
  [
    'entries that show it together, after a write of another value',
    finding({ together: [source] }),
    source,
    [[0, 1, 3]],
  ],
])('%s', (_, found, from, parts) => {
  expect(numbers(partsOf(log, from, last, found))).toEqual(parts)
})

it('the effect of a write on other resources is checked after a write of another value, and after one to the second resource', () => {
  const read = (at: number): Entry => {
    const { call, exchange } = entryOf(at, 'updateServerStartup', 1)
    return { at, call, exchange: { ...exchange, ask: { ...exchange.ask, method: 'GET' } } }
  }
  const twin = entryOf(4, 'updateNode', 3)
  const [look, write] = [read(2), entryOf(3, 'updateNode', 2)]
  const entries = [
    entryOf(0, 'updateNode', 1),
    look,
    write,
    { ...twin, call: { ...twin.call, subject: 'otherNode' } },
  ]
  const found = finding({ check: '4.1/others-unchanged', suspects: [write] })
  expect(numbers(partsOf(entries as readonly Entry[], look, read(5), found))).toEqual([
    [2, 5],
    [0, 2, 3, 2],
    [4, 2, 3, 2],
  ])
})

it('of the writes that may have changed another resource, a granted one that sent the new value is sent again first', () => {
  const write = (at: number, memory: number, status = 200): Entry => {
    const { call, exchange } = entryOf(at, 'updateNode', memory)
    const refusal = { status, headers: {}, text: '{"errors":[]}', json: { errors: [] } }
    const reply = status === 200 ? exchange.reply : (refusal as Exchange['reply'])
    return { at, call: { ...call, fields: { memory } }, exchange: { ...exchange, reply } }
  }
  const { call, exchange } = entryOf(0, 'updateServerStartup', 1)
  const look: Entry = { at: 0, call, exchange: { ...exchange, ask: { ...exchange.ask, method: 'GET' } } }
  const entries = [look, write(1, 2), write(2, 5), write(3, 2), write(4, 6), write(5, 2, 404)]
  const found = finding({ check: '4.1/others-unchanged', suspects: entries.slice(1), actual: 2 })
  expect(numbers(partsOf(entries, look, { ...look, at: 6 }, found))).toEqual([
    ...[[0, 6]],
    ...[3, 4, 5].map((at) => [at === 4 ? 2 : 4, 0, at, 0]),
  ])
})

it.each<[what: string, entries: readonly Entry[], found: Finding, isStrayValue: boolean]>([
  ['a value that the next response corrects is stray', log, finding(), true],
  ['a value that no later response has is not', log.slice(0, 4), finding(), false],
  [
    'an old value is not, if responses may lag behind a write',
    log,
    finding({ isSettledBy: () => true }),
    false,
  ],
  ['a value that never existed is', log, finding({ actual: 7, isSettledBy: () => true }), true],
  [
    'a value is not if another client had the time to change it and change it back',
    log.map((entry) => ({ ...entry, exchange: { ...entry.exchange, started: entry.at * 250 } })),
    finding(),
    false,
  ],
  [
    'a value is not that two responses in a row have',
    [...log, ...[5, 6].map((at) => entryOf(at, 'updateServerStartup', 1))],
    finding(),
    false,
  ],
  ['a boolean is not, since it has only one other value', log, finding({ actual: false }), false],
  [
    'a value is not after a write that may have corrected it',
    [...log.slice(0, 4), entryOf(4, 'updateNode', 2)],
    finding(),
    false,
  ],
])('%s', (_, entries, found, isStrayValue) => {
  expect(isStray(entries, entries[3] ?? last, found, () => undefined)).toBe(isStrayValue)
})

it('a value is not stray before a write of its server by UUID', () => {
  const uuid = '6f1c9a52-0000-4000-8000-000000000001'
  const write = (at: number, named: number | string, startup_command: string): Entry => {
    const { call, exchange } = entryOf(at, 'updateServerStartup', 1)
    const json = { object: 'server', attributes: { id: 1, uuid, container: { startup_command } } }
    return {
      at,
      call: { ...call, named },
      exchange: { ...exchange, reply: { ...exchange.reply, json } } as Exchange,
    }
  }
  const [own, other, again] = [write(0, 1, 'own'), write(1, 1, 'other'), write(2, uuid, 'own')] as const
  const found = finding({
    place: { kind: 'server', id: 1, field: 'container.startup_command' },
    ...{ expects: ['own'], actual: 'other' },
  })
  const stray = (known: unknown) => isStray([own, other, again], other, found, () => known)
  expect([stray(undefined), stray(uuid)]).toEqual([true, false])
})
