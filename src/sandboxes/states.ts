import { recordOf } from '../contract/objects.ts'
import { familyIds } from '../contract/operations.ts'
import { faultList } from '../faults/profiles.ts'
import { gapList } from '../gaps/gap-list.ts'
import { describeOwner, takes } from '../http/authentication.ts'
import type { Token } from '../store/tokens.ts'
import type { Snapshot } from '../store/versions.ts'
import type { EventName } from './events.ts'
import type { SnapshotInfo, TokenInfo, WorldInfo } from './model.ts'
import type { ServerContext } from './server-context.ts'
import type { Workspace } from './workspace.ts'

/** The parts of a workspace by the names of their events: their data in the control API and in events. */
export const states = {
  world: ({ world }: Workspace): WorldInfo => ({ ...world.identity, checksum: world.checksum() }),
  requests: ({ journal }: Workspace) => ({ requests: journal.list() }),
  snapshots: ({ versions }: Workspace) => ({ snapshots: versions.snapshots().map(snapshotInfo) }),
  gaps: ({ gapSettings }: Workspace) => ({ gaps: gapList(gapSettings) }),
  tokens: (here: Workspace) => ({ tokens: here.tokens.all().map((token) => tokenInfo(here, token)) }),
  faults: ({ faults }: Workspace) => faultList(faults.list()),
} as const satisfies { readonly [N in EventName]?: (here: Workspace) => object }

/** Publishes the event of a part that has changed. */
export const tell = ({ events }: ServerContext, part: keyof typeof states, here: Workspace): void =>
  events.publish(part, here.name, () => states[part](here))

/** Prepares a function that changes a part of a workspace and publishes its event. */
export const changing =
  (context: ServerContext, part: keyof typeof states, workspace: () => Workspace) =>
  <T>(change: (here: Workspace) => T): T => {
    const here = workspace()
    const result = change(here)
    tell(context, part, here)
    return result
  }

export const snapshotInfo = ({ name, at, world }: Snapshot): SnapshotInfo => ({
  name,
  at: new Date(at).toISOString(),
  checksum: world.checksum(),
})

export function tokenInfo({ world }: Workspace, token: Token): TokenInfo {
  const user = world.tables.users.get(token.userId)
  return {
    name: token.name,
    token: token.token,
    kind: token.kind,
    status: token.status,
    rootAdministrator: user?.root_admin === true && !token.isDowngraded,
    downgraded: user?.root_admin === true && token.isDowngraded,
    userId: token.userId,
    who: describeOwner(token, world.tables),
    families: recordOf(familyIds, (family) => user !== undefined && takes(family, token, user)),
  }
}
