import { expect, it } from 'vitest'
import type { FaultRule } from '../../../sandboxes/model.ts'
import { neverFires } from './never-fires.ts'

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
  ['a rule by itself', { code: 503 }, [], undefined],
  ['a rule behind one that hits all calls', { code: 503, path: '/api/client/*' }, [{ delay: 5 }], behind],
  [
    'an operation behind its method',
    { code: 503, operation: 'createUser' },
    [{ code: 500, method: 'POST' }],
    behind,
  ],
  [
    'an operation behind another one',
    { code: 503, operation: 'createUser' },
    [{ code: 500, method: 'GET' }],
    undefined,
  ],
  ['a rule behind one that hits some calls', { code: 503 }, [{ code: 500, probability: 0.5 }], undefined],
  ['a rule behind one that ends', { code: 503 }, [{ code: 500, times: 1 }], undefined],
  ['all calls behind some of them', { code: 503 }, [{ code: 500, operation: 'createUser' }], undefined],
  ['a rule without a chance', { code: 503, probability: 0 }, [], 'its probability is 0'],
  [
    'a rule that has hit its calls',
    { code: 503, times: 2, calls: 5, hits: 2 },
    [],
    'it has hit as often as it may',
  ],
  ['a chain at its end', { chain: ['pass', { code: 503 }], calls: 2 }, [], 'its chain has ended'],
  [
    'an operation that is not there',
    { code: 503, operation: 'listNodes' },
    [],
    'the server does not have listNodes now',
  ],
])('knows whether a rule can hit a call: %s', (_, rule, earlier, why) => {
  expect(neverFires(rule, earlier, operations)).toBe(why)
})
