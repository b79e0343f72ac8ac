import { describe, expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { timers } from '../util/timers.ts'
import { generateRest } from './generate-rest.ts'

const large = () => makeWorld({ seed: 'rest', scale: 2_000 })

describe('the rest of a world', () => {
  it('is generated between other events', async () => {
    const world = large()
    let others = 0
    const other = timers.setInterval(() => (others += 1), 1)
    await generateRest(world, () => false)
    timers.clearInterval(other)
    expect(others).toBeGreaterThan(1)
    expect(world.generateFor(0)).toBe(true)
  })

  it('is not generated once it is over', async () => {
    const world = large()
    await generateRest(world, () => true)
    expect(world.generateFor(0)).toBe(false)
  })
})
