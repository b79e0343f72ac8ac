import { randomBytes } from 'node:crypto'

/** The tokens that a target can promise, by name. */
export const tokenNames = ['application', 'rootClient', 'userClient'] as const

export type TokenName = (typeof tokenNames)[number]

/** What the kit shows in the place of a token that somebody has issued. */
export const strangers = ['none', 'empty', 'garbage', 'altered'] as const

/** What a request carries as proof of who asks, by name. */
export type Credential = TokenName | (typeof strangers)[number]

export const isTokenName = (credential: Credential): credential is TokenName =>
  tokenNames.some((name) => name === credential)

type Tokens = Readonly<Partial<Record<TokenName, string>>>

/** The text of each credential: the tokens of a target, and two that no server has issued. */
export function credentialsOf(tokens: Tokens): Partial<Record<Credential, string>> {
  const real = tokens.rootClient ?? tokens.application ?? tokens.userClient ?? 'altered'
  return { ...tokens, garbage: `nestbox-${randomBytes(20).toString('hex')}`, altered: altered(real) }
}

/** A token with one character changed, in its middle: the last one may hold bits that no server reads. */
export function altered(token: string): string {
  const middle = Math.floor(token.length / 2)
  const at = [...token].findIndex((character, index) => index >= middle && /[A-Za-z0-9]/.test(character))
  return at < 0 ? `${token}x` : token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}

/** What stands for each in commands and reports, so that no token is ever printed. */
export const authorizations: Readonly<Record<Credential, string | undefined>> = {
  none: undefined,
  empty: 'Bearer ',
  garbage: 'Bearer garbage',
  // A shell cannot change a character as simply as add one, and to the server it is the same slip.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a name for a shell to fill in
  altered: 'Bearer ${NESTBOX_ROOT_TOKEN}x',
  application: 'Bearer $NESTBOX_APPLICATION_TOKEN',
  rootClient: 'Bearer $NESTBOX_ROOT_TOKEN',
  userClient: 'Bearer $NESTBOX_USER_TOKEN',
}

/** Who asked, in words. */
export const bearers: Readonly<Record<Credential, string>> = {
  none: 'without a token',
  empty: 'with an empty bearer',
  garbage: 'with a token that nobody issued',
  altered: 'with a token that has one character changed',
  application: 'with the application token',
  rootClient: 'with the client token of the root administrator',
  userClient: 'with the client token of the ordinary user',
}
