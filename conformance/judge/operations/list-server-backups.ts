import { isServerShown, type Plan } from './plan.ts'

/** Section 4.7. */
export const listServerBackups: Plan = {
  named: ({ session }) => session.resource('server').uuid,
  isShown: isServerShown,
  rungs: async ({ session }) => [{ named: session.resource('server').uuid }],
}
