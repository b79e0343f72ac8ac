import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seeded } from './dice.ts'

describe('the bytes for a seed and a path', () => {
  it('are always the same, and different for other inputs', () => {
    const all = [
      seeded('one', 'users', 1),
      seeded('two', 'users', 1),
      seeded('one', 'servers', 1),
      seeded('one', 'users', 2),
      seeded('one', 'users', '1'),
      seeded('one', 'users'),
      seeded('one', 'users1'),
    ].map((bytes) => bytes.toString('hex'))
    expect(seeded('one', 'users', 1).toString('hex')).toBe(all[0])
    expect(new Set(all).size).toBe(all.length)
  })

  it('are a digest, which is the same on every platform', () => {
    expect(seeded('one', 'users', 1)).toEqual(createHash('sha256').update('["one","users",1]').digest())
  })
})
