import { type KindName, kinds } from '../../judge/kinds.ts'
import { everyResource, relationshipsOf } from '../changes.ts'
import type { Bag } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

/** The relationships of section 2, read from the document by hand: one resource, or a list. */
const relationships: Readonly<Partial<Record<KindName, Readonly<Record<string, 'one' | 'many'>>>>> = {
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
}

/** Ways to nest that are none of the two. */
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
  },
} as const

export const nesting: readonly Mutant[] = [
  ...(Object.keys(relationships) as KindName[]).flatMap((kind) =>
    Object.entries(relationships[kind] ?? {}).flatMap(([name, form]) =>
      Object.entries(shapes[form]).map(
        ([inWords, value]): Mutant => ({
          name: `nesting: ${kind}.${name} as ${inWords}`,
          breaks: ['2.1#nested-form', `${kinds[kind].section}#relationships.${name}`],
          caughtBy: '2.1/nested-form',
          shows: `relationships/${name}`,
          make: () =>
            everyResource(kind, (attributes) => {
              attributes['relationships'] = { ...relationshipsOf(attributes), [name]: value }
            }),
        }),
      ),
    ),
  ),
  ...(
    [
      ['a list of names', ['variables', 'tags']],
      ['null', null],
      ['text', 'none'],
      ['a number', 0],
    ] as const
  ).map(
    ([inWords, value]): Mutant => ({
      name: `nesting: relationships as ${inWords}`,
      breaks: ['2.1#nested-place'],
      caughtBy: '2.1/nested-place',
      shows: 'relationships',
      make: () => everyResource('egg', setRelationships(value)),
    }),
  ),
  {
    name: 'nesting: mounts without relationships',
    breaks: ['2.11#relationships'],
    caughtBy: '2.11/relationships',
    make: () =>
      everyResource('mount', (attributes) => {
        delete attributes['relationships']
      }),
  },
  {
    name: 'nesting: relationships of a mount as text',
    breaks: ['2.11#relationships'],
    caughtBy: '2.11/relationships',
    make: () => everyResource('mount', setRelationships('none')),
  },
  ...(['user', 'node', 'allocation', 'egg'] as const).map(
    (name): Mutant => ({
      name: `nesting: the ${name} of a server is another than its nested ${name}`,
      breaks: ['2.8#nested-agree'],
      caughtBy: '2.8/nested-agree',
      shows: `relationships/${name}`,
      make: () =>
        everyResource(
          'server',
          (attributes) => {
            const inner = relationshipsOf(attributes)[name] as { attributes: Bag }
            inner.attributes['id'] = Number(inner.attributes['id']) + 1
          },
          { on: 'updateServerStartup', place: 'top' },
        ),
    }),
  ),
]

const setRelationships = (value: unknown) => (attributes: Bag) => {
  attributes['relationships'] = value
}
