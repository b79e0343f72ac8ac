import {
  idsWithBody,
  type Kind,
  kinds,
  linkOf,
  objectAt,
  operations,
  recordOf,
  rowOf,
  sectionOf,
} from '../../../src/contract/index.ts'
import { answered } from '../changes.ts'
import { another, attributesOf, dataOf, fieldOf, put, replace } from '../json.ts'
import { inPlaces, type Mutant, mutant, mutantsOf, rulesOf, tableOf, valuesAt } from '../mutant.ts'
import { appearancesOf, type Change, type Place } from '../places.ts'
import wrongShapes from './wrong-shapes.json' with { type: 'json' }

/** Every relationship of section 2, with its path in a resource. */
const nestings = kinds.flatMap((kind) =>
  Object.entries(rowOf(kind).relationships ?? {}).map(([name, relationship]) => {
    const path = `relationships.${name}`
    return { kind, name, path, relationship, clause: `${sectionOf(kind)}#${path}` }
  }),
)

const nesting = kinds.filter((kind) => nestings.some((each) => each.kind === kind))

const everyAtTop = (kind: Kind): readonly Place[] =>
  appearancesOf(kind).filter(({ of }) => of?.place === 'top')

/** Nested values that are neither a resource nor a list. */
const forms = nestings.flatMap(({ kind, name, path, relationship, clause }) =>
  rulesOf(
    valuesAt(`2.1/nested-form: ${kind}.${name} as `, path, wrongShapes[relationship.many ? 'many' : 'one']),
    // A kind that must be bare at the top has relationships only where it is nested.
    appearancesOf(kind).filter(({ of }) => rowOf(kind).atTop !== 'bare' || of?.place === 'nested'),
    { breaks: ['2.1#nested-form', clause], shows: `relationships/${name}` },
  ),
)

/** Values of `relationships` that are not objects. */
const placed = nesting.flatMap((kind) =>
  rulesOf(
    valuesAt(`2.1/nested-place: relationships of a ${kind} as `, 'relationships', wrongShapes.relationships),
    appearancesOf(kind),
    {
      breaks: ['2.1#nested-place', ...(kind === 'mount' ? ['2.11#relationships'] : [])],
      shows: 'relationships',
    },
  ),
)

/** The check that a resource at the top has its relationships: of the kind, or of the operation that shows it. */
const checkOfTop = (kind: Kind): string => {
  const shown = idsWithBody.find((id) => operations[id].response.kind === kind)
  return `${kind === 'mount' || !shown ? sectionOf(kind) : operations[shown].section}/relationships`
}

const noRelationships = { absent: undefined, null: null, text: 'none' }

const tops = kinds
  .filter((kind) => rowOf(kind).atTop?.endsWith('related'))
  .flatMap((kind) => {
    const check = checkOfTop(kind)
    return [
      ...rulesOf(valuesAt(`${check}: `, 'relationships', noRelationships), everyAtTop(kind)),
      ...nestings
        .filter((each) => each.kind === kind)
        .flatMap(({ name, path, clause }) =>
          rulesOf(valuesAt(`${check}: `, path, { [`without ${name}`]: undefined }), everyAtTop(kind), {
            breaks: [check.replace('/', '#'), clause],
            shows: name,
          }),
        ),
    ]
  })

/** Changes a field of the resources of a relationship, one or several. */
const inNested =
  (name: string, field: string, change: (value: unknown) => unknown): Change =>
  (attributes) => {
    const nested = objectAt(attributes, `relationships.${name}`)
    for (const each of [nested, ...dataOf(nested)]) replace(attributesOf(each), field, change)
  }

/** The check that a relationship agrees with the fields that refer to it. */
const checkOfLink = ({ kind, name }: (typeof nestings)[number]): string => {
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
  const contradicting = [
    ...(link ? [relationship.many ? link : 'id'] : []),
    ...(name === 'allocations' ? ['server_name'] : []),
    ...(relationship.kind === 'server_variable' ? ['egg_id', 'server_value'] : []),
  ]
  return rulesOf(
    {
      ...tableOf(
        `${check}: of the nested ${name} another `,
        recordOf(contradicting, (field) => field),
        (field) => inNested(name, field, another),
      ),
      ...(link &&
        !relationship.many && {
          [`${check}: ${link} is another than the nested ${name}`]: (server) =>
            replace(server, link, another),
        }),
      ...(name === 'allocations' && {
        [`${check}: one is not assigned`]: inNested(name, 'assigned', () => false),
      }),
      ...(relationship.many &&
        kind !== 'user' && {
          [`2.1/nested-once: ${name} of a ${kind} twice`]: (attributes) =>
            replace(attributes, `relationships.${name}.data`, (list) => [list, list].flat()),
        }),
    },
    everyAtTop(kind).filter(({ of }) => of?.item === undefined),
  )
})

const stray = mutantsOf({
  '2.1/nested-form: `relationships` has an entry that is not an envelope': () =>
    answered('updateServerStartup', (json) => put(json, 'attributes.relationships.backups', 5)),
})

/** A stale value that does not go away is no lag. */
const stale = mutant(
  '2.5/nested-agree',
  'servers that were given another egg have the egg before it in each import',
  () => {
    const eggs = new Map<unknown, unknown[]>()
    return answered('all', (json, { operation }) => {
      const { id, egg } = attributesOf(json)
      if (operation === 'updateServerStartup' && eggs.get(id)?.at(-1) !== egg)
        eggs.set(id, [...(eggs.get(id) ?? []), egg])
      if (operation !== 'importEgg') return
      fieldOf('server', 'egg', (now, server) => eggs.get(server['id'])?.at(-2) ?? now, {
        place: 'nested',
      })(json)
    })
  },
  { reachedBy: ['4.5/egg', '5/import-egg-refused-changes-nothing'] },
)

/** Errors in nested resources. */
export const nested: readonly Mutant[] = [
  ...inPlaces([...forms, ...placed], 3),
  ...inPlaces([...tops, ...agreements]),
  ...stray,
  stale,
]
