import { describe, expect, it } from 'vitest'
import { compile } from '../src/contract/checking/compile.ts'
import { boolean, entryOf, integer, pattern, textsSchema } from '../src/options/types.ts'
import { helpFor, readArguments } from './flags.ts'
import { optionsFor, serveFlags } from './serving/options.ts'
import { validateFlags } from './serving/validate-flags.ts'
import { UsageError } from './terminal.ts'
import { wrongValues } from './testing/wrong-values.ts'

const number = integer(0, 65_535)

const flags = {
  port: { short: 'p', placeholder: '<number>', help: 'port to listen on', default: 4141, ...number },
  'log-level': { placeholder: '<level>', help: 'what to log', ...pattern('', 'a string') },
  size: { placeholder: '<number>', help: 'a size', repeats: 'list', ...number },
  set: {
    placeholder: '<key=value>',
    help: 'a setting',
    repeats: 'object',
    isDistinct: true,
    ...pattern('=', '<key>=<value>'),
    read: entryOf,
  },
  ids: { placeholder: '<ids>', help: 'some ids', repeats: 'list', isSplit: true, ...number },
  quiet: { short: 'q', help: 'print nothing, not even the lines that a terminal would show', ...boolean },
} as const

const validate = compile(textsSchema(flags))

const read = (args: readonly string[], env: Record<string, string> = {}) =>
  readArguments(flags, validate, args, { env }).values

const readServe = (args: readonly string[], env: Record<string, string> = {}) =>
  readArguments(serveFlags, validateFlags, args, { env }).values

/** The message of the error; the test fails without one. */
function complaint(args: readonly string[], env: Record<string, string> = {}): string {
  try {
    read(args, env)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error('No error was thrown.')
}

type Env = Record<string, string>

describe('readArguments', () => {
  it.each<[what: string, args: string[], env: Env, values: object]>([
    ['nothing without arguments', [], {}, {}],
    ['a long flag', ['--port', '80'], {}, { port: 80 }],
    ['a long flag with an equals sign', ['--port=80'], {}, { port: 80 }],
    ['a short flag', ['-p', '80'], {}, { port: 80 }],
    ['a short flag with its value attached', ['-p80'], {}, { port: 80 }],
    ['a value that starts with a dash, after an equals sign', ['--log-level=-x'], {}, { 'log-level': '-x' }],
    ['a value with an equals sign in it', ['--log-level', 'a=b'], {}, { 'log-level': 'a=b' }],
    ['a flag passed twice with the same value', ['-p', '1', '--port', '01'], {}, { port: 1 }],
    ['a value for each key of an object', ['--set', 'a=1', '--set', 'b=2'], {}, { set: { a: '1', b: '2' } }],
    ['the same entry of an object twice', [], { NESTBOX_SET: 'a=1,a=1' }, { set: { a: '1' } }],
    ['a negative number', ['--log-level', '-1'], {}, { 'log-level': '-1' }],
    ['spaces around the items of a variable', [], { NESTBOX_SIZE: ' 1, 2 ,3' }, { size: [1, 2, 3] }],
    ['each item of a list', ['--size', '1', '--size=2'], {}, { size: [1, 2] }],
    ['a list with commas', ['--ids', '1,2', '--ids=3'], {}, { ids: [1, 2, 3] }],
    ['a list with commas and spaces', ['--ids', '1, 2'], {}, { ids: [1, 2] }],
    ['a list of one item', ['--size', '1'], {}, { size: [1] }],
    ['a switch', ['--quiet'], {}, { quiet: true }],
    ['a short switch', ['-q'], {}, { quiet: true }],
    ['a switch given twice', ['-q', '--quiet'], {}, { quiet: true }],
    ['a variable', [], { NESTBOX_PORT: '80' }, { port: 80 }],
    ['a variable whose flag has a hyphen', [], { NESTBOX_LOG_LEVEL: 'warn' }, { 'log-level': 'warn' }],
    ['a list from a variable by its commas', [], { NESTBOX_SIZE: '1,2,3' }, { size: [1, 2, 3] }],
    ['a list of one item from a variable', [], { NESTBOX_SIZE: '1' }, { size: [1] }],
    ['a comma in a variable that is not a list', [], { NESTBOX_LOG_LEVEL: 'a,b' }, { 'log-level': 'a,b' }],
    ['the flag before the variable', ['-p', '1'], { NESTBOX_PORT: '2' }, { port: 1 }],
    ['the flag before a wrong variable', ['-p', '1'], { NESTBOX_PORT: 'x' }, { port: 1 }],
    ['a list of flags before a list in a variable', ['--size', '1'], { NESTBOX_SIZE: '2,3' }, { size: [1] }],
    ['the switch before the variable', ['-q'], { NESTBOX_QUIET: '0' }, { quiet: true }],
    ['an empty variable as an unset one', [], { NESTBOX_PORT: '', NESTBOX_SIZE: '', NESTBOX_QUIET: '' }, {}],
    ['no variable of another program', [], { PORT: '80', QUIET: '1', OTHER_PORT: '80' }, {}],
    ['flags and variables together', ['-q'], { NESTBOX_PORT: '80' }, { port: 80, quiet: true }],
  ])('reads %s', (_, args, env, values) => {
    expect(read(args, env)).toEqual(values)
  })

  it.each([
    ...['1', 'true', 'TRUE', 'yes', 'on'].map((text) => [text, true] as const),
    ...['0', 'false', 'False', 'no', 'off'].map((text) => [text, false] as const),
  ])('reads a switch whose variable is %s as %s', (text, value) => {
    expect(read([], { NESTBOX_QUIET: text })).toEqual({ quiet: value })
  })

  it.each<[what: string, args: string[], env: Env, message: string]>([
    ['an invalid value', ['--port', 'x'], {}, '--port must be an integer from 0 to 65535, not "x".'],
    [
      'an invalid value of a short flag',
      ['-p', 'x'],
      {},
      '--port must be an integer from 0 to 65535, not "x".',
    ],
    ['an empty value', ['--port', ''], {}, '--port must be an integer from 0 to 65535, not "".'],
    [
      'the first invalid value of a list',
      ['--size', '1', '--size', 'x'],
      {},
      '--size must be an integer from 0 to 65535, not "x".',
    ],
    [
      'an empty item between commas',
      ['--ids', '1,,2'],
      {},
      '--ids must be an integer from 0 to 65535, not "".',
    ],
    [
      'an invalid variable',
      [],
      { NESTBOX_PORT: 'x' },
      'NESTBOX_PORT must be an integer from 0 to 65535, not "x".',
    ],
    [
      'an invalid item of a variable',
      [],
      { NESTBOX_SIZE: '1,x' },
      'NESTBOX_SIZE must be an integer from 0 to 65535, not "x".',
    ],
    [
      'an empty item of a variable',
      [],
      { NESTBOX_SIZE: '1,' },
      'NESTBOX_SIZE must be an integer from 0 to 65535, not "".',
    ],
    [
      'a switch with an invalid value',
      [],
      { NESTBOX_QUIET: 'half' },
      'NESTBOX_QUIET must be true or false, not "half".',
    ],
    ['a misspelt flag', ['--ports', '1'], {}, 'Unknown flag --ports; did you mean --port?'],
    ['an abbreviated flag', ['--log', 'x'], {}, 'Unknown flag --log; did you mean --log-level?'],
    ['an unknown flag', ['--verbose'], {}, 'Unknown flag --verbose; see --help.'],
    [
      'a flag named like a property of Object.prototype',
      ['--constructor'],
      {},
      'Unknown flag --constructor; see --help.',
    ],
    ['a flag with exchanged letters', ['--prot', '1'], {}, 'Unknown flag --prot; did you mean --port?'],
    ['a flag with a wrong letter', ['--sixe', '1'], {}, 'Unknown flag --sixe; did you mean --size?'],
    ['only hyphens', ['---'], {}, 'Unknown flag ---; see --help.'],
    ['an unknown short flag', ['-x'], {}, 'Unknown flag -x; see --help.'],
    ['a word', ['80'], {}, 'Unexpected argument "80"; see --help.'],
    ['a word after two dashes', ['--', '80'], {}, 'Unexpected argument "80"; see --help.'],
    ['a negative number after two dashes', ['--', '-5'], {}, 'Unexpected argument "-5"; see --help.'],
    ['a negative number', ['--port', '-5'], {}, '--port must be an integer from 0 to 65535, not "-5".'],
    [
      'a negative number after a short flag',
      ['-p', '-5'],
      {},
      '--port must be an integer from 0 to 65535, not "-5".',
    ],
    ['a negative number after a switch', ['-q', '-5'], {}, 'Unknown flag -5; see --help.'],
    ['two values', ['-p', '1', '--port=2'], {}, '--port is passed as "1" and as "2"; pass only one of them.'],
    [
      'two values for a key of an object',
      ['--set=a=1', '--set=b=3', '--set=a=2'],
      {},
      '--set is passed as "a=1" and as "a=2"; pass only one of them.',
    ],
    [
      'two values for a key in a variable',
      [],
      { NESTBOX_SET: 'a=1, a=2' },
      'NESTBOX_SET is passed as "a=1" and as "a=2"; pass only one of them.',
    ],
    [
      'one value for two keys that must differ',
      ['--set=a=1', '--set=b=1'],
      {},
      '--set has the same value for a and b; they must differ.',
    ],
    ['no value', ['--port'], {}, '--port needs a value; see --help.'],
    [
      'a flag instead of a value',
      ['--log-level', '-x'],
      {},
      '--log-level needs a value; write --log-level=<value> if the value starts with a hyphen.',
    ],
    ['a negative number', ['-qp', '-5'], {}, '--port must be an integer from 0 to 65535, not "-5".'],
    ['a value for a switch', ['--quiet=1'], {}, '--quiet does not accept a value; see --help.'],
  ])('refuses %s', (_, args, env, message) => {
    expect(complaint(args, env)).toBe(message)
  })

  it.each([[['-p']], [['-qp']], [['-p', '--quiet']]])('names a flag without its value: %j', (args) => {
    expect(complaint(args)).toMatch(/^--port needs a value; [^\n]+\.$/)
  })
})

describe('the help', () => {
  it('lists the flags in two columns, in lines of at most 80 characters', () => {
    expect(helpFor('{flags}', flags).split('\n')).toEqual([
      '  -p, --port <number>      port to listen on (default: 4141)',
      '      --log-level <level>  what to log',
      '      --size <number>      a size (can be repeated)',
      '      --set <key=value>    a setting (can be repeated)',
      '      --ids <ids>          some ids (can be repeated)',
      '  -q, --quiet              print nothing, not even the lines that a terminal',
      '                           would show',
      '  -h, --help               show this help',
      '  -v, --version            show the version',
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
    ['--gap=page.over-maximum=refuse', { 'page.over-maximum': 'refuse' }],
    ['--token=rootClient=a=b', { rootClient: 'a=b' }],
    ['--now=2026-06-01', Date.UTC(2026, 5, 1)],
    ['--now=2024-02-29T12:00:00Z', Date.UTC(2024, 1, 29, 12)],
    ['--now=2026-06-01T12:00:00.5+02:00', Date.UTC(2026, 5, 1, 10, 0, 0, 500)],
    ['--now=2026-06-01T00:30:00+0200', Date.UTC(2026, 4, 31, 22, 30)],
    ['--delay=0', [0, 0]],
    ['--delay=200..800', [200, 800]],
    ['--delay=600000', [600_000, 600_000]],
    ['--no-cors', true],
    ['--cors-origin=http://LOCALHOST:5173', ['http://LOCALHOST:5173']],
    ['--no-control', true],
    ['--control-token=secret', 'secret'],
    ['--allowed-host=Nest.Local', ['Nest.Local']],
    ['--allowed-host=192.0.2.2', ['192.0.2.2']],
    ['--allowed-host=2001:DB8::1', ['2001:DB8::1']],
    ['--allowed-host=[2001:db8::1]', ['[2001:db8::1]']],
    ['--log-level=debug', 'debug'],
    ['--quiet', true],
  ])('accept %s', (text, value) => {
    const name = /^--([\w-]+)/.exec(text)?.[1] ?? ''
    expect(readServe([text])).toEqual({ [name]: value })
  })

  it.each([
    ['x=1', 'There is no gap "x"; the gaps are'],
    ['toString=x', 'There is no gap "toString"; the gaps are'],
    ['user.case=lower', 'There is no gap "user.case"; did you mean "users.case"?'],
    ['users.case=upper', 'The gap "users.case" has no choice "upper"; its choices are keep, lower.'],
    ['resource.units=x', 'The gap "resource.units" cannot be observed by clients, so it has no choices.'],
    ['users.case', '--gap must be <gap>=<choice>, such as page.over-maximum=refuse, not "users.case".'],
  ])('explain what is wrong with --gap=%s', (text, fault) => {
    const options = () => optionsFor(readServe([`--gap=${text}`]))
    expect(options).toThrow(UsageError)
    expect(options).toThrow(fault)
  })

  it('accept the same token for one kind twice', () => {
    const values = readServe(['--token=application=x', '--token=application=x'], {})
    expect(optionsFor(values).tokens).toEqual({ application: 'x' })
  })

  it('are all in the table of invalid values', () => {
    expect(Object.keys(wrongValues).toSorted()).toEqual(Object.keys(serveFlags).toSorted())
  })

  it.each(
    Object.entries(wrongValues).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  )('refuse --%s=%s', (name, value) => {
    expect(() => readServe([`--${name}=${value}`])).toThrow(UsageError)
    const variable = `NESTBOX_${name.toUpperCase().replaceAll('-', '_')}`
    // A value that may be a token is not shown.
    const isSecret = name.endsWith('token')
    const read = () => readServe([], { [variable]: value })
    if (value === '') expect(read()).toEqual({})
    else
      expect(read).toThrow(
        new RegExp(
          `^${variable} (?:must be .+${isSecret ? '' : ', not .+'}|cannot be ".+")(?:\\.|; did you mean [^?]+\\?)$`,
        ),
      )
  })
})
