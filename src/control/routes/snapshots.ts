import { checkFields } from '../../sandboxes/check-fields.ts'
import { snapshotNameField } from '../../sandboxes/names.ts'
import { mostSnapshots } from '../../store/versions.ts'
import type { ControlRoute } from '../route.ts'
import { SnapshotInfo, SnapshotList, SnapshotName, WorldInfo } from '../schemas.ts'

const params = { name: 'before-checkout' }

const refusals = { 404: 'There is no snapshot of that name.' }

export const snapshotRoutes: readonly ControlRoute[] = [
  {
    id: 'listSnapshots',
    method: 'GET',
    path: '/snapshots',
    summary: 'The snapshots of the world, in the order in which they were taken',
    answer: { status: 200, schema: SnapshotList },
    handle: ({ sandbox }) => ({ snapshots: sandbox.snapshots() }),
  },
  {
    id: 'takeSnapshot',
    method: 'POST',
    path: '/snapshots',
    summary: 'Keep the world as it is now, in the place of what had that name before',
    body: { schema: SnapshotName, example: params, isCheckedLater: true },
    answer: { status: 201, schema: SnapshotInfo },
    refusals: { 409: `There are ${mostSnapshots} snapshots already.` },
    handle: ({ sandbox, body }) => {
      checkFields(body, { name: { ...snapshotNameField, isRequired: true } }, 'A snapshot')
      // Checked just now, which the compiler cannot follow.
      return sandbox.snapshot((body as { name: string }).name)
    },
  },
  {
    id: 'restoreSnapshot',
    method: 'POST',
    path: '/snapshots/{name}/restore',
    summary: 'Go back to a snapshot, which stays',
    params,
    answer: { status: 200, schema: WorldInfo },
    refusals,
    handle: ({ sandbox, params: { name } }) => sandbox.restore(name),
  },
  {
    id: 'deleteSnapshot',
    method: 'DELETE',
    path: '/snapshots/{name}',
    summary: 'Delete a snapshot',
    params,
    answer: { status: 204 },
    refusals,
    handle: ({ sandbox, params: { name = '' } }) => sandbox.forget(name),
  },
]
