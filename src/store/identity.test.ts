import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seeded, uuidsFrom } from './identity.ts'

describe('the bytes of a seed and a path', () => {
  it('are the same every time, and others with anything else', () => {
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

  it('are their digest, so that they are the same everywhere', () => {
    expect(seeded('one', 'users', 1)).toEqual(createHash('sha256').update('["one","users",1]').digest())
  })
})

describe('the UUIDs of a seed and a name', () => {
  const numbers = Array.from({ length: 20_000 }, (_, at) => at + 1)
  const uuids = numbers.map(uuidsFrom('one', 'users'))

  it('are the same every time, and others for another seed or name', () => {
    const [first] = uuids
    expect(uuidsFrom('one', 'users')(1)).toBe(first)
    expect(uuidsFrom('two', 'users')(1)).not.toBe(first)
    expect(uuidsFrom('one', 'servers')(1)).not.toBe(first)
  })

  it('stay as they are in every version and on every machine', () => {
    expect([uuids[0], uuids[1], uuidsFrom('one', 'users')(2 ** 40)]).toMatchInlineSnapshot(`
      [
        "3e781d31-60e8-4b78-ab07-64c9e6c16ef4",
        "7cd0ce05-10b3-44b1-b1c1-e5006df5021c",
        "a73cbe84-a2bd-4ab0-8f65-c86cc514440c",
      ]
    `)
  })

  it('are of version 4, with any variant that there is', () => {
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(uuids.map((uuid) => uuid.charAt(19)))).toEqual(new Set(['8', '9', 'a', 'b']))
  })

  it('differ in their first eight digits already, for numbers below 2^32', () => {
    expect(new Set(uuids.map((uuid) => uuid.slice(0, 8))).size).toBe(uuids.length)
  })

  it('differ for numbers that are 2^32 apart', () => {
    const uuid = uuidsFrom('one', 'users')
    expect(uuid(1 + 2 ** 32)).not.toBe(uuid(1))
  })

  it('have each digit at each place, and no pattern in the UUIDs of neighbours', () => {
    const places = [...Array(36).keys()].filter((at) => ![8, 13, 14, 18, 19, 23].includes(at))
    for (const at of places) {
      expect(new Set(uuids.slice(0, 1_000).map((uuid) => uuid.charAt(at))).size).toBe(16)
      const repeats = uuids.filter((uuid, nth) => uuid.charAt(at) === uuids[nth + 1]?.charAt(at)).length
      expect(repeats * 16).toBeGreaterThan(0.8 * uuids.length)
      expect(repeats * 16).toBeLessThan(1.2 * uuids.length)
    }
  })
})
