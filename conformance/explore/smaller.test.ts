import { describe, expect, it } from 'vitest'
import type { Call, Step } from '../steps/step.ts'
import { fewerSteps, lastOnly, plainerSteps } from './smaller.ts'

const call = (named: number, more: Partial<Call> = {}): Call => ({
  ...{ operation: 'updateNode', subject: 'node', credential: 'rootClient', named },
  ...more,
})

const numbers = (steps: readonly Step[]): unknown[] =>
  steps.map((step) => ('named' in step ? step.named : step))

const twenty = Array.from({ length: 20 }, (_, at) => call(at + 1))

describe('shorter steps', () => {
  it.each([
    ['one step before the last', [7]],
    ['two steps apart', [2, 15]],
    ['three simultaneous steps', [9, 10, 11]],
    ['only the last step', []],
  ])('are found if a failure needs %s', async (_, needed) => {
    let tests = 0
    const kept = await fewerSteps(twenty, async (steps) => {
      tests += 1
      return needed.every((number) => numbers(steps).includes(number))
    })
    expect(numbers(kept)).toEqual([...needed, 20])
    expect(tests).toBeLessThan(80)
  })

  it('are all steps if each is needed', async () => {
    const kept = await fewerSteps(twenty, async (steps) => steps.length === 20)
    expect(kept).toEqual(twenty)
  })
})

it.each([
  ['a read', [call(1)], 12, 0],
  ['a write, a pause and a read', [call(1), { pause: 2_500 }, call(2)], 8, 4],
  ['twenty steps', twenty, 60, 0],
])('%s: only the last request is repeated, with the pauses', (_, steps, requests, pauses) => {
  const still = lastOnly(steps)
  expect(still.filter((step) => step === steps.at(-1))).toHaveLength(requests)
  expect(still.filter((step) => 'pause' in step)).toHaveLength(pauses)
  expect(still).toHaveLength(requests + pauses)
})

describe('simpler steps', () => {
  it('have only the field that a failure needs, and no query', async () => {
    const steps = [call(1, { fields: { name: 'a', memory: 0, disk: 1 }, query: { page: 2 } })]
    const kept = await plainerSteps(steps, async ([step]) => {
      const fields = step && 'fields' in step ? step.fields : undefined
      return fields?.['memory'] === 0 && !(step && 'query' in step && Object.keys(fields).length === 3)
    })
    expect(kept).toMatchObject([{ named: 1 }])
    expect(kept[0]).not.toHaveProperty('query')
  })

  it('send two of three simultaneous requests, if two are enough', async () => {
    const burst = [call(1), call(2), call(3)]
    const kept = await plainerSteps([{ burst }], async ([step]) =>
      step && 'burst' in step ? step.burst.some((each) => each.named === 3) : false,
    )
    expect(kept).toEqual([{ burst: [call(2), call(3)] }])
  })
})
