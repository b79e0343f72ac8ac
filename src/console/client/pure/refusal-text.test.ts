import { expect, it } from 'vitest'
import { type Refusal, refusalText, withoutControl } from './refusal-text.ts'

it.each<[number, Refusal, string]>([
  [404, { detail: 'There is no snapshot "a".' }, 'There is no snapshot "a".'],
  [422, { detail: 'The `a` is wrong.', errors: [{ detail: 'The `a` is wrong.' }] }, 'The `a` is wrong.'],
  [
    422,
    { detail: 'A. B.', errors: [{ detail: 'The `a` is wrong.' }, { detail: 'B.' }] },
    'The `a` is wrong. One more field is wrong.',
  ],
  [
    422,
    { detail: 'A. B. C.', errors: [{ detail: 'The `a` is wrong.' }, { detail: 'B.' }, { detail: 'C.' }] },
    'The `a` is wrong. 2 more fields are wrong.',
  ],
  [404, { errors: [{ detail: 'There is no route.' }] }, withoutControl],
  [404, {}, 'The control API responded with 404.'],
  [502, {}, 'The control API responded with 502.'],
])('says %d %j readably', (status, body, text) => {
  expect(refusalText(status, body)).toBe(text)
})
