import { ControlError, check, wrongField } from '../contract/checking/errors-in.ts'
import { shown } from '../contract/checking/words.ts'
import { isObject } from '../contract/objects.ts'
import { issueToken } from '../fixtures/tokens.ts'
import { mostTokens, type Token, type TokenUpdate } from '../store/tokens.ts'
import type { World } from '../store/world.ts'
import type { TokenChange } from './model.ts'
import type { SandboxTokens } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import { states, tell, tokenInfo } from './states.ts'
import { textsOf } from './target.ts'
import { validateNewToken, validateTokenChanges } from './validate-calls.ts'
import type { Workspace } from './workspace.ts'

/** The operations on the tokens of a workspace. */
export function tokensPart(context: ServerContext, workspace: () => Workspace): SandboxTokens {
  return {
    ...textsOf(workspace().tokens),
    list: () => states.tokens(workspace()).tokens,
    change(changes) {
      check(validateTokenChanges, changes, 'A change of tokens')
      const here = workspace()
      const updates = Object.entries(changes).map(([which, change]) => updateFor(here, which, change))
      for (const [text, update] of updates) here.tokens.update(text, update)
      tell(context, 'tokens', here)
    },
    issue(wanted) {
      const { user: owner, ...rest } = Object(wanted)
      const asked: unknown = isObject(wanted)
        ? { ...rest, user: isObject(owner) ? owner['id'] : owner }
        : wanted
      check(validateNewToken, asked, 'A new token')
      const here = workspace()
      const { kind, user, name } = asked
      const userId = userNamed(here.world, user)
      if (userId === undefined) {
        const detail = `There is no user ${typeof user === 'string' ? shown(user) : user}.`
        throw new ControlError(422, wrongField('user', 'exists', detail))
      }
      if (name !== undefined && here.tokens.named(name)) {
        throw new ControlError(409, wrongField('name', 'unique', `There is a token "${name}" already.`))
      }
      if (here.tokens.size >= mostTokens) {
        const other = here.name === undefined ? 'use a sandbox' : 'delete the sandbox'
        throw new ControlError(
          409,
          `There are ${mostTokens} tokens already; ${other}, or restart the server.`,
        )
      }
      const token = newToken(here, kind, userId, name)
      here.tokens.issue(token)
      tell(context, 'tokens', here)
      return tokenInfo(here, token)
    },
  }
}

/** The id of the user with an id, a user name or an e-mail address; forms send an id as a text. */
function userNamed({ tables: { users } }: World, user: number | string): number | undefined {
  const ofId = /^\d+$/.test(String(user)) ? users.get(Number(user)) : undefined
  if (typeof user === 'number') return ofId?.id
  const name = user.toLowerCase()
  return (users.find('username', name) ?? users.find('email', name) ?? ofId)?.id
}

/** The first token of its kind for a user whose text, and default name if `name` is undefined, are free. */
function newToken({ world, tokens }: Workspace, kind: Token['kind'], userId: number, name?: string): Token {
  // To make the text of a token takes much longer than to look up a name.
  const taken = new Set(name === undefined ? tokens.all().map((token) => token.name) : [])
  for (let serial = 1; ; serial += 1) {
    const usual = `${kind}-${userId}${serial > 1 ? `-${serial}` : ''}`
    if (taken.has(usual)) continue
    const token = issueToken(world, { name: name ?? usual, kind, userId }, serial)
    if (!tokens.find(token.token)) return token
  }
}

function updateFor(
  { world, tokens }: Workspace,
  which: string,
  change: TokenChange | null,
): readonly [text: string, update: TokenUpdate | null] {
  const token = tokens.named(which)
  if (!token) {
    const names = tokens.all().map(({ name }) => name)
    const detail = `There is no token ${shown(which)}; there are ${names.join(', ')}.`
    throw new ControlError(404, wrongField(which, 'exists', detail))
  }
  if (change === null) return [token.token, null]
  const { status, kind, rootAdministrator } = change
  if (rootAdministrator === true && world.tables.users.get(token.userId)?.root_admin !== true) {
    const detail = `The token "${token.name}" belongs to an ordinary user, so it cannot be that of a root administrator.`
    throw new ControlError(422, wrongField(`${which}.rootAdministrator`, 'prohibited', detail))
  }
  const update = {
    ...(status !== undefined && { status }),
    ...(kind !== undefined && { kind }),
    ...(rootAdministrator !== undefined && { isDowngraded: !rootAdministrator }),
  }
  return [token.token, update]
}
