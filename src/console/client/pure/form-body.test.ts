import { describe, expect, it } from 'vitest'
import { bodyFrom, fieldsOf, valuesFrom } from './form-body.ts'

const fields = fieldsOf({
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'What it is called.' },
    description: { type: ['string', 'null'] },
    memory: { type: 'integer' },
    public: { type: 'boolean' },
    scheme: { enum: ['http', 'https'] },
    skip: { enum: [true, false, 1, 0, '1', '0', null] },
    tags: { type: 'array' },
    environment: { anyOf: [{ type: 'object' }, { type: 'null' }] },
  },
})

const filled = (texts: Readonly<Record<string, string>>) =>
  bodyFrom(
    fields,
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { isSent: true, text }])),
  )

describe('fieldsOf', () => {
  it('returns the type of each field', () => {
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['name', 'text'],
      ['description', 'text'],
      ['memory', 'number'],
      ['public', 'boolean'],
      ['scheme', 'choice'],
      ['skip', 'choice'],
      ['tags', 'json'],
      ['environment', 'json'],
    ])
  })

  it('returns required fields and descriptions', () => {
    expect(fields[0]).toMatchObject({ isRequired: true, description: 'What it is called.' })
  })

  it('distinguishes choices with the same text by quotation marks', () => {
    const choices = fields.find(({ name }) => name === 'skip')?.choices
    expect(choices?.map(({ text }) => text)).toEqual(['true', 'false', '1', '0', '"1"', '"0"', 'null'])
  })

  it('finds the fields of all alternatives', () => {
    const found = fieldsOf({ anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] })
    expect(found.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

describe('valuesFrom', () => {
  it('selects the fields of the example and the required fields', () => {
    const values = valuesFrom(fields, { memory: 512, tags: ['1'] })
    expect(values).toMatchObject({
      name: { isSent: true, text: '' },
      memory: { isSent: true, text: '512' },
      public: { isSent: false, text: 'false' },
      scheme: { isSent: false, text: 'http' },
      tags: { isSent: true, text: '[\n  "1"\n]' },
    })
  })

  it('returns values that make the body of the example', () => {
    const example = { name: 'a', memory: 1, public: true, tags: ['1'], environment: { A: 'b' } }
    expect(bodyFrom(fields, valuesFrom(fields, example))).toEqual(example)
  })
})

describe('bodyFrom', () => {
  it.each([true, false, 1, 0, '1', '0', null])('sends a choice with its type: %j', (skip) => {
    expect(bodyFrom(fields, valuesFrom(fields, { skip }))).toMatchObject({ skip })
  })

  it('omits fields that are not sent', () => {
    expect(bodyFrom(fields, { name: { isSent: false, text: 'a' } })).toEqual({})
  })

  it('keeps strings that look like another type', () => {
    expect(filled({ name: '12', description: 'null' })).toEqual({ name: '12', description: 'null' })
  })

  it('sends an invalid value as entered', () => {
    const wrong = { memory: 'much', public: 'perhaps', scheme: 'ftp', tags: '[1,' }
    expect(filled(wrong)).toEqual(wrong)
    expect(filled({ memory: '' })).toEqual({ memory: '' })
  })

  it('sends null in all fields except strings', () => {
    expect(filled({ memory: 'null', environment: 'null' })).toEqual({ memory: null, environment: null })
  })
})
