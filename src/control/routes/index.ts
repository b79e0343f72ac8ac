import type { ControlRoute } from '../route.ts'
import { eventRoutes } from './events.ts'
import { faultRoutes } from './faults.ts'
import { gapRoutes } from './gaps.ts'
import { fileRoutes, referenceRoutes } from './reference.ts'
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

const group = (name: string, text: string, routes: readonly ControlRoute[]): Group => ({ name, text, routes })

/** All routes of the control API, in the order of its description. */
export const groups: readonly Group[] = [
  group('World', 'The world as a whole: health, reset, export and import.', worldRoutes),
  group('Rows', 'Rows in addition to those of the world, as a test needs them.', rowRoutes),
  group('Snapshots', 'Saved states of the world.', snapshotRoutes),
  group(
    'Requests',
    'The request log: the latest thousand requests to the mocked API, each with the rows that it changed.',
    requestRoutes,
  ),
  group('Events', 'Changes and requests as server-sent events.', eventRoutes),
  group('Faults', 'Errors, delays and broken connections on purpose.', faultRoutes),
  group('Gaps', 'Questions that the document leaves open, with the choices of the mock.', gapRoutes),
  group('Tokens', 'The tokens and their permissions.', tokenRoutes),
  group('Sandboxes', 'Separate worlds in addition to the main one.', sandboxRoutes),
  group('Reference', 'The description of the mocked API for tools and people.', referenceRoutes),
  group('Files', 'Files for other tools, ready to use.', fileRoutes),
]

export const routes: readonly ControlRoute[] = groups.flatMap((group) => group.routes)
