import { expect, it } from 'vitest'
import { shareWorlds, type WantedWorld } from '../fixtures/world-for.ts'
import { World } from '../store/world.ts'

const counting = () => {
  const made: WantedWorld[] = []
  const make = shareWorlds(async (wanted) => {
    made.push(wanted)
    await Promise.resolve()
    return new World({ seed: 'x', scenario: 'empty', scale: 1, today: '2026-06-01' })
  })
  return { made, make }
}

it('creates a world once for all callers', async () => {
  const { made, make } = counting()
  const one = await make({ seed: 'one' })
  expect(await make({ seed: 'one' })).toBe(one)
  expect(made).toHaveLength(1)
})

it('returns one world to simultaneous callers', async () => {
  const { make } = counting()
  const all = await Promise.all(Array.from({ length: 5 }, () => make({ seed: 'one' })))
  expect(new Set(all).size).toBe(1)
})

it.each<[what: string, wanted: WantedWorld]>([
  ['another seed', { seed: 'two', scenario: 'demo', scale: 1 }],
  ['another scenario', { seed: 'one', scenario: 'edge', scale: 1 }],
  ['another scale', { seed: 'one', scenario: 'demo', scale: 2 }],
  ['another day', { seed: 'one', scenario: 'demo', scale: 1, today: '2026-06-02' }],
  ['no scale', { seed: 'one', scenario: 'demo' }],
])('creates another world for %s', async (_, wanted) => {
  const { make } = counting()
  const one = await make({ seed: 'one', scenario: 'demo', scale: 1 })
  expect(await make(wanted)).not.toBe(one)
})
