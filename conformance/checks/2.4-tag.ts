import type { Failure } from '../judge/outcome.ts'
import { isObject } from '../judge/reception.ts'
import { ruleCheck } from '../judge/rule.ts'
import { walk } from '../judge/walk.ts'
import { type Check, inJson } from './check.ts'

const tagsIn = (exchange: Parameters<typeof walk>[0]) =>
  walk(exchange).found.filter(({ kind }) => kind === 'tag')

export const tag: readonly Check[] = [
  ruleCheck({
    id: '2.4/meta-resource',
    section: '2.4',
    clauses: ['2.4#meta-resource'],
    level: 'stated',
    title: 'the envelope of a tag has `meta.resource`',
    without: ({ exchange }) => (tagsIn(exchange).length > 0 ? undefined : 'no tag was seen'),
    *judge({ exchange }): Iterable<Failure> {
      for (const { envelope, pointer } of tagsIn(exchange)) {
        const { meta } = envelope
        if (isObject(meta) && typeof meta['resource'] === 'string') continue
        yield {
          message: 'A tag has no `meta.resource`.',
          expected: 'a string, the URL of the tag',
          actual: inJson(meta),
          pointer: `${pointer}/meta/resource`,
          exchange,
        }
      }
    },
  }),
]
