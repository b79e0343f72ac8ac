import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { proxyTo } from '../bin/testing/proxy.ts'
import { startNestbox } from '../src/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Outcome {
  readonly numPassedTests: number
  readonly success: boolean
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** What vitest says of the fixture. */
async function fixture(env: Readonly<Record<string, string>>): Promise<Outcome> {
  const args = ['run', '--config', 'conformance/testing/adapter.config.ts', '--reporter', 'json']
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 110_000,
  })
  return JSON.parse(await text(child.stdout)) as Outcome
}

const tests = ({ testResults }: Outcome) => testResults.flatMap(({ assertionResults }) => assertionResults)

describe('conformanceTests', () => {
  it('makes each check a test that passes, fails or is skipped with its reason', async () => {
    const mock = await startNestbox()
    await using proxy = await proxyTo(mock.url, (answer) =>
      answer.replace(/"backup_count":(\d+)/, '"backup_count":"$1"'),
    )
    const outcome = await fixture({ FIXTURE_URL: proxy.url })
    await mock.close()
    const statuses = Object.fromEntries(
      tests(outcome).map(({ title, status }) => [title.split(':')[0], status]),
    )
    expect(statuses).toEqual({
      // The target names no other node, so the check is not selected.
      '4.1/other-node': 'skipped',
      '4.2/answer': 'skipped',
      '4.7/answer': 'passed',
      '2.12/backup-count': 'failed',
      '4.8/answer': 'passed',
      'every known deviation still deviates': 'failed',
    })
    const [failed] = tests(outcome).filter(({ title }) => title.startsWith('2.12'))
    expect(failed?.failureMessages[0]).toMatch(
      /not an integer[\s\S]+expected: an integer[\s\S]+at: \/meta\/backup_count[\s\S]+again: curl/,
    )
  }, 120_000)

  it('fails where nothing answers, which would be skipped otherwise', async () => {
    const mock = await startNestbox()
    const outcome = await fixture({ FIXTURE_URL: mock.url, FIXTURE_BASE_URL: 'http://127.0.0.1:1' })
    await mock.close()
    expect(outcome).toMatchObject({ success: false, numPassedTests: 0 })
  }, 120_000)
})
