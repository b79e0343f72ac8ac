import { checkFields } from '../../sandboxes/check-fields.ts'
import { mostSnapshots } from '../../store/versions.ts'
import { snapshotNameField } from '../../util/names.ts'
import type { ControlRoute } from '../route.ts'
import { SnapshotInfo, SnapshotList, SnapshotName, WorldInfo } from '../schemas.ts'

const params = { name: 'before-checkout' }

const refusals = { 404: 'There is no snapshot of that name.' }

export const snapshotRoutes: readonly ControlRoute[] = [
  {
    id: 'listSnapshots',
    method: 'GET',
    path: '/snapshots',
    summary: 'The snapshots of the world, oldest first',
    answer: { status: 200, schema: SnapshotList },
    handle: ({ sandbox }) => ({ snapshots: sandbox.snapshots() }),
  },
  {
    id: 'takeSnapshot',
    method: 'POST',
    path: '/snapshots',
    summary: 'Save the current world as a snapshot, which replaces one of the same name',
    body: { schema: SnapshotName, example: params, isCheckedLater: true },
    answer: { status: 201, schema: SnapshotInfo },
    refusals: { 409: `There are ${mostSnapshots} snapshots already, or they are too large together.` },
    handle: ({ sandbox, body }) => {
      checkFields(body, { name: { ...snapshotNameField, isRequired: true } }, 'A snapshot')
      // `checkFields` checked the name, which the compiler does not see.
      return sandbox.snapshot((body as { name: string }).name)
    },
  },
  {
    id: 'restoreSnapshot',
    method: 'POST',
    path: '/snapshots/{name}/restore',
    summary: 'Restore a snapshot, which is kept',
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
