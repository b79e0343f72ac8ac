import { describe, expect, it } from 'vitest'
import type { Exchange } from '../client/client.ts'
import type { Call, Entry } from '../steps/step.ts'
import type { Target } from '../target/target.ts'
import { Learned } from './learned.ts'
import type { Tables } from './tables.ts'

/** Only the status and the body of a response are used. */
const replied = (status: number, json: unknown): Exchange =>
  ({
    ask: { operation: 'updateNode' },
    reply: { status, json, text: JSON.stringify(json), headers: {} },
  }) as unknown as Exchange

const granted = replied(200, { object: 'node', attributes: {} })
const refused = replied(422, { errors: [] })

/** What is known after updates of the name of a node with texts, of which each is in one of several parts. */
function learnedFrom(
  ...updates: readonly (readonly [exchanges: Exchange | readonly Exchange[], parts: readonly string[]])[]
): Learned {
  const learned = new Learned({ resources: {} } as unknown as Target, { sites: [] } as unknown as Tables)
  for (const [exchanges, parts] of updates) {
    const call: Call = {
      operation: 'updateNode',
      subject: 'node',
      named: 1,
      credential: 'application',
      body: 'one field',
      fields: { name: parts.join(' ') },
    }
    learned.change(call, [{ field: 'name', value: parts.join(' '), isOdd: true, parts }])
    learned.note([exchanges].flat().map((exchange, at) => ({ at, call, exchange })))
  }
  return learned
}

describe('an exploration concludes from a request with several values', () => {
  it('that each of them is accepted, if the request was granted', () => {
    const learned = learnedFrom([granted, ['2 texts', 'a+b', '#1']])
    expect(['a+b', '#1', '2 texts'].every((part) => learned.isGranted('updateNode', 'name', part))).toBe(true)
  })

  it('that the only value without an earlier success is refused, if the request was refused', () => {
    const learned = learnedFrom([granted, ['2 texts', 'a+b', '#1']], [refused, ['2 texts', 'a+b', '🎮']])
    expect(learned.isRefused('updateNode', 'name', '🎮')).toBe(true)
    expect(learned.isGranted('updateNode', 'name', 'a+b')).toBe(true)
  })

  it('nothing about each value, if one of several may be refused', () => {
    const learned = learnedFrom([refused, ['2 texts', 'a+b', '🎮']])
    expect(['a+b', '🎮'].some((part) => learned.isRefused('updateNode', 'name', part))).toBe(false)
    expect(learned.boldOf('updateNode')).toBe(2)
    expect(learned.boldOf('createUser')).toBe(4)
  })

  it('nothing about each value, if the same request was refused three times', () => {
    const learned = learnedFrom([
      [refused, refused, refused],
      ['2 texts', 'a+b', '🎮'],
    ])
    expect(['a+b', '🎮'].some((part) => learned.isRefused('updateNode', 'name', part))).toBe(false)
  })
})

describe('a body with a single field that is refused six times', () => {
  const sixTimes = (part: string) => Array.from({ length: 6 }, () => [refused, [part]] as const)

  it('is a form that the server refuses, if its values were accepted otherwise', () => {
    const learned = learnedFrom([granted, ['a+b']], ...sixTimes('a+b'), ...sixTimes('a+b'))
    expect(learned.isFormRefused('updateNode', 'one field')).toBe(true)
  })

  it('is not such a form, if no value was ever accepted', () => {
    const learned = learnedFrom(...sixTimes('a+b'))
    expect(learned.isFormRefused('updateNode', 'one field')).toBe(false)
  })
})

describe('a request whose value is written over', () => {
  const fields = { name: 'a node', disk: 1 }
  const site = { operation: 'updateNode', subject: 'node', names: [1], tokens: ['application'], fields }
  const shown = replied(200, { object: 'node', attributes: { id: 1, ...fields } })

  /** The updates and fields that are reported as hidden, of updates of some fields by a credential. */
  function hiddenOf(
    ...updates: readonly (readonly [Call['credential'], ...fields: (keyof typeof fields)[]])[]
  ) {
    const hidden: string[] = []
    const target = { resources: { node: 1 } } as unknown as Target
    const tell = ({ at }: Entry, field = 'all'): void => void hidden.push(`${at} ${field}`)
    const learned = new Learned(target, { sites: [site] } as unknown as Tables, tell)
    for (const [at, [credential, ...names]] of updates.entries()) {
      const fields = Object.fromEntries(names.map((name) => [name, at]))
      const call: Call = { operation: 'updateNode', subject: 'node', named: 1, credential, fields }
      learned.note([{ at, call, exchange: credential === 'garbage' ? replied(401, { errors: [] }) : shown }])
    }
    return hidden
  }

  // No response has shown the node before the first one.
  const first = ['application', 'disk'] as const

  it.each([
    ['is told', [first, ['application', 'name'], ['application', 'name']], ['1 name', '1 all']],
    [
      'is told of one field alone if a response showed another one',
      [first, ['application', 'name', 'disk'], first],
      ['1 disk'],
    ],
    ['is told if it was refused', [first, ['garbage', 'name'], ['application', 'name']], ['1 name', '1 all']],
    [
      'is not told if a response showed the value',
      [first, ['garbage', 'name'], first, ['application', 'name']],
      [],
    ],
    [
      'is not told if only a refused request may have written it again',
      [first, ['application', 'name'], ['garbage', 'name']],
      [],
    ],
  ] as const)('%s', (_, updates, hidden) => {
    expect(hiddenOf(...updates)).toEqual(hidden)
  })
})
