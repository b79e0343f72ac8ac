import { takes } from '../auth.ts'
import type { Family } from '../contract/operations.ts'
import { tokenNames } from '../fixtures/token-names.ts'
import { issueToken } from '../fixtures/tokens.ts'
import type { TokenChange, TokenInfo } from '../model.ts'
import type { Room } from '../room.ts'
import type { Site } from '../site.ts'
import type { Token } from '../tokens.ts'
import { Impossible } from './impossible.ts'
import type { SandboxTokens } from './sandbox.ts'

/** What can be done with the tokens of a room. */
export function tokensPart(site: Site, room: Room): SandboxTokens {
  const { tokens } = room
  const list = () => tokens.all().map((token) => tokenInfo(room, token))

  const tell = () => site.events.publish('tokens', room.name, () => ({ tokens: list() }))

  return {
    ...texts(room),
    list,
    change(changes) {
      const changed = Object.entries(changes).map(([which, change]) => changedToken(room, which, change))
      for (const token of changed) tokens.put(token)
      tell()
    },
    issue({ kind, user, name }) {
      if (!room.world.tables.users.get(user)) throw new Impossible(422, `There is no user ${user}.`)
      const own = tokens.all().filter((token) => token.userId === user && token.kind === kind)
      const free = name ?? `${kind}-${user}${own.length > 0 ? `-${own.length + 1}` : ''}`
      if (tokens.named(free)) throw new Impossible(409, `There is a token "${free}" already.`)
      const token = issueToken(room.world, { name: free, kind, userId: user }, own.length + 1)
      tokens.put(token)
      tell()
      return tokenInfo(room, token)
    },
  }
}

/** The texts of the three tokens that every world has; none of them ever goes away. */
const texts = ({ tokens }: Room) =>
  Object.fromEntries(tokenNames.map((name) => [name, tokens.named(name)?.token ?? ''])) as Record<
    (typeof tokenNames)[number],
    string
  >

function tokenInfo({ world }: Room, token: Token): TokenInfo {
  const user = world.tables.users.get(token.userId)
  const isTaken = (family: Family) => user !== undefined && takes(family, token, user)
  return {
    name: token.name,
    token: token.token,
    kind: token.kind,
    status: token.status,
    rootAdministrator: user?.root_admin === true && !token.isDowngraded,
    userId: token.userId,
    who: token.who,
    families: {
      application: isTaken('application'),
      admin: isTaken('admin'),
      client: isTaken('client'),
    },
  }
}

function changedToken({ world, tokens }: Room, which: string, change: TokenChange): Token {
  const token = tokens.named(which)
  if (!token) {
    const names = tokens.all().map(({ name }) => name)
    throw new Impossible(404, `There is no token "${which}"; there are ${names.join(', ')}.`)
  }
  const { status = token.status, kind = token.kind, rootAdministrator } = change
  const isRoot = world.tables.users.get(token.userId)?.root_admin === true
  if (rootAdministrator === true && !isRoot) {
    throw new Impossible(
      422,
      `The token "${token.name}" belongs to an ordinary user, so it cannot be that of a root administrator.`,
    )
  }
  const isDowngraded = rootAdministrator === undefined ? token.isDowngraded : isRoot && !rootAdministrator
  return { ...token, status, kind, isDowngraded }
}
