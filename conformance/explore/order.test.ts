import { describe, expect, it } from 'vitest'
import { type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Credential, forgeryNames, tokenNames } from '../client/credentials.ts'
import { accepts, isBarred } from '../judge/access.ts'
import type { Session } from '../judge/session.ts'
import { Random } from '../steps/random.ts'
import { type Call, callsOf, type Entry } from '../steps/step.ts'
import { Draw } from './draw.ts'
import { episode } from './episode.ts'
import { Order } from './order.ts'
import { kindOf, nameOf, type Sender, sendersOf } from './senders.ts'
import type { Tables } from './tables.ts'

const refused = Object.fromEntries(
  operationIds.map((operation) => [
    operation,
    [...forgeryNames, ...tokenNames].filter((credential) => isBarred({ operation, credential })),
  ]),
) as unknown as Tables['refused']

const tables: Tables = {
  sites: operationIds.map((operation) => ({
    operation,
    subject: 'node',
    names: [1],
    tokens: accepts[operations[operation].family].map(([token]) => token),
  })),
  refused,
  ...{ tags: [], locations: [], files: [], variable: undefined, variableDefault: undefined },
  ...{ environment: undefined, scripts: undefined },
}

const senders = sendersOf(tables)

/** An exchange of which only the operation and the success are used. */
function grantedBy(operation: OperationId): Exchange {
  const { envelope, kind } = operations[operation].response
  const json = envelope === 'single' ? { object: kind, attributes: {} } : { object: 'list', data: [] }
  return {
    ask: { operation },
    reply: { status: 200, json, text: JSON.stringify(json) },
  } as unknown as Exchange
}

function entryOf({ operation }: Sender, credential: Credential): Entry {
  const call: Call = { operation, subject: 'node', named: 1, credential }
  return { at: 0, call, exchange: grantedBy(operation) }
}

/** Users are created only occasionally. */
const isRare = ({ kind }: Sender): boolean => kind === 'write createUser granted'

const others = senders.filter((sender) => !isRare(sender))

/** The pairs of requests that come one after the other; each fifth request is a read that the order does not choose. */
function pairsAfter(requests: number, seed: string): ReadonlySet<string> {
  const random = new Random(seed)
  const order = new Order(senders, random)
  const looks = others.filter(({ isBarred }) => !isBarred)
  const pairs = new Set<string>()
  let before = 'nothing'
  for (let at = 0; at < requests; at += 1) {
    const sender = at % 5 === 4 ? random.one(looks) : order.next((each) => (isRare(each) ? 0 : 1))
    if (!sender) throw new Error('no request may come next')
    const entry = entryOf(sender, random.one(sender.credentials))
    pairs.add(`${before}, ${kindOf(entry.call)}`).add(`${before}, ${nameOf(entry.call)}`)
    before = kindOf(entry.call)
    order.note([entry])
  }
  return pairs
}

const seeds = ['one', 'two', 'three', 'four']
const kinds = [...new Set(others.map(({ kind }) => kind))]
const usual = others.filter(({ weight }) => weight >= 1).map(({ name }) => name)

/** The part of some pairs that is missing, on an average of the seeds. */
const missed = (
  contexts: readonly string[],
  next: readonly string[],
  pairsOf: (seed: string) => ReadonlySet<string>,
): number => {
  const wanted = contexts.flatMap((one) => next.map((other) => `${one}, ${other}`))
  const missing = seeds.map((seed) => {
    const pairs = pairsOf(seed)
    return wanted.filter((pair) => !pairs.has(pair)).length
  })
  return missing.reduce((sum, each) => sum + each, 0) / (seeds.length * wanted.length)
}

describe('the order of an exploration', () => {
  const pairsOf = (seed: string) => pairsAfter(2_000, seed)

  it('has each kind of request directly after each kind', () => {
    expect(kinds).toHaveLength(23)
    expect(missed(kinds, kinds, pairsOf)).toBeLessThan(0.001)
  })

  it('has each usual credential of each operation directly after each granted request', () => {
    const granted = kinds.filter((kind) => kind.endsWith('granted'))
    // Looks are not chosen by the order, so a few pairs of several hundred can be missing.
    expect(missed(granted, usual, pairsOf)).toBeLessThan(0.01)
  })
})

describe('a request that an exploration has sent', () => {
  const [sender] = others
  if (!sender) throw new Error('there is no sender')
  const [credential = 'garbage'] = sender.credentials

  it('adds less in the same place, unless its effect was hidden', () => {
    const order = new Order(senders, new Random('hidden'))
    const entry = entryOf(sender, credential)
    order.note([entry])
    expect(order.gain(sender.name, 'nothing')).toBe(1 / 4)
    for (let times = 0; times < 2; times += 1) order.forget(entry)
    expect(order.gain(sender.name, 'nothing')).toBe(1)
  })

  it('adds as much as the fields that were not written in the same place', () => {
    const [writer, reader] = ['write updateNode granted', 'read listServerMounts granted'].map(
      (kind) => others.find((each) => each.kind === kind) ?? sender,
    ) as [Sender, Sender]
    const fields = ['name', 'disk']
    const order = new Order(senders, new Random('fields'), {
      of: ({ operation }) => (operation === 'updateNode' ? fields : []),
      in: (call) => Object.keys(call.fields ?? {}),
    })
    const { call, ...entry } = entryOf(writer, 'rootClient')
    const named: Entry = { ...entry, call: { ...call, fields: { name: 'a node' } } }
    expect([order.fieldGain(writer), order.fieldGain(reader)]).toEqual([1, undefined])
    order.note([named])
    order.note([])
    order.forget(named)
    expect(order.gain('updateNode name', 'nothing')).toBe(1 / 4)
    order.note([named])
    order.forgetField(named, 'name')
    expect(order.gain('updateNode name', 'a pause')).toBe(1)
  })

  it('was sent again if the next one is the same', () => {
    const order = new Order(senders, new Random('again'))
    const entry = entryOf(sender, credential)
    order.note([entry])
    expect(order.gain(sender.name, 'again')).toBe(1)
    order.note([entry])
    expect(order.gain(sender.name, 'again')).toBe(1 / 4)
  })
})

/** The pairs of requests in the episodes of an exploration of a server that responds as it should. */
function pairsIn(requests: number, seed: string): ReadonlySet<string> {
  const session = {
    target: { resources: { node: 1 }, requests: {} },
    ...{ mark: 'mark', isPinned: () => false, pins: () => ({}) },
  } as unknown as Session
  const draw = new Draw(tables, session, new Random(seed))
  const pairs = new Set<string>()
  let before = 'nothing'
  for (let sent = 0; sent < requests; ) {
    const steps = episode(draw, 0, requests - sent)
    for (let next = steps.next(); !next.done; ) {
      const entries = callsOf(next.value).map((call, at): Entry => {
        const json = { errors: [] }
        const refusal = { ask: call, reply: { status: 401, json, text: JSON.stringify(json) } }
        const exchange = isBarred(call) ? (refusal as unknown as Exchange) : grantedBy(call.operation)
        return { at, call, exchange }
      })
      for (const { call } of entries) {
        pairs.add(`${before}, ${nameOf(call)}`)
        before = kindOf(call)
      }
      sent += entries.length
      next = steps.next(entries)
    }
  }
  return pairs
}

describe('the episodes of an exploration', () => {
  // Reads and repeated requests take the place of some of several hundred pairs.
  it.each([
    ['granted', 0.005],
    ['forged', 0.08],
  ])('have each usual credential of each operation directly after each %s write', (how, most) => {
    const writes = kinds.filter((kind) => /^write (?!createUser)/.test(kind) && kind.endsWith(how))
    expect(missed(writes, usual, (seed) => pairsIn(2_000, seed))).toBeLessThan(most)
  })
})
