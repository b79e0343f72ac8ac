import { expect, it } from 'vitest'
import type { FaultRule } from '../../../../sandboxes/model.ts'
import { type RuleFields, ruleFrom } from './rule-fields.ts'

const empty: RuleFields = {
  operation: '',
  method: '',
  path: '',
  effect: 'none',
  code: '503',
  retryAfter: '',
  delay: '',
  when: 'before',
  probability: '',
  from: '',
  times: '',
}

it.each<[string, Partial<RuleFields>, FaultRule]>([
  ['nothing', {}, {}],
  ['a status', { effect: 'code', code: '429', retryAfter: '2' }, { code: 429, retryAfter: 2 }],
  ['no status where the answer is another', { effect: 'reset', retryAfter: '2' }, { fault: 'reset' }],
  ['a delay', { delay: '800' }, { delay: 800 }],
  ['a range of delays', { delay: ' 200 - 800 ' }, { delay: [200, 800] }],
  [
    'no number where none was typed',
    { delay: 'soon', probability: 'x' },
    { delay: Number.NaN, probability: Number.NaN },
  ],
  ['no half of a range', { delay: '-5' }, { delay: Number.NaN }],
  [
    'which calls',
    { operation: 'createUser', method: 'POST', path: '/api/*' },
    { operation: 'createUser', method: 'POST', path: '/api/*' },
  ],
  [
    'how often',
    { probability: '0.2', from: '3', times: '1', when: 'after-commit' },
    { probability: 0.2, from: 3, times: 1, when: 'after-commit' },
  ],
])('a rule has %s', (_, fields, rule) => {
  expect(ruleFrom({ ...empty, ...fields })).toEqual(rule)
})
