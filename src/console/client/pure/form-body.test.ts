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
  it('tells the kind of each field', () => {
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

  it('shows required fields and their meaning', () => {
    expect(fields[0]).toMatchObject({ isRequired: true, description: 'What it is called.' })
  })

  it('tells choices apart that would read the same', () => {
    const choices = fields.find(({ name }) => name === 'skip')?.choices
    expect(choices?.map(({ text }) => text)).toEqual(['true', 'false', '1', '0', '"1"', '"0"', 'null'])
  })

  it('finds the fields of alternatives', () => {
    const found = fieldsOf({ anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] })
    expect(found.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})

describe('valuesFrom', () => {
  it('sends the fields of the example and the required fields', () => {
    const values = valuesFrom(fields, { memory: 512, tags: ['1'] })
    expect(values).toMatchObject({
      name: { isSent: true, text: '' },
      memory: { isSent: true, text: '512' },
      public: { isSent: false, text: 'false' },
      scheme: { isSent: false, text: 'http' },
      tags: { isSent: true, text: '[\n  "1"\n]' },
    })
  })

  it('comes back as the example', () => {
    const example = { name: 'a', memory: 1, public: true, tags: ['1'], environment: { A: 'b' } }
    expect(bodyFrom(fields, valuesFrom(fields, example))).toEqual(example)
  })
})

describe('bodyFrom', () => {
  it.each([true, false, 1, 0, '1', '0', null])('sends a choice as the value that it is: %j', (skip) => {
    expect(bodyFrom(fields, valuesFrom(fields, { skip }))).toMatchObject({ skip })
  })

  it('leaves out empty fields', () => {
    expect(bodyFrom(fields, { name: { isSent: false, text: 'a' } })).toEqual({})
  })

  it('keeps texts that look like something else', () => {
    expect(filled({ name: '12', description: 'null' })).toEqual({ name: '12', description: 'null' })
  })

  it('sends what a field cannot hold as it was typed', () => {
    const wrong = { memory: 'much', public: 'perhaps', scheme: 'ftp', tags: '[1,' }
    expect(filled(wrong)).toEqual(wrong)
    expect(filled({ memory: '' })).toEqual({ memory: '' })
  })

  it('lets a field be null, but for texts', () => {
    expect(filled({ memory: 'null', environment: 'null' })).toEqual({ memory: null, environment: null })
  })
})
