import { expect, it } from 'vitest'
import type { Verdict } from '../judge/verdict.ts'
import { reporters } from './index.ts'
import { about, everything } from './testing/run.ts'

it.each<[Verdict, string, string]>([
  ['conforms', 'conforms, 10 checks', 'brightgreen'],
  ['nonconforming', '3 of 10 failed', 'red'],
  ['incomplete', 'incomplete, 2 not judged', 'yellow'],
  ['unreachable', 'unreachable', 'lightgrey'],
  ['error', 'error', 'orange'],
])('the badge of %s has the text "%s" in %s', (verdict, message, color) => {
  expect(JSON.parse(reporters.badge({ ...everything, verdict }, about))).toEqual({
    schemaVersion: 1,
    label: 'nestbox',
    message,
    color,
  })
})

it('the badge of a run in which nothing was judged has no number', () => {
  const nothing = { ...everything, verdict: 'incomplete' as const, results: [] }
  expect(reporters.badge(nothing, about)).toContain('"message":"incomplete"')
})
