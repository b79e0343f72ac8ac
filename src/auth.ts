import type { Family } from './contract/operations.ts'
import { ApiError } from './errors.ts'
import type { UserRow } from './store/rows.ts'
import type { Tables } from './store/tables.ts'
import type { Tokens } from './tokens.ts'

/** Whose token a request carries, as far as section 5 tells tokens apart. */
type Bearer = 'application' | 'root-client' | 'user-client'

/** Which family accepts whose token. Section 5 items 3 to 5. */
const accepted: Readonly<Record<Family, readonly Bearer[]>> = {
  application: ['application', 'root-client'],
  admin: ['root-client'],
  client: ['root-client', 'user-client'],
}

const inWords: Readonly<Record<Bearer, string>> = {
  application: 'an application token',
  'root-client': 'a client token of a root administrator',
  'user-client': 'a client token of an ordinary user',
}

/**
 * Who asks, if the family lets them. Section 5.
 * @throws ApiError for a missing or unknown token, and for one the family does not accept
 */
export function authorize(
  family: Family,
  header: string | undefined,
  tokens: Tokens,
  tables: Tables,
): UserRow {
  const text = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]
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
  const bearer =
    token.kind === 'application' ? 'application' : user.root_admin ? 'root-client' : 'user-client'
  if (!accepted[family].includes(bearer)) {
    const takes = accepted[family].map((each) => inWords[each]).join(' or ')
    throw new ApiError('wrongKind', `/api/${family} takes ${takes}, not ${inWords[bearer]}.`)
  }
  return user
}

const challenge = { headers: { 'WWW-Authenticate': 'Bearer' } }
