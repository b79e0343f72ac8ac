import { describe, expect, it } from 'vitest'
import { isObject } from '../objects.ts'
import { idsWithBody, operations } from '../operations.ts'
import { nestedResources } from './index.ts'
import { accepted } from './testing/accepted.ts'
import { absent, at, edited, everyObject, type Json } from './testing/edit.ts'
import { egg } from './testing/examples/egg.ts'
import { location } from './testing/examples/location.ts'
import { exampleNested } from './testing/examples/nested.ts'
import { exampleResponses } from './testing/examples/responses.ts'
import { server } from './testing/examples/server.ts'
import { user } from './testing/examples/user.ts'
import { fieldsOf, maps, wrongValues } from './testing/fields.ts'
import { notJudged } from './testing/not-judged.ts'
import { refused } from './testing/refused.ts'
import { type Judge, type NestedKind, validator } from './testing/validator.ts'

const loose = validator('loose')
const strictly = validator('strict')

const ids = idsWithBody
const nestedKinds = [...nestedResources.keys()] as NestedKind[]

/** An example whose fields are made invalid one by one, and the path of its attributes. */
interface Subject {
  readonly title: string
  readonly kind: string
  readonly example: Json
  readonly attributes: string
  readonly faults: Judge
  readonly strictFaults: Judge
}

const subjects: readonly Subject[] = [
  ...ids.map((id) => ({
    title: `the ${operations[id].response.kind} answered by ${id}`,
    kind: operations[id].response.kind,
    example: exampleResponses[id],
    attributes: operations[id].response.envelope === 'single' ? '/attributes' : '/data/0/attributes',
    faults: loose.response(id),
    strictFaults: strictly.response(id),
  })),
  ...nestedKinds.map((kind) => ({
    title: `a nested ${kind}`,
    kind,
    example: exampleNested[kind],
    attributes: '/attributes',
    faults: loose.nested(kind),
    strictFaults: strictly.nested(kind),
  })),
]

const fieldsOfSubject = ({ kind, example, attributes }: Subject) => {
  const object = at(example, attributes)
  if (!isObject(object)) throw new Error(`no object stands at ${attributes}`)
  return fieldsOf(object, attributes).map((field) => ({ ...field, id: `${kind}.${field.name}` }))
}

describe('the valid examples', () => {
  it('src/contract/schemas/testing/examples/nested.ts has each nested kind, and responses.ts each operation', () => {
    expect(Object.keys(exampleResponses)).toEqual(ids)
    expect(Object.keys(exampleNested)).toEqual(nestedKinds)
  })

  it.each(subjects)('match the schema of $title', ({ example, faults, strictFaults }) => {
    expect(faults(example)).toEqual([])
    expect(strictFaults(example)).toEqual([])
  })

  it.each<[NestedKind, Json]>([
    ['location', location],
    ['egg', egg],
    ['server', server],
    ['user', user],
  ])('match the nested schema of %s with its relationships', (kind, example) => {
    expect(loose.nested(kind)(example)).toEqual([])
    expect(strictly.nested(kind)(example)).toEqual([])
  })

  it('have every field whose value is not checked', () => {
    const seen = new Set(subjects.flatMap(fieldsOfSubject).map(({ id }) => id))
    expect([...notJudged].filter((id) => !seen.has(id))).toEqual([])
  })
})

describe.each(subjects)('$title', (subject) => {
  const { example, faults, strictFaults } = subject
  const fields = fieldsOfSubject(subject)
  const judged = fields.filter(({ id }) => !notJudged.has(id))
  const free = fields.filter(({ id }) => notJudged.has(id))
  const wrongs = fields.flatMap((field) => wrongValues(field).map(([what, to]) => ({ ...field, what, to })))

  it.each(judged)('requires $name', ({ pointer }) => {
    expect(faults(edited(example, pointer, absent))).not.toEqual([])
    expect(strictFaults(edited(example, pointer, absent))).not.toEqual([])
  })

  it.each(judged)('does not accept null for $name', ({ pointer }) => {
    expect(faults(edited(example, pointer, null))).not.toEqual([])
    expect(strictFaults(edited(example, pointer, null))).not.toEqual([])
  })

  it.each(free)('requires the nullable $name', ({ pointer }) => {
    expect(faults(edited(example, pointer, absent))).not.toEqual([])
    expect(strictFaults(edited(example, pointer, absent))).not.toEqual([])
  })

  it.each(free)('accepts null for $name, unless strict', ({ pointer }) => {
    expect(faults(edited(example, pointer, null))).toEqual([])
    expect(strictFaults(edited(example, pointer, null))).not.toEqual([])
  })

  it.each(wrongs)('refuses $what at $name', ({ pointer, to }) => {
    expect(faults(edited(example, pointer, to))).not.toEqual([])
    expect(strictFaults(edited(example, pointer, to))).not.toEqual([])
  })
})

describe('the schemas of responses', () => {
  it.each(refused)('refuse %s (%s)', (_, id, pointer, to) => {
    const spoiled = edited(exampleResponses[id], pointer, to)
    expect(loose.response(id)(spoiled)).not.toEqual([])
    expect(strictly.response(id)(spoiled)).not.toEqual([])
  })

  it.each(accepted)('accept %s (%s)', (_, id, pointer, to) => {
    const varied = edited(exampleResponses[id], pointer, to)
    expect(loose.response(id)(varied)).toEqual([])
    expect(strictly.response(id)(varied)).toEqual([])
  })

  it.each<[string, Json]>([
    ['null', null],
    ['an empty object', {}],
    ['an empty array', []],
    ['text', 'OK'],
    ['an error body', { errors: [{ code: 'NotFound', status: '404', detail: 'no such thing' }] }],
  ])('never accept %s', (_, response) => {
    expect(ids.filter((id) => loose.response(id)(response).length === 0)).toEqual([])
  })

  // A list may have `meta`, so that a page is one.
  const isLike = (one: (typeof ids)[number], other: (typeof ids)[number]) => {
    const [{ kind, envelope }, { kind: of, envelope: by }] = [
      operations[one].response,
      operations[other].response,
    ]
    return kind === of && (envelope === by || (envelope === 'page' && by === 'list'))
  }
  it.each(ids)('accept the response of %s for no operation with another response', (id) => {
    const fitting = ids.filter((other) => loose.response(other)(exampleResponses[id]).length === 0)
    expect(fitting).toEqual(ids.filter((other) => isLike(id, other)))
  })

  it.each(ids)('accept unknown fields at every level (%s)', (id) => {
    const varied = everyObject(exampleResponses[id], (object, name) =>
      Object.keys(object).length === 0 || maps.includes(name)
        ? object
        : { ...object, x_extra: { of: ['ours'] } },
    )
    expect(JSON.stringify(varied)).toContain('x_extra')
    expect(loose.response(id)(varied)).toEqual([])
    expect(strictly.response(id)(varied)).toEqual([])
  })
})

/** Every field that may be null, at any depth, set to null. */
const withNulls = (response: Json): Json =>
  everyObject(response, (object) => {
    const { object: kind, attributes } = object
    if (typeof kind !== 'string' || !isObject(attributes)) return object
    return fieldsOf(attributes, '/attributes')
      .filter(({ name }) => notJudged.has(`${kind}.${name}`))
      .reduce((changed: Json, { pointer }) => edited(changed, pointer, null), object)
  })

describe('null in every nullable field at once', () => {
  it.each(ids)('is accepted in the response of %s, unless strict', (id) => {
    const varied = withNulls(exampleResponses[id])
    expect(varied).not.toEqual(exampleResponses[id])
    expect(loose.response(id)(varied)).toEqual([])
    expect(strictly.response(id)(varied)).not.toEqual([])
  })
})
