import * as Type from '@sinclair/typebox'
import { timeOf } from '../../contract/moment.ts'
import { panelOperations } from '../../contract/panel-operations.ts'
import type { ServerRow } from '../../store/rows.ts'
import { Dice } from '../../util/dice.ts'
import { endpoint } from '../endpoint.ts'

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
