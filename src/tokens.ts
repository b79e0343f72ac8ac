/** The two kinds of token. Section 5 item 2. */
export type TokenKind = 'application' | 'client'

/** Whether a token is taken, and why not. Section 5 leaves open how long one lasts. */
export const tokenStatuses = ['active', 'revoked', 'expired'] as const

export type TokenStatus = (typeof tokenStatuses)[number]

/** A token that the service has issued. */
export interface Token {
  /** What it is called by tools: `application`, `rootClient`, `userClient` and others. */
  readonly name: string
  readonly token: string
  readonly kind: TokenKind
  /** Id of the user it belongs to. */
  readonly userId: number
  /** Who that is, for people. */
  readonly who: string
  readonly status: TokenStatus
  /** Counts as that of an ordinary user, whoever it belongs to. */
  readonly isDowngraded: boolean
}

/** The tokens that a server knows, or those that differ from it in one of its sandboxes. */
export class Tokens {
  readonly #own = new Map<string, Token>()
  readonly #below: Tokens | undefined

  constructor(tokens: readonly Token[], below?: Tokens) {
    this.#below = below
    for (const token of tokens) this.put(token)
  }

  find(text: string): Token | undefined {
    return this.#own.get(text) ?? this.#below?.find(text)
  }

  /** The token of that name or text. */
  named(name: string): Token | undefined {
    return this.find(name) ?? this.all().find((token) => token.name === name)
  }

  /** In the order in which they were issued. */
  all(): Token[] {
    const below = this.#below?.all() ?? []
    const added = [...this.#own.values()].filter(({ token }) => !this.#below?.find(token))
    return [...below.map((token) => this.#own.get(token.token) ?? token), ...added]
  }

  /** Issues a token, or puts a changed one in the place of the one with its text. */
  put(token: Token): void {
    this.#own.set(token.token, token)
  }
}
