import type { GapTurns } from '../../sandboxes/sandbox.ts'
import type { ControlRoute } from '../route.ts'
import { GapChanges, GapList } from '../schemas.ts'

export const gapRoutes: readonly ControlRoute[] = [
  {
    id: 'listGaps',
    method: 'GET',
    path: '/gaps',
    summary: 'Every gap with its question, its choices and the one that holds',
    answer: { status: 200, schema: GapList },
    handle: ({ sandbox }) => ({ gaps: sandbox.gaps.list() }),
  },
  {
    id: 'turnGaps',
    method: 'PATCH',
    path: '/gaps',
    summary: 'Turn gaps; null goes back to what holds without, and `profile` turns all of them first',
    body: {
      schema: GapChanges,
      example: { 'page.over-maximum': 'refuse', 'status.created': null },
      isCheckedLater: true,
    },
    answer: { status: 200, schema: GapList },
    handle: ({ sandbox, body }) => {
      // Who turns a gap that there is not is told so by the gaps themselves.
      sandbox.gaps.set(body as GapTurns)
      return { gaps: sandbox.gaps.list() }
    },
  },
]
