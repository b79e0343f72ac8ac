import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/errors.ts'
import { readPreferences } from './prefer.ts'
import type { Effect } from './schemas.ts'

describe('preferences', () => {
  it.each<[string, string, string, Effect | undefined, string]>([
    ['a status', 'code=503', '', { code: 503 }, 'code=503'],
    ['a delay', 'delay=800', '', { delay: 800 }, 'delay=800'],
    ['a delay of a range', 'delay=200..800', '', { delay: [200, 800] }, 'delay=200..800'],
    ['a fault', 'fault=truncated', '', { fault: 'truncated' }, 'fault=truncated'],
    [
      'after the commit only',
      'fault=after-commit',
      '',
      { fault: 'reset', when: 'after-commit' },
      'fault=after-commit',
    ],
    [
      'after the commit with a delay',
      'delay=5, fault=after-commit',
      '',
      { delay: 5, fault: 'reset', when: 'after-commit' },
      'delay=5, fault=after-commit',
    ],
    [
      'after the commit with a status',
      'fault=after-commit, code=500',
      '',
      { code: 500, when: 'after-commit' },
      'code=500, fault=after-commit',
    ],
    [
      'after the commit with another fault',
      'fault=after-commit, fault=empty',
      '',
      { fault: 'empty', when: 'after-commit' },
      'fault=after-commit, fault=empty',
    ],
    ['several', 'delay=10, code=503', '', { code: 503, delay: 10 }, 'code=503, delay=10'],
    ['names in capitals, and spaces', ' CODE = 503 ,, ', '', { code: 503 }, 'code=503'],
    [
      'parameters',
      'code=503; retry=no; x="a,code=500", delay=5;y',
      '',
      { code: 503, delay: 5 },
      'code=503, delay=5',
    ],
    [
      'other preferences',
      'return=minimal, wait=10, x="code=500, \\"", code=503',
      '',
      { code: 503 },
      'code=503',
    ],
    [
      'a repeated preference, of which the first is used',
      'code=503, code=nonsense',
      '',
      { code: 503 },
      'code=503',
    ],
    ['no known preference', 'return=minimal', '', undefined, ''],
    ['nothing', '', '', undefined, ''],
    ['the twins', '', '__code=503&__delay=1..2', { code: 503, delay: [1, 2] }, 'code=503, delay=1..2'],
    [
      'two faults in the query',
      '',
      '__fault=reset&__fault=after-commit',
      { fault: 'reset', when: 'after-commit' },
      'fault=reset, fault=after-commit',
    ],
    [
      'a query parameter with priority over the header',
      'code=503, delay=5',
      '__code=500',
      { code: 500, delay: 5 },
      'code=500, delay=5',
    ],
    [
      'a query parameter with priority over an invalid header',
      'fault=nonsense',
      '__fault=empty',
      { fault: 'empty' },
      'fault=empty',
    ],
  ])('are parsed: %s', (_, header, query, effect, applied) => {
    expect(readPreferences(header, query)).toEqual({ effect, applied, query: '' })
  })

  it('are parsed with quotation marks', () => {
    expect(readPreferences('code="50\\3", delay="1..2"', '').effect).toEqual({ code: 503, delay: [1, 2] })
  })

  it('are parsed in linear time with many unclosed quotation marks', () => {
    const quickest = (header: string): number =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const started = performance.now()
          readPreferences(header, '')
          return performance.now() - started
        }),
      )
    const marks = '\\"'.repeat(16_000)
    expect(quickest(`"${marks}`)).toBeLessThan(20 * quickest(`"${marks}"`) + 10)
  })

  it.each([
    ['page=2&per_page=3', 'page=2&per_page=3'],
    ['page=2&__code=503&per_page=3', 'page=2&per_page=3'],
    ['__delay=1&page=2&__code=503', 'page=2'],
    ['a=%20+%C3%A4&%zz&&b&__%63ode=503', 'a=%20+%C3%A4&%zz&&b'],
    ['', ''],
  ])('are removed from the query, which keeps its other parameters: %s', (query, rest) => {
    expect(readPreferences('', query).query).toBe(rest)
  })
})

describe('invalid preferences', () => {
  const code = 'must be an integer from 400 to 599'
  const delay = 'must be milliseconds from 0 to 600000, such as 800 or 200..800'
  const fault = 'must be one of reset, empty, truncated, or after-commit, alone or next to one of them'
  const known = 'the parameters that start with `__` are `__code`, `__delay`, `__fault`.'

  it.each([
    ['a successful status', 'code=200', '', 'Prefer', `The \`Prefer: code\` ${code}, not "200".`],
    ['a status too high', '', '__code=600', '__code', `The \`__code\` ${code}, not "600".`],
    ['a status without a value', 'code', '', 'Prefer', `The \`Prefer: code\` ${code}, not "".`],
    ['a status that is not an integer', '', '__code=5e2', '__code', `The \`__code\` ${code}, not "5e2".`],
    ['two statuses', '', '__code=500&__code=503', '__code', `The \`__code\` ${code}, not "500", "503".`],
    ['a delay too long', 'delay=600001', '', 'Prefer', `The \`Prefer: delay\` ${delay}, not "600001".`],
    ['a negative delay', '', '__delay=-1', '__delay', `The \`__delay\` ${delay}, not "-1".`],
    [
      'a range with its bounds exchanged',
      '',
      '__delay=5..4',
      '__delay',
      `The \`__delay\` ${delay}, not "5..4".`,
    ],
    ['half a range', '', '__delay=5..', '__delay', `The \`__delay\` ${delay}, not "5..".`],
    ['no delay', '', '__delay=', '__delay', `The \`__delay\` ${delay}, not "".`],
    ['an unknown fault', 'fault=crash', '', 'Prefer', `The \`Prefer: fault\` ${fault}, not "crash".`],
    [
      'two faults',
      'fault=reset, fault=empty',
      '',
      'Prefer',
      `The \`Prefer: fault\` ${fault}, not "reset", "empty".`,
    ],
    [
      'an invalid query parameter with priority over the header',
      'code=503',
      '__code=x',
      '__code',
      `The \`__code\` ${code}, not "x".`,
    ],
    ['an unknown query parameter', '', '__status=503', '__status', `There is no \`__status\`; ${known}`],
    ['a query parameter in upper case', '', '__CODE=503', '__CODE', `There is no \`__CODE\`; ${known}`],
    [
      'a status and a fault',
      'code=503',
      '__fault=reset',
      'fault',
      'The `fault` cannot be combined with `code`: a broken connection sends no error; give one of them.',
    ],
  ])('are refused: %s', (_, header, query, field, detail) => {
    let thrown: unknown
    try {
      readPreferences(header, query)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(ApiError)
    expect(thrown).toMatchObject({ problem: 'invalid', fields: [{ field, detail }] })
  })

  it('are all reported at once', () => {
    expect(() => readPreferences('code=1, delay=x', '__y=')).toThrow(/__y.*code.*delay/)
  })
})
