import { NewToken, type TokenChange, TokenChanges, TokenInfo, TokenList } from '../../sandboxes/model.ts'
import type { SandboxTokens } from '../../sandboxes/sandbox.ts'
import { states } from '../../sandboxes/states.ts'
import { type ControlRoute, get, patch, post } from '../route.ts'

export const tokenRoutes: readonly ControlRoute[] = [
  get('listTokens', '/tokens', {
    summary: 'The tokens with their users and the families that accept them',
    schema: TokenList,
    handle: ({ workspace }) => states.tokens(workspace),
  }),
  patch('changeTokens', '/tokens', {
    summary: 'Revoke, expire or downgrade tokens, or change their kind; null undoes all changes of a token',
    body: {
      schema: TokenChanges,
      example: { userClient: { status: 'revoked' }, rootClient: { rootAdministrator: false } },
    },
    schema: TokenList,
    refusals: { 404: 'There is no such token.' },
    handle: ({ sandbox, workspace, body }) => {
      sandbox.tokens.change(body as Record<string, TokenChange | null>)
      return states.tokens(workspace)
    },
  }),
  post('issueToken', '/tokens', {
    summary: 'Issue a token for a user, such as one that was just created',
    body: { schema: NewToken, example: { kind: 'client', user: 3 } },
    schema: TokenInfo,
    isNew: true,
    refusals: { 409: 'There is a token of that name already, or there are too many.' },
    handle: ({ sandbox: { tokens }, body }) => tokens.issue(body as Parameters<SandboxTokens['issue']>[0]),
  }),
]
