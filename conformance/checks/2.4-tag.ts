import type { Failure } from '../judge/outcome.ts'
import { isObject } from '../judge/reception.ts'
import { walk } from '../judge/walk.ts'
import { type CheckRow, inJson } from './check.ts'

const tagsIn = (exchange: Parameters<typeof walk>[0]) =>
  walk(exchange).found.filter(({ kind }) => kind === 'tag')

export const tag: readonly CheckRow[] = [
  {
    id: '2.4/meta-resource',
    clauses: ['2.4#meta-resource'],
    title: 'the envelope of a tag has `meta.resource`',
    rule: {
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
    },
  },
]
