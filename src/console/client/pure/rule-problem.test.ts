import { expect, it } from 'vitest'
import { BadFault, readRule } from '../../../faults/rule.ts'
import { ruleProblem } from './rule-problem.ts'

it.each<[unknown]>([
  [{ code: 503 }],
  [{ code: 599, retryAfter: 0, probability: 0, from: 1, times: 1, path: '/api/client/*' }],
  [{ delay: 0 }],
  [{ delay: [200, 800], when: 'after-commit' }],
  [{ fault: 'truncated' }],
  [{ chain: ['pass', { code: 500 }] }],
])('finds nothing wrong with %j', (rule) => {
  expect(ruleProblem(rule)).toBeUndefined()
  // The mock has the last word on the same rules.
  expect(readRule(rule)).toEqual(rule)
})

it.each<[unknown, string | undefined, string]>([
  [5, undefined, 'A rule is a JSON object'],
  [[], undefined, 'A rule is a JSON object'],
  [{}, 'delay', 'Set an error status'],
  [{ code: 99 }, 'code', 'from 400 to 599'],
  [{ code: Number.NaN }, 'code', 'from 400 to 599'],
  [{ code: 503, retryAfter: -1 }, 'retryAfter', 'whole seconds'],
  [{ delay: Number.NaN }, 'delay', 'such as 200-800'],
  [{ delay: [800, 200] }, 'delay', 'a range such as'],
  [{ code: 503, probability: 7 }, 'probability', 'from 0 to 1'],
  [{ code: 503, from: 0 }, 'from', '1 or more'],
  [{ code: 503, times: 1.5 }, 'times', '1 or more'],
  [{ code: 503, path: 'client' }, 'path', 'start with /api'],
  [{ fault: 'fire' }, 'fault', 'reset, empty or truncated'],
  [{ code: 503, when: 'never' }, 'when', 'after-commit'],
  [{ chain: 'pass' }, 'chain', 'must be a list'],
  [{ chain: [{ code: 1 }] }, 'chain', 'must be a list'],
])('names the fault of %j', (rule, field, text) => {
  expect(ruleProblem(rule)).toEqual({ field, text: expect.stringContaining(text) })
  expect(() => readRule(rule)).toThrow(BadFault)
})
