import type { ControlRoute } from '../route.ts'
import { eventRoutes } from './events.ts'
import { faultRoutes } from './faults.ts'
import { fileRoutes } from './files.ts'
import { gapRoutes } from './gaps.ts'
import { requestRoutes } from './requests.ts'
import { sandboxRoutes } from './sandboxes.ts'
import { snapshotRoutes } from './snapshots.ts'
import { tokenRoutes } from './tokens.ts'
import { worldRoutes } from './world.ts'

/** All of the control API, in the order in which it is described. */
export const routes: readonly ControlRoute[] = [
  ...worldRoutes,
  ...snapshotRoutes,
  ...requestRoutes,
  ...eventRoutes,
  ...faultRoutes,
  ...gapRoutes,
  ...tokenRoutes,
  ...sandboxRoutes,
  ...fileRoutes,
]
