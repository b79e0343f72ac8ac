import { expect, it } from 'vitest'
import { errorsByField, refusalText, withoutControl } from './refusal-text.ts'

it.each<[number, unknown, string]>([
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
])('formats the refusal %d %j as a sentence', (status, body, text) => {
  expect(refusalText(status, body)).toBe(text)
})

it.each<[string, unknown, Record<string, string>]>([
  [
    'the mocked API',
    {
      errors: [
        { detail: 'A.', meta: { source_field: 'a' } },
        { detail: 'B.', meta: { source_field: 'b.0' } },
      ],
    },
    { a: 'A.', b: 'B.' },
  ],
  [
    'the control API',
    { detail: 'A.', errors: [{ field: 'limits.memory', detail: 'A.' }] },
    { 'limits.memory': 'A.' },
  ],
  ['a part of a field', { errors: [{ field: 'b[1].code', detail: 'B.' }] }, { b: 'B.' }],
  [
    'two messages about a field',
    {
      errors: [
        { field: 'a', detail: 'A.' },
        { field: 'a', detail: 'B.' },
      ],
    },
    { a: 'A. B.' },
  ],
  ['a field that the form does not have', { errors: [{ field: 'ab', detail: 'A.' }] }, {}],
  ['any other body', { errors: 'many' }, {}],
])('finds the messages about fields of %s', (_, body, errors) => {
  expect(Object.fromEntries(errorsByField(body, ['a', 'b', 'limits.memory']))).toEqual(errors)
})
