import { Unjudged } from '../judge/outcome.ts'
import { inShort } from '../judge/reception.ts'
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
  await session.send('listHostDatabases', { named: `${session.resource('databaseHost')}3` })
  const { otherDatabaseHost: named } = target.resources
  if (named === undefined) return
  const { ask, reply, failure } = await session.send('listHostDatabases', { named })
  if (reply?.status === 404)
    throw new Unjudged(
      `the server answered ${ask.path} with ${inShort(reply, failure)}; \`resources.otherDatabaseHost\` may be wrong`,
    )
}

export const listHostDatabases: readonly CheckRow[] = [
  ...pageChecks(databases),
  pathCheck('listHostDatabases', otherDatabases),
]
