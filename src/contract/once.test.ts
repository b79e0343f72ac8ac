import { expect, it } from 'vitest'
import { once } from './once.ts'

it('calls the function once for all callers that wait for it', async () => {
  let calls = 0
  const load = once(async () => (calls += 1))
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

it('calls the function again after it has failed', async () => {
  let calls = 0
  const load = once(async () => {
    calls += 1
    if (calls === 1) throw new Error('EMFILE')
    return calls
  })
  await expect(load()).rejects.toThrow('EMFILE')
  expect(await load()).toBe(2)
})
