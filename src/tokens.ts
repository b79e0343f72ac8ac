/** The two kinds of token. Section 5 item 2. */
export type TokenKind = 'application' | 'client'

/** A token that the service has issued. */
export interface Token {
  readonly token: string
  readonly kind: TokenKind
  /** Id of the user it belongs to. */
  readonly userId: number
  /** Who that is, for people. */
  readonly who: string
}

/** The tokens that a server knows; every sandbox takes the same ones. */
export class Tokens {
  readonly #byText: ReadonlyMap<string, Token>

  constructor(tokens: readonly Token[]) {
    this.#byText = new Map(tokens.map((token) => [token.token, token]))
  }

  find(text: string): Token | undefined {
    return this.#byText.get(text)
  }

  all(): Token[] {
    return [...this.#byText.values()]
  }
}
