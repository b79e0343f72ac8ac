import { randomBytes } from 'node:crypto'
import { type ShellPart, withCode } from './shell.ts'

/** The tokens that a target can have. The other user is a user who does not own `resources.server`. */
export const tokenNames = ['application', 'rootClient', 'userClient', 'otherUserClient'] as const

export type TokenName = (typeof tokenNames)[number]

/** The shell variable of each token in commands and reports, which never contain a token. */
export const tokenVariables: Readonly<Record<TokenName, string>> = {
  application: 'NESTBOX_APPLICATION_TOKEN',
  rootClient: 'NESTBOX_ROOT_TOKEN',
  userClient: 'NESTBOX_USER_TOKEN',
  otherUserClient: 'NESTBOX_OTHER_USER_TOKEN',
}

/** A way of sending a token: as it is, changed to an invalid one, or not at all. */
interface Sending {
  /** A description of the request, in words that follow "a request". */
  readonly words: string
  /** The `Authorization` header; undefined for none. `template` replaces its own one, where it has one. */
  readonly header: (token: string, template?: string) => string | undefined
  /** The same header for a shell, with the variable that holds the token. */
  readonly shell: (variable: string, template?: string) => readonly ShellPart[] | undefined
  /** The place where the token is sent instead, and its names in that place. */
  readonly elsewhere?: readonly [place: TokenPlace, names: readonly string[]]
}

/** Places for a token other than the `Authorization` header; `body` is a JSON object. */
export type TokenPlace = 'query' | 'headers' | 'body'

/** A text that no server has issued as a token; each process has another one. */
const garbage = `nestbox-${randomBytes(20).toString('hex')}`

/** A header with the token as it is, at the asterisk of a template. */
const around = (words: string, own: string): Sending => ({
  words,
  header: (token, template = own) => template.replace('*', () => token),
  shell: (variable, template = own) => withCode([template], '*', { code: `$${variable}` }),
})

/** A request with a valid token. */
const valid = (words: string): Sending => around(words, 'Bearer *')

/** A request without the header; the token is sent elsewhere, or not at all. */
const bare = (words: string, elsewhere?: Sending['elsewhere']): Sending => ({
  words,
  header: () => undefined,
  shell: () => undefined,
  ...(elsewhere && { elsewhere }),
})

/** A header without the token. */
const fixed = (words: string, header: string, shell: ShellPart = header): Sending => ({
  words,
  header: () => header,
  shell: () => [shell],
})

/** A bearer whose token is changed. @param filter a command that makes the same change */
const changing = (words: string, change: (token: string) => string, filter: string): Sending => ({
  words: `with a token ${words}`,
  header: (token) => `Bearer ${change(token)}`,
  shell: (variable) => ['Bearer ', { code: `$(printf %s "$${variable}" | ${filter})` }],
})

const sed = (...scripts: readonly string[]): string =>
  `sed ${scripts.map((script) => `-e '${script}'`).join(' ')}`

/**
 * Every forgery, by its slug in the ids of checks. Each is made from the token of the control, the request that is
 * granted. The case of the word `Bearer` is not varied: RFC 9110 leaves it free.
 */
const forgeries = {
  'no-header': bare('without an Authorization header'),
  'empty-bearer': fixed('with an empty bearer', 'Bearer '),
  garbage: fixed('with an unknown token', `Bearer ${garbage}`, 'Bearer nestbox-garbage'),
  'garbage-lower-case': fixed(
    'with an unknown token after the word bearer in lower case',
    `bearer ${garbage}`,
    'bearer nestbox-garbage',
  ),
  overlong: {
    words: 'with an unknown token of 300 characters',
    header: () => `Bearer ${'0'.repeat(300)}`,
    shell: () => ['Bearer ', { code: '$(printf %0300d 0)' }],
  },
  'null-word': fixed('with the word null instead of a token', 'Bearer null'),
  'undefined-word': fixed('with the word undefined instead of a token', 'Bearer undefined'),
  wildcard: fixed('with a percent sign instead of a token, which matches any string in a search', 'Bearer %'),
  'altered-start': changing('whose first character is changed', (token) => changed(token, 0), sed('s/^./~/')),
  'altered-token': changing(
    'that has one character changed in its middle',
    (token) => changed(token, Math.floor(token.length / 2)),
    // The first character is changed if the token has fewer than nine characters.
    sed('s/.\\(.\\{8\\}\\)$/~\\1/', 't', 's/^./~/'),
  ),
  'altered-end': changing('whose last character is changed', (token) => changed(token, -1), sed('s/.$/~/')),
  'token-cut-short': changing('that lacks its last character', (token) => token.slice(0, -1), sed('s/.$//')),
  'token-cut-start': changing('that lacks its first character', (token) => token.slice(1), sed('s/^.//')),
  'token-prefix': around('with a token that has additional characters at its start', 'Bearer x*'),
  // A server that decodes tokens may drop a group of less than four characters, or one that is no digit of its alphabet:
  // 2 is a digit of base64, base32 and hexadecimal numbers.
  'token-suffix': around('with a token that has additional characters at its end', 'Bearer *2222'),
  'token-case': changing('whose letters are in the other case', otherCase, "tr 'a-zA-Z' 'A-Za-z'"),
  'token-swapped': changing(
    'whose last two characters are exchanged',
    (token) => token.replace(/(.)(.)$/, '$2$1'),
    sed('s/\\(.\\)\\(.\\)$/\\2\\1/'),
  ),
  'token-extra-sign': changing(
    'that has an additional hyphen after its first character',
    (token) => token.replace(/^./, '$&-'),
    sed('s/^./&-/'),
  ),
  'no-scheme': around('with a token but without the word Bearer and a space', '*'),
  'other-scheme': around('with a token after another scheme than Bearer', 'Token *'),
  'basic-scheme': {
    words: 'with a token as user name and password of the scheme Basic',
    header: (token) => `Basic ${Buffer.from(`${token}:${token}`).toString('base64')}`,
    shell: (variable) => ['Basic ', { code: `$(printf %s "$${variable}:$${variable}" | base64 -w0)` }],
  },
  'token-in-query': bare('with a token in the query and no Authorization header', [
    'query',
    ['token', 'access_token', 'api_token', 'api_key', 'apikey', 'key', 'auth', 'bearer'],
  ]),
  'token-in-other-header': bare(
    'with a token in other headers, cookies that the server set, and headers of a gateway, but no Authorization header',
    [
      'headers',
      [
        ...['x-api-key', 'x-api-token', 'x-auth-token', 'x-access-token', 'token', 'api-key', 'cookie'],
        ...['x-authorization', 'x-forwarded-authorization', 'proxy-authorization'],
        ...['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-user'],
      ],
    ],
  ),
  'token-in-body': bare('with a token in its JSON body and no Authorization header', [
    'body',
    ['access_token', 'token', 'api_token'],
  ]),
} as const satisfies Record<string, Sending>

export type ForgeryName = keyof typeof forgeries

export const forgeryNames = Object.keys(forgeries) as ForgeryName[]

/** The credential of a request, by name: a token or a forgery. */
export type Credential = TokenName | ForgeryName

export const isTokenName = (credential: Credential): credential is TokenName =>
  tokenNames.some((name) => name === credential)

export const sendings: Readonly<Record<Credential, Sending>> = {
  application: valid('with the application token'),
  rootClient: valid('with the client token of the root administrator'),
  userClient: valid('with the client token of the ordinary user'),
  otherUserClient: valid('with the client token of another ordinary user'),
  ...forgeries,
}

/**
 * Forgeries that a server may take for the token itself, because it decodes tokens of such a form: base64 ends with its
 * padding, whether that is whole or not, and a decoder may skip other characters in it (RFC 4648, 3.3); hexadecimal
 * digits and base32 (also that of a ULID) have no case; and a UUID may have hyphens.
 */
const decodable: Readonly<Partial<Record<ForgeryName, RegExp>>> = {
  'token-cut-short': /=$/,
  'token-suffix': /=$/,
  'token-swapped': /=$/,
  'token-case': new RegExp(
    [
      /^[\da-fA-F-]+$/,
      ...[/^[a-z2-7]+=*$/, /^[A-Z2-7]+=*$/],
      ...[/^[\da-hjkmnp-tv-z-]+$/, /^[\dA-HJKMNP-TV-Z-]+$/],
    ]
      .map(({ source }) => source)
      .join('|'),
  ),
  'token-extra-sign': new RegExp(
    [
      /^[\da-fA-F]{8}(?:-?[\da-fA-F]{4}){3}-?[\da-fA-F]{12}$/,
      // Base64 of more than a few bytes has letters of both cases.
      /^(?=.*[a-z])(?=.*[A-Z])(?=(?:.{4})+$)[\da-zA-Z+/]+={0,2}$/,
    ]
      .map(({ source }) => source)
      .join('|'),
  ),
}

/** Whether a forgery differs from its token: a token of digits, for example, is the same in the other case. */
export const canForge = (credential: ForgeryName, token: string): boolean =>
  sendings[credential].header(token) !== `Bearer ${token}` &&
  (!credential.startsWith('token-cut') || token.length > 4) &&
  !decodable[credential]?.test(token)

/** Other templates of a forgery, of which each operation gets one. */
export const otherTemplates: Readonly<Partial<Record<Credential, readonly string[]>>> = {
  // Schemes that a server may know in addition to Bearer; some take the token as it is.
  'other-scheme': ['Basic *', 'Digest *', 'OAuth *', 'JWT *', 'ApiKey *'],
  // A server may remove the word alone, and spaces if there are any.
  'no-scheme': ['Bearer*'],
  // A server may take the last of several credentials, or the first.
  'token-prefix': ['Bearer nestbox, Bearer *'],
  'token-suffix': ['Bearer *, nestbox'],
}

/**
 * The `Authorization` header of a request.
 * @param token the text of the token that is sent or forged
 * @param template one of several templates of the credential
 */
export const authorizationHeader = (
  credential: Credential,
  token: string,
  template?: string,
): string | undefined => sendings[credential].header(token, template)

/** A description of the credential, in words that follow "a request". */
export const bearerInWords = (credential: Credential): string => sendings[credential].words

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * A token with one character changed: the character at a place, from the end if it is negative, or the nearest letter or
 * digit before it. The new character differs in its highest bit, because the last bits of a token may encode nothing.
 */
export function changed(token: string, place: number): string {
  const isPlain = (at: number) => /[A-Za-z0-9]/.test(token.charAt(at))
  let at = place < 0 ? token.length + place : place
  while (at > 0 && !isPlain(at)) at -= 1
  if (!isPlain(at)) return `~${token.slice(1)}`
  const other = alphabet.charAt((alphabet.indexOf(token.charAt(at)) + 32) % 64)
  return token.slice(0, at) + (/[-_]/.test(other) ? 'A' : other) + token.slice(at + 1)
}

function otherCase(token: string): string {
  const change = (letter: string) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return [...token].map(change).join('')
}

/** Every text that a run makes from a token, and that no report may contain, because it reveals parts of the token. */
export const forgedTexts = (token: string): readonly string[] =>
  forgeryNames.flatMap((name) => {
    const { header } = sendings[name]
    const text = header(token)
    return text === undefined || text === header('') ? [] : [text.replace(/^(?:Bearer|Basic|Token) ?/, '')]
  })
