import { Unjudged } from '../judge/outcome.ts'
import { isObject } from '../judge/reception.ts'
import { type Check, inJson } from './check.ts'

export const tag: readonly Check[] = [
  {
    id: '2.4/meta-resource',
    section: '2.4',
    clauses: ['2.4#meta-resource'],
    level: 'stated',
    title: 'the envelope of a tag has `meta.resource`',
    async run(scenes) {
      await scenes.everything()
      const tags = scenes.seen.found('tag')
      if (tags.length === 0) throw new Unjudged('no tag was seen')
      const bad = tags.find(
        ({ envelope: { meta } }) => !isObject(meta) || typeof meta['resource'] !== 'string',
      )
      return (
        bad && {
          message: 'A tag has no `meta.resource`.',
          expected: 'a string, the URL of the tag',
          actual: inJson(bad.envelope['meta']),
          pointer: `${bad.pointer}/meta/resource`,
          exchange: bad.exchange,
        }
      )
    },
  },
]
