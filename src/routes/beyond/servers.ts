import * as Type from '@sinclair/typebox'
import { timeOf } from '../../contract/moment.ts'
import { type PanelOperationId, panelOperations } from '../../contract/panel-operations.ts'
import { ApiError } from '../../http/errors.ts'
import { removeRow } from '../../store/remove-row.ts'
import type { ServerRow, ServerStatus } from '../../store/rows.ts'
import { Dice } from '../../util/dice.ts'
import type { Call } from '../call.ts'
import { endpoint } from '../endpoint.ts'

/** An operation of an administrator on a server, with a response without a body. */
const administrative = (id: PanelOperationId, handle: (call: Call, server: ServerRow) => void) =>
  endpoint(panelOperations[id], {
    handle(call, server: ServerRow) {
      handle(call, server)
      return undefined
    },
  })

const becoming =
  (status: ServerStatus) =>
  ({ world: { tables }, now }: Call, server: ServerRow): void => {
    if (server.status !== status) tables.servers.replace({ ...server, status, updated_at: now })
  }

const suspendServer = administrative('suspendServer', becoming('suspended'))

const unsuspendServer = administrative('unsuspendServer', (call, server) => {
  if (server.status === 'suspended') becoming('normal')(call, server)
})

const reinstallServer = administrative('reinstallServer', becoming('installing'))

/** The backups and databases of a server are removed with it; its allocations become free. */
const deleteServer = administrative('deleteServer', ({ world }, { id }) => removeRow(world, 'servers', id))

/** @param most null for no limit @throws ApiError where a server has as many as it may have */
export function refuseAtLimit({ name }: ServerRow, what: string, count: number, most: number | null): void {
  if (most === null || count < most) return
  throw new ApiError('notPossible', `The server "${name}" cannot have another ${what}: its limit is ${most}.`)
}

export const serverEndpoints = [suspendServer, unsuspendServer, reinstallServer, deleteServer]

const signals = ['start', 'stop', 'restart', 'kill'] as const
const powerSignal = Type.Object({ signal: Type.Unsafe<(typeof signals)[number]>({ enum: signals }) })

/** A server without a signal runs since it was created; one that is suspended or being installed does not run. */
function powerOf({ status, power, created_at }: ServerRow): NonNullable<ServerRow['power']> {
  const { state, since } = power ?? { state: 'running', since: created_at }
  return { state: status === 'normal' ? state : 'offline', since }
}

const sendPowerSignal = endpoint(panelOperations.sendPowerSignal, {
  bodySchema: () => powerSignal,
  handle({ world, body: { signal }, now }, server: ServerRow) {
    const state = signal === 'stop' || signal === 'kill' ? 'offline' : 'running'
    const isChange = signal === 'restart' || state !== powerOf(server).state
    if (isChange) world.tables.servers.replace({ ...server, power: { state, since: now } })
    return undefined
  },
})

const mebibyte = 1_048_576

/** How long a reading stays the same, in milliseconds. */
const reading = 5_000

/** State and usage of a server: values that are equal for an equal seed and time. */
const showServerUsage = endpoint(panelOperations.showServerUsage, {
  handle(call, server: ServerRow) {
    const { seed } = call.world.identity
    const now = timeOf(call.now)
    const { state, since } = powerOf(server)
    const steady = new Dice(seed, 'usage', server.id)
    const disk = (server.limits.disk || 10_000) * steady.between(0.1, 0.6)
    const moving = new Dice(seed, 'usage', server.id, Math.floor(now / reading))
    const uptime = state === 'running' ? Math.max(0, now - timeOf(since)) : 0
    const isOn = Math.sign(uptime)
    const memory = (server.limits.memory || 4096) * moving.between(0.4, 0.8) * isOn
    return {
      object: 'stats',
      attributes: {
        current_state: state,
        is_suspended: server.status === 'suspended',
        resources: {
          memory_bytes: Math.round(memory * mebibyte),
          cpu_absolute: Math.round((server.limits.cpu || 100) * moving.between(0.05, 0.6) * isOn * 100) / 100,
          disk_bytes: Math.round(disk * mebibyte),
          network_rx_bytes: Math.round(uptime * steady.between(1, 20)),
          network_tx_bytes: Math.round(uptime * steady.between(1, 60)),
          uptime,
        },
      },
    }
  },
})

export const powerEndpoints = [sendPowerSignal, showServerUsage]
