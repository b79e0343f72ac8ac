import { pathOf } from '../../client/request-path.ts'
import type { Plan } from './plan.ts'

/** Section 4.8. */
export const listHostDatabases: Plan = {
  named: ({ session }) => session.resource('databaseHost'),
  isShown: ({ session }) => {
    const path = pathOf('listHostDatabases', session.resource('databaseHost'))
    return session.granted('listHostDatabases').some(({ ask }) => ask.path.split('?')[0] === path)
  },
  rungs: async ({ session }) => [{ named: session.resource('databaseHost') }],
}
