import { BodyForgotten } from '../journal/journal.ts'
import type { LoggedRequest, RequestCriteria } from './model.ts'
import type { Workspace } from './workspace.ts'
import type { ServerContext } from './server-context.ts'
import { checkedCriteria } from './checked-criteria.ts'
import { faultsPart } from './faults.ts'
import { gapsPart } from './gaps.ts'
import { ControlError } from './control-error.ts'
import type { Sandbox } from './sandbox.ts'
import { target } from './target.ts'
import { tokensPart } from './tokens.ts'
import { worldPart } from './world.ts'

/**
 * A room as tests and the control API handle it.
 * @param room finds it at each use: a sandbox may have gone since, and been made anew
 * @param base its base URL
 */
export const openSandbox = (site: ServerContext, room: () => Workspace, base: string): Sandbox => ({
  url: base,
  tokens: tokensPart(site, room),
  gaps: gapsPart(site, room),
  faults: faultsPart(site, room),
  get target() {
    return target(room(), base)
  },
  ...worldPart(site, room),
  requests: (criteria) => find(room(), checkedCriteria(criteria)),
  clearRequests: () => room().journal.clear(),
})

function find({ journal }: Workspace, criteria: RequestCriteria): LoggedRequest[] {
  try {
    return journal.list(criteria)
  } catch (error) {
    if (error instanceof BodyForgotten) throw new ControlError(409, error.message)
    throw error
  }
}
