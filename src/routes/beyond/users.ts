import { panelOperations } from '../../contract/panel-operations.ts'
import { ApiError } from '../../http/errors.ts'
import { resourceOf } from '../../resources/resource.ts'
import { depthOf, type View } from '../../resources/view.ts'
import { removeRow } from '../../store/remove-row.ts'
import { userBody, userValues, userWith } from '../create-user.ts'
import { type Call, endpoint, jsonEndpoint } from '../endpoint.ts'
import { byId } from '../lookup.ts'

const subject = ({ tables }: View, { user }: Call['params']) => byId('user', tables.users, user)

const updateUser = jsonEndpoint(panelOperations.updateUser, {
  body: userBody,
  decidedBy: userValues,
  subject,
  handle(call, before) {
    const user = call.world.tables.users.replace(userWith(call, before))
    return resourceOf('user', 'shown')(call.view, user, depthOf(call.view))
  },
})

const deleteUser = endpoint(panelOperations.deleteUser, {
  subject,
  handle({ world }, { id, username }: ReturnType<typeof subject>) {
    const owned = world.tables.servers.of('user', id)
    if (owned.length > 0) {
      const names = owned.slice(0, 3).map(({ name }) => `"${name}"`)
      const more = owned.length > 3 ? ` and ${owned.length - 3} more` : ''
      throw new ApiError('notPossible', `The user ${username} owns servers: ${names.join(', ')}${more}.`)
    }
    removeRow(world, 'users', id)
    return undefined
  },
})

export const userEndpoints = [updateUser, deleteUser]
