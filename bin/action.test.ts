import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startNestbox } from '../src/index.ts'
import { version } from '../src/util/version.ts'
import { folder } from './testing/folder.ts'
import { proxyTo } from './testing/proxy.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: {
    readonly steps: readonly [{ env: Readonly<Record<string, string>>; run: string; shell: string }]
  }
}
const action: Action = parse(await readFile(`${root}/action.yml`, 'utf8'))
const [step] = action.runs.steps

type Inputs = Readonly<Record<string, string>>

/** The input that a variable of the step holds. */
const inputOf = (value: string): string => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? ''

/** A replacement of npm that records its arguments, and installs a program that records its own. */
const npm = `#!/bin/sh
printf '%s\\0' "$@" > "$SAID/npm"
[ -z "$NO_NPM" ] || exit 1
mkdir -p "$3/node_modules/.bin"
cp "$SAID/../nestbox" "$3/node_modules/.bin/"
`
const nestbox = `#!/bin/sh
printf '%s\\0' "$@" > "$SAID/nestbox"
printf '%s\\n' "$WORDS"
printf '%s\\n' "$WORDS" >&2
`

/** Runs the step as a runner does, in an empty folder. Without \`version: source\`, npm and nestbox only record their arguments. */
async function play(inputs: Inputs, env: Readonly<Record<string, string>> = {}) {
  await using place = await folder()
  for (const name of ['work', 'temp', 'said', 'path']) await mkdir(place.at(name))
  for (const name of ['output', 'summary']) await place.write(name, '')
  await chmod(await place.write('nestbox', nestbox), 0o755)
  if (inputs['version'] !== 'source') await chmod(await place.write('path/npm', npm), 0o755)
  const script = await place.write('script.sh', step.run)
  const variables = Object.entries(step.env).map(([name, value]) => {
    const input = inputOf(value)
    return [name, inputs[input] ?? action.inputs[input]?.default ?? '']
  })
  const ended = await new Promise<{ code: number; log: string }>((resolve) => {
    const options = {
      cwd: place.at('work'),
      env: {
        PATH: [place.at('path'), dirname(process.execPath), process.env['PATH']].join(delimiter),
        RUNNER_TEMP: place.at('temp'),
        GITHUB_ACTION_PATH: root,
        GITHUB_OUTPUT: place.at('output'),
        GITHUB_STEP_SUMMARY: place.at('summary'),
        SAID: place.at('said'),
        ...env,
        ...Object.fromEntries(variables),
      },
    }
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), log: out + err })
    })
  })
  const output = (await place.read('output')).trim().split('\n').filter(Boolean)
  const outputs = Object.fromEntries(output.map((line) => line.split('=', 2)))
  const said = async (name: string): Promise<string[] | undefined> =>
    (await readdir(place.at('said'))).includes(name)
      ? (await place.read(`said/${name}`)).split('\0').slice(0, -1)
      : undefined
  return {
    ...ended,
    outputs,
    summary: await place.read('summary'),
    files: await readdir(place.at('work')),
    report: outputs.report ? JSON.parse(await readFile(outputs.report, 'utf8')) : undefined,
    npm: await said('npm'),
    /** The arguments of the kit, without the reports of the action itself. */
    args: (await said('nestbox'))?.filter((arg) => !arg.includes(place.at('temp'))),
  }
}

/** The lines of a log that the runner reads as commands. */
function commandsIn(log: string): string[] {
  let resume: string | undefined
  return log.split('\n').flatMap((line) => {
    const command = line.trimStart()
    if (resume !== undefined) {
      if (command.startsWith(resume)) resume = undefined
      return []
    }
    const token = /^::stop-commands::(.+)$/.exec(command)?.[1]
    if (token !== undefined) resume = `::${token}::`
    return token === undefined && command.startsWith('::') ? [command] : []
  })
}

describe('the action', () => {
  it('passes every input through the environment, never in the script', () => {
    expect(step.run).not.toContain('${{')
    expect(step.shell).toBe('bash')
    expect(Object.values(step.env).map(inputOf)).toEqual(Object.keys(action.inputs))
    expect(Object.values(action.outputs).map(({ value }) => value)).toEqual(
      Object.keys(action.outputs).map((name) => `\${{ steps.check.outputs.${name} }}`),
    )
  })

  it('checks a server, and sets outputs, summary and annotations', async () => {
    await using mock = await startNestbox()
    const { code, outputs, report, summary, log } = await play({
      'base-url': mock.url,
      version: 'source',
      only: '4.7/',
      'wait-for': '5',
    })
    expect([code, outputs.verdict, report.verdict]).toEqual([0, 'conforms', 'conforms'])
    expect(summary).toMatch(/^# Conforms in part\n/)
    expect(log).toContain('Conforms in part (exit code 0)')
    expect(commandsIn(log)).toEqual([expect.stringMatching(/^::notice title=nestbox%3A conforms::/)])
  })

  it('fails for a nonconforming server, and writes the requested reports', async () => {
    await using mock = await startNestbox()
    await using broken = await proxyTo(mock.url, (text) =>
      text.replace(/"backup_count":(\d+)/, '"backup_count":"$1"'),
    )
    const { code, outputs, report, summary, log, files } = await play({
      'base-url': broken.url,
      version: 'source',
      only: '2.12/\n\n  4.7/',
      skip: '4.7/per-page-maximum',
      reporters: 'tap\njunit=report of mine.xml',
      args: '--read-only',
    })
    expect([code, outputs.verdict]).toEqual([1, 'nonconforming'])
    const ids: string[] = report.results.map(({ id }: { id: string }) => id)
    expect(ids.filter((id) => !/^(?:2\.12|4\.7)\/(?!per-page-maximum)/.test(id))).toEqual([])
    expect(summary).toContain('`2.12/backup-count`')
    expect(commandsIn(log)[0]).toMatch(/^::error title=2\.12\/backup-count /)
    expect(log).toContain('TAP version')
    expect(files).toEqual(['report of mine.xml'])
  })

  it('keeps text of the server from being run as a command of the runner', async () => {
    const words = '  ::error title=made up::by the server'
    const { code, log } = await play({}, { WORDS: words })
    expect([code, log.split(words).length - 1, commandsIn(log)]).toEqual([0, 2, []])
  })

  it('sets no verdict if the check could not start', async () => {
    const unreachable = await play({ 'base-url': 'http://127.0.0.1:1', version: 'source' })
    expect([unreachable.code, unreachable.outputs.verdict]).toEqual([4, 'unreachable'])
    const wrong = await play({ 'base-url': 'panel.example', version: 'source' })
    expect([wrong.code, wrong.outputs, wrong.summary]).toEqual([2, {}, ''])
    expect(wrong.log).toContain('The base URL must')
  })

  it('passes no flags without inputs', async () => {
    const { code, args } = await play({})
    expect([code, args]).toEqual([0, ['check', '--reporter=text', '--']])
  })

  it.each<[given: string, wanted: string]>([
    ['', version()],
    ['1.2.3-rc.1', '1.2.3-rc.1'],
    ['^1.2', '^1.2'],
    ['latest', 'latest'],
  ])('installs the version "%s" as %s', async (given, wanted) => {
    expect((await play({ version: given })).npm?.at(-1)).toBe(`nestbox@${wanted}`)
  })

  it('exits with 5 if the installation fails', async () => {
    const { code, args, outputs, log } = await play({}, { NO_NPM: '1' })
    expect([code, args, outputs]).toEqual([5, undefined, {}])
    expect(commandsIn(log)).toEqual(['::error title=nestbox::npm cannot install this version of nestbox.'])
  })

  const evil = `$(touch a)\`touch b\`; touch c & touch d | touch e > f "; touch g; ' \${HOME} * \\`

  it.each([evil, '--write-known=a', '-h'])(
    'passes an input unchanged, and runs no part of it: %s',
    async (value) => {
      const several = `${value}\n\n  ${value}\n`
      const { code, args, files } = await play({
        'base-url': value,
        target: value,
        only: several,
        skip: several,
        level: value,
        'wait-for': value,
        reporters: several,
        args: several,
        strict: 'true',
      })
      const twice = (flag: string): string[] => [`${flag}${value}`, `${flag}${value}`]
      expect([code, files]).toEqual([0, []])
      expect(args).toEqual([
        'check',
        ...twice('--reporter='),
        `--target=${value}`,
        ...twice('--only='),
        ...twice('--skip='),
        `--level=${value}`,
        `--wait-for=${value}`,
        '--strict',
        ...twice(''),
        '--',
        value,
      ])
    },
  )

  it.each<[input: string, value: string]>([
    ['version', evil],
    ['version', '1\ntouch a'],
    ['version', '../else'],
    ['version', 'file:else'],
    ['version', 'npm:else@1'],
    ['version', '1 --global'],
    ['version', '--global'],
    ['version', 'https://evil.example/kit.tgz'],
    ['strict', evil],
    ['strict', 'yes'],
  ])('refuses as %s: %s', async (input, value) => {
    const { code, args, outputs, log, files } = await play({ [input]: value })
    expect([code, args, outputs, files]).toEqual([2, undefined, {}, []])
    expect(commandsIn(log)).toEqual([expect.stringMatching(`^::error title=nestbox::The input ${input} `)])
  })
})
