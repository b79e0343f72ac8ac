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
import { answered, attributesOf, dataOf, relationshipsOf } from '../changes.ts'
import { isObject, type JsonObject } from '../messages.ts'
import { type ChangeRule, inPlaces, type Mutant, mutant } from '../mutant.ts'
import { appearancesOf, type Place } from '../places.ts'

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

/** A rule about the resources of a kind. */
type KindRule = ChangeRule & { readonly kind: Kind }

const rule = (
  kind: Kind,
  checks: string,
  inWords: string,
  change: (attributes: JsonObject) => unknown,
  more: Partial<KindRule> = {},
): KindRule => ({ kind, checks, inWords, change, ...more })

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

const forms = inPlaces(
  nestings.flatMap(({ kind, name, relationship }) =>
    Object.entries(shapes[relationship.many ? 'many' : 'one']).map(([inWords, value]) =>
      rule(
        kind,
        '2.1/nested-form',
        `${kind}.${name} as ${inWords}`,
        (attributes) => setRelationships({ ...relationshipsOf(attributes), [name]: value })(attributes),
        {
          breaks: ['2.1#nested-form', `${sectionOf(kind)}#relationships.${name}`],
          shows: `relationships/${name}`,
        },
      ),
    ),
  ),
  ({ kind }) => placesOfRelated(kind),
  3,
)

/** Values of `relationships` that are not objects. */
const notObjects: Readonly<Record<string, unknown>> = {
  'a list of names': ['variables', 'tags'],
  null: null,
  text: 'none',
  'a number': 0,
}

const placed = inPlaces(
  nesting.flatMap((kind) =>
    Object.entries(notObjects).map(([inWords, value]) =>
      rule(kind, '2.1/nested-place', `relationships of a ${kind} as ${inWords}`, setRelationships(value), {
        breaks: ['2.1#nested-place', ...(kind === 'mount' ? ['2.11#relationships'] : [])],
        shows: 'relationships',
        isOnlyInFull: kind !== 'server' && inWords !== 'null',
      }),
    ),
  ),
  ({ kind }) => appearancesOf(kind),
  3,
)

/** The check that a resource at the top has its relationships: of the kind, or of the operation that shows it. */
const checkOfTop = (kind: Kind): string => {
  const shown = idsWithBody.find((id) => operations[id].answer.kind === kind)
  return `${kind === 'mount' || !shown ? sectionOf(kind) : operations[shown].section}/relationships`
}

const tops = inPlaces(
  kinds
    .filter((kind) => rowOf(kind).atTop?.endsWith('related'))
    .flatMap((kind) => {
      const checks = checkOfTop(kind)
      return [
        ...Object.entries({ absent: undefined, null: null, text: 'none' }).map(([inWords, value]) =>
          rule(kind, checks, inWords, setRelationships(value)),
        ),
        ...nestings
          .filter((each) => each.kind === kind)
          .map(({ name }) =>
            rule(kind, checks, `without ${name}`, (attributes) => delete relationshipsOf(attributes)[name], {
              breaks: [checks.replace('/', '#'), `${sectionOf(kind)}#relationships.${name}`],
              shows: name,
            }),
          ),
      ]
    }),
  ({ kind }) => everyAtTop(kind),
)

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
const agreements = inPlaces(
  nestings.flatMap((nested): readonly KindRule[] => {
    const { kind, name, relationship } = nested
    const link = linkOf(kind, relationship)
    const contrary = (inWords: string, change: (attributes: JsonObject) => unknown) =>
      rule(kind, checkOfLink(nested), inWords, change)
    const other = (field: string) =>
      contrary(`${field} of the nested ${name} is another`, (each) => shift(nestedIn(each, name), field))
    const unassigned = (server: JsonObject) => {
      for (const each of nestedIn(server, name)) each['assigned'] = false
    }
    const doubled = (attributes: JsonObject) => {
      const list = relationshipsOf(attributes)[name]
      if (isObject(list)) list['data'] = dataOf(list).flatMap((item) => [item, item])
    }
    return [
      ...(link ? [other(relationship.many ? link : 'id')] : []),
      ...(link && !relationship.many
        ? [contrary(`${link} is another than the nested ${name}`, (each) => shift([each], link))]
        : []),
      ...(name === 'allocations' ? [other('server_name'), contrary('one is not assigned', unassigned)] : []),
      ...(relationship.kind === 'server_variable' ? [other('egg_id'), other('server_value')] : []),
      ...(relationship.many && kind !== 'user'
        ? [rule(kind, '2.1/nested-once', `${name} of a ${kind} twice`, doubled)]
        : []),
    ]
  }),
  ({ kind }) => everyAtTop(kind).filter(({ of }) => of?.item === undefined),
)

const stray: Mutant = mutant('2.1/nested-form', '`relationships` has an entry that is not an envelope', () =>
  answered('updateServerStartup', (json) => {
    Object.assign(relationshipsOf(attributesOf(json)), { backups: 5 })
  }),
)

/** Errors in nested resources. */
export const nested: readonly Mutant[] = [...forms, ...placed, ...tops, ...agreements, stray]
