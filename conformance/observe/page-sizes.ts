import type { SettableGapId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { numberOf } from '../judge/parts.ts'
import { control, isGranted } from './ask.ts'
import { choiceOr, type ObservedChoice, type Observers } from './observer.ts'

/** Gaps about the number of records on a page: the default, the maximum, and requests beyond the maximum. */
export const pageSizes = {
  'page.default-backups': async (fixtures) =>
    sizeOf('page.default-backups', (await control(fixtures, 'listServerBackups')).exchange),

  'page.over-maximum': async (fixtures) => {
    await control(fixtures, 'listServerBackups')
    const little = met(await fixtures.backups({ per_page: 51 }))
    const much = met(await fixtures.backups({ per_page: 101 }))
    if (little === much) return choiceOr('page.over-maximum', little)
    if (little === 'clamp' && much === 'refuse') return { observed: 'clamp-to-100' }
    return { observed: 'other', detail: `51: ${little}; 101: ${much}` }
  },

  'page.default-databases': async (fixtures) =>
    sizeOf('page.default-databases', (await control(fixtures, 'listHostDatabases')).exchange),

  'page.maximum-databases': async (fixtures) => {
    const { maximum } = await largest(fixtures)
    return choiceOr('page.maximum-databases', maximum)
  },

  'page.over-maximum-databases': async (fixtures) => {
    const { beyond, maximum } = await largest(fixtures)
    return beyond ? { observed: beyond } : { observed: 'unseen', detail: `the maximum is ${maximum}` }
  },
} satisfies Partial<Observers>

function sizeOf<I extends SettableGapId>(id: I, exchange: Exchange): ObservedChoice<I> | undefined {
  const size = numberOf(exchange, 'per_page')
  return size === undefined ? undefined : choiceOr(id, String(size))
}

/** How the server handles a request for more backups on a page than the document allows. */
function met(exchange: Exchange): string {
  if (!isGranted(exchange)) return 'refuse'
  const size = numberOf(exchange, 'per_page')
  return size === 50 ? 'clamp' : `a page of ${size}`
}

interface Largest {
  readonly maximum: string
  /** How the server handles a page size beyond the maximum; undefined if the maximum is unknown. */
  readonly beyond?: 'clamp' | 'refuse'
}

/** Requests smaller and smaller pages of databases until one is granted. */
const largest = (fixtures: Fixtures): Promise<Largest> =>
  fixtures.session.once('observe the largest page of databases', async () => {
    await control(fixtures, 'listHostDatabases')
    const size = async (asked: number): Promise<number | undefined> => {
      const exchange = await fixtures.databases({ per_page: asked })
      return isGranted(exchange) ? numberOf(exchange, 'per_page') : undefined
    }
    const most = await size(501)
    if (most !== undefined)
      return most < 501 ? { maximum: String(most), beyond: 'clamp' } : { maximum: 'more than 500' }
    if ((await size(500)) !== undefined) return { maximum: '500', beyond: 'refuse' }
    for (const candidate of [100, 50]) {
      if ((await size(candidate)) === undefined) continue
      const isMore = (await size(candidate + 1)) !== undefined
      return { maximum: isMore ? `more than ${candidate}` : String(candidate), beyond: 'refuse' }
    }
    return { maximum: 'less than 50', beyond: 'refuse' }
  })
