import { describe, expect, it } from 'vitest'
import { sample } from '../src/testing/sample.ts'
import { run } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'

/** Runs a script with Node.js while a server runs. */
const beside = (script: string, flags: readonly string[] = [], env = {}) =>
  run(['exec', ...flags, '--', process.execPath, '--input-type=module', '-e', script], env)

const fetching = `
const { NESTBOX_URL: url, NESTBOX_ROOT_TOKEN: token } = process.env
const ask = async (path) => (await fetch(url + path, { headers: { authorization: 'Bearer ' + token } })).status
`

describe('exec', () => {
  it('sets the URL and the tokens of a server for the command', async () => {
    const { code, stdout, stderr } = await beside(`
      ${fetching}
      const health = await (await fetch(url + '/_nestbox/health')).json()
      const target = await (await fetch(url + '/_nestbox/target.json')).json()
      const { NESTBOX_APPLICATION_TOKEN, NESTBOX_USER_TOKEN } = process.env
      const same = target.tokens.application === NESTBOX_APPLICATION_TOKEN
        && target.tokens.rootClient === token && target.tokens.userClient === NESTBOX_USER_TOKEN
      console.log(health.status, await ask('/api/admin/servers/1/mounts'), same)
    `)
    expect([code, stdout]).toEqual([0, 'ok 200 true\n'])
    const printed = stderr.trimEnd().split('\n')
    expect(printed.map((line) => line.split('=')[0])).toEqual([
      'nestbox: NESTBOX_URL',
      'nestbox: NESTBOX_APPLICATION_TOKEN',
      'nestbox: NESTBOX_ROOT_TOKEN',
      'nestbox: NESTBOX_USER_TOKEN',
    ])
  })

  it('sets each variable for the pages of Vite too, and prints nothing with --quiet', async () => {
    const { stdout, stderr } = await beside(
      `const own = Object.keys(process.env).filter((name) => /^NESTBOX_(?:URL|.*_TOKEN)$/.test(name))
      console.log(own.length, own.every((name) => process.env[name] === process.env['VITE_' + name]))`,
      ['--quiet'],
    )
    expect([stdout, stderr]).toEqual(['4 true\n', ''])
  })

  it.each(sample(2, [7, 0]))('exits with the code of the command, %i', async (code) => {
    expect((await beside(`process.exit(${code})`)).code).toBe(code)
  })

  it('exits with 128 and the number of a signal that ended the command', async () => {
    expect((await beside(`process.kill(process.pid, 'SIGTERM')`)).code).toBe(128 + 15)
  })

  it('accepts the flags of serve', async () => {
    const { stdout } = await beside(
      `const health = await (await fetch(process.env.NESTBOX_URL + '/_nestbox/health')).json()
      console.log(health.world.scenario, health.world.seed)`,
      ['--scenario', 'empty', '--seed', 'seven'],
    )
    expect(stdout).toBe('empty seven\n')
  })

  it('injects the faults of a flag', async () => {
    const { stdout } = await beside(`${fetching} console.log(await ask('/api/admin/servers/1/mounts'))`, [
      '--faults',
      'maintenance',
    ])
    expect(stdout).toBe('503\n')
  })

  it('passes flags after the two hyphens to the command', async () => {
    const { code, stdout } = await run(['exec', '--', process.execPath, '--version'])
    expect([code, stdout]).toEqual([0, `${process.version}\n`])
  })

  it('ignores a signal while the server stops after the command', async () => {
    // The slow request keeps the server from stopping at once.
    const other = `
      const { command, exec, NESTBOX_URL: url, NESTBOX_ROOT_TOKEN: token } = process.env
      const headers = { authorization: 'Bearer ' + token, prefer: 'delay=20000' }
      fetch(url + '/api/admin/servers/1/mounts', { headers }).catch(() => {})
      const timer = setInterval(() => {
        try { process.kill(Number(command), 0) } catch {
          clearInterval(timer)
          process.kill(Number(exec), 'SIGINT')
        }
      }, 10)`
    const { code } = await beside(`
      import { spawn } from 'node:child_process'
      const env = { ...process.env, command: process.pid, exec: process.ppid }
      spawn(process.execPath, ['-e', ${JSON.stringify(other)}], { env, detached: true, stdio: 'ignore' }).unref()
      setTimeout(() => process.exit(3), 700)`)
    expect(code).toBe(3)
  })

  it.each(sample(2, ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']))(
    'forwards %s to the command, and stops after it',
    async (signal) => {
      const { code, stdout } = await beside(`
      process.on('${signal}', () => { console.log('told'); process.exit(3) })
      process.kill(process.ppid, '${signal}')
      setInterval(() => {}, 1000)
    `)
      expect([code, stdout]).toEqual([3, 'told\n'])
    },
  )

  it.each<[what: string, args: readonly string[], code: number, said: RegExp]>([
    ['no command', ['exec'], 2, /A command is missing/],
    ['nothing after the hyphens', ['exec', '--'], 2, /A command is missing/],
    ['an empty command', ['exec', '--', ''], 2, /A command is missing/],
    ['a command without hyphens', ['exec', 'npm', 'test'], 2, /A command is missing/],
    ['an unknown flag', ['exec', '--colour', '--', 'true'], 2, /Unknown flag --colour/],
    ['an invalid value', ['exec', '--scale', '0', '--', 'true'], 2, /--scale must be an integer/],
    [
      'an unknown command',
      ['exec', '--quiet', '--', 'no-such-command-here'],
      127,
      /Command "no-such-command-here" not found/,
    ],
    [
      'arguments that are too long',
      ['exec', '--quiet', '--', 'true', 'x'.repeat(200_000)],
      126,
      /Cannot run true: its arguments are too long/,
    ],
    [
      'a name that is too long',
      ['exec', '--quiet', '--', 'x'.repeat(300)],
      126,
      /Cannot run x+: its name is too long/,
    ],
  ])('reports in one sentence %s', async (_, args, code, said) => {
    const { stderr, ...ended } = await runHere(args)
    expect(ended.code).toBe(code)
    expect(stderr).toMatch(said)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('has its own help', async () => {
    const { code, stdout } = await runHere(['exec', '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('NESTBOX_APPLICATION_TOKEN')
    expect(stdout).toMatch(/--port <number> +port to listen on \(default: a free one\)\n/)
    expect(stdout).not.toMatch(/4141\)|Ready line/)
  })

  it.each(
    sample(2, [
      ['a misspelt variable', { NESTBOX_SCENARO: 'empty' }, 'NESTBOX_SCENARO', 'NESTBOX_SCENARIO?'],
      ['an unknown variable', { NESTBOX_XYZ: '1' }, 'NESTBOX_XYZ', 'see nestbox --help.'],
      [
        'two variables',
        { NESTBOX_XYZ: '1', NESTBOX_SED: '1' },
        'NESTBOX_XYZ, NESTBOX_SED',
        'see nestbox --help.',
      ],
    ] as const),
  )('warns of %s in one line, and continues', async (_, env, names, hint) => {
    const { code, stderr } = await beside('process.exit(3)', ['--quiet'], env)
    expect(code).toBe(3)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain(`nestbox: Unknown environment variable`)
    expect(stderr).toContain(` ${names}; `)
    expect(stderr).toContain(hint)
  })

  it('does not warn of the variables that it sets', async () => {
    const inner = `
      const { spawnSync } = await import('node:child_process')
      const { stderr } = spawnSync(process.execPath, [process.argv[1], 'exec', '-q', '--', process.execPath, '-e', ''])
      console.log(JSON.stringify(String(stderr)))
    `
    const program = new URL('../dist/bin/nestbox.js', import.meta.url).pathname
    const { stdout } = await run(
      ['exec', '--', process.execPath, '--input-type=module', '-e', inner, program],
      { NESTBOX_CONTROL_TOKEN: 'secret' },
    )
    expect(stdout).toBe('""\n')
  })
})
