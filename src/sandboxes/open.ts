import { faultsPart } from './faults.ts'
import { gapsPart } from './gaps.ts'
import { findRequests } from './requests.ts'
import { addPart, editPart, removePart, workPart } from './rows.ts'
import type { Sandbox } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
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
  add: addPart(context, workspace),
  edit: editPart(context, workspace),
  remove: removePart(context, workspace),
  start: (count) => workPart(context, workspace).start(count),
  finish: () => workPart(context, workspace).finish(),
  get target() {
    return target(context, workspace(), base)
  },
  ...worldPart(context, workspace),
  requests: (criteria) => findRequests(workspace(), criteria),
  clearRequests: () => workspace().journal.clear(),
})
