import {
  idsWithBody,
  type Kind,
  kinds,
  linkOf,
  operations,
  type Relationship,
  rowOf,
  sectionOf,
} from '../../../src/contract/index.ts'
import { answered, attributesOf, dataOf, relationshipsOf, replace } from '../changes.ts'
import { isObject, type JsonObject } from '../messages.ts'
import { inPlaces, type Mutant, mutantsOf, rulesOf, tableOf } from '../mutant.ts'
import { appearancesOf, type Change, type Place } from '../places.ts'

/** A relationship of section 2. */
interface Nesting {
  readonly kind: Kind
  readonly name: string
  readonly relationship: Relationship
}

const nestings: readonly Nesting[] = kinds.flatMap((kind) =>
  Object.entries(rowOf(kind).relationships ?? {}).map(([name, relationship]) => ({
    kind,
    name,
    relationship,
  })),
)

const nesting = kinds.filter((kind) => nestings.some((each) => each.kind === kind))

/** The places of a kind; a kind that must be bare at the top has relationships only where it is nested. */
const placesOfRelated = (kind: Kind): readonly Place[] =>
  appearancesOf(kind).filter(({ of }) => rowOf(kind).atTop !== 'bare' || of?.place === 'nested')

const everyAtTop = (kind: Kind): readonly Place[] =>
  appearancesOf(kind).filter(({ of }) => of?.place === 'top')

const setRelationships = (value: unknown) => (attributes: JsonObject) => {
  if (value === undefined) delete attributes['relationships']
  else attributes['relationships'] = value
}

/** Nested values that are neither a resource nor a list. */
const shapes: Readonly<Record<'one' | 'many', Readonly<Record<string, unknown>>>> = {
  one: {
    'an id': 1,
    'bare fields': { id: 1, name: 'bare' },
    null: null,
    'a URL': 'http://example.com/1',
    'an envelope of another kind': { object: 'thing', attributes: { id: 1 } },
  },
  many: {
    'ids in an array': [1, 2],
    'bare fields in an array': [{ id: 1 }],
    null: null,
    'data without object': { data: [{ id: 1 }] },
    'a list of bare fields': { object: 'list', data: [{ id: 1 }] },
    'a list of another kind': { object: 'list', data: [{ object: 'thing', attributes: { id: 1 } }] },
  },
}

const forms = nestings.flatMap(({ kind, name, relationship }) =>
  rulesOf(
    tableOf(
      `2.1/nested-form: ${kind}.${name} as `,
      shapes[relationship.many ? 'many' : 'one'],
      (value): Change =>
        (attributes) =>
          setRelationships({ ...relationshipsOf(attributes), [name]: value })(attributes),
    ),
    placesOfRelated(kind),
    {
      breaks: ['2.1#nested-form', `${sectionOf(kind)}#relationships.${name}`],
      shows: `relationships/${name}`,
    },
  ),
)

/** Values of `relationships` that are not objects. */
const notObjects: Readonly<Record<string, unknown>> = {
  'a list of names': ['variables', 'tags'],
  null: null,
  text: 'none',
  'a number': 0,
}

const placed = nesting.flatMap((kind) =>
  rulesOf(
    tableOf(`2.1/nested-place: relationships of a ${kind} as `, notObjects, setRelationships),
    appearancesOf(kind),
    {
      breaks: ['2.1#nested-place', ...(kind === 'mount' ? ['2.11#relationships'] : [])],
      shows: 'relationships',
    },
  ),
)

/** The check that a resource at the top has its relationships: of the kind, or of the operation that shows it. */
const checkOfTop = (kind: Kind): string => {
  const shown = idsWithBody.find((id) => operations[id].answer.kind === kind)
  return `${kind === 'mount' || !shown ? sectionOf(kind) : operations[shown].section}/relationships`
}

const tops = kinds
  .filter((kind) => rowOf(kind).atTop?.endsWith('related'))
  .flatMap((kind) => {
    const check = checkOfTop(kind)
    const values = { absent: undefined, null: null, text: 'none' }
    return [
      ...rulesOf(tableOf(`${check}: `, values, setRelationships), everyAtTop(kind)),
      ...Object.keys(rowOf(kind).relationships ?? {}).flatMap((name) =>
        rulesOf(
          { [`${check}: without ${name}`]: (attributes) => delete relationshipsOf(attributes)[name] },
          everyAtTop(kind),
          { breaks: [check.replace('/', '#'), `${sectionOf(kind)}#relationships.${name}`], shows: name },
        ),
      ),
    ]
  })

/** The resources of a relationship, one or several. */
function nestedIn(attributes: JsonObject, name: string): readonly JsonObject[] {
  const nested = relationshipsOf(attributes)[name]
  return (isObject(nested) && Array.isArray(nested['data']) ? dataOf(nested) : [nested]).map(attributesOf)
}

/** Changes a field of resources. */
function shift(resources: readonly JsonObject[], field: string): void {
  for (const resource of resources) {
    const value = resource[field]
    if (value !== undefined)
      resource[field] = typeof value === 'number' ? value + 1000 : `${String(value)} or not`
  }
}

/** The check that a relationship agrees with the fields that refer to it. */
const checkOfLink = ({ kind, name }: Nesting): string => {
  const own: Readonly<Record<string, string>> = {
    'node.location': 'location-agrees',
    'server.allocations': 'allocations-agree',
    'server.variables': 'variables-agree',
  }
  return `${sectionOf(kind)}/${own[`${kind}.${name}`] ?? 'nested-agree'}`
}

/** Values of one resource that contradict each other, and nested lists with each resource twice. */
const agreements = nestings.flatMap((nested) => {
  const { kind, name, relationship } = nested
  const link = linkOf(kind, relationship)
  const check = checkOfLink(nested)
  const other = (...fields: readonly string[]): Readonly<Record<string, Change>> =>
    tableOf(
      `${check}: of the nested ${name} another `,
      Object.fromEntries(fields.map((field) => [field, field])),
      (field) => (attributes) => shift(nestedIn(attributes, name), field),
    )
  return rulesOf(
    {
      ...(link && other(relationship.many ? link : 'id')),
      ...(link &&
        !relationship.many && {
          [`${check}: ${link} is another than the nested ${name}`]: (attributes) => shift([attributes], link),
        }),
      ...(name === 'allocations' && {
        ...other('server_name'),
        [`${check}: one is not assigned`]: (server) => {
          for (const each of nestedIn(server, name)) each['assigned'] = false
        },
      }),
      ...(relationship.kind === 'server_variable' && other('egg_id', 'server_value')),
      ...(relationship.many &&
        kind !== 'user' && {
          [`2.1/nested-once: ${name} of a ${kind} twice`]: (attributes) =>
            replace(relationshipsOf(attributes), `${name}.data`, (list) => [list, list].flat()),
        }),
    },
    everyAtTop(kind).filter(({ of }) => of?.item === undefined),
  )
})

const stray = mutantsOf({
  '2.1/nested-form: `relationships` has an entry that is not an envelope': () =>
    answered('updateServerStartup', (json) => {
      relationshipsOf(attributesOf(json))['backups'] = 5
    }),
})

/** Errors in nested resources. */
export const nested: readonly Mutant[] = [
  ...inPlaces([...forms, ...placed], 3),
  ...inPlaces([...tops, ...agreements]),
  ...stray,
]
