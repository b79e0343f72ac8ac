import { type Failure, Unjudged } from '../judge/outcome.ts'
import { cut, isObject } from '../judge/reception.ts'
import type { Scenes } from '../judge/scenes.ts'
import type { Misplaced } from '../judge/walk.ts'
import { withArticle } from '../report/with-article.ts'
import { type Check, inJson } from './check.ts'

/** Envelopes, nesting and timestamps, in every answer that was granted. */
export const envelopes: readonly Check[] = [
  {
    id: '2.1/list-data',
    section: '2.1',
    clauses: ['2.1#list-object', '2.1#list-data', '2.1#single-object', '2.1#single-attributes'],
    level: 'stated',
    title: 'lists hold resource envelopes of their kind',
    run: (scenes) => nothingMisplaced(scenes, 'list-data', 'An item of a list is no envelope of its kind.'),
  },
  {
    id: '2.1/nested-place',
    section: '2.1',
    clauses: ['2.1#nested-place'],
    level: 'stated',
    title: 'relationships stand under their names in an object',
    run: (scenes) => nothingMisplaced(scenes, 'nested-place', '`relationships` is no object of names.'),
  },
  {
    id: '2.1/nested-form',
    section: '2.1',
    clauses: [
      '2.1#nested-form',
      '2.2#relationships.location',
      '2.3#relationships.nodes',
      '2.5#relationships.variables',
      '2.5#relationships.tags',
      '2.5#relationships.servers',
      '2.8#relationships.allocation',
      '2.8#relationships.allocations',
      '2.8#relationships.user',
      '2.8#relationships.egg',
      '2.8#relationships.variables',
      '2.8#relationships.node',
      '2.10#relationships.servers',
      '2.11#relationships.eggs',
      '2.11#relationships.nodes',
      '2.11#relationships.servers',
    ],
    level: 'stated',
    title: 'a nested resource is an envelope, a list of envelopes, or cut off to nothing',
    ignored: 'relationships that are missing or empty: recursion is cut off',
    run: (scenes) =>
      nothingMisplaced(scenes, 'nested-form', 'A nested relationship is neither an envelope nor cut off.'),
  },
  {
    id: '2.1/timestamps',
    section: '2.1',
    clauses: ['2.1#timestamps'],
    level: 'stated',
    title: 'timestamps are ISO 8601 with a numeric offset',
    ignored: 'which offset it is, as long as it is a number and not `Z`, and fractions of a second',
    async run(scenes) {
      await scenes.everything()
      const { seen } = scenes
      if (seen.found().length === 0) throw new Unjudged('no resource was seen')
      const [bad] = seen.bad('timestamp')
      return (
        bad && {
          message: `\`${bad.path}\` of ${withArticle(bad.found.kind)} is no timestamp.`,
          expected: bad.expected,
          actual: bad.actual,
          pointer: bad.pointer,
          exchange: bad.found.exchange,
        }
      )
    },
  },
  {
    id: '2.1/meta-resource',
    section: '2.1',
    clauses: ['2.1#meta-resource'],
    level: 'stated',
    title: 'where `meta.resource` is, it is a URL',
    async run(scenes) {
      await scenes.everything()
      const withMeta = scenes.seen
        .found()
        .filter(({ envelope }) => isObject(envelope['meta']) && 'resource' in envelope['meta'])
      if (withMeta.length === 0) throw new Unjudged('no `meta.resource` was seen')
      const bad = withMeta.find(
        ({ envelope }) => !isUrl((envelope['meta'] as { resource: unknown }).resource),
      )
      return (
        bad && {
          message: `\`meta.resource\` of ${withArticle(bad.kind)} is no URL.`,
          expected: 'a string, the URL of the resource',
          actual: cut(JSON.stringify((bad.envelope['meta'] as { resource: unknown }).resource)),
          pointer: `${bad.pointer}/meta/resource`,
          exchange: bad.exchange,
        }
      )
    },
  },
]

async function nothingMisplaced(
  scenes: Scenes,
  rule: Misplaced['rule'],
  message: string,
): Promise<Failure | undefined> {
  await scenes.everything()
  if (scenes.seen.found().length === 0 && scenes.seen.misplaced(rule).length === 0)
    throw new Unjudged('no resource was seen')
  const [bad] = scenes.seen.misplaced(rule)
  return (
    bad && {
      message,
      expected: bad.expected,
      actual: cut(inJson(bad.value)),
      pointer: bad.pointer,
      exchange: bad.exchange,
    }
  )
}

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/)\S*$/.test(value)
