import { check } from '../../contract/checking/errors-in.ts'
import { SnapshotInfo, SnapshotList, SnapshotName, WorldInfo } from '../../sandboxes/model.ts'
import { states } from '../../sandboxes/states.ts'
import { validateSnapshotName } from '../../sandboxes/validate-calls.ts'
import { mostSnapshots } from '../../store/versions.ts'
import { type ControlRoute, del, get, post } from '../route.ts'

const params = { name: 'before-checkout' }

const refusals = { 404: 'There is no snapshot of that name.' }

export const snapshotRoutes: readonly ControlRoute[] = [
  get('listSnapshots', '/snapshots', {
    summary: 'The snapshots of the world, oldest first',
    schema: SnapshotList,
    handle: ({ workspace }) => states.snapshots(workspace),
  }),
  post('takeSnapshot', '/snapshots', {
    summary: 'Save the current world as a snapshot, which replaces one of the same name',
    body: { schema: SnapshotName, example: params },
    schema: SnapshotInfo,
    isNew: true,
    refusals: { 409: `There are ${mostSnapshots} snapshots already, or they are too large together.` },
    handle: ({ sandbox, body }) => {
      // Only the library has a default name.
      check(validateSnapshotName, body, 'A snapshot')
      return sandbox.snapshot(body.name)
    },
  }),
  post('restoreSnapshot', '/snapshots/{name}/restore', {
    summary: 'Restore a snapshot, which is kept',
    params,
    schema: WorldInfo,
    refusals,
    handle: ({ sandbox, params: { name } }) => sandbox.restore(name),
  }),
  del('deleteSnapshot', '/snapshots/{name}', {
    summary: 'Delete a snapshot',
    params,
    refusals,
    handle: ({ sandbox, params: { name = '' } }) => sandbox.forget(name),
  }),
]
