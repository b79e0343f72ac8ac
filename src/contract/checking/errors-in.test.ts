import * as Type from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { compile } from './compile.ts'
import { errorsIn } from './errors-in.ts'

const closed = { additionalProperties: false }

const Meal = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 8 })),
    note: Type.Optional(Type.Union([Type.String({ pattern: '^[a-z]+$', says: 'a word' }), Type.Null()])),
    guests: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    calories: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    price: Type.Optional(Type.Number({ minimum: 0 })),
    kind: Type.Optional(Type.Union([Type.Literal('lunch'), Type.Literal('dinner')])),
    isVegan: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
    dishes: Type.Optional(
      Type.Array(
        Type.Union([Type.Object({ title: Type.String() }, closed), Type.Literal('surprise')], {
          says: '"surprise" or an object with a title',
        }),
        { minItems: 1, says: 'a list of dishes' },
      ),
    ),
    wait: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 2 })]),
    ),
    host: Type.Optional(Type.Object({ id: Type.Integer({ minimum: 1 }), email: Type.String() }, closed)),
  },
  { ...closed, says: 'an object, such as {"guests": 2}' },
)

const validate = compile(Meal)

it.each<[value: unknown, field: string, rule: string, detail: string]>([
  [null, '', 'object', 'A meal must be an object, such as {"guests": 2}, not null.'],
  [undefined, '', 'object', 'A meal must be an object, such as {"guests": 2}, not undefined.'],
  [[], '', 'object', 'A meal must be an object, such as {"guests": 2}, not [].'],
  [{ guest: 2 }, 'guest', 'prohibited', 'A meal has no field `guest`; did you mean `guests`?'],
  [
    { x: 2 },
    'x',
    'prohibited',
    'A meal has no field `x`; its fields are name, note, guests, calories, price, kind, isVegan, tags, dishes, wait, host.',
  ],
  [JSON.parse('{"__proto__": 1}'), '__proto__', 'prohibited', 'A meal has no field `__proto__`; its'],
  [{ guests: 'two' }, 'guests', 'integer', 'The `guests` must be an integer from 1 to 9, not "two".'],
  [{ guests: 10 }, 'guests', 'max', 'The `guests` must be an integer from 1 to 9, not 10.'],
  [{ guests: 1.5 }, 'guests', 'integer', 'The `guests` must be an integer from 1 to 9, not 1.5.'],
  [{ calories: 0 }, 'calories', 'min', 'The `calories` must be an integer from 1, not 0.'],
  [
    { calories: 2 ** 53 },
    'calories',
    'max',
    'The `calories` must be an integer from 1 to 9007199254740991, not 9007199254740992.',
  ],
  [{ price: Number.NaN }, 'price', 'number', 'The `price` must be a number from 0, not NaN.'],
  [
    { name: '' },
    'name',
    'required',
    'The `name` must be a string that is not empty, of at most 8 characters, not "".',
  ],
  [{ note: 'A1' }, 'note', 'string', 'The `note` must be a word or null, not "A1".'],
  [{ note: 5 }, 'note', 'string', 'The `note` must be a word or null, not 5.'],
  [
    { kind: 'diner' },
    'kind',
    'in',
    'The `kind` must be one of lunch, dinner, not "diner"; did you mean dinner?',
  ],
  [{ kind: 7 }, 'kind', 'in', 'The `kind` must be one of lunch, dinner, not 7.'],
  [{ isVegan: 'no' }, 'isVegan', 'boolean', 'The `isVegan` must be true or false, not "no".'],
  [{ tags: { 'a/b~c': 1 } }, 'tags.a/b~c', 'boolean', 'The `tags.a/b~c` must be true or false, not 1.'],
  [{ dishes: [] }, 'dishes', 'min', 'The `dishes` must be a list of dishes, not [].'],
  [
    { dishes: ['soup'] },
    'dishes[0]',
    'object',
    'The `dishes[0]` must be "surprise" or an object with a title, not "soup".',
  ],
  [{ dishes: [{}] }, 'dishes[0].title', 'required', 'The `dishes[0]` must have the field `title`: a string.'],
  [
    { dishes: ['surprise', { title: 5 }] },
    'dishes[1].title',
    'string',
    'The `dishes[1].title` must be a string, not 5.',
  ],
  [
    { wait: '5' },
    'wait',
    'integer',
    'The `wait` must be an integer from 0 or a list of at most 2 items, not "5".',
  ],
  [{ wait: [1, -1] }, 'wait[1]', 'min', 'The `wait[1]` must be an integer from 0, not -1.'],
  [
    { wait: [1, 2, 3] },
    'wait',
    'integer',
    'The `wait` must be an integer from 0 or a list of at most 2 items, not [1,2,3].',
  ],
  [{ host: { id: 0, email: '' } }, 'host.id', 'min', 'The `host.id` must be an integer from 1, not 0.'],
  [
    { host: { id: 1, email: '', mail: '' } },
    'host.mail',
    'prohibited',
    'The `host` has no field `mail`; did you mean `email`?',
  ],
  [{ name: 'x'.repeat(99) }, 'name', 'max', `not "${'x'.repeat(79)}....`],
  [
    { name: JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) },
    'name',
    'string',
    'of at most 8 characters, not a value that is nested too deeply.',
  ],
])('describes at %2$s the expected value: %4$s', (value, field, rule, detail) => {
  const errors = errorsIn(validate, value, { subject: 'A meal' })
  expect(errors).toEqual([{ field, rule, detail: expect.stringContaining(detail) }])
})

it.each([
  {},
  { guests: 9, note: null },
  { dishes: ['surprise', { title: '' }], wait: [0, 1] },
  { name: undefined },
])('accepts %j', (value) => {
  expect(errorsIn(validate, value, { subject: 'A meal' })).toEqual([])
})

it('reports all invalid fields if the validator does, and each of them once', () => {
  const all = new Ajv({ allErrors: true, allowUnionTypes: true }).addVocabulary(['says']).compile(Meal)
  const value = { guests: 0.5, dishes: ['soup', {}, { title: 1 }], host: {} }
  const errors = errorsIn(all, value, { subject: 'A meal', nameOf: (path) => `--${path}` })
  expect(errors.map(({ detail }) => detail).sort()).toEqual(
    [
      '--guests must be an integer from 1 to 9, not 0.5.',
      '--host must have the field `id`: an integer from 1.',
      '--host must have the field `email`: a string.',
      '--dishes[2].title must be a string, not 1.',
      '--dishes[1] must have the field `title`: a string.',
      '--dishes[0] must be "surprise" or an object with a title, not "soup".',
    ].sort(),
  )
})

it('reports one invalid value only, so that many invalid values take no time', () => {
  const many = compile(Type.Array(Type.Integer()))
  many(Array.from({ length: 1_000_000 }, () => 'x'))
  expect(many.errors).toHaveLength(1)
})
