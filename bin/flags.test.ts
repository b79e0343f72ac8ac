import { describe, expect, it } from 'vitest'
import { describe as describeFlags, type Read, readFlags, toggle } from './flags.ts'
import { serveFlags } from './serving/flags.ts'
import { optionsFor } from './serving/options.ts'
import { wrongValues } from './testing/wrong-values.ts'
import { UsageError } from './usage-error.ts'

const integer: Read<number> = (text) => (/^\d+$/.test(text) ? Number(text) : { must: 'be an integer' })

const flags = {
  port: { short: 'p', value: '<number>', help: 'port to listen on', read: integer },
  'log-level': { value: '<level>', help: 'how much to say', read: (text: string) => text },
  size: { value: '<number>', help: 'a number of things', list: true, read: integer },
  turn: {
    value: '<key=value>',
    help: 'a turn',
    list: 'by key',
    read: (text: string) => text.split('='),
  },
  quiet: { short: 'q', help: 'say nothing', read: toggle },
} as const

const read = (args: readonly string[], env: Record<string, string> = {}) => readFlags(flags, args, env)

/** What a user is told; fails the test if nothing is wrong. */
function complaint(args: readonly string[], env: Record<string, string> = {}): string {
  try {
    read(args, env)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

type Env = Record<string, string>

describe('readFlags', () => {
  it.each<[what: string, args: string[], env: Env, values: object]>([
    ['nothing where nothing is given', [], {}, {}],
    ['a long flag', ['--port', '80'], {}, { port: 80 }],
    ['a long flag with an equals sign', ['--port=80'], {}, { port: 80 }],
    ['a short flag', ['-p', '80'], {}, { port: 80 }],
    ['a short flag with its value attached', ['-p80'], {}, { port: 80 }],
    ['a value that starts with a dash, after an equals sign', ['--log-level=-x'], {}, { 'log-level': '-x' }],
    ['a value with an equals sign in it', ['--log-level', 'a=b'], {}, { 'log-level': 'a=b' }],
    ['a flag that is no list and says the same twice', ['-p', '1', '--port', '01'], {}, { port: 1 }],
    [
      'another value for each key of a list',
      ['--turn', 'a=1', '--turn', 'b=2'],
      {},
      {
        turn: [
          ['a', '1'],
          ['b', '2'],
        ],
      },
    ],
    [
      'one value twice for a key of a list',
      [],
      { NESTBOX_TURN: 'a=1,a=1' },
      {
        turn: [
          ['a', '1'],
          ['a', '1'],
        ],
      },
    ],
    ['a negative number', ['--log-level', '-1'], {}, { 'log-level': '-1' }],
    ['spaces around the items of a variable', [], { NESTBOX_SIZE: ' 1, 2 ,3' }, { size: [1, 2, 3] }],
    ['every one of a list', ['--size', '1', '--size=2'], {}, { size: [1, 2] }],
    ['a list of one', ['--size', '1'], {}, { size: [1] }],
    ['a switch', ['--quiet'], {}, { quiet: true }],
    ['a short switch', ['-q'], {}, { quiet: true }],
    ['a switch given twice', ['-q', '--quiet'], {}, { quiet: true }],
    ['a variable', [], { NESTBOX_PORT: '80' }, { port: 80 }],
    ['a variable whose flag has a hyphen', [], { NESTBOX_LOG_LEVEL: 'warn' }, { 'log-level': 'warn' }],
    ['a list from a variable by its commas', [], { NESTBOX_SIZE: '1,2,3' }, { size: [1, 2, 3] }],
    ['a list of one from a variable', [], { NESTBOX_SIZE: '1' }, { size: [1] }],
    ['a comma in a variable that is no list', [], { NESTBOX_LOG_LEVEL: 'a,b' }, { 'log-level': 'a,b' }],
    ['the flag before the variable', ['-p', '1'], { NESTBOX_PORT: '2' }, { port: 1 }],
    ['the flag before a wrong variable', ['-p', '1'], { NESTBOX_PORT: 'x' }, { port: 1 }],
    ['the list of flags before that of a variable', ['--size', '1'], { NESTBOX_SIZE: '2,3' }, { size: [1] }],
    ['the switch before the variable', ['-q'], { NESTBOX_QUIET: '0' }, { quiet: true }],
    ['an empty variable as none', [], { NESTBOX_PORT: '', NESTBOX_SIZE: '', NESTBOX_QUIET: '' }, {}],
    ['no variable of another program', [], { PORT: '80', QUIET: '1', OTHER_PORT: '80' }, {}],
    ['flags and variables side by side', ['-q'], { NESTBOX_PORT: '80' }, { port: 80, quiet: true }],
  ])('takes %s', (_, args, env, values) => {
    expect(read(args, env)).toEqual(values)
  })

  it.each([
    ...['1', 'true', 'TRUE', 'yes', 'on'].map((text) => [text, true] as const),
    ...['0', 'false', 'False', 'no', 'off'].map((text) => [text, false] as const),
  ])('takes a switch whose variable is %s for %s', (text, value) => {
    expect(read([], { NESTBOX_QUIET: text })).toEqual({ quiet: value })
  })

  it.each<[what: string, args: string[], env: Env, message: string]>([
    ['a wrong value', ['--port', 'x'], {}, '--port must be an integer, not "x".'],
    ['a wrong value of a short flag', ['-p', 'x'], {}, '--port must be an integer, not "x".'],
    ['an empty value', ['--port', ''], {}, '--port must be an integer.'],
    [
      'the first wrong value of a list',
      ['--size', '1', '--size', 'x'],
      {},
      '--size must be an integer, not "x".',
    ],
    ['a wrong variable', [], { NESTBOX_PORT: 'x' }, 'NESTBOX_PORT must be an integer, not "x".'],
    ['a wrong item of a variable', [], { NESTBOX_SIZE: '1,x' }, 'NESTBOX_SIZE must be an integer, not "x".'],
    ['an empty item of a variable', [], { NESTBOX_SIZE: '1,' }, 'NESTBOX_SIZE must be an integer.'],
    ['a switch that is half on', [], { NESTBOX_QUIET: 'half' }, 'NESTBOX_QUIET must be 1 or 0, not "half".'],
    ['a misspelt flag', ['--ports', '1'], {}, 'There is no flag --ports; did you mean --port?'],
    ['a flag cut short', ['--log', 'x'], {}, 'There is no flag --log; did you mean --log-level?'],
    ['a flag like no other', ['--verbose'], {}, 'There is no flag --verbose; see --help.'],
    ['a flag that objects inherit', ['--constructor'], {}, 'There is no flag --constructor; see --help.'],
    [
      'a flag with letters that changed places',
      ['--prot', '1'],
      {},
      'There is no flag --prot; did you mean --port?',
    ],
    ['a flag with a wrong letter', ['--sixe', '1'], {}, 'There is no flag --sixe; did you mean --size?'],
    ['nothing but hyphens', ['---'], {}, 'There is no flag ---; see --help.'],
    ['an unknown short flag', ['-x'], {}, 'There is no flag -x; see --help.'],
    ['a word', ['80'], {}, '"80" is no flag; see --help.'],
    ['a word after two dashes', ['--', '80'], {}, '"80" is no flag; see --help.'],
    ['a negative number after two dashes', ['--', '-5'], {}, '"-5" is no flag; see --help.'],
    ['a negative number', ['--port', '-5'], {}, '--port must be an integer, not "-5".'],
    ['a negative number after a short flag', ['-p', '-5'], {}, '--port must be an integer, not "-5".'],
    ['a negative number after a switch', ['-q', '-5'], {}, 'There is no flag -5; see --help.'],
    ['two values', ['-p', '1', '--port=2'], {}, '--port is given as "1" and as "2"; give one of them.'],
    [
      'two values for a key of a list',
      ['--turn=a=1', '--turn=b=1', '--turn=a=2'],
      {},
      '--turn is given as "a=1" and as "a=2"; give one of them.',
    ],
    [
      'two values for a key in a variable',
      [],
      { NESTBOX_TURN: 'a=1, a=2' },
      'NESTBOX_TURN is given as "a=1" and as "a=2"; give one of them.',
    ],
    ['no value', ['--port'], {}, '--port needs a value; see --help.'],
    [
      'a flag for a value',
      ['--log-level', '-x'],
      {},
      '--log-level needs a value; write --log-level=<value> if it starts with a hyphen.',
    ],
    ['a value for a switch', ['--quiet=1'], {}, '--quiet takes no value; see --help.'],
  ])('refuses %s', (_, args, env, message) => {
    expect(complaint(args, env)).toBe(message)
  })

  it.each([[['-p']], [['-qp']], [['-p', '--quiet']], [['-qp', '-5']]])(
    'calls by its name a flag that lacks its value: %j',
    (args) => {
      expect(complaint(args)).toMatch(/^--port needs a value; [^\n]+\.$/)
    },
  )
})

describe('the help', () => {
  it('gives each flag one line, in columns', () => {
    expect(describeFlags(flags).split('\n')).toEqual([
      '  -p, --port <number>      port to listen on',
      '      --log-level <level>  how much to say',
      '      --size <number>      a number of things (can be repeated)',
      '      --turn <key=value>   a turn (can be repeated)',
      '  -q, --quiet              say nothing',
    ])
  })
})

describe('the flags of serve', () => {
  it.each<[text: string, value: unknown]>([
    ['--port=0', 0],
    ['--port=65535', 65_535],
    ['--host=::1', '::1'],
    ['--base-url=https://panel.example.com', 'https://panel.example.com'],
    ['--base-url=http://localhost:8080/mock/', 'http://localhost:8080/mock'],
    ['--seed=two words', 'two words'],
    ['--scale=1', 1],
    ['--scale=10000', 10_000],
    ['--scenario=edge', 'edge'],
    ['--data=world.json', 'world.json'],
    ['--gaps=panel', 'panel'],
    ['--gaps=grease:7', 'grease:7'],
    ['--gap=page.over-maximum=refuse', [['page.over-maximum', 'refuse']]],
    ['--token=rootClient=a=b', [['rootClient', 'a=b']]],
    ['--now=2026-06-01', Date.UTC(2026, 5, 1)],
    ['--now=2024-02-29T12:00:00Z', Date.UTC(2024, 1, 29, 12)],
    ['--now=2026-06-01T12:00:00.5+02:00', Date.UTC(2026, 5, 1, 10, 0, 0, 500)],
    ['--now=2026-06-01T00:30:00+0200', Date.UTC(2026, 4, 31, 22, 30)],
    ['--delay=0', [0, 0]],
    ['--delay=200..800', [200, 800]],
    ['--delay=600000', [600_000, 600_000]],
    ['--no-cors', true],
    ['--cors-origin=http://LOCALHOST:5173', ['http://localhost:5173']],
    ['--no-control', true],
    ['--control-token=secret', 'secret'],
    ['--allowed-host=Nest.Local', ['nest.local']],
    ['--allowed-host=192.0.2.2', ['192.0.2.2']],
    ['--allowed-host=2001:DB8::1', ['2001:db8::1']],
    ['--allowed-host=[2001:db8::1]', ['[2001:db8::1]']],
    ['--log-level=debug', 'debug'],
    ['--quiet', true],
  ])('take %s', (text, value) => {
    const name = /^--([\w-]+)/.exec(text)?.[1] ?? ''
    expect(readFlags(serveFlags, [text], {})).toEqual({ [name]: value })
  })

  it.each([
    ['x=1', 'be <gap>=<choice>, such as page.over-maximum=clamp-to-100 (there is no gap "x")'],
    ['user.case=lower', 'be <gap>=<choice>, such as users.case=lower (there is no gap "user.case")'],
    ['toString', 'be <gap>=<choice>, such as nesting.cut=cut (there is no gap "toString")'],
    ['users.case', 'be users.case=<choice>, with a choice of keep, lower'],
    ['users.case=upper', 'be users.case=<choice>, with a choice of keep, lower'],
    [
      'resource.units=x',
      'name a gap with a choice (nobody can see "resource.units"), such as page.over-maximum=refuse',
    ],
    ['=x', 'be <gap>=<choice>, such as page.over-maximum=refuse'],
  ])('say what is wrong with --gap=%s', (text, must) => {
    expect(() => readFlags(serveFlags, [`--gap=${text}`], {})).toThrow(
      new UsageError(`--gap must ${must}, not "${text}".`),
    )
  })

  it('may name one token of a kind twice', () => {
    const given = readFlags(serveFlags, ['--token=application=x', '--token=application=x'], {})
    expect(optionsFor(given).tokens).toEqual({ application: 'x' })
  })

  it('are all in the table of wrong values', () => {
    expect(Object.keys(wrongValues).toSorted()).toEqual(Object.keys(serveFlags).toSorted())
  })

  it.each(
    Object.entries(wrongValues).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  )('refuse --%s=%s', (name, value) => {
    expect(() => readFlags(serveFlags, [`--${name}=${value}`], {})).toThrow(UsageError)
    const variable = `NESTBOX_${name.toUpperCase().replaceAll('-', '_')}`
    const read = () => readFlags(serveFlags, [], { [variable]: value })
    if (value === '') expect(read()).toEqual({})
    else expect(read).toThrow(new RegExp(`^${variable} must .+, not ".*"\\.$`))
  })
})
