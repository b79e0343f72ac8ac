import { urlOf } from '../../src/contract/checking/url.ts'
import { plural } from '../../src/contract/checking/words.ts'
import { pagedIds, valueAt } from '../../src/contract/index.ts'
import { momentOf } from '../../src/contract/moment.ts'
import { inJson } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { type Query, searchOf } from '../client/request-path.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { Unjudged } from '../judge/outcome.ts'
import { type Attributes, dataOf, itemsOf, nestedItems, numberOf, paginationOf } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { ask, control, isGranted } from './ask.ts'
import { agreed, type Observers, other, type Placed, sampled, unseen } from './observer.ts'

/** The maximum number of pages of backups that are read to count them. */
const longestWalk = 6

const nonsense: readonly Query[] = [{ page: 0 }, { per_page: -1 }, { per_page: 'x' }]

/** Gaps about the items of lists and their order, about pages and their sizes, and about links between pages. */
export const lists = {
  'list.order': async (fixtures) => {
    const { exchange } = await control(fixtures, 'listServerBackups')
    const times = itemsOf(exchange).map(({ created_at }) => momentOf(String(created_at)) ?? Number.NaN)
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? Number.NaN))
    if (steps.every((step) => step === 0 || Number.isNaN(step)))
      return unseen('there are no two backups of different ages')
    if (steps.every((step) => step >= 0)) return 'oldest'
    return steps.every((step) => step <= 0) ? 'newest' : other('not by `created_at`')
  },

  'backups.count': async (fixtures) => {
    await control(fixtures, 'listServerBackups')
    const { backups, count } = await allBackups(fixtures)
    const failed = backups.filter((backup) => backup['is_successful'] !== true && !isRunning(backup)).length
    if (failed === 0) return unseen('no backup has failed')
    if (count === backups.length) return 'all'
    if (count === backups.length - failed) return 'not-failed'
    return other(`${count}; there are ${backups.length}, of which ${failed} failed`)
  },

  'mounts.eligible': async (fixtures) => {
    const { exchange } = await control(fixtures, 'listServerMounts')
    const { resources } = fixtures.session.target
    const ties = itemsOf(exchange).map((mount) => ({
      egg: isTied(mount, 'eggs', resources.egg),
      node: isTied(mount, 'nodes', resources.node),
    }))
    if (ties.some(({ egg, node }) => !egg && !node)) return 'all'
    if (ties.some(({ egg }) => !egg)) return other('some are tied to the node alone')
    if (ties.some(({ node }) => !node)) return 'egg'
    return unseen(`all ${ties.length} listed are tied to the egg and to the node`)
  },

  'page.invalid': async (fixtures) => {
    const plain = (await control(fixtures, 'listServerBackups')).exchange
    const seen: Placed[] = []
    for (const query of nonsense) {
      const exchange = await fixtures.list('listServerBackups', query)
      seen.push({
        value: isGranted(exchange) ? (isSamePage(exchange, plain) ? 'default' : 'another page') : 'refuse',
        where: searchOf(query),
      })
    }
    if (seen.some(({ value }) => value !== 'refuse')) return agreed(seen)
    const unpaged = await ask(fixtures, 'listServerMounts', { query: { per_page: 0 } })
    return isGranted(unpaged) ? 'refuse' : 'refuse-everywhere'
  },

  'page.past-end': async (fixtures) => {
    await control(fixtures, 'listServerBackups')
    const first = await fixtures.list('listServerBackups', { per_page: 50, page: 1 })
    const last = numberOf(first, 'total_pages')
    if (last === undefined) return undefined
    const exchange = await fixtures.list('listServerBackups', { per_page: 50, page: Math.max(1, last) + 1 })
    if (!isGranted(exchange)) return { value: String(exchange.reply?.status) }
    const count = dataOf(exchange).length
    return count === 0 ? 'empty' : other(`a page of ${plural(count, 'backup')}`)
  },

  'page.empty-total': async (fixtures) => {
    const empty = fixtures.granted(...pagedIds).find((exchange) => numberOf(exchange, 'total') === 0)
    const total = empty && numberOf(empty, 'total_pages')
    return total === undefined ? unseen('no list was empty') : { value: String(total) }
  },

  'page.links': async (fixtures) => {
    const exchange = await middlePage(fixtures)
    if (!exchange) return unseen('no page between two others was granted')
    const links = paginationOf(exchange)?.['links']
    if (!isObject(links)) return other(inJson(links))
    const names = Object.keys(links).toSorted().join(', ')
    if (names === '') return 'none'
    if (names === 'first, last, next, previous') return 'all'
    if (names !== 'next, previous') return other(names)
    const next = urlOf(String(links['next']), 'http://host')
    const parameters = [...(next?.searchParams.keys() ?? [])]
    if (parameters.includes('per_page'))
      return sampled('neighbours', '`previous` and `next`, with `per_page` in the query')
    if (parameters.join() === 'page') return 'neighbours-page-only'
    return other(`${names} with ${parameters.join(', ') || 'nothing'} in the query`)
  },

  'page.default-backups': async (fixtures) => sizeOf((await control(fixtures, 'listServerBackups')).exchange),

  'page.over-maximum': async (fixtures) => {
    await control(fixtures, 'listServerBackups')
    const little = met(await fixtures.list('listServerBackups', { per_page: 51 }))
    const much = met(await fixtures.list('listServerBackups', { per_page: 101 }))
    if (little === much) return { value: little }
    const detail = `51: ${little}; 101: ${much}`
    if (little === 'clamp' && much === 'refuse') return sampled('clamp-to-100', detail)
    return other(detail)
  },

  'page.default-databases': async (fixtures) =>
    sizeOf((await control(fixtures, 'listHostDatabases')).exchange),

  'page.maximum-databases': async (fixtures) => {
    const { maximum } = await fixtures.play(largest)
    return { value: maximum }
  },

  'page.over-maximum-databases': async (fixtures) => {
    const { beyond, maximum } = await fixtures.play(largest)
    return beyond ?? unseen(`the maximum is ${maximum}`)
  },
} satisfies Partial<Observers>

const isSamePage = (one: Exchange, other: Exchange): boolean =>
  ['current_page', 'per_page'].every((field) => numberOf(one, field) === numberOf(other, field))

/** A page with another page before it and another one after it. */
async function middlePage(fixtures: Fixtures): Promise<Exchange | undefined> {
  for (const id of pagedIds) {
    const isAsked = fixtures.session.exchanges.some(({ ask }) => ask.operation === id)
    if (!isAsked || (numberOf((await control(fixtures, id)).exchange, 'total') ?? 0) < 3) continue
    const exchange = await fixtures.list(id, { per_page: 1, page: 2 })
    if (isGranted(exchange)) return exchange
  }
  return undefined
}

function sizeOf(exchange: Exchange) {
  const size = numberOf(exchange, 'per_page')
  return size === undefined ? undefined : { value: String(size) }
}

/** How the server handles a request for more backups on a page than the document allows. */
function met(exchange: Exchange): string {
  if (!isGranted(exchange)) return 'refuse'
  const size = numberOf(exchange, 'per_page')
  return size === 50 ? 'clamp' : `a page of ${size}`
}

/**
 * Requests smaller and smaller pages of databases until one is granted.
 * @returns how the server handles a page size beyond the maximum, unless the maximum is unknown
 */
async function largest(fixtures: Fixtures) {
  await control(fixtures, 'listHostDatabases')
  const size = async (asked: number): Promise<number | undefined> => {
    const exchange = await fixtures.list('listHostDatabases', { per_page: asked })
    return isGranted(exchange) ? numberOf(exchange, 'per_page') : undefined
  }
  const most = await size(501)
  if (most !== undefined)
    return most < 501 ? { maximum: String(most), beyond: 'clamp' as const } : { maximum: 'more than 500' }
  const beyond = 'refuse' as const
  if ((await size(500)) !== undefined) return { maximum: '500', beyond }
  for (const candidate of [100, 50]) {
    if ((await size(candidate)) === undefined) continue
    const isMore = (await size(candidate + 1)) !== undefined
    return { maximum: isMore ? `more than ${candidate}` : String(candidate), beyond }
  }
  return { maximum: 'less than 50', beyond }
}

/** The backups, and the count on the last page: other clients may have made backups since the first request. */
async function allBackups(fixtures: Fixtures) {
  let backups: readonly Attributes[] = []
  let count: unknown
  for (let page = 1, last = 1; page <= last; page += 1) {
    const exchange = await fixtures.list('listServerBackups', { per_page: 50, page })
    last = numberOf(exchange, 'total_pages') ?? 1
    if (!isGranted(exchange) || last > longestWalk) throw new Unjudged('there are too many backups to count')
    backups = [...backups, ...itemsOf(exchange)]
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
