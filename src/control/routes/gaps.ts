import { GapChanges, GapList } from '../../sandboxes/model.ts'
import type { GapTurns } from '../../sandboxes/sandbox.ts'
import { type ControlRoute, get, patch } from '../route.ts'

export const gapRoutes: readonly ControlRoute[] = [
  get('listGaps', '/gaps', {
    summary: 'Every gap with its question, its choices and the current one',
    answer: { status: 200, schema: GapList },
    handle: ({ sandbox }) => ({ gaps: sandbox.gaps.list() }),
  }),
  patch('turnGaps', '/gaps', {
    summary: 'Set gaps; null removes a setting, and `profile` sets all gaps first',
    body: { schema: GapChanges, example: { 'page.over-maximum': 'refuse', 'status.created': null } },
    answer: { status: 200, schema: GapList },
    handle: ({ sandbox, body }) => {
      // `set` checks the names and choices.
      sandbox.gaps.set(body as GapTurns)
      return { gaps: sandbox.gaps.list() }
    },
  }),
]
