import { listed } from '../../contract/checking/words.ts'
import { panelOperations } from '../../contract/panel-operations.ts'
import { ApiError } from '../../http/errors.ts'
import { resourceOf } from '../../resources/resource.ts'
import { depthOf } from '../../resources/view.ts'
import { removeRow } from '../../store/remove-row.ts'
import type { UserRow } from '../../store/rows.ts'
import { userBody, userValues, userWith } from '../create-user.ts'
import { endpoint } from '../endpoint.ts'

const updateUser = endpoint(panelOperations.updateUser, {
  bodySchema: userBody,
  decidedBy: userValues,
  handle(call, before: UserRow) {
    const user = call.world.tables.users.replace(userWith(call, before))
    return resourceOf('user', 'shown')(call.view, user, depthOf(call.view))
  },
})

const deleteUser = endpoint(panelOperations.deleteUser, {
  handle({ world }, { id, username }: UserRow) {
    const owned = world.tables.servers.of('user', id)
    if (owned.length > 0) {
      const names = owned.map(({ name }) => `"${name}"`)
      throw new ApiError('notPossible', `The user ${username} owns servers: ${listed(names, 3)}.`)
    }
    removeRow(world, 'users', id)
    return undefined
  },
})

export const userEndpoints = [updateUser, deleteUser]
