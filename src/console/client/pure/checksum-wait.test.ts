import { expect, it } from 'vitest'
import { type Course, checksumWait } from './checksum-wait.ts'

it.each<[string, Course, number]>([
  ['the first write', { now: 5000, written: 0, refreshed: 0, cost: 0 }, 0],
  ['a single write', { now: 5000, written: 3900, refreshed: 4000, cost: 10 }, 0],
  ['a single write soon after a slow one', { now: 5000, written: 3900, refreshed: 4500, cost: 50 }, 500],
  ['a write among others', { now: 5000, written: 4900, refreshed: 0, cost: 1 }, 250],
  ['a write among others in a slow world', { now: 5000, written: 4900, refreshed: 0, cost: 80 }, 1600],
])('%s is followed after a wait that fits', (_, course, wait) => {
  expect(checksumWait(course)).toBe(wait)
})
