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
    { id: '4.7/answer', status: 'pass' },
    { id: '4.7/per-page', status },
  ],
  gaps: [
    { id: 'page.links', observed },
    { id: 'list.order', observed: 'oldest' },
  ],
  fields: { known: 179, seen: 170, never },
})

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

  it('finds no difference between equal reports', async () => {
    const a = await work.files.write('same.json', report('pass', 'all', []))
    expect(await diff(a, a)).toMatchObject({ code: 0, stdout: 'No differences.\n', stderr: '' })
  })

  it('finds no difference between a report and its server', async () => {
    const url = `${work.mock.url}/~report`
    const path = work.files.at('report.json')
    await runHere(['check', url, '--reporter', `json=${path}`])
    expect(await diff(path, url)).toMatchObject({ code: 0, stdout: 'No differences.\n' })
  })

  it('names a gap in which two servers differ', async () => {
    await using other = await startNestbox({ gapSettings: new GapSettings().set('list.order', 'newest') })
    const { stdout, code } = await diff(`${work.mock.url}/~servers`, other.url, '--json')
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

  it.each<[what: string, args: string[], code: number, words: string]>([
    ['one side', ['a.json'], 2, 'Pass two sides'],
    ['three sides', ['a', 'b', 'c'], 2, 'Unexpected argument "c"'],
    ['a file that is not there', ['no-such.json', 'no-such.json'], 2, 'There is no file no-such.json.'],
    ['unreachable servers', [nobody, nobody], 4, 'cannot be reached'],
  ])('exits with an error for %s', async (_, args, code, words) => {
    const ended = await diff(...args)
    expect(ended.stderr).toContain(words)
    expect(ended).toMatchObject({ code, stdout: '' })
  })
})
