import { type Kind, sectionOf } from '../../../src/contract/index.ts'
import { appearancesOf } from '../appearances.ts'
import { attributesOf, dataOf, relationshipsOf, resources } from '../changes.ts'
import { isObject, type JsonObject } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt } from '../places.ts'

/** The relationships of section 2, each with one resource or a list; written by hand from the document. */
const relationships = {
  node: { location: 'one' },
  location: { nodes: 'many' },
  egg: { variables: 'many', tags: 'many', servers: 'many' },
  server: {
    allocation: 'one',
    allocations: 'many',
    user: 'one',
    egg: 'one',
    variables: 'many',
    node: 'one',
  },
  user: { servers: 'many' },
  mount: { eggs: 'many', nodes: 'many', servers: 'many' },
} as const satisfies Partial<Record<Kind, Readonly<Record<string, 'one' | 'many'>>>>

type Nesting = keyof typeof relationships

/** Nested values that are neither a resource nor a list. */
const shapes = {
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
} as const

const rules = (Object.keys(relationships) as Nesting[]).flatMap((kind) =>
  Object.entries(relationships[kind]).flatMap(([name, form]: [string, 'one' | 'many']) =>
    Object.entries(shapes[form]).map(([inWords, value]) => ({ kind, name, inWords, value })),
  ),
)

/** The response to the creation of a user has no `relationships.servers`. */
const nestedOnly: readonly Kind[] = ['user']

const forms = product(
  rules,
  ({ kind }) =>
    appearancesOf(kind).filter(({ which }) => !nestedOnly.includes(kind) || which.place === 'nested'),
  ({ kind, name, inWords, value }, { name: at, on, which, place }) => ({
    name: `2.1/nested-form: ${kind}.${name} as ${inWords}, ${at}`,
    breaks: ['2.1#nested-form', `${sectionOf(kind)}#relationships.${name}`],
    caughtBy: ['2.1/nested-form'],
    reachedBy: place.reachedBy,
    shows: `relationships/${name}`,
    make: answeredAt(
      on,
      place,
      resources(
        kind,
        (attributes) => {
          attributes['relationships'] = { ...relationshipsOf(attributes), [name]: value }
        },
        which,
      ),
    ),
  }),
  3,
)

/** Values of `relationships` that are not objects. */
const noObjects: Readonly<Record<string, unknown>> = {
  'a list of names': ['variables', 'tags'],
  null: null,
  text: 'none',
  'a number': 0,
}

const placed = product(
  Object.entries(noObjects),
  (Object.keys(relationships) as Nesting[]).flatMap((kind) =>
    appearancesOf(kind).map((appearance) => ({ kind, ...appearance })),
  ),
  ([inWords, value], { kind, name, on, which, place }) => ({
    name: `2.1/nested-place: relationships of a ${kind} as ${inWords}, ${name}`,
    breaks: ['2.1#nested-place', ...(kind === 'mount' ? ['2.11#relationships'] : [])],
    caughtBy: ['2.1/nested-place'],
    reachedBy: place.reachedBy,
    shows: 'relationships',
    make: answeredAt(
      on,
      place,
      resources(
        kind,
        (attributes) => {
          attributes['relationships'] = value
        },
        which,
      ),
    ),
  }),
  12,
)

/** Operations whose resource must have `relationships`, with the check of that. */
const required = [
  { kind: 'egg', check: '4.3/relationships', clause: '4.3#relationships' },
  { kind: 'mount', check: '2.11/relationships', clause: '2.11#relationships' },
  { kind: 'server', check: '4.5/relationships', clause: '4.5#relationships' },
] as const

const tops = required.flatMap(({ kind, check, clause }) =>
  product(
    [
      ['absent', undefined],
      ['null', null],
      ['text', 'none'],
    ] as const,
    appearancesOf(kind).filter(({ which }) => which.place === 'top'),
    ([inWords, value], { name, on, which, place }) => ({
      name: `${check}: ${inWords}, ${name}`,
      breaks: [clause],
      caughtBy: [check],
      reachedBy: place.reachedBy,
      make: answeredAt(
        on,
        place,
        resources(
          kind,
          (attributes) => {
            if (value === undefined) delete attributes['relationships']
            else attributes['relationships'] = value
          },
          which,
        ),
      ),
    }),
  ),
)

const ofEgg = product(
  ['variables', 'tags', 'servers'] as const,
  appearancesOf('egg').filter(({ which }) => which.place === 'top'),
  (relation, { name, on, which, place }) => ({
    name: `4.3/relationships: without ${relation}, ${name}`,
    breaks: ['4.3#relationships', `2.5#relationships.${relation}`],
    caughtBy: ['4.3/relationships'],
    reachedBy: place.reachedBy,
    shows: relation,
    make: answeredAt(
      on,
      place,
      resources('egg', (attributes) => delete relationshipsOf(attributes)[relation], which),
    ),
  }),
)

/** Changes that make two values of a resource disagree. */
const disagreements: readonly (readonly [
  check: string,
  kind: Kind,
  inWords: string,
  change: (attributes: JsonObject) => unknown,
])[] = [
  [
    '2.2/location-agrees',
    'node',
    'location_id is another',
    (node) => Object.assign(node, { location_id: Number(node['location_id']) + 1 }),
  ],
  ['2.2/location-agrees', 'node', 'the nested location is another', (node) => shift(node, 'location', 'id')],
  [
    '2.5/nested-agree',
    'egg',
    'egg_id of its variables is another',
    (egg) => shift(egg, 'variables', 'egg_id'),
  ],
  ['2.5/nested-agree', 'egg', 'egg of its servers is another', (egg) => shift(egg, 'servers', 'egg')],
  ...(['user', 'node', 'allocation', 'egg'] as const).flatMap(
    (name) =>
      [
        [
          '2.8/nested-agree',
          'server',
          `the nested ${name} is another`,
          (server) => shift(server, name, 'id'),
        ],
      ] as const satisfies typeof disagreements,
  ),
  [
    '2.8/allocations-agree',
    'server',
    'server_id of one is another',
    (server) => shift(server, 'allocations', 'server_id'),
  ],
  [
    '2.8/allocations-agree',
    'server',
    'server_name of one is another',
    (server) => shift(server, 'allocations', 'server_name'),
  ],
  [
    '2.8/allocations-agree',
    'server',
    'one is not assigned',
    (server) => {
      for (const item of nestedIn(server, 'allocations')) attributesOf(item)['assigned'] = false
    },
  ],
  [
    '2.8/variables-agree',
    'server',
    'egg_id of its variables is another',
    (server) => shift(server, 'variables', 'egg_id'),
  ],
  [
    '2.8/variables-agree',
    'server',
    'server_value is another than in the environment',
    (server) => shift(server, 'variables', 'server_value'),
  ],
]

/** Nested lists with each resource twice, as a join of tables can return them. */
const repeated: typeof disagreements = rules
  .filter(({ inWords, kind }) => inWords === 'ids in an array' && kind !== 'user')
  .map(({ kind, name }) => [
    '2.1/nested-once',
    kind,
    `${name} of a ${kind} twice`,
    (attributes) => {
      const nested = relationshipsOf(attributes)[name]
      if (isObject(nested) && Array.isArray(nested['data']))
        nested['data'] = nested['data'].flatMap((item) => [item, item])
    },
  ])

const agreements = product(
  [...disagreements, ...repeated],
  ([, kind]) => appearancesOf(kind).filter(({ which }) => which.place === 'top' && which.item === undefined),
  ([check, kind, inWords, change], { name, on, which, place }) => ({
    name: `${check}: ${inWords}, ${name}`,
    breaks: [check.replace('/', '#')],
    caughtBy: [check],
    reachedBy: place.reachedBy,
    make: answeredAt(on, place, resources(kind, change, which)),
  }),
)

/** The resources of a relationship, one or several. */
function nestedIn(attributes: JsonObject, name: string): readonly unknown[] {
  const nested = relationshipsOf(attributes)[name]
  return isObject(nested) && Array.isArray(nested['data']) ? dataOf(nested) : [nested]
}

/** Changes a field of nested resources. */
function shift(attributes: JsonObject, name: string, field: string): void {
  for (const item of nestedIn(attributes, name)) {
    const inner = attributesOf(item)
    const value = inner[field]
    if (value !== undefined)
      inner[field] = typeof value === 'number' ? value + 1000 : `${String(value)} or not`
  }
}

export const nesting: readonly Mutant[] = [...forms, ...placed, ...tops, ...ofEgg, ...agreements]
