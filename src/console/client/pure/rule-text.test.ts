import { expect, it } from 'vitest'
import type { FaultRule } from '../../../model.ts'
import { ruleText } from './rule-text.ts'

it.each<[FaultRule, string]>([
  [{ code: 503 }, 'answer 503 on every call'],
  [
    { code: 429, retryAfter: 2, operation: 'createUser', times: 1 },
    'answer 429 with Retry-After 2 on createUser, once',
  ],
  [
    { delay: [200, 800], method: 'GET', path: '/api/client/*', probability: 0.2 },
    'wait 200 to 800 ms on GET /api/client/*, 20 % of the time',
  ],
  [
    { fault: 'reset', when: 'after-commit', from: 3, times: 2 },
    'break off, after the write was made on every call, from call 3, 2 times',
  ],
  [{ chain: [{ code: 500 }, 'pass'], operation: 'updateNode' }, 'answer 500, then pass on updateNode'],
])('reads %j as a sentence', (rule, text) => {
  expect(ruleText(rule)).toBe(text)
})
