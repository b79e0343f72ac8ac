import { faultsPart } from './faults.ts'
import { gapsPart } from './gaps.ts'
import { findRequests } from './requests.ts'
import { rowsPart } from './rows.ts'
import type { Sandbox } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import { changing } from './states.ts'
import { target } from './target.ts'
import { tokensPart } from './tokens.ts'
import type { Workspace } from './workspace.ts'
import { worldPart } from './world.ts'

/**
 * The operations of tests and of the control API on a workspace.
 * @param workspace finds the workspace at each use, because a sandbox can be deleted and created again
 * @param base base URL of the workspace
 */
export const openSandbox = (context: ServerContext, workspace: () => Workspace, base: string): Sandbox => ({
  url: base,
  tokens: tokensPart(context, workspace),
  gaps: gapsPart(context, workspace),
  faults: faultsPart(context, workspace),
  get target() {
    return target(context, workspace(), base)
  },
  ...rowsPart(context, workspace),
  ...worldPart(context, workspace),
  requests: (criteria) => findRequests(workspace(), criteria),
  clearRequests: () => changing(context, 'requests', workspace)(({ journal }) => journal.clear()),
})
