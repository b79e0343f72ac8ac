import { expect, it } from 'vitest'
import type { FaultRule } from '../../../sandboxes/model.ts'
import { neverFires, ruleText } from './fault-rules.ts'

it.each<[FaultRule, string]>([
  [{ code: 503 }, 'respond with 503 on every call'],
  [{ code: 503, probability: 1 }, 'respond with 503 on every call'],
  [{ code: 503, probability: 0.05, retryAfter: 1 }, 'respond with 503 and Retry-After 1 on 5 % of the calls'],
  [{ code: 503, probability: 0.00012 }, 'respond with 503 on 0.012 % of the calls'],
  [
    { code: 429, retryAfter: 2, operation: 'createUser', times: 1 },
    'respond with 429 and Retry-After 2 on the first call of createUser',
  ],
  [
    { delay: [200, 800], method: 'GET', path: '/api/client/*', probability: 0.2 },
    'wait 200 to 800 ms on 20 % of the calls of GET /api/client/*',
  ],
  [
    { fault: 'reset', when: 'after-commit', from: 3, times: 2 },
    'reset the connection after the write, on calls 3 to 4',
  ],
  [{ code: 500, from: 2 }, 'respond with 500 on every call but the first'],
  [
    { code: 500, from: 3, operation: 'updateNode' },
    'respond with 500 on every call of updateNode but the first 2',
  ],
  [{ code: 500, from: 3, times: 1 }, 'respond with 500 on call 3'],
  [{ code: 500, times: 3 }, 'respond with 500 on the first 3 calls'],
  [
    { code: 500, probability: 0.5, from: 3, times: 1 },
    'respond with 500 on 50 % of the calls but the first 2, at most once',
  ],
  [
    { chain: [{ code: 500 }, 'pass'], operation: 'updateNode' },
    'respond with 500, then pass on the first 2 calls of updateNode',
  ],
])('describes %j in a sentence', (rule, text) => {
  expect(ruleText(rule)).toBe(text)
})

const operations = [
  { id: 'createUser', method: 'POST' },
  { id: 'listServerBackups', method: 'GET' },
]

const behind = 'an earlier rule hits all of these calls'

type Row = readonly [
  name: string,
  rule: FaultRule & { calls?: number; hits?: number },
  earlier: FaultRule[],
  why: string | undefined,
]

it.each<Row>([
  ['a single rule', { code: 503 }, [], undefined],
  ['a rule after one that matches all calls', { code: 503, path: '/api/client/*' }, [{ delay: 5 }], behind],
  [
    'an operation after its method',
    { code: 503, operation: 'createUser' },
    [{ code: 500, method: 'POST' }],
    behind,
  ],
  [
    'an operation after another one',
    { code: 503, operation: 'createUser' },
    [{ code: 500, method: 'GET' }],
    undefined,
  ],
  ['a rule after one that matches some calls', { code: 503 }, [{ code: 500, probability: 0.5 }], undefined],
  ['a rule after one that ends', { code: 503 }, [{ code: 500, times: 1 }], undefined],
  ['all calls after some of them', { code: 503 }, [{ code: 500, operation: 'createUser' }], undefined],
  ['a rule with a chance of 0', { code: 503, probability: 0 }, [], 'its probability is 0'],
  [
    'a rule that has matched all its calls',
    { code: 503, times: 2, calls: 5, hits: 2 },
    [],
    'it has hit as often as it may',
  ],
  ['a finished sequence', { chain: ['pass', { code: 503 }], calls: 2 }, [], 'its chain has ended'],
  [
    'an unknown operation',
    { code: 503, operation: 'listNodes' },
    [],
    'the server does not have listNodes now',
  ],
])('decides whether a rule can match a call: %s', (_, rule, earlier, why) => {
  expect(neverFires(rule, earlier, operations)).toBe(why)
})
