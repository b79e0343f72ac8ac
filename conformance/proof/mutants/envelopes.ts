import {
  idsWithBody,
  type Kind,
  type OperationId,
  operationIds,
  operations,
} from '../../../src/contract/index.ts'
import { kebab } from '../../checks/check.ts'
import { type Appearance, appearancesOf } from '../appearances.ts'
import { attributesOf, dataOf, rerouted, resources } from '../changes.ts'
import { isObject, type JsonObject } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, type Place, placesOf } from '../places.ts'
import { accepted } from './access.ts'

/** Responses with a resource without its envelope. */
const singles: Readonly<Record<string, (json: JsonObject) => unknown>> = {
  'bare fields': (json) => attributesOf(json),
  'wrapped in data': (json) => ({ data: json }),
  'of another kind': (json) => ({ ...json, object: 'resource' }),
  'without object': ({ attributes }) => ({ attributes }),
  'attributes as a list': (json) => ({ ...json, attributes: [json['attributes']] }),
  'in a list of one': (json) => ({ object: 'list', data: [json] }),
}

/** Responses with a list without its envelope. */
const lists: Readonly<Record<string, (json: JsonObject) => unknown>> = {
  'a bare array': (json) => dataOf(json),
  'data as an object': (json) => ({ ...json, data: { ...dataOf(json) } }),
  'object is collection': (json) => ({ ...json, object: 'collection' }),
  'items next to meta': ({ data, ...rest }) => ({ ...rest, items: data }),
}

/** Other checks that fail if an operation does not respond correctly to a valid request. */
const more: Partial<Readonly<Record<OperationId, readonly string[]>>> = {
  listServerMounts: ['by-id-and-uuid', 'stable'],
  updateServerStartup: ['by-id-and-uuid'],
  listServerBackups: ['per-page', 'page', 'pages-partition', 'stable', 'total-constant', 'per-page-of-fifty'],
  listHostDatabases: ['per-page', 'page', 'pages-partition', 'stable', 'total-constant'],
}

/** Checks, at least one of which must fail if an operation does not respond correctly to a valid request. */
export const answers = (id: OperationId): readonly string[] => [
  ...['answer', ...(more[id] ?? [])].map((slug) => `${operations[id].section}/${slug}`),
  ...accepted[operations[id].family].map((token) => `5/${kebab(id)}-takes-${kebab(token)}`),
]

/** The client family has one operation, so that a token that is never granted there may be wrong. */
const isTellable = (id: OperationId, { name }: Place): boolean =>
  id !== 'listServerBackups' || name !== 'everywhere'

const whole = idsWithBody.flatMap((id) => {
  const isSingle = operations[id].answer.envelope === 'single'
  const { section } = operations[id]
  return product(
    Object.entries(isSingle ? singles : lists),
    placesOf(id).filter((place) => isTellable(id, place)),
    ([inWords, change], place) => ({
      name: `${section}/answer: ${inWords}, ${place.name}`,
      breaks: [`${section}#answer`, isSingle ? '2.1#single-object' : '2.1#list-object'],
      caughtBy: [...answers(id), '2.1/envelope'],
      reachedBy: place.reachedBy,
      make: answeredAt(id, place, change),
    }),
  )
})

/** Items of lists without their envelope. */
const items: Readonly<Record<string, { breaks: string; change: (item: JsonObject) => unknown }>> = {
  'bare fields': { breaks: '2.1#list-data', change: (item) => item['attributes'] },
  'without object': { breaks: '2.1#single-object', change: ({ attributes }) => ({ attributes }) },
  'of another kind': { breaks: '2.1#single-object', change: (item) => ({ ...item, object: 'item' }) },
  'without attributes': { breaks: '2.1#single-attributes', change: ({ object }) => ({ object }) },
  'attributes as a list': {
    breaks: '2.1#single-attributes',
    change: (item) => ({ ...item, attributes: [item['attributes']] }),
  },
  'ids alone': { breaks: '2.1#list-data', change: (item) => attributesOf(item)['id'] ?? 1 },
  null: { breaks: '2.1#list-data', change: () => null },
}

const which = { 'the first': 0, 'the last': -1 } as const

const listed = idsWithBody.filter((id) => operations[id].answer.envelope === 'list')

const inLists = product(
  Object.entries(items),
  listed.flatMap((on) =>
    (Object.keys(which) as (keyof typeof which)[]).flatMap((item) =>
      placesOf(on).map((place) => ({ on, item, place })),
    ),
  ),
  ([inWords, { breaks, change }], { on, item, place }) => ({
    name: `2.1/list-data: ${item} item ${inWords}, in ${operations[on].section}, ${place.name}`,
    breaks: [breaks],
    caughtBy: ['2.1/list-data'],
    reachedBy: place.reachedBy,
    make: answeredAt(on, place, (json) => {
      const data = dataOf(json)
      const at = which[item] === 0 ? 0 : data.length - 1
      return {
        ...json,
        data: data.map((each, index) => (index === at && isObject(each) ? change(each) : each)),
      }
    }),
  }),
  16,
)

/** Values of `meta.resource` that are not URLs. */
const noUrls: Readonly<Record<string, unknown>> = {
  null: null,
  'a number': 7,
  'a path without a slash': 'api/application/users/1',
  empty: '',
  'an object': { href: 'http://example.com/' },
}

const linked: readonly (Appearance & { kind: Kind })[] = (['tag', 'user'] as const).flatMap((kind) =>
  appearancesOf(kind)
    .filter((appearance) => kind === 'tag' || appearance.which.place === 'top')
    .map((appearance) => ({ ...appearance, kind })),
)

const metas = [
  ...product(Object.entries(noUrls), linked, ([inWords, value], { name, kind, on, which: some, place }) => ({
    name: `2.1/meta-resource: ${inWords} of a ${kind}, ${name}`,
    breaks: ['2.1#meta-resource', kind === 'tag' ? '2.4#meta-resource' : '4.6#meta-resource'],
    caughtBy: ['2.1/meta-resource'],
    reachedBy: place.reachedBy,
    shows: 'meta/resource',
    make: answeredAt(
      on,
      place,
      resources(kind, (_, envelope) => Object.assign(envelope, { meta: { resource: value } }), some),
    ),
  })),
  ...product(
    linked,
    () => ['absent', 'an empty array', 'without resource', 'resource among the fields'] as const,
    ({ name, kind, on, which: some, place }, way) => {
      const section = kind === 'tag' ? '2.4' : '4.6'
      return {
        name: `${section}/meta-resource: meta is ${way}, ${name}`,
        breaks: [`${section}#meta-resource`],
        caughtBy: [`${section}/meta-resource`],
        reachedBy: place.reachedBy,
        make: answeredAt(
          on,
          place,
          resources(
            kind,
            (attributes, envelope) => {
              const { meta } = envelope
              if (way === 'an empty array') envelope['meta'] = []
              else if (way === 'without resource') envelope['meta'] = { url: 'http://example.com/' }
              else delete envelope['meta']
              if (way === 'resource among the fields' && isObject(meta))
                attributes['resource'] = meta['resource']
            },
            some,
          ),
        ),
      }
    },
  ),
]

/** The same URL for all resources of a kind. */
const oneUrl = product(
  linked,
  () => ['the same for all', 'that of the list'] as const,
  ({ name, kind, on, which: some, place }, inWords) => ({
    name: `2.1/meta-resource-distinct: ${inWords}, of a ${kind}, ${name}`,
    breaks: ['2.1#meta-resource-distinct'],
    caughtBy: ['2.1/meta-resource-distinct'],
    reachedBy: [...place.reachedBy, '4.2/tags-now', '4.6/distinct'],
    make: answeredAt(
      on,
      place,
      resources(
        kind,
        (_, envelope) => {
          const tail = inWords === 'the same for all' ? '/1' : ''
          envelope['meta'] = { resource: `http://localhost/api/application/${kind}s${tail}` }
        },
        some,
      ),
    ),
  }),
).filter(({ name }) => !/the last one|first response|every second|with a query|rootClient/.test(name))

/** Operations at other paths than those of the document. */
const routes: readonly Mutant[] = operationIds
  // Only these operations show that the client token, or the id of a database host, is valid.
  .filter((id) => id !== 'listServerBackups' && id !== 'listHostDatabases')
  .map((id) => ({
    name: `${operations[id].section}/answer: lives under a version`,
    breaks: [`${operations[id].section}#route`, '1#prefixes', '9#no-version'],
    caughtBy: [`${operations[id].section}/answer`],
    make: () => rerouted(id, (path) => path.replace('/api/', '/api/v1/')),
  }))

export const envelopes: readonly Mutant[] = [...whole, ...inLists, ...metas, ...oneUrl, ...routes]
