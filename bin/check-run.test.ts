import { open } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checks } from '../conformance/checks/index.ts'
import { exitCodes } from '../conformance/judge/verdict.ts'
import { reporters } from '../conformance/report/index.ts'
import { operations, readingIds } from '../src/contract/index.ts'
import { GapSettings, startNestbox } from '../src/index.ts'
import { sample } from '../src/testing/sample.ts'
import { checkFlags } from './check/flags.ts'
import { progressOn } from './terminal.ts'
import { get } from './testing/api.ts'
import { type Passed, proxyTo } from './testing/proxy.ts'
import { runHere } from './testing/run-here.ts'
import {
  broken,
  countCheck,
  emailCheck,
  nobody,
  reportOf,
  sandboxAt,
  statusOf,
  targetOf,
  workbench,
} from './testing/workbench.ts'

const work = workbench()

const check = (...args: readonly string[]) => runHere(['check', ...args])

describe('the selection of checks', () => {
  it('matches ids, their beginnings and patterns with *, as --dry-run shows', async () => {
    const patterns = [
      '--only',
      '4.7',
      '--only',
      '*/response',
      '--skip',
      '4.7/per-page*',
      '--skip',
      '4.1/response',
    ]
    const { stdout, code } = await check('--self', '--dry-run', ...patterns)
    const ids = stdout.split('\n').map((line) => line.split(' ')[0])
    expect(ids).toContain('4.7/page')
    expect(ids).toContain('4.8/response')
    expect(ids).not.toContain('4.1/response')
    expect(ids).not.toContain('4.7/per-page-maximum')
    expect(code).toBe(0)
  })

  it('is all that a report contains', async () => {
    const ended = await check('--self', '--only', '4.8/*', '--reporter', 'json')
    const expected = checks.filter(({ id }) => id.startsWith('4.8/')).map(({ id }) => id)
    expect(reportOf(ended).results.map(({ id }) => id)).toEqual(expected)
  })

  it('is every check without a pattern, and --dry-run sends nothing', async () => {
    await using proxy = await proxyTo(work.mock.url)
    const url = sandboxAt(proxy.url)
    const { stdout } = await check(url, '--dry-run')
    const lines = stdout.trimEnd().split('\n')
    expect(lines.slice(0, -2)).toHaveLength(checks.length)
    expect(lines.at(-1)).toBe(`${checks.length} checks, less those that need an entry that the target lacks`)
    expect(proxy.passed).toEqual([])
  })

  it('is without the checks that a target file has nothing for, as --dry-run counts', async () => {
    const target = await targetOf(work.mock.url, 'dry')
    const { otherNode: _, ...resources } = Object(target['resources'])
    const file = await work.files.write('dry.json', JSON.stringify({ ...target, resources }))
    const { stdout } = await check('--target', file, '--dry-run')
    const lines = stdout.trimEnd().split('\n')
    const left = ['4.1/other-node', '4.2/other-node', '5/sync-node-tags-refused-changes-nothing']
    expect(lines.slice(-2)).toEqual([
      `${checks.length - left.length} checks`,
      `not selected: the target has no \`resources.otherNode\` (${left.join(', ')})`,
    ])
    expect(lines.map((line) => line.split(' ')[0])).not.toContain('4.1/other-node')
  })

  it('is described as a part in the verdict', async () => {
    const { stdout, code } = await check('--self', '--only', '4.7', '--skip', '*/page*')
    expect(stdout).toMatch(/Conforms in part \(exit code 0\): .+ \d+ of \d+ checks were left out\.$/m)
    expect(code).toBe(0)
  })
})

const writes = (passed: readonly Passed[]) => passed.filter(({ method }) => method !== 'GET')

describe('the output of a check', () => {
  it.each<[isColoured: boolean, variables: Record<string, string>]>([
    [false, {}],
    [true, { FORCE_COLOR: '1' }],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }],
    [false, { FORCE_COLOR: '0' }],
    [false, { FORCE_COLOR: '' }],
  ])('is coloured without a terminal: %s, with %j', async (isColoured, variables) => {
    const { stdout } = await runHere(['check', '--self', '--only', '4.8/response'], variables)
    expect(stdout.includes('\u001b[')).toBe(isColoured)
  })

  it('reports no leftovers of a mock server that is stopped', async () => {
    const { stdout } = await check('--self', '--only', '4.6/response')
    expect(stdout).toContain('Conforms')
    expect(stdout).not.toContain('Left behind')
  })

  it.each([
    ['without any report on stdout', ['junit'], [], true],
    ['with a badge on stdout', ['json'], ['badge'], true],
    ['with a HAR on stdout', [], ['har'], true],
    ['only if stdout does not list them', ['badge'], ['tap'], false],
  ])('has leftovers on stderr %s', async (_, files, printed, isTold) => {
    const wanted = [...files.map((name) => `${name}=${work.files.at(name)}`), ...printed]
    const reporters = wanted.map((each) => `--reporter=${each}`)
    const { stdout, stderr } = await check(sandboxAt(work.mock.url), '--only', '4.6/response', ...reporters)
    expect(/^nestbox: Left behind on \S+:\n {2}users created: /m.test(stderr)).toBe(isTold)
    expect(stdout.includes('# Left behind: users created: ')).toBe(!isTold)
  })

  it('has a line of progress every ten seconds without a terminal', () => {
    const lines: string[] = []
    // The function uses nothing else of a stream.
    const stream = {
      isTTY: false,
      write: (text: string) => lines.push(text),
    } as unknown as NodeJS.WriteStream
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const progress = progressOn(stream)
    const [check] = checks
    if (!check) throw new Error('there are no checks')
    for (let done = 1; done <= 25; done += 1) {
      vi.advanceTimersByTime(1_000)
      progress.show(check, done, 25)
    }
    progress.clear()
    expect(lines).toEqual([10, 20].map((done) => `nestbox: ${done}/25  ${check.id}\n`))
  })
})

describe('the requests of a check', () => {
  it('do not write with --read-only', async () => {
    await using proxy = await proxyTo(work.mock.url)
    const url = sandboxAt(proxy.url)
    const args = ['--read-only', '--reporter', 'json', '--reporter', `text=${work.files.at('whole.txt')}`]
    const ended = await check(url, ...args)
    // A report of all checks has the seen fields, and one of a selection does not.
    expect(await work.files.read('whole.txt')).toContain('Fields seen: ')
    expect(writes(proxy.passed)).toEqual([])
    expect(statusOf(ended, '4.7/response')).toBe('pass')
    expect(statusOf(ended, '4.6/response')).toBe('skip')
    expect(ended.code).toBe(3)
  })

  it.each(['4.4', '4.7', '4.8'])(
    'of section %s do not write, even if the target is disposable',
    async (section) => {
      await using proxy = await proxyTo(work.mock.url)
      const ended = await check(sandboxAt(proxy.url), '--only', section, '--reporter', 'json')
      expect(reportOf(ended).summary).toMatchObject({ fail: 0, error: 0 })
      expect(writes(proxy.passed)).toEqual([])
    },
  )

  it.each(sample(2, [{ disposable: false }, { disposable: undefined }]))(
    'are only reads for a server that is not disposable (%o)',
    async (promise) => {
      await using proxy = await proxyTo(work.mock.url)
      const target = { ...(await targetOf(proxy.url, 'kept')), ...promise }
      const path = await work.files.write(`kept-${String(promise.disposable)}.json`, target)
      const before = proxy.passed.length
      const ended = await check('--target', path)
      const paths = proxy.passed.slice(before).map(({ path }) => path.replace(/^\/~kept|\?.*$/g, ''))
      // The lists are requested in other spellings of their paths too.
      const plain = paths.map((each) =>
        decodeURI(each)
          .replaceAll('//', '/')
          .replace(/\/$|\.json$/, '')
          .toLowerCase(),
      )
      const kinds = new Set(plain.map((each) => each.replace(/\/[^/]+(?=\/[a-z]+$)/, '/…')))
      const reads = readingIds.map((id) => operations[id].path.replace(/\{.*\}/, '…'))
      expect([...kinds].toSorted()).toEqual(reads.toSorted())
      expect(writes(proxy.passed)).toEqual([])
      expect(ended.code).toBe(3)
    },
  )

  it('carry the headers of the command line and of the target', async () => {
    await using proxy = await proxyTo(work.mock.url)
    const headers = { 'X-Tenant': 'blue', 'X-Stage': 'file' }
    const path = await work.files.write('headers.json', {
      ...(await targetOf(proxy.url, 'headers')),
      headers,
    })
    const before = proxy.passed.length
    await check(
      '--target',
      path,
      '--only',
      '4.8/response',
      '--header',
      'x-stage: flag',
      '--header',
      'X-Two:2',
    )
    const sent = proxy.passed.slice(before)
    expect(sent.length).toBeGreaterThan(0)
    for (const { headers } of sent)
      expect(headers).toMatchObject({ 'x-tenant': 'blue', 'x-stage': 'flag', 'x-two': '2' })
  })

  it('go to the base URL of the command line rather than to that of the target file', async () => {
    await using proxy = await proxyTo(work.mock.url)
    const path = await work.files.write('moved.json', await targetOf(work.mock.url, 'moved'))
    const { code } = await check(`${proxy.url}/~moved/`, '--target', path, '--only', '4.8/response')
    expect(proxy.passed.length).toBeGreaterThan(0)
    expect(code).toBe(0)
  })

  it('go to the requested server, even if its target file names another one', async () => {
    const other = nobody
    await using proxy = await proxyTo(work.mock.url, (response, path) =>
      path.endsWith('/target.json')
        ? response.replace(/"baseUrl":"http:\/\/[^/]+/, `"baseUrl":"${other}`)
        : response,
    )
    const url = sandboxAt(proxy.url)
    const ended = await check(url, '--only', '4.8/response', '--reporter', 'json')
    expect(reportOf(ended)).toMatchObject({ target: url, verdict: 'conforms' })
  })

  it('upload an egg file next to the target file', async () => {
    const egg = (await get(`${work.mock.url}/_nestbox/example-egg.json`)).body
    await work.files.write('egg.json', egg)
    const target = { ...(await targetOf(work.mock.url, 'egg')), files: { importEgg: './egg.json' } }
    const path = await work.files.write('with-egg.json', target)
    expect((await check('--target', path, '--only', '4.3')).code).toBe(0)
  })

  it('respect --rate', async () => {
    await using proxy = await proxyTo(work.mock.url)
    const url = sandboxAt(proxy.url)
    const began = performance.now()
    await check(url, '--read-only', '--only', '4.8/', '--rate', '40')
    expect(proxy.passed.length).toBeGreaterThan(10)
    expect(performance.now() - began).toBeGreaterThan((proxy.passed.length - 2) * 25)
  })
})

describe('the level of a check', () => {
  it('makes the failure of an inferred clause a warning with --level stated', async () => {
    await using proxy = await proxyTo(work.mock.url, (response, path) =>
      path.includes('/databases') ? response.replace('"count":', '$&1') : response,
    )
    const url = sandboxAt(proxy.url)
    const args = [url, '--only', '2.1/count-of-data', '--reporter', 'json']
    const inferred = await check(...args)
    const stated = await check(...args, '--level', 'stated')
    expect([statusOf(inferred, '2.1/count-of-data'), inferred.code]).toEqual(['fail', 1])
    expect([statusOf(stated, '2.1/count-of-data'), stated.code]).toEqual(['warn', 0])
  })

  it('fails null values with --strict only', async () => {
    await using nulls = await startNestbox({ gapSettings: new GapSettings().set('nulls', 'null') })
    const args = ['--only', '2.12/types', '--only', '2.12/presence']
    expect(await check(sandboxAt(nulls.url), ...args)).toMatchObject({ code: 0 })
    expect(await check(sandboxAt(nulls.url), ...args, '--strict')).toMatchObject({ code: 1 })
  })
})

describe('known deviations', () => {
  const both = [
    { id: countCheck, reason: 'it is a text for old clients', issue: 'https://example.com/1' },
    { id: '4.6/*', reason: 'addresses are masked', expires: '2999-12-31' },
  ]
  const selected = ['--only', '2.12/backup-count', '--only', '4.6/creates-email', '--reporter', 'json']

  it('excuse the failures that they name', async () => {
    await using proxy = await broken(work.mock.url)
    const url = sandboxAt(proxy.url)
    const path = await work.files.write('both.json', both)
    const ended = await check(url, ...selected, '--known', path)
    expect(reportOf(ended)).toMatchObject({ verdict: 'conforms', summary: { known: 2, fail: 0 } })
    expect(ended.stdout).toContain('it is a text for old clients')
    expect(ended.code).toBe(0)
  })

  it('fail the run if they excuse nothing', async () => {
    const path = await work.files.write('stale.json', [both[0]])
    const ended = await check('--self', ...selected, '--known', path)
    expect(reportOf(ended)).toMatchObject({ verdict: 'nonconforming', summary: { pass: 2, fail: 0 } })
    expect(ended.code).toBe(1)
  })

  it('fail the run after they expire', async () => {
    await using proxy = await broken(work.mock.url)
    const url = sandboxAt(proxy.url)
    const over = both.map((entry) => ({ ...entry, expires: '2020-01-31' }))
    const path = await work.files.write('over.json', over)
    const ended = await check(url, ...selected, '--known', path)
    expect(reportOf(ended)).toMatchObject({ verdict: 'nonconforming' })
    expect(ended.stdout).toContain('expired on 2020-01-31')
    expect(ended.code).toBe(1)
  })

  it('can be written with --write-known', async () => {
    await using proxy = await broken(work.mock.url)
    const url = sandboxAt(proxy.url)
    const path = work.files.at('written.json')
    const first = await check(url, ...selected, '--write-known', path)
    expect(first.code).toBe(1)
    expect(first.stderr).toContain(
      `Wrote 2 known deviations to ${path}; write a reason for each that is "to be explained".`,
    )
    expect(await work.files.json('written.json')).toEqual([
      { id: countCheck, reason: 'to be explained' },
      { id: emailCheck, reason: 'to be explained' },
    ])
    expect((await check(url, ...selected, '--known', path)).code).toBe(0)
  })

  it.skipIf(process.platform !== 'linux')('are written if a report cannot be written', async () => {
    await using proxy = await broken(work.mock.url)
    const path = work.files.at('beside.json')
    const args = [...selected.slice(0, 2), '--reporter=json=/dev/full', '--write-known', path]
    expect(await check(sandboxAt(proxy.url), ...args)).toMatchObject({ code: 5 })
    expect(await work.files.json('beside.json')).toEqual([
      expect.objectContaining({ id: expect.any(String) }),
    ])
  })

  it('keep their reasons in --write-known', async () => {
    await using proxy = await broken(work.mock.url)
    const url = sandboxAt(proxy.url)
    const path = await work.files.write('kept.json', [both[0]])
    await check(url, ...selected, '--known', path, '--write-known', path)
    expect(await work.files.json('kept.json')).toEqual([
      both[0],
      { id: emailCheck, reason: 'to be explained' },
    ])
  })
})

describe('entries of other checks than those of a run', () => {
  const entry = (id: string) => ({ id, reason: 'written by hand' })

  it.each<[what: string, url: () => string, args: readonly string[]]>([
    ['no server responds', () => nobody, []],
    ['one check is run', () => work.mock.url, ['--only', '4.8/response']],
    ['the run is ended', () => work.mock.url, ['--max-time', '1', '--rate', '1']],
  ])('stay in --write-known when %s', async (_, url, args) => {
    const known = [entry('4.7/response'), entry('4.8/*')]
    const path = await work.files.write('by hand.json', known)
    await check(url(), ...args, '--known', path, '--write-known', path)
    expect(await work.files.json('by hand.json')).toEqual(known)
  })

  it('do not fail a run in which only some of their checks pass', async () => {
    const path = await work.files.write('pattern.json', [entry('4.8/*')])
    const ended = await check(work.mock.url, '--only', '4.8/response', '--known', path)
    expect(ended.code).toBe(0)
    expect((await check('--self', '--only', '4.8', '--known', path)).code).toBe(1)
  })

  it.each<[what: string, url: () => string, args: readonly string[], words: string]>([
    ['no server responds', () => nobody, [], 'No check was judged, so no known deviations were written to'],
    [
      'every check is skipped',
      () => work.mock.url,
      ['--only', '4.6/response', '--read-only'],
      'No check was',
    ],
    ['another check is run', () => work.mock.url, ['--only', '4.8/response'], 'Wrote 2 known deviations to'],
  ])('stay in a file that --write-known alone names when %s', async (_, url, args, words) => {
    const known = [
      { ...entry('4.7/response'), issue: 'https://example.com/1', expires: '2999-12-31' },
      entry('4.8/*'),
    ]
    const path = await work.files.write('not read.json', known)
    expect((await check(url(), ...args, '--write-known', path)).stderr).toContain(`${words} `)
    expect(await work.files.json('not read.json')).toEqual(known)
  })

  it('are joined with those of --known, and excuse nothing', async () => {
    await using proxy = await broken(work.mock.url)
    const here = { ...entry(countCheck), issue: 'https://example.com/1' }
    const path = await work.files.write('here.json', [here])
    const other = await work.files.write('there.json', [
      entry('4.8/*'),
      { id: countCheck, reason: 'another' },
    ])
    const args = [sandboxAt(proxy.url), '--only', countCheck, '--write-known', path]
    expect(await check(...args)).toMatchObject({ code: 1 })
    expect(await check(...args, '--known', other)).toMatchObject({ code: 0 })
    expect(await work.files.json('here.json')).toEqual([here, entry('4.8/*')])
  })

  it('are written to the file as a whole', async () => {
    const path = await work.files.write('whole.json', [entry('4.7/response')])
    await using old = await open(path)
    await check(work.mock.url, '--only', '4.8/response', '--known', path, '--write-known', path)
    // The file was not emptied before: what opened it still reads what it had.
    expect(JSON.parse(await old.readFile('utf8'))).toEqual([entry('4.7/response')])
  })
})

describe('reporters', () => {
  it('mention a sandbox that the server names', async () => {
    const target = await work.files.write('of the sandbox.json', await targetOf(work.mock.url, 'check'))
    const asked = await check(work.mock.url, '--only', '4.4')
    expect(asked.stdout).toMatch(
      /^nestbox \S+ {2}http:\S+\/~check, a sandbox of http:\S+, so that no other world is changed\n/,
    )
    expect(asked.stdout).toContain(`To check another sandbox, name it: ${work.mock.url}/~name.`)
    for (const args of [[sandboxAt(work.mock.url)], [work.mock.url, '--target', target]])
      expect((await check(...args, '--only', '4.4')).stdout).not.toContain('a sandbox of')
  })

  it('omit the seen fields for a selection of checks', async () => {
    expect((await check('--self', '--only', '4.7/per-page-maximum')).stdout).not.toContain('Fields seen')
  })

  it('write to files, with the verdict on stderr', async () => {
    const wishes = Object.keys(reporters).flatMap((name) => [
      '--reporter',
      `${name}=${work.files.at(`report.${name}`)}`,
    ])
    const { stdout, stderr, code } = await check('--self', '--only', '4.7', ...wishes)
    for (const name of Object.keys(reporters))
      expect((await work.files.read(`report.${name}`)).length).toBeGreaterThan(20)
    expect(await work.files.json('report.json')).toMatchObject({ verdict: 'conforms' })
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^nestbox: conforms: .+\.\n$/)
    expect(code).toBe(0)
  })

  it('contain no token', async () => {
    await using proxy = await broken(work.mock.url)
    const url = sandboxAt(proxy.url)
    const wishes = Object.keys(reporters).flatMap((name) => [
      '--reporter',
      `${name}=${work.files.at(`quiet.${name}`)}`,
    ])
    await check(url, '--only', '4.8', '--only', countCheck, '--only', emailCheck, ...wishes)
    const { tokens } = await targetOf(work.mock.url, 'check')
    for (const name of Object.keys(reporters)) {
      const text = await work.files.read(`quiet.${name}`)
      for (const token of Object.values(tokens as Record<string, string>)) expect(text).not.toContain(token)
    }
  })
})

describe('the help of check', () => {
  it('names every flag and every exit code', async () => {
    const { stdout, code } = await check('--help')
    for (const name of Object.keys(checkFlags)) expect(stdout).toContain(`--${name}`)
    for (const code of Object.values(exitCodes)) expect(stdout).toMatch(new RegExp(`^  ${code}  \\w`, 'm'))
    for (const name of Object.keys(reporters)) expect(checkFlags.reporter.help).toContain(name)
    expect(code).toBe(0)
  })

  it('and that of nestbox name every command', async () => {
    const { stdout } = await runHere(['--help'])
    for (const name of ['serve', 'check', 'init', 'list', 'explain', 'diff', 'openapi', 'exec'])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, 'm'))
  })
})
