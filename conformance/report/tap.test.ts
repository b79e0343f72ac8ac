import { Parser } from 'tap-parser'
import { describe, expect, it } from 'vitest'
import { reporters } from './index.ts'
import { about, everything, peaceful, unreachable } from './testing/run.ts'

/** What a TAP harness makes of a report; `extra` are the lines that it could not read. */
function read(tap: string) {
  const extra: string[] = []
  const points: { ok: boolean; name: string; diag?: unknown }[] = []
  const parser = new Parser({ strict: true })
  parser.on('extra', (line: string) => extra.push(line))
  parser.on('assert', (point) => points.push(point))
  parser.end(tap)
  return { extra, points, summary: parser.results }
}

describe('the TAP report', () => {
  const { extra, points, summary } = read(reporters.tap(everything, about))

  it('can be read by a harness', () => {
    expect(extra).toEqual([])
    expect(summary?.failures.filter(({ tapError }) => tapError)).toEqual([])
  })

  it('has the counts of the run', () => {
    expect(summary).toMatchObject({ ok: false, count: 11, skip: 2, todo: 2, plan: { start: 1, end: 11 } })
    expect(points.filter(({ ok }) => !ok)).toHaveLength(7)
  })

  it('has the remarks as comments', () => {
    const report = reporters.tap({ ...everything, cut: 4 }, about)
    expect(report).toContain('# Ended early: The run was ended before 4 checks could begin.\n')
    expect(report).toMatch(/^# The target: .+\n# Left behind: a user /m)
  })

  it('has all details in the diagnostics', () => {
    expect(points.find(({ name }) => name.includes('4.6/creates-email'))?.diag).toMatchObject({
      status: 'fail',
      pointer: '/attributes/email',
      run_again: expect.stringContaining('--only 4.6/creates-email'),
      finding: expect.stringContaining(
        '🪺\nsecond line: ::error::no %0A `tick` ``` | *x* # SKIP \\ \\u001b[31m',
      ),
    })
  })

  it('is ok without problems', () => {
    expect(read(reporters.tap(peaceful, about)).summary).toMatchObject({ ok: true, count: 2 })
  })

  it('bails out if no server responds', () => {
    expect(read(reporters.tap(unreachable, about)).summary).toMatchObject({
      ok: false,
      bailout: expect.any(String),
    })
  })
})
