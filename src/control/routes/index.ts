import type { ControlRoute } from '../route.ts'
import { eventRoutes } from './events.ts'
import { faultRoutes } from './faults.ts'
import { fileRoutes } from './files.ts'
import { gapRoutes } from './gaps.ts'
import { referenceRoutes } from './reference.ts'
import { requestRoutes } from './requests.ts'
import { rowRoutes } from './rows.ts'
import { sandboxRoutes } from './sandboxes.ts'
import { snapshotRoutes } from './snapshots.ts'
import { tokenRoutes } from './tokens.ts'
import { worldRoutes } from './world.ts'

/** A group of routes. */
interface Group {
  readonly name: string
  readonly text: string
  readonly routes: readonly ControlRoute[]
}

/** All routes of the control API, in the order of its description. */
export const groups: readonly Group[] = [
  {
    name: 'World',
    text: 'The world as a whole: health, reset, export and import.',
    routes: worldRoutes,
  },
  {
    name: 'Rows',
    text: 'Rows in addition to those of the world, as a test needs them.',
    routes: rowRoutes,
  },
  { name: 'Snapshots', text: 'Saved states of the world.', routes: snapshotRoutes },
  {
    name: 'Requests',
    text: 'The request log: the latest thousand requests to the mocked API, each with the rows that it changed.',
    routes: requestRoutes,
  },
  { name: 'Events', text: 'Changes and requests as server-sent events.', routes: eventRoutes },
  { name: 'Faults', text: 'Errors, delays and broken connections on purpose.', routes: faultRoutes },
  {
    name: 'Gaps',
    text: 'Questions that the document leaves open, with the choices of the mock.',
    routes: gapRoutes,
  },
  { name: 'Tokens', text: 'The tokens and their permissions.', routes: tokenRoutes },
  { name: 'Sandboxes', text: 'Separate worlds in addition to the main one.', routes: sandboxRoutes },
  {
    name: 'Reference',
    text: 'The description of the mocked API for tools and people.',
    routes: referenceRoutes,
  },
  { name: 'Files', text: 'Files for other tools, ready to use.', routes: fileRoutes },
]

export const routes: readonly ControlRoute[] = groups.flatMap((group) => group.routes)
