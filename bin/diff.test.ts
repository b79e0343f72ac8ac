import { describe, expect, it } from 'vitest'
import { GapSettings, startNestbox } from '../src/index.ts'
import { runHere } from './testing/run-here.ts'
import { broken, countCheck, nobody, targetOf, workbench } from './testing/workbench.ts'

const work = workbench()

const diff = (...args: readonly string[]) => runHere(['diff', ...args])

/** The parts of a report that diff compares. */
const report = (status: string, observed: string, never: readonly string[]) => ({
  target: 'http://a.example',
  results: [
    { id: '4.7/response', status: 'pass' },
    { id: '4.7/per-page', status },
  ],
  gaps: [
    { id: 'page.links', observed },
    { id: 'list.order', observed: 'oldest' },
  ],
  fields: { known: 179, seen: 170, never },
})

let whole: Promise<string> | undefined

/** The report of a run with all checks, which several tests compare. */
const wholeReport = (): Promise<string> => {
  const path = work.files.at('whole.json')
  whole ??= runHere(['check', `${work.mock.url}/~whole`, '--reporter', `json=${path}`]).then(() => path)
  return whole
}

describe('diff', () => {
  it('groups the differences of two reports by clauses, gaps and data', async () => {
    const a = await work.files.write('a.json', report('pass', 'all', ['node.fqdn', 'egg.name']))
    const b = await work.files.write('b.json', report('fail', 'none', ['node.fqdn']))
    const text = await diff(a, b)
    const json = await diff(a, b, '--json')
    expect(JSON.parse(json.stdout)).toEqual({
      a,
      b,
      same: false,
      clause: [{ id: '4.7/per-page', a: 'pass', b: 'fail' }],
      gap: [{ id: 'page.links', a: 'all', b: 'none' }],
      data: [{ id: 'egg.name', a: 'never seen', b: 'seen' }],
    })
    expect(text.stdout).toMatch(
      /Clauses[\s\S]+4\.7\/per-page +pass +fail[\s\S]+Gaps[\s\S]+page\.links +all +none[\s\S]+Data/,
    )
    expect([text.code, json.code]).toEqual([1, 1])
  })

  it('lists more differences than a function takes arguments', async () => {
    const never = Array.from({ length: 200_000 }, (_, at) => `field.${at}`)
    const a = await work.files.write('few.json', report('pass', 'all', []))
    const b = await work.files.write('many.json', report('pass', 'all', never))
    const { code, stdout } = await diff(a, b)
    expect(code).toBe(1)
    expect(stdout).toMatch(/field\.199999 +seen +never seen/)
  })

  it('finds no difference between equal reports', async () => {
    const a = await work.files.write('same.json', report('pass', 'all', []))
    expect(await diff(a, a)).toMatchObject({ code: 0, stdout: 'No differences.\n', stderr: '' })
  })

  it.each<[what: string, flags: readonly string[], words: RegExp]>([
    [
      '--only',
      ['--only', '4.8'],
      /^No differences\.\n\nNot compared: \d+ checks that only a judged, such as 1\/json\./,
    ],
    [
      '--read-only',
      ['--read-only', '--skip', '5'],
      /Not compared: \d+ checks that only a judged, such as 5\//,
    ],
  ])('reports once the field in which a report with %s cannot be compared', async (flag, flags, words) => {
    const url = `${work.mock.url}/~partial${flag}`
    const part = work.files.at(`part${flag}.json`)
    const whole = await wholeReport()
    await runHere(['check', url, ...flags, '--reporter', `json=${part}`])
    const { stdout } = await diff(whole, part)
    expect(stdout).toMatch(words)
    expect(stdout).not.toContain('not judged')
    expect(stdout.match(/Not compared: Fields/g)).toHaveLength(1)
    expect(JSON.parse((await diff(whole, part, '--json')).stdout)).toMatchObject({
      notCompared: expect.arrayContaining([expect.stringMatching(/only a judged/)]),
    })
  })

  it('escapes commands to the terminal and to CI systems in reports', async () => {
    const speech = '\u001b]0;title\u0007\r\u202e\n::error::said ##vso[task.complete]'
    const crafted = (status: string) => ({
      results: [{ id: speech, status: `${status}${speech}` }],
      gaps: [{ id: speech, observed: `${status}${speech}` }],
      fields: { never: [`${status}${speech}`] },
    })
    const a = await work.files.write('crafted-a.json', crafted('a'))
    const b = await work.files.write('crafted-b.json', crafted('b'))
    for (const flags of [[], ['--json']]) {
      const { stdout, code } = await diff(a, b, ...flags)
      expect(code).toBe(1)
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]|##vso/u)
      expect(stdout).not.toMatch(/^\s*::/m)
    }
  })

  it('finds no difference between a report and its server', async () => {
    const path = await wholeReport()
    expect(await diff(path, `${work.mock.url}/~report`)).toMatchObject({
      code: 0,
      stdout: 'No differences.\n',
      stderr: expect.stringMatching(/^nestbox: Left behind on \S+~report:\n(?: {2}.+\n)* {2}users created: /),
    })
  })

  it('compares nothing if the reports have no check in common', async () => {
    const a = await work.files.write('some.json', report('pass', 'all', []))
    const results = [{ id: '4.8/response', status: 'pass' }]
    const b = await work.files.write('others.json', { ...report('pass', 'all', []), results })
    const ended = await diff(a, b)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('The two sides have no check in common, so there is nothing to compare.')
  })

  it('compares nothing if no check of a side was judged', async () => {
    const none = (what: string) => `${what} cannot be compared, because no check was judged: `
    const swapped = await targetOf(work.mock.url, 'swapped')
    const tokens = swapped['tokens'] as Readonly<Record<string, string>>
    const { application, userClient } = tokens
    const target = await work.files.write('swapped.json', {
      ...swapped,
      tokens: { ...tokens, application: userClient, userClient: application },
    })
    const whole = await work.files.write('judged.json', report('pass', 'all', []))
    const results = [
      { id: '4.7/per-page', status: 'skip', message: 'prerequisite: 4.7/response', needs: '4.7/response' },
      { id: '4.7/response', status: 'skip', message: 'the disk was full' },
    ]
    const skips = await work.files.write('skips.json', { ...report('pass', 'all', []), results })
    const unreached = work.files.at('none.json')
    await runHere(['check', nobody, '--reporter', `json=${unreached}`])
    const wrong = { application: 'wrong-1', rootClient: 'wrong-2', userClient: 'wrong-3' }
    const refused = await work.files.write('refused.json', { ...swapped, tokens: wrong })
    const rows: readonly (readonly [side: string, why: RegExp])[] = [
      [skips, /no check was judged: the disk was full\.\n$/],
      [unreached, /no check was judged: the run ended before the first check\.\n$/],
      [target, /The target of \S+:\n {2}`tokens\.\w+` and .+ swapped: [\s\S]+no check was judged: `tokens/],
      [refused, /no check was judged: `tokens\.\w+` may be wrong: .+ with 401\.\n$/],
    ]
    for (const [side, why] of rows) {
      const ended = await diff(whole, side, '--read-only')
      expect(ended).toMatchObject({ code: 3, stdout: '' })
      expect(ended.stderr).toContain(none(side))
      expect(ended.stderr).toMatch(why)
    }
    const both = await diff(skips, skips)
    expect(both.code).toBe(3)
    expect(both.stderr.split(none(skips))).toHaveLength(3)
  }, 60_000)

  it('names a gap in which two servers differ', async () => {
    await using other = await startNestbox({ gapSettings: new GapSettings().set('list.order', 'newest') })
    const { stdout, code } = await diff(`${work.mock.url}/~servers`, other.url, '--json', '--read-only')
    expect(JSON.parse(stdout)).toMatchObject({
      clause: [],
      gap: [{ id: 'list.order', a: 'oldest', b: 'newest' }],
      data: [],
    })
    expect(code).toBe(1)
  })

  it('names a check that one of two servers fails', async () => {
    await using proxy = await broken(work.mock.url)
    const path = await work.files.write('target.json', await targetOf(work.mock.url, 'file'))
    const { stdout, code } = await diff(path, `${proxy.url}/~broken`, '--json', '--read-only')
    const { clause } = JSON.parse(stdout)
    expect(clause).toContainEqual({ id: countCheck, a: 'pass', b: 'fail' })
    expect(code).toBe(1)
  })

  it('names what is wrong with an invalid report', async () => {
    const { gaps: _, ...damaged } = report('pass', 'all', [])
    const file = await work.files.write('damaged.json', damaged)
    const { stderr, code } = await diff(file, file)
    expect(stderr).toMatch(/damaged\.json is a damaged report: The report must have the field `gaps`/)
    expect(code).toBe(2)
  })

  it.each<[what: string, args: string[], code: number, words: string]>([
    ['one side', ['a.json'], 2, 'Pass two sides'],
    ['three sides', ['a', 'b', 'c'], 2, 'Unexpected argument "c"'],
    [
      'a missing file',
      ['no-such.json', 'no-such.json'],
      2,
      'no-such.json cannot be read: there is no such file.',
    ],
    ['unreachable servers', [nobody, nobody], 4, 'cannot be reached'],
  ])('exits with an error for %s', async (_, args, code, words) => {
    const ended = await diff(...args)
    expect(ended.stderr).toContain(words)
    expect(ended).toMatchObject({ code, stdout: '' })
  })
})
