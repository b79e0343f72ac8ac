import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proxyTo } from '../bin/testing/proxy.ts'
import { runHere } from '../bin/testing/run-here.ts'
import { workbench } from '../bin/testing/workbench.ts'
import { GapSettings, type Nestbox, startNestbox } from '../src/index.ts'
import { choose } from './checks/choose.ts'
import { checks } from './checks/index.ts'
import { run } from './run.ts'
import { discoverTarget } from './target/discover.ts'
import type { Target } from './target/target.ts'
import { ended, type Row, refused, rows, stopped, unreachable, unselected } from './testing/adapter.rows.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const work = workbench()

interface Assertion {
  readonly ancestorTitles: readonly string[]
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

/** Runs the fixture in Vitest. @returns its tests, and what Vitest says of the failures */
async function runFixture(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly tests: readonly Assertion[]; readonly stderr: string }> {
  const config = ['--config', 'conformance/testing/adapter.config.ts']
  const report = [
    '--reporter',
    'default',
    '--reporter',
    'json',
    '--outputFile.json',
    work.files.at('tests.json'),
  ]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...report], {
    cwd: root,
    env: { PATH: process.env['PATH'], TEST_ROWS: process.env['TEST_ROWS'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 290_000,
  })
  const stderr = await text(child.stderr)
  const { testResults } = (await work.files.json('tests.json')) as {
    testResults: readonly { readonly assertionResults: readonly Assertion[] }[]
  }
  return { tests: testResults.flatMap(({ assertionResults }) => assertionResults), stderr }
}

/** The word of Vitest for each status of a check. */
const words: Readonly<Record<string, string>> = {
  ...{ pass: 'passed', warn: 'passed', known: 'passed' },
  ...{ skip: 'skipped', fail: 'failed', error: 'failed' },
}

interface Judged {
  readonly verdict: string
  readonly results: readonly {
    readonly id: string
    readonly status: string
    readonly message?: string
    readonly steps?: unknown
  }[]
  readonly notSelected: readonly { readonly id: string }[]
}

/** The status of every check, and the verdict. */
const heard = ({ verdict, results, notSelected }: Judged) => ({
  verdict,
  statuses: Object.fromEntries(
    [
      ...results.map(({ id, status, message = '' }) => [id, status === 'skip' ? `skip: ${message}` : status]),
      ...notSelected.map(({ id }) => [id, 'not selected']),
    ].toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
  ),
})

/** What the command says of a row. */
async function byCommand(
  { options }: Row,
  target: Target,
): Promise<Judged & { readonly code: number | null }> {
  const { only = [], skip = [], level, strict, readOnly, known, explore } = options
  const file = await work.files.write('target.json', JSON.stringify(target))
  const args = [
    ...only.flatMap((pattern) => ['--only', pattern]),
    ...skip.flatMap((pattern) => ['--skip', pattern]),
    ...(level ? ['--level', level] : []),
    ...(strict ? ['--strict'] : []),
    ...(readOnly ? ['--read-only'] : []),
    ...(known ? ['--known', await work.files.write('known.json', JSON.stringify(known))] : []),
    ...(explore
      ? ['--explore', '--explore-requests', String(explore.requests), '--explore-seed', explore.seed]
      : []),
  ]
  const { stdout, code } = await runHere(['check', '--target', file, '--reporter', 'json', ...args])
  return { ...(JSON.parse(stdout) as Judged), code }
}

/** What the library says of a row. */
const byLibrary = ({ options: { only, skip, name: _, ...options } }: Row, target: Target): Promise<Judged> =>
  run({ observe: only === undefined, ...options, target, checks: choose(checks, { only, skip }) })

let broken: Awaited<ReturnType<typeof proxyTo>>
let mock: Nestbox
let tests: readonly Assertion[] = []
let stderr = ''

beforeAll(async () => {
  broken = await proxyTo(work.mock.url, (response, path) => {
    if (path.includes('/backups')) return response.replace(/"backup_count":(\d+)/, '"backup_count":"$1"')
    // Sizes that only an exploration requests.
    return /databases\?.*per_page=(?:[245689]|[234][0-9])\b/.test(path)
      ? response.replace(/"count":/, '"count":1')
      : response
  })
  mock = await startNestbox({ gapSettings: new GapSettings().set('operations.beyond', 'companions') })
  ;({ tests, stderr } = await runFixture({ FIXTURE_BROKEN: broken.url, FIXTURE_MOCK: mock.url }))
}, 300_000)

afterAll(async () => {
  await mock?.close()
  await broken?.[Symbol.asyncDispose]()
})

/** The tests of a row. */
const testsOf = ({ name }: Row) => tests.filter(({ ancestorTitles }) => ancestorTitles.includes(name))

describe('the command, the library and the tests in Vitest have equal results', () => {
  it.each(rows.map((row, at) => [row.name, row, at] as const))(
    'on a target %s',
    async (_, row, at) => {
      const [library, command] = [
        await byLibrary(row, row.target(await discoverTarget(`${broken.url}/~library-${at}`))),
        await byCommand(row, row.target(await discoverTarget(`${broken.url}/~command-${at}`))),
      ]
      expect(heard(command)).toEqual(heard(library))
      const own = testsOf(row)
      const byId = new Map(own.map(({ title, status }) => [title.split(': ')[0] ?? '', status]))
      const { results, notSelected } = library
      expect([...results, ...notSelected].map(({ id }) => [id, byId.get(id)])).toEqual([
        // The test of the exploration has the failures that the exploration found.
        ...results.map(({ id, status, steps }) => [id, steps ? 'skipped' : words[status]]),
        ...notSelected.map(({ id }) => [id, 'skipped']),
      ])
      // What Vitest calls a failure is what the command calls nonconforming.
      expect(own.some(({ status }) => status === 'failed')).toBe(command.code === 1)
    },
    60_000,
  )

  it('with all details of a failure, and one test of an exploration', () => {
    const failed = tests.find(
      ({ title, status }) => title.startsWith('2.12/backup-count') && status === 'failed',
    )
    expect(failed?.failureMessages[0]).toMatch(
      /not an integer[\s\S]+expected: an integer[\s\S]+at: \/meta\/backup_count[\s\S]+again: curl/,
    )
    const explored = tests.filter(
      ({ title, ancestorTitles }) =>
        title.startsWith('exploration: ') && !ancestorTitles.includes(stopped.name),
    )
    expect(explored.map(({ status }) => status)).toEqual(['failed'])
    expect(explored[0]?.failureMessages[0]).toMatch(/2\.1\/count-of-data: .*[\s\S]+again: /)
  })
})

describe('conformanceTests', () => {
  it.each<[what: string, row: Row, words: RegExp]>([
    ['no server responds', unreachable, /No server responds at http:\/\/127\.0\.0\.1:1\./],
    ['the only check is not selected', unselected, /No check was judged: .+ no `resources\.otherNode`\./],
    ['no check was judged', refused, /No check was judged: `tokens\.\w+` may be wrong: .+ with 401\./],
  ])('fails if %s, instead of skipping', (_, row, words) => {
    const own = testsOf(row)
    expect(own.filter(({ status }) => status === 'passed')).toEqual([])
    expect(own.length).toBeGreaterThan(0)
    expect(stderr).toMatch(words)
  })

  it('fails if the exploration did not take place', () => {
    const explored = testsOf(stopped).find(({ title }) => title.startsWith('exploration: '))
    expect(explored?.failureMessages.join()).toMatch(
      /The exploration is incomplete: the run ended before it\./,
    )
  })

  it('warns of what is left behind', () => {
    expect(stderr).toMatch(/Left behind\n(?: {2}.+\n)* {2}users created: /)
  })

  it('ends a run that takes too long, and restores resources', async () => {
    const rowsOf = async (sandbox: string) => {
      const state = await fetch(`${mock.url}/~${sandbox}/_nestbox/state`)
      const { tables } = (await state.json()) as { tables: Record<string, readonly object[]> }
      // A read shows the environment with the defaults of the egg, so these are what is put back.
      return [tables['nodes']?.[0], tables['servers']?.[0]].map((row) => ({
        ...row,
        updated_at: 'now',
        environment: {},
      }))
    }
    const { runTimeout } = ended.options
    expect(stderr).toContain(`The run was ended after ${runTimeout} ms, the value of \`runTimeout\`.`)
    expect(await rowsOf('ended')).toEqual(await rowsOf('untouched'))
  })
})
