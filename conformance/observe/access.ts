import { ask, outcome } from './ask.ts'
import type { Observers } from './observer.ts'

/** Whom the client family serves beyond the owner of a server. */
export const access = {
  // The promised server belongs to an ordinary user, so to the root administrator it is somebody else's.
  'access.root-anywhere': async (fixtures) => {
    const credential = fixtures.session.need('rootClient')
    const exchange = await ask(fixtures, 'listServerBackups', { credential })
    return { observed: outcome(exchange) === 'granted' ? 'serve' : 'refuse' }
  },

  'access.subusers': async () => ({
    observed: 'unseen',
    detail: 'no promised token belongs to a subuser of the server',
  }),
} satisfies Partial<Observers>
