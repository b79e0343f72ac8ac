import { describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { makeWorld } from '../src/fixtures/index.ts'
import { makeTokens } from '../src/fixtures/tokens.ts'
import { serveFlags } from './serving/options.ts'
import { expectRefusal } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'

type Env = Record<string, string>

/** The text of the token of the neighbour, which no flag sets. */
const neighbour = makeTokens(makeWorld({})).find(({ name }) => name === 'neighbour')?.token

describe('the help', () => {
  it.each([['--help'], ['serve', '--port', 'x', '-h']])('names every flag: %s %s', async (...args) => {
    const { code, stdout, stderr } = await runHere(args)
    for (const [name, flag] of Object.entries(serveFlags)) {
      const short = 'short' in flag ? `-${flag.short}, ` : '    '
      expect(stdout).toContain(`\n  ${short}--${name} `)
    }
    expect(stdout).toMatch(/^Usage: nestbox/)
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  it.each([[], ['serve'], ['check'], ['init'], ['list'], ['explain'], ['diff'], ['openapi'], ['exec']])(
    'has lines of at most 80 characters: %s',
    async (...args) => {
      const { stdout } = await runHere([...args, '--help'])
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    },
  )

  it.each([['--version'], ['serve', '-v']])('is not part of the version: %s %s', async (...args) => {
    expect(await runHere(args)).toEqual({
      code: 0,
      signal: null,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    })
  })
})

describe('help and version as commands', () => {
  it.each([
    [['help'], ['--help']],
    [
      ['help', 'check'],
      ['check', '--help'],
    ],
    [
      ['help', 'serve'],
      ['serve', '--help'],
    ],
    [['version'], ['--version']],
  ])('equal the flags: %j and %j', async (words, flags) => {
    const ended = await runHere(words)
    expect(ended).toEqual(await runHere(flags))
    expect(ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('refuse unknown commands', async () => {
    expectRefusal(await runHere(['help', 'frobnicate']), 2, 'Unknown command "frobnicate"')
  })
})

describe('wrong arguments', () => {
  it.each([
    ['NESTBOX_PORT', 'http'],
    ['NESTBOX_NO_CORS', 'maybe'],
    ['NESTBOX_GAP', 'page.invalid=default,page.past-end'],
    ['NESTBOX_TOKEN', 'application=one,admin=two'],
    ['NESTBOX_ALLOWED_HOST', 'nestbox,nestbox:4141'],
    ['NESTBOX_CONTROL_TOKEN', 'schlüssel'],
  ])('are refused: %s=%s', async (name, value) => {
    expectRefusal(await runHere([], { [name]: value }), 2, `nestbox: ${name} must `)
  })

  it.each<[what: string, args: string[], says: string]>([
    ['an unknown command', ['frobnicate'], 'Unknown command "frobnicate"; the commands are serve'],
    ['an empty command', [''], 'Unknown command ""'],
    ['a command named like a property of Object.prototype', ['toString'], 'Unknown command "toString"'],
    ['a command after the command', ['serve', 'serve'], 'Unexpected argument "serve"'],
    ['an unknown flag', ['--verbose'], 'Unknown flag --verbose; see --help.'],
    ['a misspelt flag', ['--scenarios', 'edge'], 'did you mean --scenario?'],
    ['a flag without its value', ['--port'], '--port'],
    ['a flag with exchanged letters', ['--prot', '1'], 'did you mean --port?'],
    ['a negative delay', ['--delay', '-5'], '--delay must be milliseconds up to 600000'],
    ['a negative port', ['-p', '-1'], '--port must be an integer from 0 to 65535, not "-1".'],
    [
      'two seeds',
      ['--seed', 'a', '--seed', 'b'],
      '--seed is passed as "a" and as "b"; pass only one of them.',
    ],
    ['two ports', ['-p', '0', '--port', '1'], '--port is passed as "0" and as "1"; pass only one of them.'],
    [
      'two choices of a gap',
      ['--gap=page.over-maximum=refuse', '--gap=status.created=200', '--gap=page.over-maximum=clamp-to-100'],
      '--gap is passed as "page.over-maximum=refuse" and as "page.over-maximum=clamp-to-100"; pass only one of them.',
    ],
    [
      'two tokens of one kind',
      ['--token=application=abc', '--token=application=def'],
      '--token is passed with two values; pass only one of them.',
    ],
    [
      'two control tokens',
      ['--control-token=abc', '--control-token=def'],
      '--control-token is passed with two values; pass only one of them.',
    ],
    ['a time whose year has five digits in UTC', ['--now=9999-12-31T23:59:59-01:00'], 'to 9999 in UTC, not'],
    ['a time before 1970 in UTC', ['--now=1970-01-01T00:00:00+01:00'], 'from 1970 to 9999 in UTC, not'],
    [
      'the default token of another name',
      [`--token=application=${neighbour}`],
      'nestbox: The tokens "application" and "neighbour" must differ.\n',
    ],
    [
      'more rules of profiles than a world can have',
      Array.from({ length: 34 }, () => '--faults=flaky'),
      'nestbox: There can be at most 100 fault rules',
    ],
    ['a flag of two lines', ['--po\nrt'], 'Unknown flag --po'],
    ['a command of two lines', ['ser\r\nve'], 'Unknown command "ser'],
  ])('are refused: %s', async (_, args, says) => {
    expectRefusal(await runHere(args), 2, says)
  })

  it.each<[what: string, args: string[], env: Env, says: string]>([
    ['--scale and another scenario', ['--scale=5', '--scenario=edge'], {}, '--scale'],
    ['--no-cors and --cors-origin', ['--no-cors', '--cors-origin=http://a.example'], {}, '--no-cors'],
    ['--no-control and --control-token', ['--no-control', '--control-token=x'], {}, '--no-control'],
    ['--no-control and --allowed-host', ['--no-control', '--allowed-host=x'], {}, '--no-control'],
    ['one token for two kinds', ['--token=application=x', '--token=userClient=x'], {}, '--token'],
    [
      'a contradiction of variables',
      [],
      { NESTBOX_SCALE: '5', NESTBOX_SCENARIO: 'edge' },
      'NESTBOX_SCALE cannot be combined with NESTBOX_SCENARIO edge',
    ],
    [
      'a variable that sets the same as another',
      [],
      { NESTBOX_COMPANIONS: '1', NESTBOX_GAP: 'operations.beyond=panel' },
      'NESTBOX_COMPANIONS cannot be combined with NESTBOX_GAP operations.beyond=panel',
    ],
    [
      'a variable that names no folder',
      [],
      { NESTBOX_DATA: '/none/world.json' },
      'nestbox: NESTBOX_DATA cannot write to /none/world.json',
    ],
    [
      'a variable that names no file',
      [],
      { NESTBOX_WORLD: '/none/world.json' },
      'nestbox: NESTBOX_WORLD /none/world.json cannot be read: there is no such file.',
    ],
    [
      'a variable that names no folder for the output',
      ['openapi', '--no-examples'],
      { NESTBOX_OUT: '/none/api.json' },
      'nestbox: NESTBOX_OUT cannot write to /none/api.json',
    ],
    [
      'a flag that contradicts a variable',
      ['--no-cors'],
      { NESTBOX_CORS_ORIGIN: 'http://a.example' },
      'NESTBOX_CORS_ORIGIN cannot be combined with --no-cors',
    ],
    [
      'one token for two kinds in a variable',
      [],
      { NESTBOX_TOKEN: 'application=x,rootClient=x' },
      'NESTBOX_TOKEN',
    ],
  ])('are refused: %s', async (_, args, env, says) => {
    expectRefusal(await runHere(args, env), 2, says)
  })
})
