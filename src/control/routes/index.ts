import type { ControlRoute } from '../route.ts'
import { eventRoutes } from './events.ts'
import { faultRoutes } from './faults.ts'
import { fileRoutes } from './files.ts'
import { gapRoutes } from './gaps.ts'
import { referenceRoutes } from './reference.ts'
import { requestRoutes } from './requests.ts'
import { sandboxRoutes } from './sandboxes.ts'
import { snapshotRoutes } from './snapshots.ts'
import { tokenRoutes } from './tokens.ts'
import { worldRoutes } from './world.ts'

/** Routes that belong together. */
interface Group {
  readonly name: string
  readonly text: string
  readonly routes: readonly ControlRoute[]
}

/** All of the control API, in the order in which it is described. */
export const groups: readonly Group[] = [
  {
    name: 'World',
    text: 'The world as a whole: whether it is there, back to the start, out and in.',
    routes: worldRoutes,
  },
  { name: 'Snapshots', text: 'The world as it was when somebody kept it.', routes: snapshotRoutes },
  {
    name: 'Requests',
    text: 'What was asked of the API: the latest thousand requests, each with the rows that it changed.',
    routes: requestRoutes,
  },
  { name: 'Events', text: 'What happens, as it happens.', routes: eventRoutes },
  { name: 'Faults', text: 'What goes wrong on purpose.', routes: faultRoutes },
  { name: 'Gaps', text: 'What the document leaves open, and what is chosen.', routes: gapRoutes },
  { name: 'Tokens', text: 'Who may come in.', routes: tokenRoutes },
  { name: 'Sandboxes', text: 'The worlds beside the main one.', routes: sandboxRoutes },
  { name: 'Reference', text: 'The mocked API, described to tools and to people.', routes: referenceRoutes },
  { name: 'Files', text: 'What the tools around want: ready to be saved and used.', routes: fileRoutes },
]

export const routes: readonly ControlRoute[] = groups.flatMap((group) => group.routes)
