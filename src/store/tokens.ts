/** The two kinds of token. Section 5 item 2. */
export const tokenKinds = ['application', 'client'] as const

/** Maximum number of tokens that are issued in one world. */
export const mostTokens = 1_000

export type TokenKind = (typeof tokenKinds)[number]

/** Whether a token is accepted, and if not, the reason. Section 5 does not specify the lifetime of tokens. */
export const tokenStatuses = ['active', 'revoked', 'expired'] as const

type TokenStatus = (typeof tokenStatuses)[number]

/** A token that the service has issued. */
export interface Token {
  /** The name of the token in tools: `application`, `rootClient`, `userClient` and others. */
  readonly name: string
  readonly token: string
  readonly kind: TokenKind
  /** Id of the owner of the token. */
  readonly userId: number
  readonly status: TokenStatus
  /** The token counts as the token of an ordinary user, even if its owner is an administrator. */
  readonly isDowngraded: boolean
}

/** The fields of a token that can be changed. */
export type TokenUpdate = Partial<Pick<Token, 'kind' | 'status' | 'isDowngraded'>>

/** The tokens of a server, or those of a sandbox: the tokens of the server with the additions and updates here. */
export class Tokens {
  readonly #issued = new Map<string, Token>()
  readonly #updates = new Map<string, TokenUpdate>()
  readonly #below: Tokens | undefined

  constructor(tokens: readonly Token[], below?: Tokens) {
    this.#below = below
    for (const token of tokens) this.issue(token)
  }

  /** Number of tokens that were issued here; none is ever removed. */
  get size(): number {
    return this.#issued.size
  }

  find(text: string): Token | undefined {
    const token = this.#issued.get(text) ?? this.#below?.find(text)
    const update = this.#updates.get(text)
    return token && update ? { ...token, ...update } : token
  }

  /**
   * The token with a given name or text. A name takes precedence over an equal text, and the tokens that were issued here
   * over those of the server.
   */
  named(name: string): Token | undefined {
    const own = [...this.#issued.values()].find((token) => token.name === name)
    return this.find((own ?? this.#below?.named(name))?.token ?? name)
  }

  /** All tokens, in the order in which they were issued. */
  all(): Token[] {
    const texts = new Set([...(this.#below?.all() ?? []).map(({ token }) => token), ...this.#issued.keys()])
    return [...texts].flatMap((text) => this.find(text) ?? [])
  }

  issue(token: Token): void {
    this.#issued.set(token.token, token)
  }

  /** Updates a token by its text; fields that are left out keep their values. Null removes all updates made here. */
  update(text: string, update: TokenUpdate | null): void {
    if (update === null) this.#updates.delete(text)
    else this.#updates.set(text, { ...this.#updates.get(text), ...update })
  }
}
