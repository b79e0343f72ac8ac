import { describe, expect, it } from 'vitest'
import { proxyTo } from './testing/proxy.ts'
import { runHere } from './testing/run-here.ts'
import { emailCheck, reportOf, sandboxAt, targetOf, workbench } from './testing/workbench.ts'

const work = workbench()

const check = (...args: readonly string[]) => runHere(['check', ...args])

/** A server that gives users with long names, such as explorations have, another address. */
const forgetful = (url: string) =>
  proxyTo(url, (response, path) =>
    path.includes('/users') && /_name":"Explored [^"]{30,}"/.test(response)
      ? response.replace(/"email":"/, '"email":"not-')
      : response,
  )

interface Explored {
  readonly exploration?: { readonly requests: number; readonly seed: string; readonly findings: number }
  readonly coverage?: readonly { readonly operation: string }[]
}

describe('--explore', () => {
  it('sends random requests after the checks, and reports seed and coverage', async () => {
    const flags = ['--explore', '--explore-requests', '60', '--explore-seed', 'abc', '--read-only']
    const ended = await check(
      sandboxAt(work.mock.url),
      '--only',
      '4.7/stable',
      ...flags,
      '--reporter',
      'json',
    )
    const report = reportOf(ended) as unknown as Explored
    expect(ended.code).toBe(0)
    expect(report.exploration).toMatchObject({ seed: 'abc', findings: 0 })
    expect(report.exploration?.requests).toBeGreaterThanOrEqual(60)
    expect(report.coverage?.map(({ operation }) => operation)).toContain('listServerBackups')
  })

  it('shows the generated seed in text and HTML', async () => {
    const file = work.files.at('explored.html')
    const flags = ['--explore', '--explore-requests', '30', '--read-only', '--reporter', 'text', '--reporter']
    const ended = await check(sandboxAt(work.mock.url), '--only', '4.4/stable', ...flags, `html=${file}`)
    expect(ended.stdout).toMatch(
      /random requests in \d+ episodes? found nothing \(--explore-seed\s+[0-9a-f]{8}\)/,
    )
    expect(await work.files.read('explored.html')).toMatch(/<h2>Explored[\s\S]*listServerBackups/)
  })

  it('fails the check of a finding, which --replay sends again', async () => {
    await using server = await forgetful(work.mock.url)
    const url = sandboxAt(server.url)
    const file = work.files.at('found.json')
    const flags = ['--bail', '--explore', '--explore-requests', '1000', '--explore-seed', 'd']
    const reporters = ['--reporter', 'text', '--reporter', `json=${file}`]
    const found = await check(url, '--only', emailCheck, ...flags, ...reporters)
    const rerun = `npx nestbox check ${url}`
    const replay = `Run again   ${rerun} --replay ${file} --only ${emailCheck}`
    expect(found.stdout).toContain(replay)
    expect(found.code).toBe(1)
    const again = await check(url, '--replay', file)
    expect(again.stderr).toBe('')
    expect(again.stdout).toContain(`✗ ${emailCheck}`)
    expect(JSON.parse(await work.files.read('found.json'))).toMatchObject({ command: rerun })
    expect(again.stdout).toContain(replay)
    expect(again.code).toBe(1)
  })
})

describe('--replay of requests without a failure', () => {
  it.each([
    [
      'passes if the failure was shown each time',
      'it occurred again each time that these requests were sent',
      0,
    ],
    [
      'is incomplete if the failure was not shown each time',
      'it did not occur again alone: it needs the requests before',
      3,
    ],
  ])('%s', async (_, again, code) => {
    const url = sandboxAt(work.mock.url)
    const { resources } = await targetOf(work.mock.url, url.split('~')[1] ?? '')
    // The target file of the mock server names a database host.
    const { databaseHost: named } = resources as { databaseHost: string }
    const read = {
      ...{ operation: 'listHostDatabases', subject: 'databaseHost', named },
      ...{ credential: 'rootClient', isGranted: true },
    }
    const file = await work.files.write(
      `harmless-${code}.json`,
      JSON.stringify({
        kit: { name: 'nestbox' },
        target: url,
        exploration: { resources },
        results: [{ id: '4.8/stable', again, steps: [{ pause: 1 }, read] }],
      }),
    )
    const ended = await check(url, '--replay', file)
    const said = ended.stdout.replaceAll(/\s+/g, ' ')
    expect(said.includes('When it was found, it did not occur again alone')).toBe(code === 3)
    expect(ended.code).toBe(code)
  })
})

describe('--replay sends nothing and exits with 2', () => {
  const reportOf = (id: string): string =>
    JSON.stringify({
      kit: { name: 'nestbox' },
      target: 'URL',
      exploration: { resources: {} },
      results: [{ id, steps: [{ pause: 1 }] }],
    })

  it.each([
    ['for a file that is not a report', '[]', /is not a JSON report of nestbox/],
    ['for a damaged file', '{"kit":', /is not JSON: it ends too early, at line 1, column 8/],
    [
      'for a report of another server',
      JSON.stringify({
        kit: { name: 'nestbox' },
        target: 'http://elsewhere',
        exploration: { resources: {} },
        results: [{ id: '4.1/persists', steps: [{ pause: 1 }] }],
      }),
      /is about http:\/\/elsewhere, not about/,
    ],
    ['for a finding of an unknown check', reportOf('9.9/none'), /No check has an id like "9\.9\/none"/],
    ['for findings of other checks', reportOf('4.1/persists'), /holds no finding of the chosen checks/],
  ])('%s', async (_, content, words) => {
    await using proxy = await proxyTo(work.mock.url)
    const url = sandboxAt(proxy.url)
    const file = await work.files.write('replay.json', content.replace('URL', url))
    const ended = await check(url, '--replay', file, '--only', '4.4')
    expect(ended.stderr).toMatch(words)
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(ended.code).toBe(2)
    expect(proxy.passed).toEqual([])
  })

  it('for a missing file', async () => {
    const ended = await check(sandboxAt(work.mock.url), '--replay', work.files.at('nothing.json'))
    expect(ended.stderr).toMatch(/nothing\.json cannot be read: there is no such file\./)
    expect(ended.code).toBe(2)
  })

  it.each([
    [['--explore-seed', 'a'], /--explore-seed needs --explore/],
    [['--explore-requests', '5'], /--explore-requests needs --explore/],
    [['--replay', 'a.json', '--explore'], /cannot be combined with --explore/],
    [['--replay', 'a.json', '--read-only'], /cannot be combined with --read-only/],
  ])('for %j', async (flags, words) => {
    const ended = await check('--self', ...flags)
    expect(ended.stderr).toMatch(words)
    expect(ended.code).toBe(2)
  })
})
