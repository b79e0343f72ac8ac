import {
  idsWithBody,
  type Kind,
  kinds,
  linkOf,
  operations,
  recordOf,
  rowOf,
  sectionOf,
} from '../../../src/contract/index.ts'
import { answered } from '../changes.ts'
import {
  another,
  attributesOf,
  dataOf,
  isObject,
  type JsonObject,
  put,
  relationshipsOf,
  replace,
  resources,
} from '../json.ts'
import { inPlaces, type Mutant, mutant, mutantsOf, rulesOf, tableOf, valuesAt } from '../mutant.ts'
import { appearancesOf, type Change, type Place } from '../places.ts'
import wrongShapes from './wrong-shapes.json' with { type: 'json' }

/** Every relationship of section 2. */
const nestings = kinds.flatMap((kind) =>
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

/** Nested values that are neither a resource nor a list. */
const forms = nestings.flatMap(({ kind, name, relationship }) =>
  rulesOf(
    valuesAt(
      `2.1/nested-form: ${kind}.${name} as `,
      `relationships.${name}`,
      wrongShapes[relationship.many ? 'many' : 'one'],
    ),
    placesOfRelated(kind),
    {
      breaks: ['2.1#nested-form', `${sectionOf(kind)}#relationships.${name}`],
      shows: `relationships/${name}`,
    },
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
      ...Object.keys(rowOf(kind).relationships ?? {}).flatMap((name) =>
        rulesOf(
          valuesAt(`${check}: `, `relationships.${name}`, { [`without ${name}`]: undefined }),
          everyAtTop(kind),
          { breaks: [check.replace('/', '#'), `${sectionOf(kind)}#relationships.${name}`], shows: name },
        ),
      ),
    ]
  })

/** Changes the resources of a relationship, one or several. */
const inNested =
  (name: string, change: (nested: JsonObject) => void): Change =>
  (attributes) => {
    const nested = relationshipsOf(attributes)[name]
    const all = isObject(nested) && Array.isArray(nested['data']) ? dataOf(nested) : [nested]
    for (const each of all) change(attributesOf(each))
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
        (field) => inNested(name, (each) => replace(each, field, another)),
      ),
      ...(link &&
        !relationship.many && {
          [`${check}: ${link} is another than the nested ${name}`]: (server) =>
            replace(server, link, another),
        }),
      ...(name === 'allocations' && {
        [`${check}: one is not assigned`]: inNested(name, (each) => put(each, 'assigned', false)),
      }),
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
      const inEggs = (server: JsonObject): void =>
        replace(server, 'egg', (now) => eggs.get(server['id'])?.at(-2) ?? now)
      resources('server', inEggs, { place: 'nested' })(json)
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
