import { describe, expect, it } from 'vitest'
import { type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Credential, forgeryNames, tokenNames } from '../client/credentials.ts'
import { accepts, isBarred } from '../judge/access.ts'
import { Random } from '../steps/random.ts'
import type { Call, Entry } from '../steps/step.ts'
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
  ...{ tags: [], locations: [], eggs: [], files: [], variable: undefined },
  ...{ environment: undefined, scripts: undefined },
}

const senders = sendersOf(tables)

/** An exchange of which only the operation and a response of success are looked at. */
function grantedBy(operation: OperationId): Exchange {
  const { envelope, kind } = operations[operation].answer
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

/** Users are created only now and then. */
const isRare = ({ kind }: Sender): boolean => kind === 'write createUser granted'

const others = senders.filter((sender) => !isRare(sender))

/** The pairs of requests that come one after the other; each fifth request is a look that the order does not choose. */
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

describe.each(['one', 'two', 'three', 'four', 'five'])(
  'the order of an exploration with the seed "%s"',
  (seed) => {
    const pairs = pairsAfter(2_000, seed)
    const kinds = [...new Set(others.map(({ kind }) => kind))]
    const missed = (contexts: readonly string[], next: readonly string[]): readonly string[] =>
      contexts.flatMap((one) => next.map((other) => `${one}, ${other}`)).filter((pair) => !pairs.has(pair))

    it('has each kind of request right after each kind', () => {
      expect(kinds).toHaveLength(23)
      expect(missed(kinds, kinds)).toEqual([])
    })

    it('has each usual credential of each operation right after each granted request', () => {
      const usual = others.filter(({ weight }) => weight >= 1).map(({ name }) => name)
      const granted = kinds.filter((kind) => kind.endsWith('granted'))
      // Looks are not chosen by the order, so a few pairs of several hundred can be missing.
      expect(missed(granted, usual).length).toBeLessThan(0.03 * granted.length * usual.length)
    })
  },
)
