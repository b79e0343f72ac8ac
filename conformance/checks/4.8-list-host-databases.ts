import type { Scene } from '../judge/scene.ts'
import type { CheckRow } from './check.ts'
import { pageChecks } from './page-checks.ts'
import type { Listing } from './pages.ts'
import { pathCheck } from './path-check.ts'

const databases: Listing = {
  id: 'listHostDatabases',
  what: 'databases',
  kind: 'database',
}

/** The databases of a host whose id has one digit more, and of the other host of the target. */
const otherDatabases: Scene = async ({ session, target }) => {
  const { otherDatabaseHost } = target.resources
  for (const named of [`${session.resource('databaseHost')}3`, otherDatabaseHost])
    if (named !== undefined) await session.send('listHostDatabases', { named })
}

export const listHostDatabases: readonly CheckRow[] = [
  ...pageChecks(databases),
  pathCheck(
    'listHostDatabases',
    'another id is not answered with the databases of this host',
    otherDatabases,
  ),
]
