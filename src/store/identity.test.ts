import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seeded, uuidFrom } from './identity.ts'

describe.each<[what: string, make: (seed: string, ...path: (string | number)[]) => string]>([
  ['the bytes', (seed, ...path) => seeded(seed, ...path).toString('hex')],
  ['the UUID', uuidFrom],
])('%s of a seed and a path', (_, make) => {
  it('are the same every time, and others with anything else', () => {
    const all = [
      make('one', 'users', 1),
      make('two', 'users', 1),
      make('one', 'servers', 1),
      make('one', 'users', 2),
      make('one', 'users', '1'),
      make('one', 'users'),
      make('one', 'users1'),
    ]
    expect(make('one', 'users', 1)).toBe(all[0])
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('the bytes of a seed and a path', () => {
  it('are their digest, so that they are the same everywhere', () => {
    expect(seeded('one', 'users', 1)).toEqual(createHash('sha256').update('["one","users",1]').digest())
  })
})

describe('the UUID of a seed and a path', () => {
  it('is of version 4, with any variant that there is', () => {
    const uuids = Array.from({ length: 100 }, (_, id) => uuidFrom('one', id))
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(uuids.map((uuid) => uuid.charAt(19)))).toEqual(new Set(['8', '9', 'a', 'b']))
  })

  it('is of their digest, but for version and variant', () => {
    const digest = createHash('sha256').update('["one","users",1]').digest('hex')
    const digits = uuidFrom('one', 'users', 1).replaceAll('-', '')
    const isSame = Array.from(digits, (digit, at) => digit === digest[at] || at === 12 || at === 16)
    expect(isSame).toEqual(Array(32).fill(true))
  })
})
