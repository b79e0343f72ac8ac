import type { Family } from '../contract/operations.ts'
import { seedUserIds } from '../fixtures/names.ts'
import type { UserRow } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'
import type { Token, Tokens } from '../store/tokens.ts'
import { ApiError } from './errors.ts'

/** The kinds of bearer that section 5 distinguishes. */
export type Bearer = 'application' | 'root-client' | 'user-client'

/** The bearers that each family accepts. Section 5 items 3 to 5. */
export const accepted: Readonly<Record<Family, readonly Bearer[]>> = {
  application: ['application', 'root-client'],
  admin: ['root-client'],
  client: ['root-client', 'user-client'],
}

export const inWords: Readonly<Record<Bearer, string>> = {
  application: 'an application token',
  'root-client': 'a client token of a root administrator',
  'user-client': 'a client token of an ordinary user',
}

export const bearers = Object.keys(inWords) as Bearer[]

/** The tokens that a family accepts, in words. */
export const takenBy = (family: Family): string =>
  accepted[family].map((bearer) => inWords[bearer]).join(' or ')

/** The kind of bearer of a token and its user. */
const bearerOf = ({ kind, isDowngraded }: Token, user: UserRow): Bearer =>
  kind === 'application' ? 'application' : user.root_admin && !isDowngraded ? 'root-client' : 'user-client'

/** The contents of the `Authorization` header of a request. */
export interface Credentials {
  /** Whether the header has the form of section 5 item 1. */
  readonly isBearer: boolean
  /** The known token in the header, whatever its status. */
  readonly token: Token | undefined
}

/** Reads the token of a request. Section 5 item 1. */
export function credentials(header: string | undefined, tokens: Tokens): Credentials {
  const text = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  return { isBearer: text !== undefined, token: text === undefined ? undefined : tokens.find(text) }
}

/** Whether a family accepts a token of a user; only active tokens are accepted. */
export const takes = (family: Family, token: Token, user: UserRow): boolean =>
  token.status === 'active' && accepted[family].includes(bearerOf(token, user))

/**
 * The user of a request to a family. Section 5.
 * @throws ApiError for a token that is missing, unknown, not active, or not accepted by the family
 */
export function authorize(family: Family, { isBearer, token }: Credentials, tables: Tables): UserRow {
  if (!isBearer) throw noToken()
  const user = token && tables.users.get(token.userId)
  if (!user) throw unknownToken()
  if (token.status !== 'active') throw unauthenticated(`That token is ${token.status}.`)
  const bearer = bearerOf(token, user)
  if (!accepted[family].includes(bearer)) throw wrongKind(family, bearer)
  return token.isDowngraded ? { ...user, root_admin: false } : user
}

const unauthenticated = (detail: string): ApiError =>
  new ApiError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })

/** The refusals by the token, which the description of the API has as examples. */
export const noToken = () => unauthenticated('The request needs a header "Authorization: Bearer <token>".')

export const unknownToken = () => unauthenticated('This service has not issued that token.')

export const wrongKind = (family: Family, bearer: Bearer): ApiError =>
  new ApiError('wrongKind', `/api/${family} accepts ${takenBy(family)}, not ${inWords[bearer]}.`)

/** Describes the owner of a token in the current world, such as `ordinary user river_kris`. */
export function describeOwner({ kind, userId, isDowngraded }: Token, { users, servers }: Tables): string {
  const user = users.get(userId)
  if (!user) return `the missing user ${userId}`
  if (kind === 'application') return `application, made by ${user.username}`
  if (user.root_admin && !isDowngraded) return `root administrator ${user.username}`
  const isSubuser = userId === seedUserIds.helper && servers.idsOf('subuser', userId).length > 0
  return `${isSubuser ? 'subuser' : 'ordinary user'} ${user.username}`
}
