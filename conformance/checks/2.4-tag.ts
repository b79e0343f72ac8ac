import { Unseen } from '../judge/outcome.ts'
import { isObject } from '../judge/reception.ts'
import { summed } from '../judge/rule.ts'
import { type Check, inJson } from './check.ts'

export const tag: readonly Check[] = [
  {
    id: '2.4/meta-resource',
    section: '2.4',
    clauses: ['2.4#meta-resource'],
    level: 'stated',
    title: 'the envelope of a tag has `meta.resource`',
    phase: 'rule',
    async run(fixtures) {
      await fixtures.everything()
      const tags = fixtures.seen.found('tag')
      if (tags.length === 0) throw new Unseen('no tag was seen')
      const failures = tags
        .filter(({ envelope: { meta } }) => !isObject(meta) || typeof meta['resource'] !== 'string')
        .map(({ envelope: { meta }, pointer, exchange }) => ({
          message: 'A tag has no `meta.resource`.',
          expected: 'a string, the URL of the tag',
          actual: inJson(meta),
          pointer: `${pointer}/meta/resource`,
          exchange,
        }))
      return summed(failures, tags.length)
    },
  },
]
