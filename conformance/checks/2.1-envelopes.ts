import type { Failure } from '../judge/outcome.ts'
import { cut, isObject } from '../judge/reception.ts'
import { ruleCheck } from '../judge/rule.ts'
import type { Misplaced } from '../judge/walk.ts'
import { walk } from '../judge/walk.ts'
import { withArticle } from '../report/with-article.ts'
import { type Check, inJson } from './check.ts'

/** Envelopes, nesting and timestamps, in every response that was granted. */
export const envelopes: readonly Check[] = [
  placeRule({
    id: '2.1/list-data',
    clauses: ['2.1#list-object', '2.1#list-data', '2.1#single-object', '2.1#single-attributes'],
    title: 'lists hold resource envelopes of their kind',
    rule: 'list-data',
    message: 'An item of a list is no envelope of its kind.',
  }),
  placeRule({
    id: '2.1/nested-place',
    clauses: ['2.1#nested-place'],
    title: 'relationships stand under their names in an object',
    rule: 'nested-place',
    message: '`relationships` is no object of names.',
  }),
  placeRule({
    id: '2.1/nested-form',
    clauses: [
      '2.1#nested-form',
      '2.2#relationships.location',
      '2.3#relationships.nodes',
      ...['variables', 'tags', 'servers'].map((name) => `2.5#relationships.${name}`),
      ...['allocation', 'allocations', 'user', 'egg', 'variables', 'node'].map(
        (name) => `2.8#relationships.${name}`,
      ),
      '2.10#relationships.servers',
      ...['eggs', 'nodes', 'servers'].map((name) => `2.11#relationships.${name}`),
    ],
    title: 'a nested resource is an envelope, a list of envelopes, or cut off to nothing',
    ignored: 'relationships that are missing or empty: recursion is cut off',
    rule: 'nested-form',
    message: 'A nested relationship is neither an envelope nor cut off.',
  }),
  ruleCheck({
    id: '2.1/meta-resource',
    section: '2.1',
    clauses: ['2.1#meta-resource'],
    level: 'stated',
    title: 'where `meta.resource` is, it is a URL',
    without: ({ exchange }) => (withUrls(exchange).length > 0 ? undefined : 'no `meta.resource` was seen'),
    *judge({ exchange }): Iterable<Failure> {
      for (const { kind, pointer, resource } of withUrls(exchange)) {
        if (isUrl(resource)) continue
        yield {
          message: `\`meta.resource\` of ${withArticle(kind)} is no URL.`,
          expected: 'a string, the URL of the resource',
          actual: cut(inJson(resource)),
          pointer: `${pointer}/meta/resource`,
          exchange,
        }
      }
    },
  }),
]

interface PlaceRule extends Pick<Check, 'id' | 'clauses' | 'title' | 'ignored'> {
  readonly rule: Misplaced['rule']
  readonly message: string
}

function placeRule({ rule, message, ...check }: PlaceRule): Check {
  return ruleCheck({
    ...check,
    section: '2.1',
    level: 'stated',
    *judge({ exchange }): Iterable<Failure> {
      for (const { pointer, expected, value, rule: broken } of walk(exchange).misplaced) {
        if (broken === rule) yield { message, expected, actual: cut(inJson(value)), pointer, exchange }
      }
    },
  })
}

const withUrls = (exchange: Parameters<typeof walk>[0]) =>
  walk(exchange).found.flatMap(({ kind, pointer, envelope: { meta } }) =>
    isObject(meta) && Object.hasOwn(meta, 'resource') ? [{ kind, pointer, resource: meta['resource'] }] : [],
  )

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/)\S*$/.test(value)
