import { type OperationId, operations } from '../../../src/contract/index.ts'
import { answered, attributesOf, dataOf, everyResource, rerouted } from '../changes.ts'
import { type Bag, isBag } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

const ids = Object.keys(operations) as OperationId[]
const sectionOf = (id: OperationId): string => operations[id].section

/** Ways to answer one resource that is in no envelope of its kind. */
const singles: Readonly<Record<string, (json: Bag) => unknown>> = {
  'bare fields': (json) => attributesOf(json),
  'wrapped in data': (json) => ({ data: json }),
  'of another kind': (json) => ({ ...json, object: 'resource' }),
  'without object': ({ attributes }) => ({ attributes }),
  'attributes as a list': (json) => ({ ...json, attributes: [json['attributes']] }),
  'in a list of one': (json) => ({ object: 'list', data: [json] }),
}

/** Ways to answer a list that is in no envelope. */
const lists: Readonly<Record<string, (json: Bag) => unknown>> = {
  'a bare array': (json) => dataOf(json),
  'data as an object': (json) => ({ ...json, data: { ...dataOf(json) } }),
  'object is collection': (json) => ({ ...json, object: 'collection' }),
  'items beside meta': ({ data, ...rest }) => ({ ...rest, items: data }),
}

/** Kinds at the top of which something is amiss: items that are no envelopes. */
const items: Readonly<Record<string, { breaks: string; change: (item: Bag) => unknown }>> = {
  'bare fields': { breaks: '2.1#list-data', change: (item) => item['attributes'] },
  'without object': { breaks: '2.1#single-object', change: ({ attributes }) => ({ attributes }) },
  'of another kind': { breaks: '2.1#single-object', change: (item) => ({ ...item, object: 'item' }) },
  'without attributes': { breaks: '2.1#single-attributes', change: ({ object }) => ({ object }) },
  'ids alone': { breaks: '2.1#list-data', change: (item) => attributesOf(item)['id'] ?? 1 },
}

/**
 * The client family has one operation, so that a token of it can be granted
 * nowhere else: where its answer is nothing at all, the kit presumes the token
 * to be wrong. Such servers are among the null servers.
 */
const isBeyondTelling = (id: OperationId, inWords: string): boolean =>
  id === 'listServerBackups' && ['items beside meta', 'elsewhere'].includes(inWords)

export const envelopes: readonly Mutant[] = [
  ...ids.flatMap((id) => {
    const shapes = operations[id].answer.envelope === 'single' ? singles : lists
    return Object.entries(shapes)
      .filter(([inWords]) => !isBeyondTelling(id, inWords))
      .map(
        ([inWords, change]): Mutant => ({
          name: `envelopes: ${id} ${inWords}`,
          breaks: [
            `${sectionOf(id)}#answer`,
            operations[id].answer.envelope === 'single' ? '2.1#single-object' : '2.1#list-object',
          ],
          caughtBy: `${sectionOf(id)}/answer`,
          make: () => answered(id, change),
        }),
      )
  }),
  ...ids
    .filter((id) => !isBeyondTelling(id, 'elsewhere'))
    .map(
      (id): Mutant => ({
        name: `envelopes: ${id} lives under a version`,
        breaks: [`${sectionOf(id)}#route`, '1#prefixes', '9#no-version'],
        caughtBy: `${sectionOf(id)}/answer`,
        make: () => rerouted(id, (path) => path.replace('/api/', '/api/v1/')),
      }),
    ),
  {
    name: 'envelopes: the path of the backups answers with their server',
    breaks: ['4.7#route', '4.7#answer'],
    caughtBy: '4.7/answer',
    make: () =>
      answered('listServerBackups', (_, { target }) => ({
        object: 'server',
        attributes: { ...target.resources.server },
      })),
  },
  ...Object.entries(items).map(
    ([inWords, { breaks, change }]): Mutant => ({
      name: `envelopes: mounts listed ${inWords}`,
      breaks: [breaks],
      caughtBy: '2.1/list-data',
      shows: '/data/0',
      make: () =>
        answered('listServerMounts', (json) => ({
          ...json,
          data: dataOf(json).map((item) => (isBag(item) ? change(item) : item)),
        })),
    }),
  ),
  {
    name: 'envelopes: the last database of a page is null',
    breaks: ['2.1#list-data'],
    caughtBy: '2.1/list-data',
    make: () =>
      answered('listHostDatabases', (json) => ({ ...json, data: [...dataOf(json).slice(0, -1), null] })),
  },
  ...(
    [
      ['null', null],
      ['a number', 7],
      ['a path without a slash', 'api/application/users/1'],
      ['empty', ''],
      ['an object', { href: 'http://example.com/' }],
    ] as const
  ).map(
    ([inWords, value]): Mutant => ({
      name: `envelopes: meta.resource of every resource is ${inWords}`,
      breaks: ['2.1#meta-resource'],
      caughtBy: '2.1/meta-resource',
      shows: 'meta/resource',
      make: () =>
        everyResource('any', (_, envelope) => {
          if (isBag(envelope['meta'])) envelope['meta']['resource'] = value
        }),
    }),
  ),
  {
    name: 'envelopes: tags without meta',
    breaks: ['2.4#meta-resource'],
    caughtBy: '2.4/meta-resource',
    make: () =>
      everyResource('tag', (_, envelope) => {
        delete envelope['meta']
      }),
  },
  {
    name: 'envelopes: nested tags without meta',
    breaks: ['2.4#meta-resource'],
    caughtBy: '2.4/meta-resource',
    make: () =>
      everyResource(
        'tag',
        (_, envelope) => {
          delete envelope['meta']
        },
        { place: 'nested' },
      ),
  },
  {
    name: 'envelopes: the URL of a tag is null',
    breaks: ['2.4#meta-resource'],
    caughtBy: '2.4/meta-resource',
    make: () =>
      everyResource('tag', (_, envelope) => {
        envelope['meta'] = { resource: null }
      }),
  },
]
