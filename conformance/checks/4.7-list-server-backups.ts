import { operations } from '../../src/contract/index.ts'
import { type Exchange, isApplicationReply } from '../client/client.ts'
import type { Query } from '../client/request-path.ts'
import { accepted, type Evidence, type Scene } from '../judge/fixtures.ts'
import { nameAnother } from '../judge/not-shown.ts'
import { type Failure, ignoreUnjudged, prerequisite, type Skip } from '../judge/outcome.ts'
import { dataOf, type Granted } from '../judge/parts.ts'
import { inShort } from '../judge/reception.ts'
import { numbersOf } from './2.1-pagination.ts'
import type { CheckRow } from './check.ts'
import { queryOf } from './page-checks.ts'
import { listingOf, ofPages, tooFew } from './pages.ts'
import { pathCheck } from './path-check.ts'
import { placeCheck } from './place-checks.ts'

const backups = listingOf('listServerBackups')
const { maximum } = operations.listServerBackups.response

const on = ['listServerBackups'] as const

/** Page sizes beyond the maximum: 51, and sizes at which a server may have another limit. */
const beyond = [51, 60, 75, 100, 101, 1000, 55, 65, 70, 80, 90, 99, 5000, 100_001, 2_147_483_647]

/** Other notations of such sizes, where a server may validate one value and use another. */
const notations = ['060', '60.0', '6e1', '60x', 'all', [5, 60]]

/** Invalid page sizes: a server may refuse them, or serve a page of another size. */
const noSizes = [0, -1]

const sizesBeyond: Scene = async (fixtures) => {
  const attempt = (query: Query) => fixtures.list('listServerBackups', query).catch(ignoreUnjudged)
  for (const per_page of [...beyond, ...notations, ...noSizes]) await attempt({ per_page })
  // The first and the second page alternately, because a server may limit only one of them.
  for (const [at, per_page] of beyond.slice(0, 6).entries()) await attempt({ page: 1 + (at % 2), per_page })
}

/** A page beyond the maximum with the token of a root administrator. */
const pageForRoot: Scene = async ({ session }) =>
  session.send('listServerBackups', {
    named: session.resource('server').uuid,
    query: { per_page: 100 },
    credential: session.need('rootClient'),
  })

/** The backups of this server to a root administrator, and those of other servers with each token. */
const otherBackups: Scene = async (fixtures) => {
  const { session } = fixtures
  const { server, otherServer } = session.target.resources
  // The token of this server must show other backups for its sibling.
  const [sibling] = otherServers(fixtures, true)
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

export const listServerBackups: readonly CheckRow[] = [
  {
    id: '4.7/per-page-maximum',
    clauses: ['4.7#per-page-maximum', '4.7#per-page'],
    title: 'serves at most 50 backups a page, however the page is requested',
    ignored: 'whether a larger `per_page` is refused or cut down',
    scenes: [sizesBeyond, pageForRoot],
    judge: answeredBeyond,
    rule: {
      on,
      *judge({ exchange }): Iterable<Failure> {
        const sizes = [
          ['A page holds more than 50 backups.', '/data', dataOf(exchange).length],
          [
            '`meta.pagination.per_page` is more than 50.',
            '/meta/pagination/per_page',
            numbersOf(exchange)?.per_page ?? 0,
          ],
        ] as const
        const [message, pointer, size] = sizes.find(([, , each]) => each > maximum) ?? []
        if (message) yield { message, expected: 'at most 50', actual: String(size), pointer }
      },
    },
  },
  {
    id: '4.7/per-page-of-fifty',
    clauses: ['4.7#per-page-maximum', '4.7#per-page'],
    title: 'serves 50 backups per page if 50 are requested',
    phase: 'first',
    ...ofPages(backups, async ({ page }) => {
      await page({ per_page: maximum })
    }),
    rule: {
      on,
      only: ({ exchange }) => sizesIn(exchange) === '50' && numbersOf(exchange)?.current_page === 1,
      without(response, evidence) {
        const { held, total } = sizeOf(response)
        if (total < 1) return tooFew('listServerBackups', 1, backups.what)
        const plain = evidence.result(accepted, 'listServerBackups')?.exchange
        const isTotalOfPage = plain !== undefined && held > (numbersOf(plain)?.total ?? held)
        if (held > total || isTotalOfPage) return prerequisite('4.7/total-constant')
        // A list of at most 50 backups cannot show that the limit of a page is 50.
        return held === total && total <= maximum
          ? { skip: `the server has no more than 50 backups; ${nameAnother('listServerBackups')}` }
          : undefined
      },
      *judge(response): Iterable<Failure> {
        const { held, total } = sizeOf(response)
        const due = Math.min(maximum, total)
        if (held >= due) return
        const message = 'A page of 50 backups has another number of records, although there are enough.'
        yield { message, expected: String(due), actual: String(held), pointer: '/data' }
      },
    },
  },
  pathCheck('listServerBackups', otherBackups),
  placeCheck({
    id: '2.12/backup-count',
    clauses: ['2.12#backup_count'],
    title: '`meta.backup_count` is an integer on every page',
    ignored: 'what it counts',
    on: 'listServerBackups',
    scenes: [(fixtures) => fixtures.list('listServerBackups', { per_page: 1, page: 2 })],
    pointer: '/meta/backup_count',
    fits: Number.isInteger,
    message: '`meta.backup_count` is not an integer.',
    expected: 'an integer',
  }),
]

/** The number of records on a granted page, and the total that the page states. */
const sizeOf = ({ exchange, data }: Granted) => ({
  held: data.length,
  total: numbersOf(exchange)?.total ?? 0,
})

/** The UUIDs of other servers of the same owner, or of other owners, as far as responses show them. */
export function otherServers({ target, seen }: Evidence, isOfOwner: boolean): readonly string[] {
  const { server } = target.resources
  const all = seen.found('server').map(({ attributes }) => attributes)
  const owned = all.filter(({ user }) => user !== undefined && user !== null)
  const own = owned.find(({ id }) => id === server?.id)
  const others = owned.flatMap(({ id, uuid, user }) =>
    own && id !== own['id'] && typeof uuid === 'string' && (user === own['user']) === isOfOwner ? [uuid] : [],
  )
  return [...new Set(others)]
}

/** All values of `per_page` in a query. */
const sizesIn = (exchange: Exchange): string => queryOf(exchange).getAll('per_page').join()

/** Why nothing is shown: no request beyond the maximum got a response of the application. */
function answeredBeyond({ exchanges }: Evidence): Skip | undefined {
  const sent = exchanges.filter(
    (exchange) =>
      exchange.ask.operation === 'listServerBackups' &&
      beyond.some((size) => sizesIn(exchange) === String(size)),
  )
  if (sent.some(({ reply }) => isApplicationReply(reply))) return undefined
  const [first] = sent
  return { skip: `no page beyond 50 was answered: ${inShort(first?.reply, first?.failure)}` }
}
