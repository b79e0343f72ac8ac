import { heardReception } from '../judge/heard.ts'
import { Unjudged } from '../judge/outcome.ts'
import { dataOf, metaOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { granted } from '../judge/scenes.ts'
import { answerCheck } from './answer-check.ts'
import { type Check, inJson } from './check.ts'
import { type Listing, mustHaveTotal, ofPages, totalOf } from './good-pages.ts'
import { listingChecks } from './listings.ts'

const backups: Listing = {
  section: '4.7',
  what: 'backups',
  kind: 'backup',
  maximum: 50,
  page: (scenes, query, again) => scenes.backups(query, again),
}

export const listServerBackups: readonly Check[] = [
  answerCheck('listServerBackups'),
  ...listingChecks(backups),
  {
    id: '4.7/per-page-maximum',
    section: '4.7',
    clauses: ['4.7#per-page-maximum', '4.7#per-page'],
    level: 'stated',
    title: 'serves at most 50 backups a page',
    ignored: 'whether more than 50 are refused or cut down',
    run: ofPages(backups, async ({ plain, ask, attempt, section }) => {
      const control = await ask({ per_page: 50 })
      const exchange = await attempt({ per_page: 51 })
      if (wasGranted(exchange) && dataOf(exchange).length > 50) {
        return {
          message: 'A page holds more than 50 backups.',
          expected: 'at most 50',
          actual: String(dataOf(exchange).length),
          pointer: '/data',
          exchange,
        }
      }
      const total = totalOf(plain)
      mustHaveTotal(control, total, section)
      // Whose pages never hold as many cannot show that fifty is where they end.
      const due = Math.min(50, total)
      const held = dataOf(control).length
      if (held < due) {
        return {
          message: 'A page of 50 backups holds fewer, though there are more.',
          expected: String(due),
          actual: String(held),
          pointer: '/data',
          exchange: control,
        }
      }
      if (heardReception(exchange) !== 'granted') return undefined
      if (total <= 50) throw new Unjudged('the server has no more than 50 backups')
      return undefined
    }),
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
