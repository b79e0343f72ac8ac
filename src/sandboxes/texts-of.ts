import { type TokenName, tokenNames } from '../fixtures/token-names.ts'
import type { Tokens } from '../store/tokens.ts'

/** The texts of the three tokens that every world has; none of them ever goes away. */
export const textsOf = (tokens: Tokens): Record<TokenName, string> =>
  Object.fromEntries(tokenNames.map((name) => [name, tokens.named(name)?.token ?? ''])) as Record<
    TokenName,
    string
  >
