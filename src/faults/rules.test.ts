import { describe, expect, it } from 'vitest'
import { BadFault } from './rule.ts'
import { type FaultCall, FaultRules } from './rules.ts'
import type { FaultRule } from './schemas.ts'

const call: FaultCall = { operation: 'createUser', method: 'POST', path: '/api/application/users' }

function armed(...rules: readonly FaultRule[]): FaultRules {
  const all = new FaultRules('seed')
  all.add(...rules)
  return all
}

/** The effects of a number of calls, one after another. */
const draws = (rules: FaultRules, count: number): (string | undefined)[] =>
  Array.from({ length: count }, () => rules.draw(call)?.label)

it('a rule in a chain can have a body of 100 levels', () => {
  const body = JSON.parse('['.repeat(100) + ']'.repeat(100))
  expect(armed({ code: 500, body }, { chain: [{ code: 500, body }] }).size).toBe(2)
})

it('rules can have 1,000,000 characters together; none of too many is added', () => {
  const rules = armed({ code: 500, body: 'x'.repeat(600_000) })
  const long = { code: 502, body: 'x'.repeat(399_000) }
  expect(() => rules.add(long, { code: 503, body: 'x'.repeat(2_000) })).toThrow(BadFault)
  expect(() => rules.add(long, long)).toThrow('may have 1000000 characters as JSON together')
  expect(rules.size).toBe(1)
  rules.add(long)
  rules.remove('1')
  rules.add(long)
  expect(rules.size).toBe(2)
})

describe('a rule', () => {
  it.each<[string, FaultRule, boolean]>([
    ['without conditions', { code: 500 }, true],
    ['for the operation', { operation: 'createUser', code: 500 }, true],
    ['for another operation', { operation: 'updateNode', code: 500 }, false],
    ['for the method', { method: 'POST', code: 500 }, true],
    ['for another method', { method: 'PUT', code: 500 }, false],
    ['for the path', { path: '/api/application/*', code: 500 }, true],
    ['for another path', { path: '/api/admin/*', code: 500 }, false],
    ['with one of two conditions met', { method: 'POST', path: '/api/admin/*', code: 500 }, false],
  ])('%s', (_, rule, hits) => {
    const rules = armed(rule)
    expect(rules.draw(call)?.label).toBe(hits ? 'code=500' : undefined)
    expect(rules.list()).toMatchObject([{ calls: hits ? 1 : 0, hits: hits ? 1 : 0 }])
  })

  it('of an operation does not match a path without an operation', () => {
    expect(armed({ operation: 'createUser', code: 500 }).draw({ ...call, operation: null })).toBeUndefined()
  })

  it('matches from a given call on, a given number of times', () => {
    const rules = armed({ from: 3, times: 2, code: 500 })
    expect(draws(rules, 6)).toEqual([undefined, undefined, 'code=500', 'code=500', undefined, undefined])
    expect(rules.list()).toEqual([{ from: 3, times: 2, code: 500, id: '1', calls: 6, hits: 2 }])
  })

  it('has no end by default', () => {
    expect(new Set(draws(armed({ code: 500 }), 1_000))).toEqual(new Set(['code=500']))
  })

  it('with a sequence applies one entry per call, and ends after the last', () => {
    const rules = armed({ from: 2, chain: [{ code: 503 }, 'pass', { fault: 'reset', when: 'after-commit' }] })
    expect(draws(rules, 6)).toEqual([
      undefined,
      'code=503',
      undefined,
      'fault=reset, when=after-commit',
      undefined,
      undefined,
    ])
    expect(rules.list()).toMatchObject([{ calls: 6, hits: 2 }])
  })

  it('returns its effect and nothing else', () => {
    const effect = { code: 429, retryAfter: 5, when: 'before' } as const
    const rule = { operation: 'createUser' as const, probability: 1, from: 1, times: 9, ...effect }
    expect(armed(rule).draw(call)).toEqual({ effect, label: 'code=429' })
  })
})

describe('the first rule that matches', () => {
  it('is applied, and later rules do not count the call', () => {
    const rules = armed({ times: 1, code: 500 }, { code: 503 })
    expect(draws(rules, 3)).toEqual(['code=500', 'code=503', 'code=503'])
    expect(rules.list()).toMatchObject([
      { id: '1', calls: 3, hits: 1 },
      { id: '2', calls: 2, hits: 2 },
    ])
  })

  it('can let the call pass, and later rules do not count it', () => {
    const rules = armed({ chain: [{ code: 503 }, 'pass'] }, { code: 500 })
    expect(draws(rules, 4)).toEqual(['code=503', undefined, 'code=500', 'code=500'])
    expect(rules.list()).toMatchObject([
      { id: '1', calls: 4, hits: 1 },
      { id: '2', calls: 2, hits: 2 },
    ])
  })

  it.each<[string, FaultRule]>([
    ['from a later call on', { from: 2, chain: ['pass'] }],
    ['with probability 0', { probability: 0, chain: ['pass'] }],
    ['for other calls', { method: 'GET', chain: ['pass'] }],
  ])('is not one that lets calls pass %s', (_, rule) => {
    expect(draws(armed(rule, { code: 503 }), 1)).toEqual(['code=503'])
  })

  it('can have no effect for all calls', () => {
    const rules = armed({ delay: 0 }, { code: 503 })
    expect(rules.draw(call)?.effect).toEqual({ delay: 0 })
    expect(rules.list()).toMatchObject([{ hits: 1 }, { calls: 0 }])
  })
})

describe('rules of the server in a sandbox', () => {
  const sandboxes = (server: FaultRules, ...names: readonly string[]) =>
    names.map((name) => new FaultRules(`seed ${name}`, server))

  it('are counted per sandbox', () => {
    const server = armed({ chain: [{ code: 503 }, { code: 503 }, 'pass'] })
    const [a, b, c] = sandboxes(server, 'a', 'b', 'c') as [FaultRules, FaultRules, FaultRules]
    const seen = [a, b, a, b, c, server, a].map((rules) => rules.draw(call)?.label)
    expect(seen).toEqual([...Array.from({ length: 6 }, () => 'code=503'), undefined])
    expect([a, b, c, server].map((rules) => rules.list()[0]?.calls)).toEqual([3, 2, 1, 1])
    expect(a.list()).toMatchObject([{ id: 'server-1', inherited: true, calls: 3, hits: 2 }])
    expect(server.list()[0]).not.toHaveProperty('inherited')
  })

  it('use the random numbers of that sandbox, which other sandboxes do not affect', () => {
    const rule = { probability: 0.5, code: 500 }
    const [quiet] = sandboxes(armed(rule), 'a') as [FaultRules]
    const expected = draws(quiet, 200)
    const server = armed(rule)
    const [a, b] = sandboxes(server, 'a', 'b') as [FaultRules, FaultRules]
    const others: unknown[] = []
    const mixed = Array.from({ length: 200 }, () => {
      others.push(b.draw(call)?.label)
      server.draw(call)
      return a.draw(call)?.label
    })
    expect(mixed).toEqual(expected)
    expect(others).not.toEqual(expected)
  })

  it('are applied after those of the sandbox, which can let a call pass', () => {
    const [rules] = sandboxes(armed({ code: 500 }), 'a') as [FaultRules]
    rules.add({ chain: ['pass', { code: 503 }] })
    expect(draws(rules, 3)).toEqual([undefined, 'code=503', 'code=500'])
    expect(rules.list().map(({ id, calls }) => [id, calls])).toEqual([
      ['1', 3],
      ['server-1', 1],
    ])
    expect(rules.size).toBe(2)
  })

  it('are counted anew when they are set again', () => {
    const server = armed({ times: 1, code: 500 })
    const [rules] = sandboxes(server, 'a') as [FaultRules]
    expect(draws(rules, 2)).toEqual(['code=500', undefined])
    server.clear()
    expect([rules.size, rules.list(), rules.draw(call)]).toEqual([0, [], undefined])
    server.add({ times: 1, code: 500 })
    expect(draws(rules, 2)).toEqual(['code=500', undefined])
  })

  it('cannot be removed by the sandbox, and do not count towards its limit', () => {
    const server = armed(...Array.from({ length: 100 }, () => ({ code: 500 })))
    const [rules] = sandboxes(server, 'a') as [FaultRules]
    expect([rules.remove('1'), rules.remove('server-1')]).toEqual([false, false])
    rules.add({ code: 503 })
    rules.clear()
    expect([rules.size, server.size]).toEqual([100, 100])
  })
})

describe('chance', () => {
  const half = { probability: 0.5, code: 500 }

  it('is the same for the same seed', () => {
    expect(draws(armed(half), 200)).toEqual(draws(armed(half), 200))
  })

  it('is different for another seed', () => {
    const other = new FaultRules('other')
    other.add(half)
    expect(draws(other, 200)).not.toEqual(draws(armed(half), 200))
  })

  it('is different for each rule', () => {
    const rules = armed({ ...half, method: 'GET' }, half)
    expect(draws(rules, 200)).not.toEqual(draws(armed(half), 200))
  })

  it('starts again when all rules are cleared', () => {
    const rules = armed(half)
    const before = draws(rules, 200)
    rules.clear()
    rules.add(half)
    expect(draws(rules, 200)).toEqual(before)
  })

  it.each([0, 0.02, 0.5, 0.9, 1])('of %d matches about that share of calls', (probability) => {
    const rules = armed({ probability, code: 500 })
    draws(rules, 10_000)
    const share = (rules.list()[0]?.hits ?? Number.NaN) / 10_000
    if (probability === 0 || probability === 1) expect(share).toBe(probability)
    else expect(Math.abs(share - probability)).toBeLessThan(0.02)
  })

  it('decides each delay of a range, including its bounds', () => {
    const delays = (rules: FaultRules) =>
      Array.from({ length: 200 }, () => rules.draw(call)?.effect.delay ?? Number.NaN)
    const drawn = delays(armed({ delay: [3, 6] }))
    expect([...new Set(drawn)].sort()).toEqual([3, 4, 5, 6])
    expect(delays(armed({ delay: [3, 6] }))).toEqual(drawn)
  })

  it('reports the chosen delay', () => {
    const drawn = armed({ delay: [3, 600], code: 504 }).draw(call)
    expect(drawn?.label).toBe(`code=504, delay=${drawn?.effect.delay}`)
  })
})

describe('the list of rules', () => {
  it('assigns short ids in order, and none twice', () => {
    const rules = armed({ code: 500 }, { code: 501 })
    expect(rules.remove('2')).toBe(true)
    expect(rules.add({ code: 502 })).toEqual([{ code: 502, id: '3', calls: 0, hits: 0 }])
    expect(rules.list().map(({ id, code }) => [id, code])).toEqual([
      ['1', 500],
      ['3', 502],
    ])
    expect(rules.size).toBe(2)
  })

  it('cannot remove an unknown rule', () => {
    const rules = armed({ code: 500 })
    expect(rules.remove('2')).toBe(false)
    expect(rules.size).toBe(1)
  })

  it('does not apply removed rules', () => {
    const rules = armed({ code: 500 }, { code: 503 })
    rules.remove('1')
    expect(draws(rules, 1)).toEqual(['code=503'])
  })

  it('is empty when it is cleared', () => {
    const rules = armed({ code: 500 })
    rules.clear()
    expect([rules.size, rules.list(), rules.draw(call)]).toEqual([0, [], undefined])
  })

  it('holds 100 rules, and adds several rules together or none of them', () => {
    const rules = armed(...Array.from({ length: 99 }, () => ({ code: 500 })))
    expect(() => rules.add({ code: 501 }, { code: 502 })).toThrow(
      new BadFault('There can be at most 100 fault rules; delete those that are no longer needed.'),
    )
    expect(rules.size).toBe(99)
    expect(rules.add({ code: 501 })).toMatchObject([{ id: '100' }])
  })
})
