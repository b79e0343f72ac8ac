import { execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { selfSigned } from '../conformance/testing/self-signed.ts'
import { startNestbox } from '../src/index.ts'
import { proxyTo } from './testing/proxy.ts'
import { expectRefusal } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'
import { workbench } from './testing/workbench.ts'

const work = workbench()

const check = (...args: readonly string[]) => runHere(['check', ...args])

describe('check refuses', () => {
  it.each<[what: string, args: string[], words: string]>([
    ['nothing to judge', [], 'A base URL is missing'],
    ['two servers', ['http://a.example', 'http://b.example'], 'Unexpected argument "http://b.example"'],
    ['no URL', ['panel.example.com'], 'The base URL must be a URL'],
    ['a URL with a query', ['http://a.example/?b=1'], 'The base URL must be a URL'],
    [
      'a port that is not a number',
      ['http://localhost:8080x'],
      'The base URL must have a port from 0 to 65535, not "8080x".',
    ],
    [
      'a port that is too high',
      ['http://localhost:99999'],
      'The base URL must have a port from 0 to 65535, not "99999".',
    ],
    ['an unknown flag', ['--selves'], 'Unknown flag --selves; did you mean --self?'],
    [
      '--self and a server',
      ['--self', 'http://a.example'],
      '--self checks the mock server, so it cannot be combined with',
    ],
    [
      '--self and a target',
      ['--self', '--target', 'a.json'],
      '--self checks the mock server, so it cannot be combined with',
    ],
    [
      'a pattern without a match',
      ['--self', '--only', '4.7/no-such'],
      'No check has an id like "4.7/no-such"',
    ],
    ['an asterisk without a match', ['--self', '--skip', '*/no-such'], 'No check has an id like "*/no-such"'],
    ['nothing selected', ['--self', '--only', '4.7', '--skip', '4'], 'so no check is left'],
    ['an empty pattern', ['--self', '--only', ''], '--only must be a string that is not empty'],
    ['another level', ['--self', '--level', 'guessed'], '--level must be one of stated, inferred'],
    ['no time', ['--self', '--timeout', '0'], '--timeout must be an integer from 1'],
    ['no rate', ['--self', '--rate', '0'], '--rate must be a number of requests per second'],
    ['a header without a value', ['--self', '--header', 'X-Key'], "--header must be 'Name: value'"],
    [
      'a header of the connection',
      ['--self', '--header', 'Expect: 100-continue'],
      "--header must be 'Name: value'",
    ],
    ['a long header', ['--self', '--header', `X: ${'y'.repeat(4_001)}`], 'of at most 4000 characters'],
    ['a header of two lines', ['--self', '--header', 'X-Key: a\nB: c'], "--header must be 'Name: value'"],
    ['a token as a header', ['--self', '--header', 'authorization: x'], "--header must be 'Name: value'"],
    [
      'a negative wait',
      ['--self', '--wait-for', '-1'],
      '--wait-for must be an integer from 0 to 3600, not "-1"',
    ],
    [
      'two values of a header',
      ['--self', '--header', 'X-Key: a', '--header', 'x-key: b'],
      '--header is passed with two values; pass only one of them.',
    ],
    ['an endless wait', ['--self', '--wait-for', '3601'], '--wait-for must be an integer from 0 to 3600'],
    [
      'missing certificates',
      ['--self', '--ca', 'no-such.pem'],
      'no-such.pem cannot be read: there is no such file.',
    ],
    [
      'an unknown reporter',
      ['--self', '--reporter', 'pdf'],
      'Unknown reporter "pdf"; the reporters are text,',
    ],
    [
      'a reporter named like a property of Object.prototype',
      ['--self', '--reporter', 'toString'],
      'Unknown reporter',
    ],
    ['a reporter without a name', ['--self', '--reporter', '=a.json'], '--reporter must be <name>'],
    [
      'two reports on stdout',
      ['--self', '--reporter', 'text', '--reporter', 'tap'],
      'cannot write to stdout',
    ],
    [
      'two reports in a file',
      ['--self', '--reporter', 'text=a', '--reporter', 'tap=a'],
      '--reporter tap cannot write to a: it is the file of --reporter text.',
    ],
    [
      'two reports in a file with two paths',
      ['--self', '--reporter', 'text=a', '--reporter', 'tap=./a'],
      '--reporter tap cannot write to ./a: it is the file of --reporter text.',
    ],
    [
      'a report with the path of the target file',
      ['--target', 'a', '--reporter', 'json=./a'],
      '--reporter json cannot write to ./a: it is the file of --target.',
    ],
    [
      'a device as a target file',
      ['--target', '/dev/zero'],
      '/dev/zero cannot be read: it is not a regular file',
    ],
    ['a device as certificates', ['--self', '--ca', '/dev/zero'], 'cannot be read: it is not a regular file'],
    ['a user name in the URL', ['http://me:open-sesame@a.example'], 'The base URL must be a URL with http'],
    ['a password with a slash in the URL', ['http://me:open-sesame/@a.example'], 'The base URL must be'],
    [
      'a missing target file',
      ['--target', 'no-such.json'],
      'no-such.json cannot be read: there is no such file.',
    ],
    ['a folder instead of a target file', ['--target', '/'], '/ cannot be read: it is a directory.'],
    ['a target file that is too large', ['--target', process.execPath], 'it has more than 0.1 MB'],
    ['a missing file of known deviations', ['--self', '--known', 'no-such.json'], 'there is no such file'],
  ])('%s', async (_, args, words) => {
    const ended = await check(...args)
    expectRefusal(ended, 2, words)
    expect(ended.stderr).not.toContain('open-sesame')
  })

  it.each<[what: string, make: (path: string) => unknown, why: string]>([
    ['a device', (path) => symlink('/dev/zero', path), 'it is not a regular file'],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), 'it is not a regular file'],
    ['a folder', (path) => mkdir(path), 'it is a directory'],
    [
      'a file of a terabyte',
      (path) => writeFile(path, '').then(() => truncate(path, 1e12)),
      'it has more than 20 MB',
    ],
  ])('%s as the egg to import, at once', async (what, make, why) => {
    const name = `${what}.json`
    await make(work.files.at(name))
    const content = { baseUrl: work.mock.url, files: { importEgg: `./${name}` } }
    const began = performance.now()
    const ended = await check('--target', await work.files.write(`target of ${name}`, content))
    expectRefusal(ended, 2, `files.importEgg names ./${name}, which cannot be read: ${why}.`)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it.each(['--reporter=json', '--write-known'])('%s with the egg to import', async (flag) => {
    const egg = await work.files.write('egg.json', [])
    const content = { baseUrl: work.mock.url, files: { importEgg: './egg.json' } }
    const target = await work.files.write('target of an egg.json', content)
    const ended = await check('--target', target, `${flag}=${egg}`)
    const words = `${flag.replace('=', ' ')} cannot write to ${egg}: it is the file of files.importEgg.`
    expectRefusal(ended, 2, words)
    expect(await readFile(egg, 'utf8')).toBe('[]')
  })

  it.each<[what: string, content: unknown, words: string]>([
    ['no JSON', '{"tokens": secret-token}', 'is not JSON: unexpected text at line 1, column 12.'],
    [
      'an additional key',
      '{"tokens": {}, "note": "{\\"tokens\\": 1}", "\\u0074okens": {}}',
      'has "tokens" twice in one object, again at line 1, column 43; leave one of them out.',
    ],
    [
      'many headers',
      {
        baseUrl: 'http://a.example',
        headers: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`X-${at}`, 'x'])),
      },
      'must be at most 50, of at most 4000 characters together.',
    ],
    ['no object', [], 'It must be an object.'],
    ['no URL', {}, 'It must have the field `baseUrl`'],
    [
      'a __proto__ key',
      { baseUrl: 'http://a.example', token: 'x' },
      'It has no field `token`; did you mean `tokens`?',
    ],
    [
      'a password in the URL',
      { baseUrl: 'http://me:secret-token@a.example' },
      '`baseUrl` must be a URL with http or https, such as http://127.0.0.1:4141, without a user name',
    ],
    ['another format', { format: 2, baseUrl: 'http://a.example' }, '`format` must be 1.'],
    [
      'a variable that is not set',
      { baseUrl: 'http://a.example', tokens: { application: { env: 'NO_SUCH_VARIABLE' } } },
      'NO_SUCH_VARIABLE is not set',
    ],
    [
      'one token for two kinds',
      { baseUrl: 'http://a.example', tokens: { application: 'a', rootClient: 'a' } },
      'are the same token',
    ],
    [
      'a missing egg',
      { baseUrl: 'http://a.example', files: { importEgg: './no-such-egg.json' } },
      'files.importEgg names ./no-such-egg.json',
    ],
    [
      'a token as a header',
      { baseUrl: 'http://a.example', headers: { AUTHORIZATION: 'x' } },
      '`headers` must not have Authorization',
    ],
  ])('a target file with %s', async (what, content, words) => {
    const ended = await check('--target', await work.files.write(`${what}.json`, content), '--dry-run')
    expectRefusal(ended, 2, words)
    expect(ended.stderr).not.toContain('secret-token')
  })

  it.each<[what: string, flags: (link: string, file: string) => string[], words: string]>([
    [
      'a report with a link to the target file',
      (link, file) => ['--target', file, `--reporter=json=${link}`],
      'is the file of --target.',
    ],
    [
      'a report with a file and a dangling link to it',
      (link, file) => ['--self', `--reporter=json=${file}-new`, `--reporter=tap=${link}-new`],
      'is the file of --reporter json.',
    ],
    [
      'a report with the file of known deviations',
      (_, file) => ['--self', `--reporter=json=${file}`, `--write-known=${file}`],
      'is the file of --reporter json.',
    ],
  ])('%s', async (what, flags, words) => {
    const file = await work.files.write(`${what}.json`, '{}')
    const link = `${file}-link`
    await symlink(file, link)
    await symlink(`${file}-new`, `${link}-new`)
    expectRefusal(await check(...flags(link, file)), 2, words)
    expect(await work.files.read(`${what}.json`)).toBe('{}')
  })

  it('a report to a named pipe without a reader', async () => {
    const path = work.files.at('report-pipe')
    execFileSync('mkfifo', [path])
    const ended = check(work.mock.url, '--only', '4.8/response', `--reporter=json=${path}`)
    const read = await new Promise<string>((resolve) =>
      setTimeout(() => void readFile(path, 'utf8').then(resolve), 1_000),
    )
    expect(JSON.parse(read)).toMatchObject({ verdict: 'conforms' })
    expect((await ended).code).toBe(0)
  })

  it('a named pipe without a writer as a target file', async () => {
    const path = work.files.at('pipe')
    execFileSync('mkfifo', [path])
    const ended = check('--target', path, '--dry-run', '--only', '4.4/response')
    await new Promise((resolve) => setTimeout(resolve, 100))
    await writeFile(path, '{"baseUrl":"http://a.example"}')
    expect((await ended).stderr).toBe('')
    expect((await ended).stdout).toContain('4.4/response')
  })

  it('a target file, without executing its text in a CI system', async () => {
    const content = {
      '::error title=a::b': 'FILL IN',
      '\u00a0::error::c': 'FILL IN',
      '##[error]d': 'FILL IN',
    }
    const ended = await check('--target', await work.files.write('commands.json', content), '--dry-run')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('error]d')
    expect(ended.stderr.split('\n').filter((line) => /^\s*::|##\[/.test(line))).toEqual([])
  })

  it.each<[what: string, content: string, words: string]>([
    ['a file without certificates', '{"format":1}', 'contains none'],
    ['no end', `${selfSigned.cert.slice(0, 100)}`, 'contains none'],
    ['an invalid certificate', selfSigned.cert.replace('MII', 'AAA'), 'one in "'],
    [
      'an invalid certificate after a valid one',
      `${selfSigned.cert}${selfSigned.cert.replace('MII', 'AAA')}`,
      'one in "',
    ],
  ])('certificates with %s', async (what, content, words) => {
    const path = await work.files.write(`${what}.pem`, content)
    const ended = await check('https://127.0.0.1:1', '--ca', path, '--only', '4.4')
    expectRefusal(ended, 2, '--ca must be a file of certificates (PEM), but ')
    expect(ended.stderr).toContain(words)
  })

  it.each<[what: string, content: unknown, words: string]>([
    ['no list', {}, 'must be a list'],
    [
      'a long id',
      [{ id: '*'.repeat(201), reason: 'x' }],
      'entry 1, id must be a string that is not empty, of at most 200 characters.',
    ],
    [
      'too many entries',
      Array.from({ length: 10_001 }, () => ({ id: '4.7', reason: 'x' })),
      'must be a list of at most 10000',
    ],
    ['no reason', [{ id: '4.7' }], 'entry 1 must have the field `reason`: a string that is not empty.'],
    ['an empty reason', [{ id: '4.7', reason: ' ' }], 'entry 1, reason must be a string that is not empty'],
    ['another key', [{ id: '4.7', reason: 'x', until: 'y' }], 'entry 1 has no field `until`'],
    [
      'no check',
      [{ id: '4.7/no-such', reason: 'x' }],
      'No check has an id like "4.7/no-such"; see `nestbox list checks`.',
    ],
    ['no day', [{ id: '4.7', reason: 'x', expires: '2026-02-30' }], 'expires must be a day'],
  ])('known deviations with %s', async (what, content, words) => {
    const path = await work.files.write(`known ${what}.json`, content)
    expectRefusal(await check('--self', '--known', path), 2, words)
  })

  it.each(['known', 'replay'])(
    'a file of tokens that is passed as --%s, without its tokens',
    async (flag) => {
      for (const content of ['{"tokens":{"application":"hunter2-Horse"}}', 'hunter2-Horse']) {
        const path = await work.files.write(`tokens of ${flag}.json`, content)
        const ended = await check('--self', `--${flag}`, path)
        expectRefusal(ended, 2, path)
        expect(ended.stderr).not.toContain('hunter2')
      }
    },
  )

  it.each<[what: string, content: string, words: string]>([
    ['a report', '{"results":[]}', 'A file of known deviations must be a list'],
    ['a broken list', '[', 'is not JSON'],
    [
      'a check that does not exist',
      '[{"id":"4.9/none","reason":"later"}]',
      'No check has an id like "4.9/none"',
    ],
  ])('to replace %s by known deviations, before it sends a request', async (_, content, words) => {
    await using proxy = await proxyTo(work.mock.url)
    const path = await work.files.write('foreign.json', content)
    expectRefusal(await check(proxy.url, '--write-known', path), 2, words)
    expect(proxy.passed).toEqual([])
    expect(await work.files.read('foreign.json')).toBe(content)
  })

  it.each(['--reporter=junit=', '--write-known='])(
    'a file that cannot be written, before it sends a request: %s<file>',
    async (flag) => {
      await using proxy = await proxyTo(work.mock.url)
      const file = await work.files.write(`in the way of ${flag.replace(/\W/g, '')}`, '')
      const link = work.files.at(`link ${flag.replace(/\W/g, '')}`)
      await symlink(work.files.at('gone/x.xml'), link)
      const places: readonly (readonly [path: string, why: string])[] = [
        [work.files.at('new/'), 'it names a directory'],
        [link, `the directory ${work.files.at('gone')} does not exist`],
        [work.files.at('no-such/x.xml'), `the directory ${work.files.at('no-such')} does not exist`],
        [`${file}/x.xml`, `${file} is not a directory`],
        [work.files.at('.'), 'it is a directory'],
      ]
      for (const [path, why] of places)
        expectRefusal(await check(proxy.url, flag + path), 2, `cannot write to ${path}: ${why}.`)
      expect(proxy.passed).toEqual([])
    },
  )

  it('a server whose target file needs the control token', async () => {
    await using guarded = await startNestbox({ controlToken: 'of-the-control' })
    expectRefusal(await check(guarded.url, '--only', '4.4'), 2, "--header 'X-Nestbox-Control: ...'")
    const header = ['--header', 'X-Nestbox-Control: of-the-control']
    expect(await check(guarded.url, '--only', '4.4', ...header)).toMatchObject({ code: 0 })
  })

  it('a server without a target file, and names nestbox init', async () => {
    await using bare = await startNestbox({ control: false })
    expectRefusal(await check(bare.url), 2, 'nestbox init')
  })

  it.each<[what: string, content: object]>([
    ['a variable', { tokens: { application: { env: 'HOME' } } }],
    ['a file', { files: { importEgg: '/etc/hostname' } }],
  ])('a target file of a server that names %s of this machine', async (_, content) => {
    await using server = await proxyTo(work.mock.url, () =>
      JSON.stringify({ baseUrl: work.mock.url, ...content }),
    )
    expectRefusal(await check(server.url), 2, 'only a file given by --target may')
  })
})
