import { GapChanges, GapList } from '../../sandboxes/model.ts'
import type { GapSettingChanges } from '../../sandboxes/sandbox.ts'
import { states } from '../../sandboxes/states.ts'
import { type ControlRoute, get, patch } from '../route.ts'

export const gapRoutes: readonly ControlRoute[] = [
  get('listGaps', '/gaps', {
    summary: 'Every gap with its question, its choices and the current one',
    schema: GapList,
    handle: ({ workspace }) => states.gaps(workspace),
  }),
  patch('changeGaps', '/gaps', {
    summary: 'Set gaps; null removes a setting, and `profile` sets all gaps first',
    body: { schema: GapChanges, example: { 'page.over-maximum': 'refuse', 'status.created': null } },
    schema: GapList,
    handle: ({ sandbox, workspace, body }) => {
      // `set` checks the names and choices.
      sandbox.gaps.set(body as GapSettingChanges)
      return states.gaps(workspace)
    },
  }),
]
