import { nameAnother } from '../judge/not-shown.ts'
import { dataOf } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { unknownId } from '../judge/sent-values.ts'
import type { Check } from './check.ts'
import { pageChecks } from './page-checks.ts'
import { alike, type Listing, multiset } from './pages.ts'

const databases: Listing = {
  id: 'listHostDatabases',
  section: '4.8',
  what: 'databases',
  kind: 'database',
}

export const listHostDatabases: readonly Check[] = [
  ...pageChecks(databases),
  {
    id: '4.8/path',
    section: '4.8',
    clauses: ['4.8#path'],
    level: 'inferred',
    title: 'another id is not answered with the databases of this host',
    async run(fixtures) {
      const { session } = fixtures
      const { exchange: plain } = fixtures.granted(await fixtures.plain('listHostDatabases'))
      const own = multiset(dataOf(plain), 'database')
      if (own.length === 0) return { skip: `the host has no databases; ${nameAnother('listHostDatabases')}` }
      // No clause says that two databases differ in a documented field.
      if (new Set(own).size < own.length) return { skip: alike('databases') }
      const other = session.target.resources.otherDatabaseHost
      const host = session.resource('databaseHost')
      for (const named of [unknownId, `${host}3`, ...(other === undefined ? [] : [other])]) {
        const exchange = await session.send('listHostDatabases', { named })
        if (!wasGranted(exchange)) continue
        if (JSON.stringify(multiset(dataOf(exchange), 'database')) !== JSON.stringify(own)) continue
        const message = 'The databases of this host come under the id of another one.'
        return {
          message,
          expected: 'other databases, or a refusal',
          actual: 'the same',
          pointer: '/data',
          exchange,
        }
      }
      return undefined
    },
  },
]
