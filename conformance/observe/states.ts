import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { Unjudged } from '../judge/outcome.ts'
import { granted } from '../judge/parts.ts'
import { ask, control, isGranted } from './ask.ts'
import { askNode } from './nodes.ts'
import { type Observers, other, sampled, unseen } from './observer.ts'

const snake = ['normal', 'installing', 'install_failed', 'reinstall_failed', 'suspended', 'restoring_backup']

/** Gaps about the states of servers and nodes, and their names. */
export const states = {
  'server.unavailable': async (fixtures) => {
    await control(fixtures, 'listServerBackups')
    const exchange = await backupsInMaintenance(fixtures)
    const state = 'the node in maintenance'
    if (isGranted(exchange)) return sampled('ignore', `backups are listed with ${state}`)
    const { status } = exchange.reply ?? {}
    return status === 409
      ? sampled('conflict', `backups are refused with 409 with ${state}`)
      : other(`${status} with ${state}`)
  },

  'server.status': async ({ seen }) => {
    const words = [
      ...new Set(
        seen
          .found('server')
          .map(({ attributes }) => attributes['status'])
          .filter((word) => typeof word === 'string'),
      ),
    ].toSorted()
    const detail = words.join(', ') || 'no server has one'
    if (words.some((word) => !snake.includes(word.replaceAll('-', '_')))) return other(detail)
    const isSnake = words.some((word) => word.includes('_'))
    const isKebab = words.some((word) => word.includes('-'))
    if (isSnake && isKebab) return other(detail)
    if (isSnake) return sampled('snake', detail)
    return isKebab ? sampled('kebab', detail) : unseen(detail)
  },
} satisfies Partial<Observers>

/** Requests the backups of the server while its node is in maintenance; the maintenance always ends afterwards. */
async function backupsInMaintenance(fixtures: Fixtures): Promise<Exchange> {
  try {
    const closed = granted(await askNode(fixtures, { maintenance_mode: true }))
    if (closed.attributes['maintenance_mode'] !== true)
      throw new Unjudged('the node cannot be put into maintenance')
    // Without a query: a server may refuse a page size for other reasons than the maintenance.
    return await ask(fixtures, 'listServerBackups')
  } finally {
    await askNode(fixtures, { maintenance_mode: false })
  }
}
