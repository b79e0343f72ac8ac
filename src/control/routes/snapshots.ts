import type { ControlRoute } from '../route.ts'
import { SnapshotInfo, SnapshotList, SnapshotName, WorldInfo } from '../schemas.ts'

const params = { name: 'before-checkout' }

/** The world as it was when somebody kept it. */
export const snapshotRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/snapshots',
    summary: 'The snapshots of the world, in the order in which they were taken',
    answer: { status: 200, schema: SnapshotList },
    handle: ({ sandbox }) => ({ snapshots: sandbox.snapshots() }),
  },
  {
    method: 'POST',
    path: '/snapshots',
    summary: 'Keep the world as it is now, in the place of what had that name before',
    body: { schema: SnapshotName, example: params },
    answer: { status: 201, schema: SnapshotInfo },
    handle: ({ sandbox, body }) => sandbox.snapshot((body as { name: string }).name),
  },
  {
    method: 'POST',
    path: '/snapshots/{name}/restore',
    summary: 'Go back to a snapshot, which stays',
    params,
    answer: { status: 200, schema: WorldInfo },
    handle: ({ sandbox, params: { name } }) => sandbox.restore(name),
  },
  {
    method: 'DELETE',
    path: '/snapshots/{name}',
    summary: 'Delete a snapshot',
    params,
    answer: { status: 204 },
    handle: ({ sandbox, params: { name = '' } }) => sandbox.forget(name),
  },
]
