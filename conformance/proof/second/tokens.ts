import { type Holder, Refusal } from './call.ts'
import target from './target.json' with { type: 'json' }
import type { World } from './world.ts'

/** The tokens of this world; `stranger` is a client token of a user who owns another server. */
export const tokens = { ...target.tokens, stranger: 'second|client|sirpa|7dRk' }

const owners: Record<string, number> = {
  [tokens.rootClient]: 41,
  [tokens.userClient]: 42,
  [tokens.stranger]: 43,
}

export function identify(world: World, header: string | undefined): Holder {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  if (token === tokens.application) return { kind: 'application' }
  const user = world.users.find(({ id }) => token !== undefined && id === owners[token])
  if (user === undefined) throw new Refusal(401, 'A valid token is missing.')
  return { kind: 'client', user }
}

/** Checks that a family of paths accepts the token. Section 5. */
export function admit(holder: Holder, path: string): void {
  const isRoot = holder.kind === 'client' && holder.user.root_admin
  const admitted =
    (path.startsWith('/api/application/') && (holder.kind === 'application' || isRoot)) ||
    (path.startsWith('/api/admin/') && isRoot) ||
    (path.startsWith('/api/client/') && holder.kind === 'client')
  if (!admitted && path.startsWith('/api/')) throw new Refusal(403, 'The token does not grant access.')
}
