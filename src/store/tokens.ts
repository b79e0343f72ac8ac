/** The two kinds of token. Section 5 item 2. */
export const tokenKinds = ['application', 'client'] as const

export type TokenKind = (typeof tokenKinds)[number]

/** Whether a token is accepted, and if not, the reason. Section 5 leaves open how long one lasts. */
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
  readonly status: TokenStatus
  /** The token counts as one of an ordinary user, even if its owner is an administrator. */
  readonly isDowngraded: boolean
}

/** What can be changed in a token. */
export type TokenUpdate = Partial<Pick<Token, 'kind' | 'status' | 'isDowngraded'>>

/** The tokens that a server knows, or those of a sandbox: the server's, as they are there, with what is changed here. */
export class Tokens {
  readonly #issued = new Map<string, Token>()
  readonly #texts = new Map<string, string>()
  readonly #updates = new Map<string, TokenUpdate>()
  readonly #below: Tokens | undefined

  constructor(tokens: readonly Token[], below?: Tokens) {
    this.#below = below
    for (const token of tokens) this.issue(token)
  }

  find(text: string): Token | undefined {
    const token = this.#issued.get(text) ?? this.#below?.find(text)
    const update = this.#updates.get(text)
    return token && update ? { ...token, ...update } : token
  }

  /** The token of that name or text. */
  named(name: string): Token | undefined {
    return this.find(name) ?? this.find(this.#textOf(name) ?? '')
  }

  #textOf(name: string): string | undefined {
    const below = this.#below ? this.#below.#textOf(name) : undefined
    return below ?? this.#texts.get(name)
  }

  /** In the order in which they were issued. */
  all(): Token[] {
    const texts = new Set([...(this.#below?.all() ?? []).map(({ token }) => token), ...this.#issued.keys()])
    return [...texts].flatMap((text) => this.find(text) ?? [])
  }

  issue(token: Token): void {
    this.#issued.set(token.token, token)
    if (!this.#texts.has(token.name)) this.#texts.set(token.name, token.token)
  }

  /** Changes a token by its text; what is not named stays as it is, here or in the server. Null takes all of it back. */
  update(text: string, update: TokenUpdate | null): void {
    if (update === null) this.#updates.delete(text)
    else this.#updates.set(text, { ...this.#updates.get(text), ...update })
  }
}
