import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks } from '../conformance/checks/index.ts'
import { reporters } from '../conformance/report/index.ts'
import { type Nestbox, startNestbox } from '../src/index.ts'
import { checkFlags } from './commands/check-flags.ts'
import { get } from './testing/api.ts'
import { type Folder, folder } from './testing/folder.ts'
import { type Passed, proxyTo } from './testing/proxy.ts'
import { type Ended, run, start } from './testing/run.ts'

let mock: Nestbox
let files: Folder

beforeAll(async () => {
  mock = await startNestbox()
  files = await folder()
})

afterAll(async () => {
  await mock.close()
  await files[Symbol.asyncDispose]()
})

const check = (...args: readonly string[]): Promise<Ended> => run(['check', ...args])

let sandboxes = 0

/** A base URL with a world of its own, for tests that run side by side. */
function sandboxAt(url: string = mock.url): string {
  sandboxes += 1
  return `${url}/~own-${sandboxes}`
}

/** The mock's own target file, in a sandbox that nothing else touches. */
async function targetOf(sandbox: string, url = mock.url): Promise<Record<string, unknown>> {
  const { body } = await get(`${url}/~${sandbox}/_nestbox/target.json`)
  return body as Record<string, unknown>
}

interface Report {
  readonly target: string
  readonly verdict: string
  readonly summary: Readonly<Record<string, number>>
  readonly results: readonly { readonly id: string; readonly status: string; readonly message?: string }[]
}

/** The findings of a run that reports as JSON. */
const reportOf = ({ stdout }: Ended): Report => JSON.parse(stdout) as Report

const statusOf = (ended: Ended, id: string) => reportOf(ended).results.find((each) => each.id === id)?.status

/** A server that breaks two clauses: `backup_count` is a text, and the users that are made get another address. */
const broken = () =>
  proxyTo(mock.url, (answer, path) => {
    if (path.includes('/backups')) return answer.replace(/"backup_count":(\d+)/, '"backup_count":"$1"')
    return path.includes('/users') ? answer.replace(/"email":"/, '"email":"not-') : answer
  })

const countCheck = '2.12/backup-count'
const emailCheck = '4.6/creates-email'

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** What a refusal of arguments or files looks like: one sentence on stderr, nothing on stdout. */
function expectUsage({ code, stdout, stderr }: Ended, words: string): void {
  expect(stderr).toMatch(/^nestbox: [^\n]+[.?]\n$/)
  expect(stderr).toContain(words)
  expect(stdout).toBe('')
  expect(code).toBe(2)
}

describe.concurrent('exit code 0', () => {
  it('comes with --self: the mock keeps every clause', async () => {
    const ended = await check('--self', '--reporter', 'json')
    const { verdict, summary } = reportOf(ended)
    expect({ verdict, pass: summary['pass'] }).toEqual({ verdict: 'conforms', pass: checks.length })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('comes for a server that has a target file of its own, judged in a sandbox', async () => {
    await using server = await start()
    const before = await get(`${server.url}/_nestbox/state`)
    const ended = await check(server.url, '--only', '4.', '--reporter', 'json')
    expect(reportOf(ended)).toMatchObject({ verdict: 'conforms', target: `${server.url}/~check` })
    expect(ended.code).toBe(0)
    expect(await get(`${server.url}/_nestbox/state`)).toEqual(before)
  })

  it('comes with a report for people unless another is asked for', async () => {
    const { stdout, stderr, code } = await check('--self', '--only', '4.7/answer')
    expect(stdout).toContain('conforms')
    expect(stdout).not.toContain('\u001B')
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })
})

describe.concurrent('exit code 1', () => {
  it('comes for a server that breaks a clause', async () => {
    await using proxy = await broken()
    const url = sandboxAt(proxy.url)
    const ended = await check(url, '--only', '2.12', '--only', '4.6', '--reporter', 'json')
    expect(statusOf(ended, countCheck)).toBe('fail')
    expect(statusOf(ended, emailCheck)).toBe('fail')
    expect(reportOf(ended)).toMatchObject({ verdict: 'nonconforming', target: url })
    expect(ended.code).toBe(1)
  })

  it('tells a failure so that it can be repeated', async () => {
    await using proxy = await broken()
    const url = sandboxAt(proxy.url)
    const args = [url, '--only', countCheck, '--timeout', '9000', '--header', 'X-Key: very secret thing']
    const { stdout } = await check(...args)
    const again = `nestbox check ${url} --timeout 9000 --header 'x-key: ...' --only ${countCheck}`
    expect(stdout).toContain(again)
    expect(stdout).toContain('$NESTBOX_USER_TOKEN')
    expect(stdout).not.toContain('very secret thing')
  })

  it('comes at the first failure with --bail', async () => {
    await using proxy = await broken()
    const url = sandboxAt(proxy.url)
    const ended = await check(url, '--only', '4.6', '--only', '2.12', '--bail', '--reporter', 'json')
    const { results } = reportOf(ended)
    expect(results.filter(({ status }) => status === 'fail')).toHaveLength(1)
    expect(results.at(-1)?.id).toBe(emailCheck)
    expect(ended.code).toBe(1)
  })
})

describe.concurrent('exit code 2', () => {
  it.each<[what: string, args: string[], words: string]>([
    ['nothing to judge', [], 'A base URL is missing'],
    ['two servers', ['http://a.example', 'http://b.example'], '"http://b.example" is one word too many'],
    ['no URL', ['panel.example.com'], 'The base URL must be a URL'],
    ['a URL with a query', ['http://a.example/?b=1'], 'The base URL must be a URL'],
    ['an unknown flag', ['--selves'], 'There is no flag --selves; did you mean --self?'],
    ['--self and a server', ['--self', 'http://a.example'], '--self judges the mock'],
    ['--self and a target', ['--self', '--target', 'a.json'], '--self judges the mock'],
    [
      'a pattern that fits nothing',
      ['--self', '--only', '4.7/no-such'],
      'No check has an id like "4.7/no-such"',
    ],
    ['a star that fits nothing', ['--self', '--skip', '*/no-such'], 'No check has an id like "*/no-such"'],
    ['nothing selected', ['--self', '--only', '4.7', '--skip', '4'], 'so no check is left'],
    ['an empty pattern', ['--self', '--only', ''], '--only must not be empty'],
    ['another level', ['--self', '--level', 'guessed'], '--level must be one of stated, inferred'],
    ['no time', ['--self', '--timeout', '0'], '--timeout must be an integer from 1'],
    ['no rate', ['--self', '--rate', '0'], '--rate must be a number of requests a second'],
    ['a header without a value', ['--self', '--header', 'X-Key'], "--header must be 'Name: value'"],
    ['a header of two lines', ['--self', '--header', 'X-Key: a\nB: c'], "--header must be 'Name: value'"],
    ['a token as a header', ['--self', '--header', 'authorization: x'], '--header must not be Authorization'],
    ['an endless wait', ['--self', '--wait-for', '3601'], '--wait-for must be an integer from 0 to 3600'],
    ['certificates that are not there', ['--self', '--ca', 'no-such.pem'], '--ca must be a file'],
    ['an unknown reporter', ['--self', '--reporter', 'pdf'], 'There is no reporter "pdf"; there is text,'],
    ['a reporter that objects inherit', ['--self', '--reporter', 'toString'], 'There is no reporter'],
    ['a reporter without a name', ['--self', '--reporter', '=a.json'], '--reporter must be <name>'],
    [
      'two reports on stdout',
      ['--self', '--reporter', 'text', '--reporter', 'tap'],
      'cannot write to stdout',
    ],
    [
      'two reports in a file',
      ['--self', '--reporter', 'text=a', '--reporter', 'tap=a'],
      'Two reporters cannot write to a;',
    ],
    ['a target file that is not there', ['--target', 'no-such.json'], 'There is no file no-such.json.'],
    ['known deviations that are not there', ['--self', '--known', 'no-such.json'], 'There is no file'],
  ])('comes for %s', async (_, args, words) => {
    expectUsage(await check(...args), words)
  })

  it.each<[what: string, content: unknown, words: string]>([
    ['no JSON', '{"tokens": secret-token}', 'is no JSON with comments on lines of their own'],
    ['no object', [], 'must be object'],
    ['no URL', {}, 'baseUrl must be there'],
    [
      'a key of its own',
      { baseUrl: 'http://a.example', token: 'x' },
      'a key "token" that no target file has',
    ],
    ['another format', { format: 2, baseUrl: 'http://a.example' }, 'format must be equal to constant'],
    [
      'a variable that is not set',
      { baseUrl: 'http://a.example', tokens: { application: { env: 'NO_SUCH_VARIABLE' } } },
      'NO_SUCH_VARIABLE is not set',
    ],
    [
      'one token for two',
      { baseUrl: 'http://a.example', tokens: { application: 'a', rootClient: 'a' } },
      'two of the tokens are the same',
    ],
    [
      'an egg that is not there',
      { baseUrl: 'http://a.example', files: { importEgg: './no-such-egg.json' } },
      'files.importEgg names ./no-such-egg.json',
    ],
    [
      'a token as a header',
      { baseUrl: 'http://a.example', headers: { AUTHORIZATION: 'x' } },
      'headers may not have Authorization',
    ],
  ])('comes for a target file with %s', async (what, content, words) => {
    const ended = await check('--target', await files.write(`${what}.json`, content), '--dry-run')
    expectUsage(ended, words)
    expect(ended.stderr).not.toContain('secret-token')
  })

  it.each<[what: string, content: unknown, words: string]>([
    ['no list', {}, 'must be array'],
    ['no reason', [{ id: '4.7' }], "entry 1 must have required property 'reason'"],
    ['an empty reason', [{ id: '4.7', reason: ' ' }], 'entry 1, reason must match pattern'],
    ['another key', [{ id: '4.7', reason: 'x', until: 'y' }], '(until)'],
    ['no check', [{ id: '4.7/no-such', reason: 'x' }], 'no check has an id like "4.7/no-such"'],
    ['no day', [{ id: '4.7', reason: 'x', expires: '2026-02-30' }], 'is no day such as'],
  ])('comes for known deviations with %s', async (what, content, words) => {
    const path = await files.write(`known ${what}.json`, content)
    expectUsage(await check('--self', '--known', path), words)
  })

  it.each(['--reporter=junit=', '--write-known='])(
    'comes before anything is judged where %s<file> cannot be written',
    async (flag) => {
      await using proxy = await proxyTo(mock.url)
      const file = await files.write(`in the way of ${flag.replace(/\W/g, '')}`, '')
      const places: readonly (readonly [path: string, why: string])[] = [
        [files.at('no-such/x.xml'), `there is no folder ${files.at('no-such')}`],
        [`${file}/x.xml`, `${file} is no folder`],
        [files.at('.'), 'that is a folder'],
      ]
      for (const [path, why] of places)
        expectUsage(await check(proxy.url, flag + path), `cannot write to ${path}: ${why}.`)
      expect(proxy.passed).toEqual([])
    },
  )

  it('comes where a server keeps its target file for who has the control token', async () => {
    await using guarded = await start(['--control-token', 'of-the-control'])
    expectUsage(await check(guarded.url, '--only', '4.4'), "--header 'X-Nestbox-Control: ...'")
    const header = ['--header', 'X-Nestbox-Control: of-the-control']
    expect(await check(guarded.url, '--only', '4.4', ...header)).toMatchObject({ code: 0 })
  })

  it('comes where a server has no target file, and names the command that writes one', async () => {
    await using bare = await start(['--no-control'])
    expectUsage(await check(bare.url), 'nestbox init')
  })

  it.each<[what: string, content: object]>([
    ['a variable', { tokens: { application: { env: 'HOME' } } }],
    ['a file', { files: { importEgg: '/etc/hostname' } }],
  ])('comes where a server asks for %s of this machine', async (_, content) => {
    await using server = await proxyTo(mock.url, () => JSON.stringify({ baseUrl: mock.url, ...content }))
    expectUsage(await check(server.url), 'only a file given by --target may')
  })
})

describe.concurrent('exit code 3', () => {
  it('comes where nothing failed but something could not be judged', async () => {
    const { tokens: _, ...target } = await targetOf('no-tokens')
    const path = await files.write('no-tokens.json', target)
    const ended = await check('--target', path, '--reporter', 'json')
    expect(reportOf(ended)).toMatchObject({ verdict: 'incomplete', summary: { pass: 0, fail: 0 } })
    expect(ended.code).toBe(3)
  })

  it('comes where a server is too busy to say what may be judged', async () => {
    const server = createHttpServer((_, answer) => answer.writeHead(429, { 'retry-after': '3600' }).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const ended = await check(`http://127.0.0.1:${port}`, '--only', '4.4', '--reporter', 'json')
    server.close()
    const { verdict, results } = reportOf(ended)
    expect(verdict).toBe('incomplete')
    expect(new Set(results.map(({ status, message }) => `${status}: ${message}`))).toEqual(
      new Set(['skip: the server kept refusing with 429']),
    )
    expect(ended.code).toBe(3)
  })

  it('becomes 0 with --allow-incomplete, said aloud', async () => {
    const { tokens: _, ...target } = await targetOf('no-tokens')
    const path = await files.write('still-no-tokens.json', target)
    const { code, stderr } = await check('--target', path, '--only', '4.7', '--allow-incomplete')
    expect(stderr).toMatch(
      /^nestbox: INCOMPLETE: (\d+) of \1 checks could not be judged, which was allowed\.\n$/,
    )
    expect(code).toBe(0)
  })

  it('does not become 0 where something failed', async () => {
    await using proxy = await broken()
    const { requests: _, ...target } = await targetOf('no-tags', proxy.url)
    const path = await files.write('no-tags.json', target)
    const ended = await check('--target', path, '--only', '4.2', '--only', '2.12', '--allow-incomplete')
    expect(ended.code).toBe(1)
  })
})

describe.concurrent('exit code 4', () => {
  it('comes where nothing listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const ended = await check(url, '--reporter', 'json')
    expect(reportOf(ended)).toMatchObject({ verdict: 'unreachable', results: [] })
    expect(ended.stderr).toBe(
      `nestbox: ${url}/_nestbox/target.json cannot be reached: nothing listens there.\n`,
    )
    expect(ended.code).toBe(4)
  })

  it('comes where a target file names nobody', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const path = await files.write('nobody.json', { ...(await targetOf('nobody')), baseUrl })
    const ended = await check('--target', path)
    expect(ended.stderr).toBe(`nestbox: ${baseUrl} cannot be reached: nothing listens there.\n`)
    expect(ended.code).toBe(4)
  })

  it('comes where a server never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const ended = await check(`http://127.0.0.1:${port}`, '--timeout', '300')
    silent.close()
    expect(ended.stderr).toContain('no whole answer within 300 ms')
    expect(ended.code).toBe(4)
  })

  it('does not become 0 with --allow-incomplete', async () => {
    const { code } = await check(`http://127.0.0.1:${await freePort()}`, '--allow-incomplete')
    expect(code).toBe(4)
  })
})

describe.concurrent('exit code 5', () => {
  it.skipIf(!existsSync('/dev/full')).each([
    ['--reporter', 'json='],
    ['--write-known', ''],
  ])('comes where %s could be written before the run, and not after it', async (flag, name) => {
    const ended = await check('--self', '--only', '4.8/answer', flag, `${name}/dev/full`)
    expect(ended.stderr).toMatch(/^nestbox: The kit could not go on: ENOSPC.*\.\n$/m)
    expect(ended.code).toBe(5)
  })

  // Node itself ends with 1 here, which would be a verdict.
  it.each([
    ['breaks while it runs', 'setTimeout(()=>{throw(Error())},300)'],
    ['breaks before it runs', 'setTimeout(()=>{Promise.reject(Error())},300)'],
  ])('comes where the program %s', async (_, code) => {
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
    const ended = await run(['check', '--self'], env)
    expect(ended.stderr).toContain('The kit could not go on')
    expect(ended.code).toBe(5)
  })

  it('comes where a check breaks', async () => {
    // What asks is on the third line of a stack; checks are objects with a `run`.
    const poison = `const {isInteger} = Number
      Number.isInteger = (value) => {
        if (Error().stack.split('\\n')[2].includes('Object.run')) throw Error('poison')
        return isInteger(value)
      }`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(poison)}` }
    const args = ['check', sandboxAt(), '--read-only', '--only', countCheck, '--reporter', 'json']
    const ended = await run(args, env)
    expect(reportOf(ended)).toMatchObject({ verdict: 'error', summary: { error: 1 } })
    expect(ended.stdout).toContain('poison')
    expect(ended.code).toBe(5)
  })
})

describe.concurrent('what is selected', () => {
  it('by id, beginning and star is what --dry-run lists', async () => {
    const patterns = [
      '--only',
      '4.7',
      '--only',
      '*/answer',
      '--skip',
      '4.7/per-page*',
      '--skip',
      '4.1/answer',
    ]
    const { stdout, code } = await check('--self', '--dry-run', ...patterns)
    const ids = stdout.split('\n').map((line) => line.split(' ')[0])
    expect(ids).toContain('4.7/page')
    expect(ids).toContain('4.8/answer')
    expect(ids).not.toContain('4.1/answer')
    expect(ids).not.toContain('4.7/per-page-maximum')
    expect(code).toBe(0)
  })

  it('is all that a report shows', async () => {
    const ended = await check('--self', '--only', '4.8/*', '--reporter', 'json')
    const expected = checks.filter(({ id }) => id.startsWith('4.8/')).map(({ id }) => id)
    expect(reportOf(ended).results.map(({ id }) => id)).toEqual(expected)
  })

  it('is everything without a pattern, and a dry run sends nothing', async () => {
    await using proxy = await proxyTo(mock.url)
    const url = sandboxAt(proxy.url)
    const { stdout } = await check(url, '--dry-run')
    expect(stdout.trimEnd().split('\n')).toHaveLength(checks.length)
    expect(proxy.passed).toEqual([])
  })
})

const writes = (passed: readonly Passed[]) => passed.filter(({ method }) => method !== 'GET')

describe.concurrent('what is sent', () => {
  it('is nothing that writes with --read-only', async () => {
    await using proxy = await proxyTo(mock.url)
    const url = sandboxAt(proxy.url)
    const ended = await check(url, '--read-only', '--reporter', 'json')
    expect(writes(proxy.passed)).toEqual([])
    expect(statusOf(ended, '4.7/answer')).toBe('pass')
    expect(statusOf(ended, '4.6/answer')).toBe('skip')
    expect(ended.code).toBe(3)
  })

  it.each([{ disposable: false }, { disposable: undefined }])(
    'is only the three lists to a server that is not disposable (%o)',
    async (promise) => {
      await using proxy = await proxyTo(mock.url)
      const target = { ...(await targetOf('kept', proxy.url)), ...promise }
      const path = await files.write(`kept-${String(promise.disposable)}.json`, target)
      const before = proxy.passed.length
      const ended = await check('--target', path)
      const paths = proxy.passed.slice(before).map(({ path }) => path.replace(/^\/~kept|\?.*$/g, ''))
      const kinds = new Set(paths.map((each) => each.replace(/\/[^/]+(?=\/[a-z]+$)/, '/…')))
      expect([...kinds].toSorted()).toEqual([
        '/api/admin/database-hosts/…/databases',
        '/api/admin/servers/…/mounts',
        '/api/client/servers/…/backups',
      ])
      expect(writes(proxy.passed)).toEqual([])
      expect(ended.code).toBe(3)
    },
  )

  it('carries the headers of the command line and of the target, and no token in them', async () => {
    await using proxy = await proxyTo(mock.url)
    const headers = { 'X-Tenant': 'blue', 'X-Stage': 'file' }
    const path = await files.write('headers.json', { ...(await targetOf('headers', proxy.url)), headers })
    const before = proxy.passed.length
    await check('--target', path, '--only', '4.8/answer', '--header', 'x-stage: flag', '--header', 'X-Two:2')
    const sent = proxy.passed.slice(before)
    expect(sent.length).toBeGreaterThan(0)
    for (const { headers } of sent)
      expect(headers).toMatchObject({ 'x-tenant': 'blue', 'x-stage': 'flag', 'x-two': '2' })
  })

  it('goes to the base URL that was given rather than to that of the target file', async () => {
    await using proxy = await proxyTo(mock.url)
    const path = await files.write('moved.json', await targetOf('moved'))
    const { code } = await check(`${proxy.url}/~moved/`, '--target', path, '--only', '4.8/answer')
    expect(proxy.passed.length).toBeGreaterThan(0)
    expect(code).toBe(0)
  })

  it('goes to the server that was asked, whichever its target file names', async () => {
    const other = `http://127.0.0.1:${await freePort()}`
    await using proxy = await proxyTo(mock.url, (answer, path) =>
      path.endsWith('/target.json')
        ? answer.replace(/"baseUrl":"http:\/\/[^/]+/, `"baseUrl":"${other}`)
        : answer,
    )
    const url = sandboxAt(proxy.url)
    const ended = await check(url, '--only', '4.8/answer', '--reporter', 'json')
    expect(reportOf(ended)).toMatchObject({ target: url, verdict: 'conforms' })
  })

  it('is an egg file next to the target file', async () => {
    const egg = (await get(`${mock.url}/_nestbox/example-egg.json`)).body
    await files.write('egg.json', egg)
    const target = { ...(await targetOf('egg')), files: { importEgg: './egg.json' } }
    const path = await files.write('with-egg.json', target)
    expect((await check('--target', path, '--only', '4.3')).code).toBe(0)
  })

  it('comes no faster than --rate', async () => {
    await using proxy = await proxyTo(mock.url)
    const url = sandboxAt(proxy.url)
    const began = performance.now()
    await check(url, '--read-only', '--only', '4.8/answer', '--rate', '20')
    expect(performance.now() - began).toBeGreaterThan((proxy.passed.length - 2) * 50)
  })
})

describe.concurrent('levels', () => {
  it('let an inferred failure be a warning', async () => {
    let answers = 0
    await using proxy = await proxyTo(mock.url, (answer, path) => {
      answers += 1
      return path.includes('/databases') ? answer.replaceAll('"username":"', `$&${answers}-`) : answer
    })
    const url = sandboxAt(proxy.url)
    const args = [url, '--only', '4.8/stable', '--reporter', 'json']
    const [inferred, stated] = await Promise.all([check(...args), check(...args, '--level', 'stated')])
    expect([statusOf(inferred, '4.8/stable'), inferred.code]).toEqual(['fail', 1])
    expect([statusOf(stated, '4.8/stable'), stated.code]).toEqual(['warn', 0])
  })

  it('let null be, unless the run is strict', async () => {
    await using nulls = await start(['--gap', 'nulls=null'])
    const [loose, strict] = await Promise.all([
      check(sandboxAt(nulls.url)),
      check(sandboxAt(nulls.url), '--strict'),
    ])
    expect(loose.code).toBe(0)
    expect(strict.code).toBe(1)
  })
})

describe.concurrent('known deviations', () => {
  const both = [
    { id: countCheck, reason: 'it is a text for old clients', issue: 'https://example.com/1' },
    { id: '4.6/*', reason: 'addresses are masked', expires: '2999-12-31' },
  ]
  const selected = ['--only', '2.12/backup-count', '--only', '4.6/creates-email', '--reporter', 'json']

  it('excuse what they name', async () => {
    await using proxy = await broken()
    const url = sandboxAt(proxy.url)
    const path = await files.write('both.json', both)
    const ended = await check(url, ...selected, '--known', path)
    expect(reportOf(ended)).toMatchObject({ verdict: 'conforms', summary: { known: 2, fail: 0 } })
    expect(ended.stdout).toContain('it is a text for old clients')
    expect(ended.code).toBe(0)
  })

  it('fail the run when they excuse nothing any more', async () => {
    const path = await files.write('stale.json', [both[0]])
    const ended = await check('--self', ...selected, '--known', path)
    expect(reportOf(ended)).toMatchObject({ verdict: 'nonconforming', summary: { pass: 2, fail: 0 } })
    expect(ended.code).toBe(1)
  })

  it('fail the run when they are over', async () => {
    await using proxy = await broken()
    const url = sandboxAt(proxy.url)
    const over = both.map((entry) => ({ ...entry, expires: '2020-01-31' }))
    const path = await files.write('over.json', over)
    const ended = await check(url, ...selected, '--known', path)
    expect(reportOf(ended)).toMatchObject({ verdict: 'nonconforming' })
    expect(ended.stdout).toContain('expired on 2020-01-31')
    expect(ended.code).toBe(1)
  })

  it('can be written, and then excuse', async () => {
    await using proxy = await broken()
    const url = sandboxAt(proxy.url)
    const path = files.at('written.json')
    const first = await check(url, ...selected, '--write-known', path)
    expect(first.code).toBe(1)
    expect(await files.json('written.json')).toEqual([
      { id: emailCheck, reason: 'to be explained' },
      { id: countCheck, reason: 'to be explained' },
    ])
    expect((await check(url, ...selected, '--known', path)).code).toBe(0)
  })

  it('keep their reasons when they are written again', async () => {
    await using proxy = await broken()
    const url = sandboxAt(proxy.url)
    const path = await files.write('kept.json', [both[0]])
    await check(url, ...selected, '--known', path, '--write-known', path)
    expect(await files.json('kept.json')).toEqual([{ id: emailCheck, reason: 'to be explained' }, both[0]])
  })
})

describe.concurrent('--wait-for', () => {
  it('waits until the server answers', async () => {
    const port = await freePort()
    const checking = check(`http://127.0.0.1:${port}`, '--wait-for', '15', '--only', '4.8/answer')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const late = await startNestbox({ port })
    const { code } = await checking
    await late.close()
    expect(code).toBe(0)
  })

  it('gives up in time', async () => {
    const ended = await check(`http://127.0.0.1:${await freePort()}`, '--wait-for', '1')
    expect(ended.stderr).toContain('cannot be reached: nothing listens there')
    expect(ended.code).toBe(4)
  })
})

describe.concurrent('reporters', () => {
  it('say first that a sandbox is judged, where the server named one', async () => {
    const target = await files.write('of the sandbox.json', await targetOf('check'))
    const [asked, ...others] = await Promise.all([
      check(mock.url, '--only', '4.4'),
      check(sandboxAt(), '--only', '4.4'),
      check(mock.url, '--only', '4.4', '--target', target),
    ])
    expect(asked.stdout).toMatch(
      /^nestbox \S+ {2}http:\S+\/~check, a sandbox of http:\S+, so that nobody's world is spoilt\n/,
    )
    expect(asked.stdout).toContain(`To judge another sandbox, name it: ${mock.url}/~name.`)
    for (const { stdout } of others) expect(stdout).not.toContain('a sandbox of')
  })

  it('write to files, and the verdict stands on stderr', async () => {
    const wishes = Object.keys(reporters).flatMap((name) => [
      '--reporter',
      `${name}=${files.at(`report.${name}`)}`,
    ])
    const { stdout, stderr, code } = await check('--self', '--only', '4.7', ...wishes)
    for (const name of Object.keys(reporters))
      expect((await files.read(`report.${name}`)).length).toBeGreaterThan(20)
    expect(await files.json('report.json')).toMatchObject({ verdict: 'conforms' })
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^nestbox: conforms: .+\.\n$/)
    expect(code).toBe(0)
  })

  it('never tell a token', async () => {
    await using proxy = await broken()
    const url = sandboxAt(proxy.url)
    const wishes = Object.keys(reporters).flatMap((name) => [
      '--reporter',
      `${name}=${files.at(`quiet.${name}`)}`,
    ])
    await check(url, ...wishes)
    const { tokens } = await targetOf('check')
    for (const name of Object.keys(reporters)) {
      const text = await files.read(`quiet.${name}`)
      for (const token of Object.values(tokens as Record<string, string>)) expect(text).not.toContain(token)
    }
  })
})

describe.concurrent('help', () => {
  it('names every flag and every exit code', async () => {
    const { stdout, code } = await check('--help')
    for (const name of Object.keys(checkFlags)) expect(stdout).toContain(`--${name}`)
    for (const words of ['0 if', '1 if', '2 for', '3 if', '4 if', '5 if']) expect(stdout).toContain(words)
    for (const name of Object.keys(reporters)) expect(checkFlags.reporter.help).toContain(name)
    expect(code).toBe(0)
  })

  it('of the program names every command', async () => {
    const { stdout } = await run(['--help'])
    for (const name of ['serve', 'check', 'init', 'list', 'explain', 'diff'])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, 'm'))
  })
})
