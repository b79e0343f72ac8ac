import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Result } from '../judge/outcome.ts'
import { reporters } from './index.ts'
import {
  about,
  answered,
  everything,
  explored,
  manyFailures,
  neverBegun,
  peaceful,
  unreachable,
} from './testing/run.ts'

const report = reporters.text(everything, about)

describe('the text report', () => {
  it.each([
    [
      'the clause in words',
      'Clause      4.6#creates-email: The created user has the `email` that was\n                sent.\n',
    ],
    ['the request', 'Request     POST /api/application/users?page=1'],
    ['who asked', 'with the application token'],
    ['the status', 'Response    201, after 13 ms'],
    ['the reason for a missing response', 'Response    the line broke after'],
    ['the JSON pointer', 'Pointer     /attributes/email'],
    ['the whole body as a pointer', 'Pointer     (the whole body)'],
    ['the expected value', 'Expected    "a "quoted"'],
    ['the actual value', 'Actual      "***'],
    ['the ignored values', 'Not judged  the exact status\n'],
    ['the command', '--only 4.6/creates-email'],
    ['the curl', 'By hand     curl -i -H '],
    [
      'the counts of a section',
      '  4.6 Create user                  1       1        1       1      1        2\n',
    ],
    ['skips with one reason', '4.6/skipped, 4.6/skipped-too'],
    ['failures with one message', 'Same in     1 more: 4.4/response (inferred)'],
    [
      'how often and where',
      ['Seen        3 times, also in responses to', 'POST /api/application/users', 'GET /strange/***'].join(
        `\n${' '.repeat(16)}`,
      ),
    ],
    ['the other findings of a check', 'Also        The `username` differs as well.'],
    [
      'checks that are not selected',
      'Not selected\n  the target pins `name` (2)\n      4.1/keeps-name, 4.1/echoes-name\n',
    ],
    ['a stale deviation', '4.8/response passes now'],
    ['how many gaps were observed', '2 gaps observed of 3, never judged; --show-gaps lists them.'],
    ['the fields', 'Fields seen: 10 of 12; --verbose names the others.'],
    ['errors of the server', 'Responses with a server error (observed, never judged)\n  500 to GET /strange'],
    ['leftovers', 'Left behind\n  a user'],
    [
      'the counts',
      '10 checks: 2 passed, 3 failed, 1 errored, 1 warned, 1 known, 2 skipped; 3 requests in 1.2 s',
    ],
    ['the verdict', 'Error of the kit (exit code 5): The kit itself failed in 1 check.'],
  ])('has %s', (_, words) => {
    expect(report).toContain(words)
  })

  it('begins with stale deviations, and ends with failures, leftovers and the verdict', () => {
    const order = [
      '4.8/response passes now',
      'Sections',
      '✗ 4.3/response',
      '‼ 4.6/broken',
      'Left behind',
      'Error of the kit (exit',
    ]
    const places = order.map((words) => report.lastIndexOf(words))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(report.trimEnd().split('\n').at(-1)).toMatch(/^Error of the kit \(exit code 5\)/)
  })

  it('says once how to run skipped checks with a common reason', () => {
    const remedy = 'the target can name another server'
    const skipped = (id: string, why: string) => {
      const [result] = manyFailures(1).results
      return { ...result, id, status: 'skip', message: `${why}; ${remedy}`, remedy } as Result
    }
    const results = [skipped('2.3/types', 'no location was seen'), skipped('4.7/path', 'no backup was seen')]
    expect(reporters.text({ ...manyFailures(1), results }, about)).toContain(
      [
        'Not judged, and why',
        '  no location was seen (1)',
        '      2.3/types',
        '  no backup was seen (1)',
        '      4.7/path',
        `  What would show these: ${remedy}.`,
      ].join('\n'),
    )
  })

  it('lists each known deviation, and by reason the checks that it leaves nothing to judge', () => {
    const [result] = manyFailures(1).results
    const known = (id: string, more: Partial<Result>) =>
      ({ ...result, id, status: 'known', ...more }) as Result
    const message = 'prerequisite: 4.1/response. Known: next release'
    const results = [
      known('4.1/response', { message: 'It is missing. Known: next release' }),
      ...['4.1/name', '4.1/memory'].map((id) => known(id, { message, needs: '4.1/response' })),
    ]
    expect(reporters.text({ ...manyFailures(1), results }, about)).toContain(
      [
        'Known deviations',
        '  ~ 4.1/response the created user has the `email` that was sent',
        '      It is missing. Known: next release',
        `  ${message} (2)`,
        '      4.1/name, 4.1/memory',
      ].join('\n'),
    )
  })

  it('names the other requests of a failure, and not its own again', () => {
    const [result] = manyFailures(1).results
    const own = 'GET /api/x'
    const seen = (...places: string[]) => {
      const exchange = { ...answered, ask: { ...answered.ask, method: 'GET', path: '/api/x' } }
      const occurrences = { count: 9, of: 9, places: [own, ...places], others: [] }
      const results = [{ ...result, exchange, occurrences } as Result]
      return reporters.text({ ...manyFailures(1), results }, about)
    }
    expect(seen()).toContain('    Seen        9 times\n    Pointer')
    expect(seen('GET /1', 'GET /2', 'GET /3', 'GET /4')).toContain(
      ['    Seen        9 times, also in responses to', 'GET /1', 'GET /2', 'GET /3', 'and 1 more\n'].join(
        `\n${' '.repeat(16)}`,
      ),
    )
  })

  it('shows a common cause once, with the ids of its checks', () => {
    expect(report.match(/^ {4}Finding /gm)).toHaveLength(3)
    const alike = manyFailures(5).results.map((result) => ({ ...result, message: 'The same.' }))
    const told = reporters.text({ ...manyFailures(5), results: alike }, about)
    expect(told.match(/^ {4}Finding /gm)).toHaveLength(1)
    expect(told).toContain('Same in     4 more: 4.6/number-2, 4.6/number-3, 4.6/number-4, 4.6/number-5')
  })

  it.each(['showGaps', 'verbose'] as const)('lists the gaps with %s', (flag) => {
    const long = reporters.text(everything, { ...about, [flag]: true })
    expect(long).toContain(
      '  page.over-maximum  clamp\n      What happens? The page holds 50. (asked for 51)\n',
    )
    expect(long).toContain('Not seen: events')
    expect(long.includes('Never: node.memory, backup.checksum')).toBe(flag === 'verbose')
  })

  it('shows only the sample where the words of a choice say more than was seen', () => {
    const [gap] = everything.gaps
    const gaps = gap ? [{ ...gap, isSample: true as const }] : []
    const long = reporters.text({ ...everything, gaps }, { ...about, showGaps: true })
    expect(long).toContain('  page.over-maximum  clamp\n      What happens? asked for 51\n')
  })

  it('counts skipped checks with a common reason by section if there are many', () => {
    const skip = (id: string) => ({ ...peaceful.results[0], id, status: 'skip', message: 'no egg' }) as Result
    const ids = Array.from({ length: 20 }, (_, at) => `${at < 5 ? '4.3' : '5'}/number-${at}`)
    const run = { ...peaceful, verdict: 'incomplete' as const, results: ids.map(skip) }
    expect(reporters.text(run, about)).toContain(
      '  no egg (20)\n      4.3/... (5), 5/... (15)\n  `--verbose` lists the ids.\n',
    )
    expect(reporters.text(run, { ...about, verbose: true })).toContain('5/number-19')
  })

  it('names only the clause on JSON if the body of a success cannot be parsed', () => {
    const [, failed] = everything.results
    if (!failed || !answered.reply) throw new Error('the fixture has no failure')
    const reply = { ...answered.reply, text: '{"object":', json: undefined }
    const clauses = ['4.6#response', '1#prefixes', '1#json']
    const results = [{ ...failed, clauses, pointer: '', exchange: { ...answered, reply } }]
    expect(reporters.text({ ...everything, results }, about)).toContain(
      '    Clause      1#json: The body of a granted response is JSON.\n',
    )
  })

  it.each<[exitCode: number | undefined, what: string]>([
    [0, 'of an incomplete run that is allowed'],
    [130, 'of a run that was ended by a signal'],
    [undefined, 'of the verdict'],
  ])('agrees with the exit code %s %s', (exitCode) => {
    const run = { ...peaceful, verdict: 'incomplete' as const, cut: 4 }
    const told = reporters.text(run, { ...about, ...(exitCode !== undefined && { exitCode }) })
    expect(told).toContain(`Incomplete (exit code ${exitCode ?? 3}): Nothing failed.`)
    expect(told).toContain('The run was ended before 4 checks could begin.')
    expect(reporters.text({ ...run, cut: 0 }, about)).toContain('The run was ended before all was judged.')
  })

  it('has colours only when asked', () => {
    const coloured = reporters.text(everything, { ...about, colour: true })
    expect(stripVTControlCharacters(report)).toBe(report)
    expect(coloured).not.toBe(report)
    expect(stripVTControlCharacters(coloured)).toBe(report)
  })

  it('escapes control characters of a server', () => {
    expect(report).toContain('\\u001b[31m')
    expect(report.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })

  it('omits the seen fields of a selection', () => {
    const selected = reporters.text(everything, { ...about, isSelection: true })
    expect(selected).not.toMatch(/Fields seen|Never:/)
  })

  it('has only the verdict if no check was run', () => {
    expect(reporters.text(neverBegun, { version: '1.2.3', command: 'nestbox check' })).toBe(
      [
        'nestbox 1.2.3  http://127.0.0.1:4141/~check',
        '',
        'Unreachable (exit code 4): No response came, so nothing was checked.',
        '',
      ].join('\n'),
    )
  })

  it('explains why no response arrived', () => {
    expect(reporters.text(unreachable, about)).toContain(
      'No response came, so nothing was checked: the line broke after ',
    )
  })

  it('has in its last line how many checks were not selected or not judged, and which keys select more', () => {
    const notSelected = [
      { id: '4.1/other-node', reason: 'the target has no `resources.otherNode`' },
      { id: '4.2/other-node', reason: 'the target has no `resources.otherNode`' },
      { id: '4.5/environment', reason: 'no field of `requests.startup` holds the environment' },
      { id: '4.1/updates-fqdn', reason: 'the target pins `fqdn`' },
    ]
    expect(
      reporters
        .text({ ...peaceful, notSelected }, about)
        .trimEnd()
        .split('\n')
        .at(-1),
    ).toBe(
      'Conforms (exit code 0): The server conforms to every clause that was checked. 4 checks were not selected, so the environment ' +
        'of a server was not judged; more are selected with `resources.otherNode`, `requests.startup` in the target.',
    )
  })

  it('has both requests of a failure that depends on an earlier request', () => {
    const [passed] = peaceful.results
    const failed: Result = {
      ...(passed as Result),
      ...{ status: 'fail', message: 'It is lost.', after: 'PUT /a, with a token', curl: 'curl 1\ncurl 2' },
      exchange: answered,
    }
    const told = reporters.text({ ...peaceful, verdict: 'nonconforming', results: [failed] }, about)
    expect(told).toMatch(/ After {7}PUT \/a, with a token\n +Request {5}POST /)
    expect(told).toContain('By hand     curl 1\n                curl 2\n')
  })

  it('is short without problems', () => {
    expect(reporters.text(peaceful, { version: '1.2.3', command: 'nestbox check' })).toBe(
      [
        'nestbox 1.2.3  http://127.0.0.1:4141/~check',
        '',
        'Sections',
        '  Section           passed',
        '  4.6 Create user        1',
        '  5 Authentication       1',
        '',
        'Fields seen: 12 of 12',
        '',
        '2 checks: 2 passed; 3 requests in 1.2 s',
        'Conforms (exit code 0): The server conforms to every clause that was checked.',
        '',
      ].join('\n'),
    )
  })
})

it.each(['text', 'json', 'junit', 'html', 'markdown', 'github', 'tap'] as const)(
  'the %s report tells what an exploration saw only once',
  (name) => {
    const words = reporters[name](explored, about).replaceAll(/\s+/g, ' ')
    expect(words).toContain('Not judged: seen once, and not again.')
  },
)
