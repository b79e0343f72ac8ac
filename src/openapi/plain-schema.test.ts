import * as Type from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { nullable, stringMap, url } from '../contract/schemas/primitives.ts'
import { plainSchema } from './plain-schema.ts'

const nowhere = () => undefined

describe('a schema of the contract', () => {
  it.each([
    ['`says` as a description', url(), { type: 'string', description: 'A URL.' }],
    ['null as another type', nullable(Type.Integer()), { type: ['integer', 'null'] }],
    [
      'null as an alternative if a type alone is not sufficient',
      nullable(Type.Literal('a')),
      { anyOf: [{ const: 'a', type: 'string' }, { type: 'null' }] },
    ],
    [
      'a map with the schema of its values',
      stringMap(),
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
    [
      'forbidden fields with `not`',
      Type.Object({ a: Type.String(), b: Type.Optional(Type.Never()) }),
      { required: ['a'], properties: { a: { type: 'string' } }, not: { required: ['b'] } },
    ],
    [
      'several forbidden fields',
      Type.Object({ a: Type.Optional(Type.Never()), b: Type.Optional(Type.Never()) }),
      { properties: {}, not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
    ],
    [
      'fields with names of keywords',
      Type.Object({ says: Type.String(), not: Type.Object({}), items: Type.Integer() }),
      {
        properties: {
          says: { type: 'string' },
          not: { type: 'object', properties: {} },
          items: { type: 'integer' },
        },
      },
    ],
  ])('becomes JSON Schema: %s', (_, schema, plain) => {
    expect(JSON.parse(JSON.stringify(plainSchema(schema, nowhere)))).toMatchObject(plain)
  })

  it('has no internal keywords afterwards', () => {
    const text = JSON.stringify(plainSchema(Type.Object({ a: nullable(url()), b: stringMap() }), nowhere))
    expect(text).not.toMatch(/"(?:says|nullable|patternProperties)"/)
  })

  it('is a reference where it has a name, at any depth', () => {
    const named = Type.Object({ name: Type.String() })
    const text = JSON.stringify(named)
    const refer = (schema: object) => (JSON.stringify(schema) === text ? { $ref: '#/named' } : undefined)
    const schema = Type.Object({
      one: named,
      many: Type.Array(named),
      either: Type.Union([named, Type.Null()]),
    })
    expect(plainSchema(schema, refer)['properties']).toMatchObject({
      one: { $ref: '#/named' },
      many: { items: { $ref: '#/named' } },
      either: { anyOf: [{ $ref: '#/named' }, { type: 'null' }] },
    })
  })
})
