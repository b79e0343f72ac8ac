import { type Check, inJson } from '../check.ts'
import { heardReception } from '../heard.ts'
import { Unjudged } from '../outcome.ts'
import { dataOf, metaOf, numberOf } from '../parts.ts'
import { granted } from '../scenes.ts'
import { answerCheck } from './answer.ts'
import { listingChecks } from './listings.ts'

export const listServerBackups: readonly Check[] = [
  answerCheck('listServerBackups'),
  ...listingChecks({
    section: '4.7',
    what: 'backups',
    kind: 'backup',
    page: (scenes, query, again) => scenes.backups(query, again),
  }),
  {
    id: '4.7/per-page-maximum',
    section: '4.7',
    clauses: ['4.7#per-page-maximum'],
    level: 'stated',
    title: 'serves at most 50 backups a page',
    ignored: 'whether more than 50 are refused or cut down',
    async run(scenes) {
      const control = await scenes.backups({ per_page: 50 })
      granted(control)
      const exchange = await scenes.backups({ per_page: 51 })
      if (heardReception(exchange) !== 'granted') return undefined
      const count = dataOf(exchange).length
      if (count > 50) {
        return {
          message: 'A page holds more than 50 backups.',
          expected: 'at most 50',
          actual: String(count),
          pointer: '/data',
          exchange,
        }
      }
      if ((numberOf(exchange, 'total') ?? 0) <= 50)
        throw new Unjudged('the server has no more than 50 backups')
      return undefined
    },
  },
  {
    id: '2.12/backup-count',
    section: '2.12',
    clauses: ['2.12#backup_count'],
    level: 'stated',
    title: '`meta.backup_count` is an integer',
    ignored: 'what it counts',
    async run(scenes) {
      const { exchange } = granted(await scenes.backups())
      const count = metaOf(exchange, 'backup_count')
      return Number.isInteger(count)
        ? undefined
        : {
            message: '`meta.backup_count` is no integer.',
            expected: 'an integer',
            actual: inJson(count),
            pointer: '/meta/backup_count',
            exchange,
          }
    },
  },
]
