import { isServerShown, type Plan } from './plan.ts'

/** Section 4.4. */
export const listServerMounts: Plan = {
  named: ({ session }) => session.resource('server').id,
  alias: ({ session }) => session.resource('server').uuid,
  isShown: isServerShown,
  rungs: async ({ session }) => [{ named: session.resource('server').id }],
}
