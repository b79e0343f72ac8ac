import { describe, expect, it } from 'vitest'
import { reporters } from './index.ts'
import { about, everything } from './testing/run.ts'

const report = JSON.parse(reporters.json(everything, about))

describe('the JSON report', () => {
  it('has the field names that programs rely on', () => {
    expect(report).toMatchObject({
      kit: { name: 'nestbox', version: '1.2.3' },
      target: 'http://127.0.0.1:4141/~check',
      verdict: 'error',
      summary: { pass: 2, fail: 3, warn: 1, skip: 2, error: 1, known: 1 },
      gaps: [{ id: 'page.over-maximum', section: '8', title: 'What happens?', observed: 'clamp' }, {}, {}],
      fields: { known: 12, seen: 10, never: ['node.memory', 'backup.checksum'] },
      ledger: [expect.stringContaining('a user')],
      stale: ['4.8/response passes now'],
    })
  })

  it('has all fields of a result except bodies', () => {
    const [, failed] = report.results
    expect(failed).toMatchObject({
      id: '4.6/creates-email',
      section: '4.6',
      clauses: ['4.6#creates-email'],
      level: 'stated',
      title: 'the created user has the `email` that was sent',
      status: 'fail',
      message: expect.any(String),
      expected: expect.any(String),
      actual: expect.any(String),
      pointer: '/attributes/email',
      curl: expect.stringContaining('$NESTBOX_APPLICATION_TOKEN'),
      request: { method: 'POST', credential: 'application' },
      response: { status: 201 },
    })
    expect(failed).not.toHaveProperty('exchange')
  })
})
