import { describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { serveFlags } from './serving/flags.ts'
import { expectRefusal } from './testing/expect-refusal.ts'
import { runHere } from './testing/run-here.ts'
import { wrongValues } from './testing/wrong-values.ts'

type Env = Record<string, string>

describe('help', () => {
  it.each([['--help'], ['serve', '--port', 'x', '-h']])(
    'comes for %s %s and names every flag',
    async (...args) => {
      const { code, stdout, stderr } = await runHere(args)
      for (const [name, flag] of Object.entries(serveFlags)) {
        const short = 'short' in flag ? `-${flag.short}, ` : '    '
        expect(stdout).toContain(`\n  ${short}--${name} `)
      }
      expect(stdout).toMatch(/^Usage: nestbox/)
      expect(stderr).toBe('')
      expect(code).toBe(0)
    },
  )

  it.each([['--version'], ['serve', '-v']])('is not needed for the version: %s %s', async (...args) => {
    expect(await runHere(args)).toEqual({
      code: 0,
      signal: null,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    })
  })
})

describe('what cannot be meant', () => {
  it.each(
    Object.entries(wrongValues).map(
      ([name, values]) => [name, values.find((value) => value !== '') ?? ''] as const,
    ),
  )('is refused: --%s=%s', async (name, value) => {
    expectRefusal(await runHere([`--${name}=${value}`]), 2, `--${name}`)
  })

  it.each([
    ['NESTBOX_PORT', 'http'],
    ['NESTBOX_NO_CORS', 'maybe'],
    ['NESTBOX_GAP', 'page.invalid=default,page.past-end=perhaps'],
    ['NESTBOX_TOKEN', 'application=one,admin=two'],
  ])('is refused: %s=%s', async (name, value) => {
    expectRefusal(await runHere([], { [name]: value }), 2, `nestbox: ${name} must `)
  })

  it.each<[what: string, args: string[], says: string]>([
    ['an unknown command', ['frobnicate'], 'There is no command "frobnicate"; there is serve'],
    ['an empty command', [''], 'There is no command ""'],
    ['a command that objects inherit', ['toString'], 'There is no command "toString"'],
    ['a command after the command', ['serve', 'serve'], '"serve" is no flag'],
    ['an unknown flag', ['--verbose'], 'There is no flag --verbose; see --help.'],
    ['a misspelt flag', ['--scenarios', 'edge'], 'did you mean --scenario?'],
    ['a flag without its value', ['--port'], '--port'],
    ['a flag of two lines', ['--po\nrt'], 'There is no flag --po'],
    ['a command of two lines', ['ser\r\nve'], 'There is no command "ser'],
  ])('is refused: %s', async (_, args, says) => {
    expectRefusal(await runHere(args), 2, says)
  })

  it.each<[what: string, args: string[], env: Env, says: string]>([
    ['--scale and another scenario', ['--scale=5', '--scenario=edge'], {}, '--scale'],
    ['--no-cors and --cors-origin', ['--no-cors', '--cors-origin=http://a.example'], {}, '--no-cors'],
    ['--no-control and --control-token', ['--no-control', '--control-token=x'], {}, '--no-control'],
    ['--no-control and --allowed-host', ['--no-control', '--allowed-host=x'], {}, '--no-control'],
    ['one token of two kinds', ['--token=application=x', '--token=userClient=x'], {}, '--token'],
    ['a contradiction of variables', [], { NESTBOX_SCALE: '5', NESTBOX_SCENARIO: 'edge' }, '--scale'],
    [
      'a flag that contradicts a variable',
      ['--no-cors'],
      { NESTBOX_CORS_ORIGIN: 'http://a.example' },
      '--no-cors',
    ],
    ['one token of two kinds in a variable', [], { NESTBOX_TOKEN: 'application=x,rootClient=x' }, '--token'],
  ])('is refused: %s', async (_, args, env, says) => {
    expectRefusal(await runHere(args, env), 2, says)
  })
})
