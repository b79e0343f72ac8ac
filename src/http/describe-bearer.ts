import { seedUserIds } from '../fixtures/names.ts'
import type { Tables } from '../store/tables.ts'
import type { Token } from '../store/tokens.ts'

/** Describes the owner of a token in the current world, such as `ordinary user river_kris`. */
export function describeBearer({ kind, userId, isDowngraded }: Token, { users, servers }: Tables): string {
  const user = users.get(userId)
  if (!user) return `nobody, as there is no user ${userId}`
  if (kind === 'application') return `application, made by ${user.username}`
  if (user.root_admin && !isDowngraded) return `root administrator ${user.username}`
  const isSubuser = userId === seedUserIds.helper && servers.idsOf('subuser', userId).length > 0
  return `${isSubuser ? 'subuser' : 'ordinary user'} ${user.username}`
}
