import { describe, expect, it } from 'vitest'
import { type Entry, emptyEntry, type Trace } from './entry.ts'
import { Journal } from './journal.ts'
import type { RequestCriteria } from './schemas.ts'

/** An entry with the body of its response as `text`. */
type Fields = Partial<Omit<Entry, 'responseBody'>> & { readonly text?: string }

const entry = ({ text = '', ...fields }: Fields = {}): Trace => ({
  ...emptyEntry,
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  method: 'GET',
  path: '/api',
  status: 200,
  responseBody: text,
  responseLength: text.length,
  duration: 1.26,
  ...fields,
})

const journalOf = (...entries: readonly Fields[]): Journal => {
  const journal = new Journal()
  for (const each of entries) journal.add(entry(each))
  return journal
}

const only = (fields: Fields) => journalOf(fields).list()[0]

describe('an entry', () => {
  it('is formatted when it is read', () => {
    expect(only({ text: '{"a":1}', responseHeaders: { 'Content-Type': 'application/json' } })).toEqual({
      id: 1,
      at: '2026-01-02T03:04:05.006Z',
      method: 'GET',
      path: '/api',
      operation: null,
      status: 200,
      duration: 1.3,
      owner: null,
      request: { headers: {}, body: null },
      response: { headers: { 'content-type': 'application/json' }, body: { a: 1 } },
      assumed: [],
      fault: null,
      upstream: null,
      end: 'response',
      repeats: 0,
      changes: [],
    })
  })

  it('is formatted the same for listeners and in the list', () => {
    const journal = new Journal()
    const logged = journal.add(entry({ path: '/api/x?token=mine', body: { password: 'p' } }))
    expect([logged()]).toEqual(journal.list())
    expect(logged()).toMatchObject({
      path: '/api/x?token=[redacted]',
      request: { body: { password: '[redacted]' } },
    })
  })

  it('keeps a response that is not JSON as text', () => {
    expect(only({ text: 'no JSON' })?.response.body).toBe('no JSON')
  })

  it('lists the parts of a multipart body by name', () => {
    expect(only({ body: new Map([['file', 'text']]) })?.request.body).toEqual({ file: 'text' })
  })

  it('marks new and removed rows with null', () => {
    const changes = [
      { table: 'hosts', before: undefined, after: { id: 2 } },
      { table: 'hosts', before: { id: 1 }, after: undefined },
    ] as const
    expect(only({ changes })?.changes).toEqual([
      { table: 'hosts', id: 2, before: null, after: { id: 2 } },
      { table: 'hosts', id: 1, before: { id: 1 }, after: null },
    ])
  })
})

describe('a logged body', () => {
  const long = 'x'.repeat(20_000)
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)

  it.each<[what: string, fields: Fields, side: 'request' | 'response', says: RegExp]>([
    ['of a request', { body: { long } }, 'request', /^\(20011 characters, /],
    ['of an upload', { body: new Map([['file', long]]) }, 'request', /^\(20011 characters, /],
    [
      'whose announced length is short, since it is compressed',
      { body: { long }, headers: { 'content-length': '50' } },
      'request',
      /^\(20011 characters, /,
    ],
    ['of a response', { text: long }, 'response', /^\(20000 characters, /],
    ['that is nested too deeply', { body: deep }, 'request', /^\(nested more deeply /],
  ])('that is too long is replaced by a sentence: %s', (_, fields, side, says) => {
    const journal = journalOf(fields)
    expect(journal.list()[0]?.[side].body).toMatch(says)
    expect(() => JSON.stringify(journal.list())).not.toThrow()
  })

  it('of 16,384 characters is kept', () => {
    const text = 'x'.repeat(16_384)
    expect(only({ text: text })?.response.body).toBe(text)
  })
})

describe('a journal', () => {
  it('keeps the latest 1,000 entries, with ascending ids', () => {
    const journal = new Journal()
    for (let count = 1; count <= 2_345; count += 1) {
      journal.add(entry())
      expect(journal.size).toBe(Math.min(count, 1_000))
    }
    const ids = journal.list().map(({ id }) => id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_000, 1_346, 2_345])
  })

  it('returns the path and the headers of each entry, although it keeps equal ones once', () => {
    const sent = [{ a: '1' }, { a: '1' }, { a: '2' }, { a: '2', b: '1' }, { a: '2' }, { a: '2', c: '1' }, {}]
    const paths = ['/x', '/x', '/y', '/y', '/x', '/x', '/x']
    const journal = journalOf(...sent.map((headers, nth) => ({ headers, path: paths[nth] ?? '' })))
    expect(journal.list().map(({ path, request }) => [path, request.headers])).toEqual(
      sent.map((headers, nth) => [paths[nth], headers]),
    )
  })

  it('formats an entry the same for listeners and for later readers', () => {
    const journal = new Journal()
    const logged = journal.add(entry({ path: '/first' }))
    for (let count = 0; count < 1_000; count += 1) journal.add(entry({ path: '/later' }))
    expect(logged()).toMatchObject({ id: 1, path: '/first' })
  })

  it('can be cleared, and continues its ids', () => {
    const journal = journalOf({}, {})
    journal.clear()
    expect([journal.size, journal.list()]).toEqual([0, []])
    journal.add(entry())
    expect(journal.list().map(({ id }) => id)).toEqual([3])
  })

  it('counts its characters, and has none after it is cleared', () => {
    const journal = new Journal()
    for (let count = 0; count < 3_000; count += 1) journal.add(entry({ text: 'x'.repeat(count) }))
    expect(journal.weight).toBeGreaterThan(1_000 * 2_500)
    journal.clear()
    expect(journal.weight).toBe(0)
  })

  const long = 'x'.repeat(15_000)
  const row = { id: 1, name: 'x'.repeat(900_000) }
  it.each<[what: string, fields: Fields]>([
    ['bodies', { text: long, body: { long } }],
    ['paths', { path: `/api?${long}`, text: long }],
    ['headers', { headers: { 'x-long': long }, text: long }],
    ['rows', { changes: [{ table: 'eggs', before: undefined, after: row }] }],
  ])('removes the oldest entries early if they are very long: %s', (_, fields) => {
    const journal = new Journal()
    for (let count = 0; count < 1_000; count += 1) {
      journal.add(entry(fields))
      expect(journal.weight).toBeLessThanOrEqual(16_000_000)
    }
    expect(journal.size).toBeLessThan(1_000)
    expect(journal.list().at(-1)?.id).toBe(1_000)
  })
})

describe('a repeated request', () => {
  const changed = (id: number) => [{ table: 'hosts', before: undefined, after: { id } }] as const

  it('is added to the entry of the first request', () => {
    const journal = journalOf({ changes: changed(1) }, {})
    const before = journal.weight
    expect(journal.addRepeat(1, entry({ changes: changed(2) }))?.()).toMatchObject({ id: 1, repeats: 1 })
    const [first, second, ...others] = journal.list()
    expect(first?.changes.map(({ id }) => id)).toEqual([1, 2])
    expect([first?.repeats, second?.repeats, others]).toEqual([1, 0, []])
    expect(journal.weight).toBeGreaterThan(before)
  })

  it('does not change entries that were already read', () => {
    const journal = journalOf({})
    const once = journal.addRepeat(1, entry())
    journal.addRepeat(1, entry())
    expect(once?.().repeats).toBe(1)
  })

  it.each([
    ['cleared', (journal: Journal) => journal.clear()],
    [
      'replaced by newer ones',
      (journal: Journal) => {
        for (let count = 0; count < 1_000; count += 1) journal.add(entry())
      },
    ],
  ])('is not added to an entry after the entries were %s', (_, forget) => {
    const journal = journalOf({})
    forget(journal)
    expect(journal.addRepeat(1, entry())).toBeUndefined()
  })
})

describe('criteria', () => {
  const journal = journalOf(
    { method: 'GET', path: '/api/a?page=1', operation: 'one', status: 200 },
    {
      method: 'POST',
      path: '/api/a/b',
      operation: 'two' as never,
      status: 201,
      body: { a: { b: [1, { c: 2 }] }, d: null },
    },
    {
      method: 'POST',
      path: '/api/a/b',
      operation: 'two' as never,
      status: 422,
      body: { a: 1, password: 'p' },
    },
    { method: 'PUT', path: '/api/c', operation: null, status: null, body: [1, 2] },
  )

  it.each<[criteria: RequestCriteria, ids: number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ operation: 'two' as never }, [2, 3]],
    [{ operation: 'none' as never }, []],
    [{ method: 'POST' }, [2, 3]],
    [{ method: 'post' }, [2, 3]],
    [{ path: '/api/a' }, [1]],
    [{ path: '/api/a?page=1' }, [1]],
    [{ path: '/api/a?page=2' }, []],
    [{ path: '/api/a?*' }, [1]],
    [{ path: '/api/a*' }, [1, 2, 3]],
    [{ path: '*b' }, [2, 3]],
    [{ path: '/*/a/*' }, [2, 3]],
    [{ path: '/api/.' }, []],
    [{ path: '' }, []],
    [{ status: 201 }, [2]],
    [{ since: 2 }, [3, 4]],
    [{ since: 0 }, [1, 2, 3, 4]],
    [{ since: 4 }, []],
    [{ body: {} }, [2, 3]],
    [{ body: { a: 1 } }, [3]],
    [{ body: { a: { b: [1] } } }, [2]],
    [{ body: { a: { b: [1, { c: 2 }] } } }, [2]],
    [{ body: { a: { b: [1, { c: 3 }] } } }, []],
    [{ body: { a: { b: [{ c: 2 }] } } }, []],
    [{ body: { d: null } }, [2]],
    [{ body: { e: null } }, []],
    [{ body: { password: 'p' } }, [3]],
    [{ body: { a: '1' } }, []],
    [{ body: { constructor: {} } }, []],
    [{ body: [1] }, [4]],
    [{ body: [2] }, []],
    [{ body: null }, [1]],
    [{ body: 'text' }, []],
    [
      { operation: 'two' as never, method: 'POST', path: '/api/*', status: 422, since: 1, body: { a: 1 } },
      [3],
    ],
    [{ operation: 'two' as never, status: 200 }, []],
  ])('%j find %j', (criteria, ids) => {
    expect(journal.list(criteria).map(({ id }) => id)).toEqual(ids)
  })

  it('are applied in linear time with many asterisks', () => {
    const long = journalOf({ path: `/api/${'a'.repeat(10_000)}` })
    const started = performance.now()
    expect(long.list({ path: `${'*a'.repeat(200)}b` })).toEqual([])
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
