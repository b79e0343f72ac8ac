import { answerCheck } from './answer-check.ts'
import type { Check } from './check.ts'
import { listingChecks } from './listings.ts'

export const listHostDatabases: readonly Check[] = [
  answerCheck('listHostDatabases'),
  ...listingChecks({
    section: '4.8',
    what: 'databases',
    kind: 'database',
    page: (scenes, query, again) => scenes.databases(query, again),
  }),
]
