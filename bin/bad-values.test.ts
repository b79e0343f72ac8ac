// A bad value of each flag of each command, the whole message, and the exit code.
import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Folder, folder } from './testing/folder.ts'
import { run } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'

let files: Folder
let busy: Server
beforeAll(async () => {
  files = await folder()
  await mkdir(files.at('folder'))
  await files.write('cut.json', '{\n  "a": ')
  busy = createServer()
  await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  busy.close()
  await files[Symbol.asyncDispose]()
})

/** A bad value of a flag, and the message that names it, in which `DIR` stands for the folder of the files. */
type Bad = readonly [value: string, message: string]
type BadValues = Readonly<Record<string, Bad>>

const urlRule =
  'a URL with http or https, without a user name and without a query, of at most 2000 characters, such as https://panel.example.com'
const momentRule = 'a time in ISO 8601, such as 2026-06-01T12:00:00Z, from 1970 to 9999 in UTC'

const tokenRule = 'the value must be 1 to 256 visible ASCII characters without spaces'
const missing = 'DIR/none.json cannot be read: there is no such file.'

const ofServe: BadValues = {
  port: ['http', '--port must be an integer from 0 to 65535, not "http".'],
  host: [
    'http://localhost',
    '--host must be a host name or an IP address without a port, such as localhost or 0.0.0.0, not "http://localhost".',
  ],
  'base-url': [
    'panel.example.com',
    `--base-url must be ${urlRule}, not "panel.example.com"; did you mean https://panel.example.com?`,
  ],
  seed: ['', '--seed must be a string that is not empty, of at most 1000 characters, not "".'],
  scale: ['0', '--scale must be an integer from 1 to 10000, not "0".'],
  scenario: ['dmo', '--scenario must be one of demo, empty, bare, edge, not "dmo"; did you mean demo?'],
  today: ['2026-02-30', '--today must be a day from 1970 on, such as 2026-06-01, not "2026-02-30".'],
  world: ['DIR/cut.json', '--world DIR/cut.json is not JSON: it ends too early, at line 2, column 8.'],
  data: [
    'DIR/none/world.json',
    '--data cannot write to DIR/none/world.json: the directory DIR/none does not exist.',
  ],
  gaps: ['pannel', '--gaps must be literal, panel or grease:<seed>, not "pannel"; did you mean panel?'],
  gap: ['users.case=uper', 'The gap "users.case" has no choice "uper"; its choices are keep, lower.'],
  deviate: ['pannel', '--deviate cannot be "pannel"; did you mean panel?'],
  token: [
    'admin=x',
    `--token must be <name>=<value>, where the name is one of application, rootClient, userClient and ${tokenRule}.`,
  ],
  upstream: [
    'localhost:8080',
    `--upstream must be ${urlRule}, not "localhost:8080"; did you mean http://localhost:8080?`,
  ],
  'upstream-operations': [
    'creatUser',
    '--upstream-operations must be the id of an operation (`nestbox list operations` lists them), not "creatUser"; did you mean createUser?',
  ],
  'upstream-token': [
    'admin=x',
    `--upstream-token must be <name>=<value>, where the name is one of application, rootClient, userClient and ${tokenRule}.`,
  ],
  now: ['yesterday', `--now must be ${momentRule}, not "yesterday".`],
  'live-every': ['0', '--live-every must be an integer from 1 to 3600, not "0".'],
  faults: [
    'flakey',
    '--faults must be one of slow-api, flaky, offline, rate-limited, lost-responses, maintenance, waking-up, truncated, gateway-timeout, not "flakey"; did you mean flaky?',
  ],
  delay: ['800..200', '--delay must be milliseconds up to 600000, such as 800 or 200..800, not "800..200".'],
  'cors-origin': [
    'localhost:5173',
    '--cors-origin must be an origin, such as http://localhost:5173, not "localhost:5173".',
  ],
  'control-token': ['schlüssel', '--control-token must be 1 to 256 visible ASCII characters without spaces.'],
  'allowed-host': [
    'nestbox:4141',
    '--allowed-host must be a host name or an address without scheme and port, such as nestbox or 192.0.2.2, not "nestbox:4141".',
  ],
  'log-level': ['loud', '--log-level must be one of silent, error, warn, info, debug, not "loud".'],
}

const ofConnection: BadValues = {
  timeout: ['0', '--timeout must be an integer from 1 to 600000, not "0".'],
  rate: ['0', '--rate must be a number of requests per second, from 0.001 to 10000, not "0".'],
  header: [
    'X-Key',
    "--header must be 'Name: value' of at most 4000 characters, without headers of the connection and Authorization, which the kit sets.",
  ],
  ca: ['DIR/cut.json', '--ca must be a file of certificates (PEM), but "DIR/cut.json" contains none.'],
}

/** A command with its arguments around the flag, and a bad value of each flag that has one. */
interface Row {
  readonly before?: readonly string[]
  readonly after?: readonly string[]
  readonly values: BadValues
}

const someUrl = 'http://127.0.0.1:1'

const commands: Readonly<Record<string, Row>> = {
  serve: { values: ofServe },
  check: {
    before: [someUrl],
    values: {
      ...ofConnection,
      target: ['DIR/none.json', missing],
      only: ['4.7/respnse', 'No check has an id like "4.7/respnse"; did you mean 4.7/response?'],
      skip: ['', '--skip must be a string that is not empty, not "".'],
      level: ['statd', '--level must be one of stated, inferred, not "statd"; did you mean stated?'],
      known: ['DIR/cut.json', 'DIR/cut.json is not JSON: it ends too early, at line 2, column 8.'],
      'write-known': [
        'DIR/none/known.json',
        '--write-known cannot write to DIR/none/known.json: the directory DIR/none does not exist.',
      ],
      reporter: ['jsn', 'Unknown reporter "jsn"; did you mean json?'],
      'wait-for': ['3601', '--wait-for must be an integer from 0 to 3600, not "3601".'],
      'max-time': ['0', '--max-time must be an integer from 1 to 86400, not "0".'],
      'explore-requests': ['0', '--explore-requests must be an integer from 1 to 1000000, not "0".'],
      'explore-seed': ['x', '--explore-seed needs --explore, which it is a part of.'],
      replay: ['DIR/none.json', missing],
    },
  },
  init: {
    before: [someUrl, '--token=rootClient=x'],
    values: {
      ...ofConnection,
      token: [
        'admin=x',
        `--token must be <name>=<value>, where the name is one of application, rootClient, userClient, otherUserClient and ${tokenRule}.`,
      ],
      out: ['DIR/folder', '--out cannot write to DIR/folder: it is a directory.'],
    },
  },
  list: { values: {} },
  explain: { before: ['4.7'], values: {} },
  diff: { before: [someUrl, someUrl], values: ofConnection },
  openapi: {
    values: {
      ...Object.fromEntries(
        ['base-url', 'seed', 'scenario', 'scale', 'today', 'gaps', 'gap', 'deviate', 'now'].map((name) => [
          name,
          ofServe[name] as Bad,
        ]),
      ),
      out: [
        'DIR/none/api.json',
        '--out cannot write to DIR/none/api.json: the directory DIR/none does not exist.',
      ],
    },
  },
  exec: { after: ['--', 'true'], values: ofServe },
}

/** The flags in the help of a command, and whether each has a value. */
async function flagsOf(command: string): Promise<readonly (readonly [name: string, hasValue: boolean])[]> {
  const { stdout } = await runHere([command, '--help'])
  return [...stdout.matchAll(/^ {2}(?:-\w, | {4})--([\w-]+)( <)?/gm)]
    .map(([, name = '', value]) => [name, value !== undefined] as const)
    .filter(([name]) => name !== 'help' && name !== 'version')
}

/** A refusal of a command in this process, with `DIR` for the folder of the files. */
async function refusalOf(args: readonly string[]) {
  const { code, stdout, stderr } = await runHere(args.map((arg) => arg.replace('DIR', files.at('.'))))
  return { code, stdout, stderr: stderr.replaceAll(files.at('.'), 'DIR') }
}

describe('an invalid value of a flag', () => {
  it('is tested for each command', async () => {
    const { stdout } = await runHere(['--help'])
    const named = [...(stdout.split('Commands')[1] ?? '').matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)
    expect(named).toEqual(expect.arrayContaining(Object.keys(commands)))
    expect(Object.keys(commands)).toHaveLength(named.length)
  })

  describe.each(Object.entries(commands))('of %s', (command, { before = [], after = [], values }) => {
    const refused = (flag: string) => refusalOf([command, ...before, flag, ...after])

    it('is tested for each flag with a value', async () => {
      const valued = (await flagsOf(command)).flatMap(([name, hasValue]) => (hasValue ? [name] : []))
      expect(Object.keys(values).toSorted()).toEqual(valued.toSorted())
    })

    it('is refused if the flag has no value', async () => {
      for (const [name, hasValue] of await flagsOf(command))
        if (!hasValue)
          expect(await refused(`--${name}=1`)).toEqual({
            code: 2,
            stdout: '',
            stderr: `nestbox: --${name} does not accept a value; see --help.\n`,
          })
    })
  })

  const rows = Object.entries(commands).flatMap(([command, { before = [], after = [], values }]) =>
    Object.entries(values).map(([name, [value, message]]) => {
      return [[command, ...before, `--${name}=${value}`, ...after].join(' '), message] as const
    }),
  )

  it.each(rows)('is refused with 2: %s', async (args, message) => {
    expect(await refusalOf(args.split(' '))).toEqual({ code: 2, stdout: '', stderr: `nestbox: ${message}\n` })
  })
})

it('is shortened in the message if it is very long', async () => {
  const { stderr } = await refusalOf([`--host=${'x'.repeat(100_000)}`])
  expect(stderr).toMatch(/^nestbox: .{3991}\.\.\.\n$/)
})

describe('a refusal of the operating system', () => {
  const port = () => (busy.address() as AddressInfo).port

  it.each(['serve', 'exec'])('ends %s with 1 if the port is in use', async (command) => {
    const after = command === 'exec' ? ['--', 'true'] : []
    expect(await refusalOf([command, `--port=${port()}`, ...after])).toEqual({
      code: 1,
      stdout: '',
      stderr: `nestbox: Port ${port()} on 127.0.0.1 is already in use; choose another one with --port, or 0 for a free one.\n`,
    })
  })

  it.each<[name: string, args: readonly string[], env: Record<string, string>]>([
    ['--host', ['--host=192.0.2.1'], {}],
    ['NESTBOX_HOST', [], { NESTBOX_HOST: '192.0.2.1' }],
  ])('ends serve with 1 if %s is not an address of this machine', async (name, args, env) => {
    expect(await runHere(args, env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `nestbox: This machine does not have the address 192.0.2.1; choose one of its addresses with ${name}.\n`,
    })
  })

  it.skipIf(process.platform !== 'linux').each([
    [1, 'init --force --out=/dev/full'],
    [1, 'openapi --no-examples --out=/dev/full'],
    [5, 'check --self --only=4.8/response --reporter=json=/dev/full'],
    [5, 'check --self --only=4.8/response --reporter=json=DIR/report.json --write-known=/dev/full'],
  ])('ends with %i if the disk is full: %s', async (code, args) => {
    const ended = await refusalOf(args.split(' '))
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toBe('nestbox: /dev/full cannot be written: the disk is full.\n')
  })

  it.skipIf(process.platform !== 'linux')('ends diff with 5 if its output cannot be written', async () => {
    await refusalOf(['check', '--self', '--only=4.8/response', '--reporter=json=DIR/report.json'])
    const report = files.at('report.json')
    expect(await run(['diff', report, report], {}, '>/dev/full')).toMatchObject({
      code: 5,
      stderr: 'nestbox: The output cannot be written: the disk is full.\n',
    })
  })
})
