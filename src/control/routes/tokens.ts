import type { TokenChange } from '../../model.ts'
import type { SandboxTokens } from '../../sandbox/sandbox.ts'
import type { ControlRoute } from '../route.ts'
import { NewToken, TokenChanges, TokenInfo, TokenList } from '../schemas.ts'

/** Who may come in. */
export const tokenRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/tokens',
    summary: 'The tokens, who each belongs to, and which families take it',
    answer: { status: 200, schema: TokenList },
    handle: ({ sandbox }) => ({ tokens: sandbox.tokens.list() }),
  },
  {
    method: 'PATCH',
    path: '/tokens',
    summary: 'Revoke, expire or downgrade tokens, change their kind, or take that back',
    body: {
      schema: TokenChanges,
      example: { userClient: { status: 'revoked' }, rootClient: { rootAdministrator: false } },
    },
    answer: { status: 200, schema: TokenList },
    handle: ({ sandbox: { tokens }, body }) => {
      tokens.change(body as Record<string, TokenChange>)
      return { tokens: tokens.list() }
    },
  },
  {
    method: 'POST',
    path: '/tokens',
    summary: 'Issue a token for a user, such as one that was just created',
    body: { schema: NewToken, example: { kind: 'client', user: 4 } },
    answer: { status: 201, schema: TokenInfo },
    handle: ({ sandbox: { tokens }, body }) => tokens.issue(body as Parameters<SandboxTokens['issue']>[0]),
  },
]
