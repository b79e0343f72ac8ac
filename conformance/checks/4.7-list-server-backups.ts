import { type Exchange, isApplicationReply } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { nameAnother } from '../judge/not-shown.ts'
import { type Failure, prerequisite } from '../judge/outcome.ts'
import { dataOf, metaOf } from '../judge/parts.ts'
import { inShort } from '../judge/reception.ts'
import { ruleCheck } from '../judge/rule.ts'
import { numbersOf } from './2.1-pagination.ts'
import { type CheckRow, inJson } from './check.ts'
import { distinctCheck } from './identity-checks.ts'
import { pageChecks } from './page-checks.ts'
import { type Listing, ofPages, tooFew } from './pages.ts'
import { pathCheck } from './path-check.ts'

/** Section 8: `per_page` has a maximum of 50. */
const maximum = 50

const backups: Listing = {
  id: 'listServerBackups',
  what: 'backups',
  kind: 'backup',
  maximum,
}

const on = ['listServerBackups'] as const

/** Page sizes beyond the maximum: 51, and sizes at which a server may have another limit. */
const beyond = [51, 60, 75, 100, 101, 1000, 55, 65, 70, 80, 90, 99, 5000, 100_001, 2_147_483_647]

/** Other notations of such sizes, where a server may validate one value and use another. */
const notations = ['060', '60.0', '6e1', '60x', 'all', [5, 60]]

/** Invalid page sizes: a server may refuse them, or serve a page of another size. */
const noSizes = [0, -1]

/** Requests a page beyond the maximum with the token of a root administrator. */
const pageForRoot = async ({ session }: Fixtures): Promise<Exchange> =>
  session.send('listServerBackups', {
    named: session.resource('server').uuid,
    query: { per_page: 100 },
    credential: session.need('rootClient'),
  })

export const listServerBackups: readonly CheckRow[] = [
  ...pageChecks(backups),
  answeredBeyond(
    ruleCheck({
      id: '4.7/per-page-maximum',
      clauses: ['4.7#per-page-maximum', '4.7#per-page'],
      title: 'serves at most 50 backups a page, however the page is requested',
      ignored: 'whether a larger `per_page` is refused or cut down',
      on,
      fixtures: [
        ...[...beyond, ...notations, ...noSizes].map(
          (per_page) => (fixtures: Fixtures) => fixtures.backups({ per_page }),
        ),
        // The first and the second page alternately, because a server may limit only one of them.
        ...beyond
          .slice(0, 6)
          .map((per_page, at) => (fixtures: Fixtures) => fixtures.backups({ page: 1 + (at % 2), per_page })),
        pageForRoot,
      ],
      *judge({ exchange }): Iterable<Failure> {
        const held = dataOf(exchange).length
        const used = numbersOf(exchange)?.per_page ?? 0
        if (held > maximum) {
          const message = 'A page holds more than 50 backups.'
          yield { message, expected: 'at most 50', actual: String(held), pointer: '/data', exchange }
        } else if (used > maximum) {
          const message = '`per_page` is more than 50.'
          const pointer = '/meta/pagination/per_page'
          yield { message, expected: 'at most 50', actual: String(used), pointer, exchange }
        }
      },
    }),
  ),
  {
    id: '4.7/per-page-of-fifty',
    clauses: ['4.7#per-page-maximum', '4.7#per-page'],
    title: 'serves 50 backups a page where so many are requested',
    run: ofPages(backups, async ({ id, page, total, what }) => {
      const exchange = await page({ per_page: maximum })
      if (total < 1) return tooFew(id, 1, what)
      const due = Math.min(maximum, total)
      const held = dataOf(exchange).length
      // A list of at most 50 backups cannot show that the limit of a page is 50.
      if (held === due)
        return total > maximum
          ? undefined
          : { skip: `the server has no more than 50 backups; ${nameAnother(id)}` }
      if (held > total) return prerequisite('4.7/total-constant')
      const message = 'A page of 50 backups holds another number, though there are as many.'
      return { message, expected: String(due), actual: String(held), pointer: '/data', exchange }
    }),
  },
  distinctCheck('listServerBackups', 'a page has each backup once'),
  pathCheck(
    'listServerBackups',
    'another UUID is not answered with the backups of this server',
    otherBackups,
  ),
  ruleCheck({
    id: '2.12/backup-count',
    clauses: ['2.12#backup_count'],
    title: '`meta.backup_count` is an integer on every page',
    ignored: 'what it counts',
    on,
    fixtures: [(fixtures) => fixtures.backups({ per_page: 1, page: 2 })],
    *judge({ exchange }): Iterable<Failure> {
      const count = metaOf(exchange, 'backup_count')
      if (Number.isInteger(count)) return
      const message = '`meta.backup_count` is not an integer.'
      yield {
        message,
        expected: 'an integer',
        actual: inJson(count),
        pointer: '/meta/backup_count',
        exchange,
      }
    },
  }),
]

/** The backups of this server to a root administrator, and those of other servers with each token. */
async function otherBackups(fixtures: Fixtures): Promise<void> {
  const { session } = fixtures
  const { server, otherServer } = session.target.resources
  const sibling = serverOfSameOwner(fixtures)
  const own = session.tokenFor('listServerBackups')
  const byUser = session.has('otherUserClient') ? 'otherUserClient' : own
  const requests = [
    [server?.uuid, 'rootClient'],
    [sibling, own],
    [otherServer?.uuid, byUser],
    [otherServer?.uuid, 'rootClient'],
  ] as const
  for (const [named, credential] of requests)
    if (named !== undefined && session.has(credential))
      await session.send('listServerBackups', { named, credential })
}

/** The UUID of another server of the same owner, if a response shows one: the same token must show other backups. */
function serverOfSameOwner({ session, seen }: Fixtures): string | undefined {
  const { server } = session.target.resources
  const all = seen.found('server').map(({ attributes }) => attributes)
  const owner = all.find(({ id }) => id === server?.id)?.['user']
  const sibling = all.find(({ id, user }) => id !== server?.id && user !== undefined && user === owner)
  return typeof sibling?.['uuid'] === 'string' ? sibling['uuid'] : undefined
}

/** All values of `per_page` in a path. */
const sizesIn = (path: string): readonly string[] =>
  new URLSearchParams(path.split('?')[1] ?? '').getAll('per_page')

/** Makes a check unjudged if no request beyond the maximum got a response of the application. */
function answeredBeyond(check: CheckRow): CheckRow {
  return {
    ...check,
    async run(fixtures) {
      const failure = await check.run(fixtures)
      if (failure) return failure
      const sent = fixtures.session.exchanges.filter(
        ({ ask }) =>
          ask.operation === 'listServerBackups' &&
          beyond.some((size) => sizesIn(ask.path).join() === String(size)),
      )
      if (sent.some(({ reply }) => isApplicationReply(reply))) return undefined
      const [first] = sent
      return { skip: `no page beyond 50 was answered: ${inShort(first?.reply, first?.failure)}` }
    },
  }
}
