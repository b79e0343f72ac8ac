import type { Plan } from './plan.ts'

/** Section 4.8. */
export const listHostDatabases: Plan = {
  named: ({ session }) => session.resource('databaseHost'),
  isShown: () => false,
  rungs: async ({ session }) => [{ named: session.resource('databaseHost') }],
}
