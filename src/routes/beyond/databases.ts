import * as Type from '@sinclair/typebox'
import { panelOperations } from '../../contract/panel-operations.ts'
import { broken } from '../../http/bodies/fields.ts'
import { ApiError, invalid } from '../../http/errors.ts'
import { serverDatabaseResource } from '../../resources/server-database.ts'
import { list } from '../../resources/view.ts'
import type { DatabaseRow, ServerRow } from '../../store/rows.ts'
import { Dice } from '../../util/dice.ts'
import type { Call } from '../call.ts'
import { endpoint } from '../endpoint.ts'
import { checkUnpaged } from '../pagination.ts'
import { refuseAtLimit } from './servers.ts'

const newDatabase = Type.Object({
  database: Type.String({
    minLength: 3,
    maxLength: 48,
    pattern: '^[A-Za-z0-9_-]+$',
    says: '3 to 48 letters, digits, hyphens and underscores',
  }),
  remote: Type.String({
    minLength: 1,
    maxLength: 191,
    pattern: '^[\\w./:%-]+$',
    says: 'a pattern of hosts such as % or 10.0.0.%',
  }),
})

/** A database, with or without its password. */
function shown({ world, view }: Call, database: DatabaseRow, hasPassword: boolean) {
  const letters = new Dice(world.identity.seed, 'database password', database.username)
  return serverDatabaseResource(hasPassword ? letters.hex(24) : undefined)(view, database, 0)
}

const listServerDatabases = endpoint(panelOperations.listServerDatabases, {
  handle(call, { id }: ServerRow) {
    checkUnpaged(call.url, call.view.gap)
    const included = new URLSearchParams(call.url.query).get('include')?.split(',') ?? []
    const databases = call.view.tables.databases.of('server', id)
    return list(databases.map((database) => shown(call, database, included.includes('password'))))
  },
})

const createServerDatabase = endpoint(panelOperations.createServerDatabase, {
  bodySchema: () => newDatabase,
  handle(call, server: ServerRow) {
    const { world, body } = call
    const { hosts, databases } = world.tables
    const own = databases.of('server', server.id)
    refuseAtLimit(server, 'database', own.length, server.feature_limits.databases)
    const [host_id] = hosts.ids()
    if (host_id === undefined) throw new ApiError('notPossible', 'There is no database host.')
    const name = `s${server.id}_${body.database}`
    if (own.some((other) => other.name === name))
      throw invalid(broken('database', 'unique', 'be new: the server has a database of that name'))
    const dice = new Dice(world.identity.seed, 'database user', databases.lastId + 1)
    const letters = Array.from({ length: 10 }, () => dice.pick([...'abcdefghijklmnopqrstuvwxyz']))
    const made = databases.insert({
      host_id,
      server_id: server.id,
      name,
      username: `u${server.id}_${letters.join('')}`,
      connections_from: body.remote,
      max_connections: null,
    })
    return shown(call, made, true)
  },
})

const deleteServerDatabase = endpoint(panelOperations.deleteServerDatabase, {
  handle({ world }, _: ServerRow, { id }: DatabaseRow) {
    world.tables.databases.remove(id)
    return undefined
  },
})

export const databaseEndpoints = [listServerDatabases, createServerDatabase, deleteServerDatabase]
