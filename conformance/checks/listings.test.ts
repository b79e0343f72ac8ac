import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operations } from '../../src/contract/index.ts'
import { sample } from '../../src/testing/sample.ts'
import { answered, queryOf, refusedWhen, requeried } from '../proof/changes.ts'
import { attributesOf, dataOf, pagesOf, replace } from '../proof/json.ts'
import type { Middleware } from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { startProxy } from '../proof/proxy.ts'
import { relisted, shortList } from '../proof/whole-list.ts'
import { run } from '../run.ts'
import { checks } from './index.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

/** The results of the checks of one list that are not passes, for the mock server behind a middleware. */
async function heard(section: '4.7' | '4.8', layer: Middleware): Promise<Record<string, string>> {
  const server = await startProxy(pool.fresh(), layer)
  onTestFinished(() => server.close())
  const { results } = await run({
    target: server.target,
    checks: checks.filter(({ id }) => id.startsWith(`${section}/`)),
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  expect(server.faults).toEqual([])
  return Object.fromEntries(
    results
      .filter(({ status }) => status !== 'pass')
      .map(({ id, status, message }) => [id.slice(section.length + 1), `${status}: ${message}`]),
  )
}

it('a wrong link fails the clause of the links and no other', async () => {
  const layer = answered('listServerBackups', (json) => {
    pagesOf(json)['links'] = { previous: 7 }
  })
  const server = await startProxy(pool.fresh(), layer)
  onTestFinished(() => server.close())
  const { results } = await run({
    target: server.target,
    checks: checks.filter(({ id }) => id.endsWith('/pagination')),
    observe: false,
    requests: 'own',
  })
  const failed = results.filter(({ status }) => status === 'fail')
  expect(failed).toMatchObject([{ id: '2.1/pagination', clauses: ['2.1#links'] }])
})

/** One layer in front of another. */
const inFrontOf =
  (outer: Middleware, inner: Middleware): Middleware =>
  (ask, next) =>
    outer(ask, (through) => inner(through, next))

it('the databases of the other host are not judged if the server does not have that host', async () => {
  const other = pool.fresh().resources.otherDatabaseHost
  const unknown = refusedWhen('listHostDatabases', ({ path }) => path.includes(`/${other}/`), 404)
  expect((await heard('4.8', unknown))['path']).toMatch(
    /^skip: the server answered .+ with 404.*; `resources.otherDatabaseHost` may be wrong$/,
  )
})

describe('a list is not blamed', () => {
  it('for changes during the run, which the message describes', async () => {
    let more = 0
    const growing = answered('listServerBackups', (json) => {
      more += 1
      pagesOf(json)['total'] = Number(pagesOf(json)['total']) + more
    })
    expect((await heard('4.7', growing))['total-constant']).toMatch(
      /^skip: the list changed during the run: `total` was \d+ in one response and is \d+ in a later one; other clients/,
    )
  })

  it.each(
    sample(2, [
      ['listHostDatabases', '4.8'],
      ['listServerBackups', '4.7'],
    ] as const),
  )('for a record that another client adds, and deletes some requests later: %s', async (on, section) => {
    const added = { object: operations[on].response.kind, attributes: { name: 'of another client' } }
    const temporary = relisted(on, (records, times) =>
      times >= 5 && times < 15 ? [added, ...records] : records,
    )
    expect(await heard(section, temporary)).toEqual({})
  })

  it('for records that another client renames, first one and then one of another page again and again', async () => {
    const busy = relisted('listHostDatabases', (records, times) => {
      const names = new Map([
        [0, times > 6 ? 'new' : 'old'],
        [60, `name ${Math.floor(times / 10)}`],
      ])
      return records.map((record, at) => {
        const attributes = { ...attributesOf(record), server: { id: 1, name: names.get(at) } }
        return names.has(at) ? { object: 'database', attributes } : record
      })
    })
    expect((await heard('4.8', busy))['pages-partition']).toMatch(/^skip: the list changed during the run/)
  })

  it('for fields of its records that are not in the document', async () => {
    let times = 0
    const moving = answered('listHostDatabases', (json) => {
      times += 1
      for (const item of dataOf(json))
        replace(attributesOf(item), 'server', (at) => ({ ...Object(at), times }))
    })
    expect(await heard('4.8', moving)).toEqual({})
  })

  it.each(sample(3, [2, 5, 7, 8]))('for having %i records', async (many) => {
    expect(await heard('4.8', shortList('listHostDatabases', many))).toEqual({})
    expect(await heard('4.7', shortList('listServerBackups', many))).toEqual({
      'per-page-of-fifty':
        'skip: the server has no more than 50 backups; `resources.server` of the target can name one with more',
    })
  })

  it.each([0, 1])('for having %i, and no second page', async (many) => {
    const layer = inFrontOf(
      refusedWhen('listHostDatabases', (ask) => Number(queryOf(ask).get('page')) > 1),
      shortList('listHostDatabases', many),
    )
    const more = '`resources.databaseHost` of the target can name one with more'
    const few = `skip: there are fewer than 2 databases; ${more}`
    expect(await heard('4.8', layer)).toEqual({
      page: few,
      'pages-partition': few,
      'total-constant': few,
      ...(many === 0 && { path: `skip: the host has no databases; ${more}` }),
    })
  })

  it('for records that cannot be distinguished by fields of the document', async () => {
    const why =
      'skip: some of the databases are alike in every documented field, so that nothing tells them apart'
    const alike = answered('listHostDatabases', (json) => {
      for (const item of dataOf(json)) Object.assign(item as object, { attributes: { name: 'one of many' } })
    })
    expect(await heard('4.8', inFrontOf(alike, shortList('listHostDatabases', 5)))).toEqual({
      page: why,
      path: why,
    })
  })

  it('for refusing fifty or eight databases per page', async () => {
    const most = (many: number) =>
      refusedWhen('listHostDatabases', (ask) => Number(queryOf(ask).get('per_page')) > many)
    expect(await heard('4.8', most(49))).toEqual({})
    expect(await heard('4.8', most(7))).toEqual({})
  })

  it('for changes if it is refused later', async () => {
    const results = await heard(
      '4.8',
      refusedWhen('listHostDatabases', (_, times) => times > 2, 409),
    )
    expect(results['total-constant']).toMatch(
      /^skip: the list was granted first, and now the response is 409 with [^;]+$/,
    )
  })

  it('if it never responds, which is reported once', async () => {
    const results = await heard(
      '4.7',
      refusedWhen('listServerBackups', () => true, 500),
    )
    const { response, ...rest } = results
    expect(response).toMatch(/^fail: /)
    expect(new Set(Object.values(rest))).toEqual(new Set(['skip: prerequisite: 4.7/response']))
  })
})

it('a list that has another record in a single response fails', async () => {
  const added = { object: 'database', attributes: { name: 'of another list' } }
  const once = relisted('listHostDatabases', (records, times) =>
    times === 5 ? [added, ...records] : records,
  )
  expect((await heard('4.8', once))['total-constant']).toBe('fail: `total` differs from page to page.')
})

describe('a list that contradicts itself each time fails, even if it may have changed', () => {
  it('with a `total` that is one more than the records, after the first response', async () => {
    let times = 0
    const layer = answered('listServerBackups', (json) => {
      times += 1
      pagesOf(json)['total'] = Number(pagesOf(json)['total']) + (times > 1 ? 1 : 0)
    })
    expect((await heard('4.7', layer))['pages-partition']).toBe(
      'fail: Page 20 has 4 records, but by `total` and `per_page` it has 5.',
    )
  })

  it('with a last page that lacks its last record', async () => {
    const layer = answered('listHostDatabases', (json) => {
      const [pages, data] = [pagesOf(json), dataOf(json)]
      const { current_page, total_pages } = pages
      if (current_page === 1 || current_page !== total_pages) return
      data.pop()
      pages['count'] = data.length
    })
    expect((await heard('4.8', inFrontOf(layer, shortList('listHostDatabases', 7))))['pages-partition']).toBe(
      'fail: Page 2 has no records, but by `total` and `per_page` it has 1.',
    )
  })

  it('with a `total` of the page only, after the first response', async () => {
    let times = 0
    const layer = answered('listServerBackups', (json) => {
      times += 1
      if (times > 1) pagesOf(json)['total'] = dataOf(json).length
    })
    expect((await heard('4.7', layer))['total-constant']).toBe('fail: `total` differs from page to page.')
  })
})

describe('a skipped check names the check with the reason', () => {
  it('if `per_page` is a string', async () => {
    const layer = answered('listHostDatabases', (json) => {
      pagesOf(json)['per_page'] = String(pagesOf(json)['per_page'])
    })
    expect(await heard('4.8', layer)).toMatchObject({
      'pages-partition': 'skip: prerequisite: 2.1/pagination',
    })
  })

  it('if `total` is that of the page', async () => {
    const layer = answered('listServerBackups', (json) => {
      pagesOf(json)['total'] = dataOf(json).length
    })
    const other = 'skip: prerequisite: 4.7/total-constant'
    expect(await heard('4.7', layer)).toEqual({
      'pages-partition': other,
      'total-constant': 'fail: `total` differs from page to page.',
      'per-page-of-fifty': other,
    })
  })

  it('if the whole list is on one page', async () => {
    const whole = inFrontOf(
      requeried('listHostDatabases', (query) => query.delete('per_page')),
      shortList('listHostDatabases', 5),
    )
    expect(await heard('4.8', whole)).toEqual({
      'per-page': 'fail: The `per_page` that was requested is not the one in `meta`.',
    })
  })

  it('if the items are not envelopes', async () => {
    const bare = answered('listHostDatabases', (json) => ({
      ...json,
      data: dataOf(json).map((item) => (item as { attributes: unknown }).attributes),
    }))
    expect(await heard('4.8', bare)).toMatchObject({ page: 'skip: prerequisite: 2.1/list-data' })
  })

  it('if every page claims to be the first', async () => {
    const first = answered('listHostDatabases', (json) => {
      pagesOf(json)['current_page'] = 1
    })
    expect(await heard('4.8', first)).toEqual({
      'current-page': 'fail: Another page came than the one that was requested.',
    })
  })
})

it('a list whose order each request changes fails, although its shortest page has other records each time', async () => {
  const rank = (record: unknown, times: number) =>
    createHash('sha256')
      .update(`${times} ${JSON.stringify(record)}`)
      .digest('hex')
  const shuffled = relisted('listServerBackups', (records, times) =>
    records.toSorted((one, other) => rank(one, times).localeCompare(rank(other, times))),
  )
  expect(Object.values(await heard('4.7', shuffled)).join()).toMatch(/fail: /)
})

describe('a valid request that is refused', () => {
  it.each([
    [500, 'fail: A valid request got a server error. Page 3 is refused, though by `total` there is one.'],
    [422, 'fail: Page 3 is refused, though by `total` there is one.'],
  ])('fails the check that needed it, with %i', async (status, message) => {
    const layer = refusedWhen('listServerBackups', (ask) => Number(queryOf(ask).get('page')) > 2, status)
    expect(await heard('4.7', layer)).toEqual({ 'pages-partition': message })
  })

  it('fails with 404 too, since the first page of the databases shows that the host exists', async () => {
    const layer = refusedWhen('listHostDatabases', (ask) => Number(queryOf(ask).get('page')) > 2, 404)
    expect((await heard('4.8', layer))['pages-partition']).toMatch(
      /^fail: .* is missing: what its path names is there\./,
    )
  })

  it('fails with a redirect to a path with a version, but not with one to another base URL', async () => {
    const to =
      (change: (path: string) => string): Middleware =>
      async ({ path }) => ({ status: 308, headers: { location: change(path) }, json: undefined, text: '' })
    expect(
      (
        await heard(
          '4.8',
          to((path) => path.replace('/api/', '/api/v1/')),
        )
      )['response'],
    ).toMatch(/^fail: The server redirects to a path with another prefix\./)
    expect(
      (
        await heard(
          '4.8',
          to((path) => `https://example.com${path}`),
        )
      )['response'],
    ).toMatch(/^skip: the server redirects: 308 to https:\/\/example\.com/)
  })

  it.each(sample(2, [502, 503]))('fails no check with %i, the status of a gateway', async (status) => {
    const layer = refusedWhen('listServerBackups', (ask) => Number(queryOf(ask).get('page')) > 2, status)
    expect(await heard('4.7', layer)).toEqual({
      'pages-partition': `skip: no response came: ${status} with {"errors":[{"code":"Refused","status":"${status}","detail":"No."}]}`,
    })
  })

  it('fails no check if the server is too busy', async () => {
    const layer = refusedWhen('listServerBackups', (ask) => Number(queryOf(ask).get('page')) > 2, 429)
    const skipped: unknown = expect.stringMatching(
      /^skip: the server kept refusing with 429; a higher limit /,
    )
    expect(await heard('4.7', layer)).toEqual({ 'pages-partition': skipped, 'total-constant': skipped })
  })
})
