import type { Family } from '../contract/operations.ts'
import type { UserRow } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'
import type { Token, Tokens } from '../store/tokens.ts'
import { ApiError } from './errors.ts'

/** Whose token a request carries, as far as section 5 tells tokens apart. */
type Bearer = 'application' | 'root-client' | 'user-client'

/** Which family accepts whose token. Section 5 items 3 to 5. */
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

/** What a token makes of its user. */
const bearerOf = ({ kind, isDowngraded }: Token, user: UserRow): Bearer =>
  kind === 'application' ? 'application' : user.root_admin && !isDowngraded ? 'root-client' : 'user-client'

/** The token that a header carries. Section 5 item 1. */
const bearerIn = (header: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]

/** The known token that a header carries, whatever its status. */
export function tokenIn(header: string | undefined, tokens: Tokens): Token | undefined {
  const text = bearerIn(header)
  return text === undefined ? undefined : tokens.find(text)
}

/** Whether a family takes a token of that user now. */
export const takes = (family: Family, token: Token, user: UserRow): boolean =>
  token.status === 'active' && accepted[family].includes(bearerOf(token, user))

/**
 * Who asks, and with which token, if the family lets them. Section 5.
 * @throws ApiError for a missing, unknown or spent token, and for one the family does not accept
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
