import { ask, outcome } from './ask.ts'
import type { Observers } from './observer.ts'

/** Gaps about users who do not own the server but may use its client operations. */
export const access = {
  // `resources.server` belongs to an ordinary user, and not to the root administrator.
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
