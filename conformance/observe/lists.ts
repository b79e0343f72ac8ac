import { valueAt } from '../../src/contract/index.ts'
import { momentOf } from '../../src/contract/moment.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { Unjudged } from '../judge/outcome.ts'
import { type Attributes, itemsOf, nestedItems, numberOf } from '../judge/parts.ts'
import { control, isGranted } from './ask.ts'
import type { Observers } from './observer.ts'

/** The maximum number of pages of backups that are read to count them. */
const longestWalk = 6

/** Gaps about the items of lists, and their order. */
export const lists = {
  'list.order': async (fixtures) => {
    const { exchange } = await control(fixtures, 'listServerBackups')
    const times = itemsOf(exchange).map(({ created_at }) => momentOf(String(created_at)) ?? Number.NaN)
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? Number.NaN))
    if (steps.every((step) => step === 0 || Number.isNaN(step)))
      return { observed: 'unseen', detail: 'there are no two backups of different ages' }
    if (steps.every((step) => step >= 0)) return { observed: 'oldest' }
    return steps.every((step) => step <= 0)
      ? { observed: 'newest' }
      : { observed: 'other', detail: 'not by `created_at`' }
  },

  'backups.count': async (fixtures) => {
    await control(fixtures, 'listServerBackups')
    const { backups, count } = await allBackups(fixtures)
    const failed = backups.filter((backup) => backup['is_successful'] !== true && !isRunning(backup)).length
    if (failed === 0) return { observed: 'unseen', detail: 'no backup has failed' }
    if (count === backups.length) return { observed: 'all' }
    if (count === backups.length - failed) return { observed: 'not-failed' }
    return { observed: 'other', detail: `${count}; there are ${backups.length}, of which ${failed} failed` }
  },

  'mounts.eligible': async (fixtures) => {
    const { exchange } = await control(fixtures, 'listServerMounts')
    const { resources } = fixtures.session.target
    const ties = itemsOf(exchange).map((mount) => ({
      egg: isTied(mount, 'eggs', resources.egg),
      node: isTied(mount, 'nodes', resources.node),
    }))
    if (ties.some(({ egg, node }) => !egg && !node)) return { observed: 'all' }
    if (ties.some(({ egg }) => !egg)) return { observed: 'other', detail: 'some are tied to the node alone' }
    if (ties.some(({ node }) => !node)) return { observed: 'egg' }
    return { observed: 'unseen', detail: `all ${ties.length} listed are tied to the egg and to the node` }
  },
} satisfies Partial<Observers>

interface Backups {
  readonly backups: readonly Attributes[]
  /** The `backup_count` of the last page: other clients may have made backups since the first request. */
  readonly count: unknown
}

async function allBackups(fixtures: Fixtures): Promise<Backups> {
  const backups: Attributes[] = []
  let count: unknown
  for (let page = 1, last = 1; page <= last; page += 1) {
    const exchange = await fixtures.list('listServerBackups', { per_page: 50, page })
    last = numberOf(exchange, 'total_pages') ?? 1
    if (!isGranted(exchange) || last > longestWalk) throw new Unjudged('there are too many backups to count')
    backups.push(...itemsOf(exchange))
    count = valueAt(exchange.reply?.json, 'meta.backup_count')
  }
  return { backups, count }
}

/** Whether a backup is not completed: `completed_at` is null, or is the same as `created_at`. */
const isRunning = ({ created_at, completed_at }: Attributes): boolean =>
  (completed_at ?? created_at) === created_at

/** Whether a mount is tied to a resource by its id, or is open to all resources of that kind. */
function isTied(mount: Attributes, name: 'eggs' | 'nodes', id: number | undefined): boolean {
  const count = mount[`${name}_count`]
  const listed = nestedItems(mount, name)
  if (count === 0) return true
  if (id === undefined || listed.length === 0) throw new Unjudged('no mount shows what it is tied to')
  return listed.some((item) => item['id'] === id)
}
