import type { CheckRow } from './check.ts'
import { pageChecks } from './page-checks.ts'

export const listHostDatabases: readonly CheckRow[] = pageChecks({
  id: 'listHostDatabases',
  what: 'databases',
  kind: 'database',
})
