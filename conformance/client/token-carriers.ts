import { recordOf } from '../../src/contract/index.ts'
import { sendings, type TokenPlace, tokenVariables } from './credentials.ts'
import type { Ask, AskedId } from './exchange.ts'

/** The token of a request, and the places that carry it. */
type Bearing = Pick<Ask<AskedId>, 'credential' | 'token' | 'carrier'>

/** The names under which a request carries its token outside the `Authorization` header, in one place or in all. */
export function tokenCarriers(
  { credential, carrier }: Pick<Bearing, 'credential' | 'carrier'>,
  place?: TokenPlace,
): readonly string[] {
  const [own, names = []] = sendings[credential].elsewhere ?? []
  if (place !== undefined && own !== place) return []
  return carrier === undefined ? names : names.filter((name) => name === carrier)
}

/** Query parameters that carry the token, written as its shell variable, which the client replaces. */
export const tokenParameters = (bearing: Bearing): readonly string[] =>
  tokenCarriers(bearing, 'query').map((name) => `${name}=$${tokenVariables[bearing.token]}`)

/** A JSON body with the fields that carry the token. @param text the token, or its shell variable */
export function jsonWithToken({ json, ...bearing }: Bearing & { readonly json?: unknown }, text: string) {
  const fields = tokenCarriers(bearing, 'body').map((name): [string, string] => [name, text])
  return fields.length > 0 && typeof json === 'object' ? { ...json, ...Object.fromEntries(fields) } : json
}

const cookies = ['token', 'access_token', 'session']

/** The text of each header that is not the token alone. */
const headerTexts: Readonly<Record<string, (token: string) => string>> = {
  cookie: (token) => cookies.map((cookie) => `${cookie}=${token}`).join('; '),
  ...recordOf(
    ['x-authorization', 'x-forwarded-authorization', 'proxy-authorization'],
    () => (token: string) => `Bearer ${token}`,
  ),
  // Only a gateway in front of the server could vouch for where a request comes from, and for whom.
  ...recordOf(['x-forwarded-for', 'x-real-ip'], () => () => '127.0.0.1'),
  forwarded: () => 'for=127.0.0.1',
  'x-forwarded-user': () => 'admin',
}

/** Headers that carry the token, by name. @param text the token, or its shell variable */
export const tokenHeaders = (bearing: Bearing, text: string): readonly (readonly [string, string])[] =>
  tokenCarriers(bearing, 'headers').map((name) => [name, headerTexts[name]?.(text) ?? text])
