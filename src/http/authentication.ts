import type { Family } from '../contract/operations.ts'
import type { UserRow } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'
import type { Token, Tokens } from '../store/tokens.ts'
import { ApiError } from './errors.ts'

/** The kinds of bearer that section 5 distinguishes. */
type Bearer = 'application' | 'root-client' | 'user-client'

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

/** The kind of bearer of a token and its user. */
const bearerOf = ({ kind, isDowngraded }: Token, user: UserRow): Bearer =>
  kind === 'application' ? 'application' : user.root_admin && !isDowngraded ? 'root-client' : 'user-client'

/** The token in an `Authorization` header. Section 5 item 1. */
const bearerIn = (header: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]

/** The known token in an `Authorization` header, whatever the status of the token. */
export function tokenIn(header: string | undefined, tokens: Tokens): Token | undefined {
  const text = bearerIn(header)
  return text === undefined ? undefined : tokens.find(text)
}

/** Whether a family accepts a token of a user; only active tokens are accepted. */
export const takes = (family: Family, token: Token, user: UserRow): boolean =>
  token.status === 'active' && accepted[family].includes(bearerOf(token, user))

/**
 * The user and the token of a request to a family. Section 5.
 * @throws ApiError for a token that is missing, unknown, not active, or not accepted by the family
 */
export function authorize(
  family: Family,
  header: string | undefined,
  tokens: Tokens,
  tables: Tables,
): { user: UserRow; token: Token } {
  const text = bearerIn(header)
  if (text === undefined) {
    throw new ApiError(
      'unauthenticated',
      'The request needs a header "Authorization: Bearer <token>".',
      challenge,
    )
  }
  const token = tokens.find(text)
  const user = token && tables.users.get(token.userId)
  if (!user) throw new ApiError('unauthenticated', 'This service has not issued that token.', challenge)
  if (token.status !== 'active') {
    throw new ApiError('unauthenticated', `That token is ${token.status}.`, challenge)
  }
  const bearer = bearerOf(token, user)
  if (!accepted[family].includes(bearer)) {
    const taken = accepted[family].map((each) => inWords[each]).join(' or ')
    throw new ApiError('wrongKind', `/api/${family} takes ${taken}, not ${inWords[bearer]}.`)
  }
  return { user: token.isDowngraded ? { ...user, root_admin: false } : user, token }
}

const challenge = { headers: { 'WWW-Authenticate': 'Bearer' } }
