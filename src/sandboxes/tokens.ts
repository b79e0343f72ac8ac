import type { Family } from '../contract/operations.ts'
import { type TokenName, tokenNames } from '../fixtures/names.ts'
import { issueToken } from '../fixtures/tokens.ts'
import { describeBearer, takes } from '../http/authentication.ts'
import { type Token, type Tokens, type TokenUpdate, tokenKinds, tokenStatuses } from '../store/tokens.ts'
import { integer, oneOf } from '../util/field.ts'
import { onceFor } from '../util/once.ts'
import { checkFields, checkObject, type Fields, text, toggle } from './check-fields.ts'
import { ControlError } from './control-error.ts'
import type { TokenChange, TokenInfo } from './model.ts'
import type { SandboxTokens } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import type { Workspace } from './workspace.ts'

/** The texts of the three tokens that every world has; they are never removed. */
export const textsOf = (tokens: Tokens): Record<TokenName, string> =>
  Object.fromEntries(tokenNames.map((name) => [name, tokens.named(name)?.token ?? ''])) as Record<
    TokenName,
    string
  >

/** The operations on the tokens of a workspace. */
export function tokensPart(context: ServerContext, workspace: () => Workspace): SandboxTokens {
  const tell = (here: Workspace) =>
    context.events.publish('tokens', here.name, () => ({ tokens: listOf(here) }))

  return {
    ...textsOf(workspace().tokens),
    list: () => listOf(workspace()),
    change(changes) {
      checkChanges(changes)
      const here = workspace()
      const updates = Object.entries(changes).map(([which, change]) => updateFor(here, which, change))
      for (const [text, update] of updates) here.tokens.update(text, update)
      tell(here)
    },
    issue(wanted) {
      checkFields(wanted, newTokenFields, 'A new token')
      const here = workspace()
      const { kind, user, name } = wanted
      if (!here.world.tables.users.get(user)) {
        throw new ControlError(422, `There is no user ${user}.`, { field: 'user', rule: 'exists' })
      }
      if (name !== undefined && here.tokens.named(name)) {
        throw new ControlError(409, `There is a token "${name}" already.`, { field: 'name', rule: 'unique' })
      }
      const token = newToken(here, kind, user, name)
      here.tokens.issue(token)
      tell(here)
      return tokenInfo(here, token)
    },
  }
}

const changeFields = {
  status: oneOf(tokenStatuses),
  kind: oneOf(tokenKinds),
  rootAdministrator: toggle,
} as const satisfies Fields

const newTokenFields = {
  kind: { ...oneOf(tokenKinds), isRequired: true },
  user: { ...integer(1), isRequired: true },
  name: text(64),
} as const satisfies Fields

/** @throws ControlError for changes that do not fit any token */
function checkChanges(changes: unknown): void {
  checkObject(changes, 'A change of tokens')
  for (const [which, change] of Object.entries(changes)) {
    if (change !== null) checkFields(change, changeFields, `The change of "${which}"`, which)
  }
}

const listOf = (workspace: Workspace): TokenInfo[] =>
  workspace.tokens.all().map((token) => tokenInfo(workspace, token))

function tokenInfo({ world }: Workspace, token: Token): TokenInfo {
  const user = world.tables.users.get(token.userId)
  const isTaken = (family: Family) => user !== undefined && takes(family, token, user)
  return {
    name: token.name,
    token: token.token,
    kind: token.kind,
    status: token.status,
    rootAdministrator: user?.root_admin === true && !token.isDowngraded,
    downgraded: user?.root_admin === true && token.isDowngraded,
    userId: token.userId,
    who: describeBearer(token, world.tables),
    families: {
      application: isTaken('application'),
      admin: isTaken('admin'),
      client: isTaken('client'),
    },
  }
}

/** The first serial number that can be free, by seed, kind and user; tokens are never removed. */
const serialsOf = onceFor((_tokens: Tokens) => new Map<string, number>())

/** The first token of its kind for a user whose text, and default name if `name` is undefined, are free. */
function newToken({ world, tokens }: Workspace, kind: Token['kind'], userId: number, name?: string): Token {
  const serials = serialsOf(tokens)
  const key = JSON.stringify([world.identity.seed, kind, userId])
  for (let serial = serials.get(key) ?? 1; ; serial += 1) {
    const usual = `${kind}-${userId}${serial > 1 ? `-${serial}` : ''}`
    const token = issueToken(world, { name: name ?? usual, kind, userId }, serial)
    const isFree = !tokens.find(token.token) && (name !== undefined || !tokens.named(usual))
    if (!isFree) continue
    serials.set(key, serial + 1)
    return token
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
    throw new ControlError(404, `There is no token "${which}"; there are ${names.join(', ')}.`, {
      field: which,
      rule: 'exists',
    })
  }
  if (change === null) return [token.token, null]
  const { status, kind, rootAdministrator } = change
  if (rootAdministrator === true && world.tables.users.get(token.userId)?.root_admin !== true) {
    throw new ControlError(
      422,
      `The token "${token.name}" belongs to an ordinary user, so it cannot be that of a root administrator.`,
      { field: `${which}.rootAdministrator`, rule: 'prohibited' },
    )
  }
  const update = {
    ...(status !== undefined && { status }),
    ...(kind !== undefined && { kind }),
    ...(rootAdministrator !== undefined && { isDowngraded: !rootAdministrator }),
  }
  return [token.token, update]
}
