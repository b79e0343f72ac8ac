import { describe, expect, it } from 'vitest'
import { faultProfile, faultProfiles } from './profiles.ts'
import { BadFault, readRule } from './rule.ts'
import { type FaultCall, FaultRules } from './rules.ts'

const write: FaultCall = { operation: 'createUser', method: 'POST', path: '/api/application/users' }
const read: FaultCall = { operation: 'listServerMounts', method: 'GET', path: '/api/admin/servers/1/mounts' }

function play(name: string): FaultRules {
  const rules = new FaultRules('seed')
  rules.add(...faultProfile(name).rules)
  return rules
}

const draws = (rules: FaultRules, call: FaultCall, count: number): (string | undefined)[] =>
  Array.from({ length: count }, () => rules.draw(call)?.label)

describe.each(faultProfiles)('the profile $name', ({ name, text, rules }) => {
  it('has rules that are accepted over HTTP', () => {
    expect(rules.length).toBeGreaterThan(0)
    for (const rule of rules) expect(readRule(rule)).toEqual(rule)
  })

  it('can be found and has a description', () => {
    expect(faultProfile(name).rules).toBe(rules)
    expect(text).toMatch(/^[A-Z].+\.$/)
  })
})

it('names are unique', () => {
  expect(new Set(faultProfiles.map(({ name }) => name)).size).toBe(faultProfiles.length)
})

it.each([
  ['flakey', 'did you mean "flaky"?'],
  [
    'xyz',
    'the profiles are slow-api, flaky, offline, rate-limited, lost-responses, maintenance, waking-up, truncated, gateway-timeout.',
  ],
])('the unknown name %s is refused with the known names', (name, right) => {
  const detail = `There is no fault profile "${name}"; ${right}`
  expect(() => faultProfile(name)).toThrow(new BadFault({ field: 'profile', rule: 'in', detail }))
})

it('flaky fails about one call in ten', () => {
  const failed = draws(play('flaky'), read, 10_000).filter((label) => label !== undefined)
  expect(failed.length).toBeGreaterThan(800)
  expect(failed.length).toBeLessThan(1_200)
  expect(new Set(failed)).toEqual(new Set(['code=503', 'code=502', 'fault=reset']))
})

it('rate-limited refuses five calls after ten', () => {
  const drawn = draws(play('rate-limited'), read, 17)
  expect(drawn.flatMap((label, at) => (label === 'code=429' ? [at + 1] : []))).toEqual([11, 12, 13, 14, 15])
})

it('lost-responses loses the responses of writes only', () => {
  const rules = play('lost-responses')
  expect(rules.draw(read)).toBeUndefined()
  for (const method of ['POST', 'PUT', 'PATCH']) {
    expect(rules.draw({ ...write, method })?.label).toBe('fault=reset, when=after-commit')
  }
})

it('waking-up refuses three calls', () => {
  expect(draws(play('waking-up'), write, 5)).toEqual([
    'code=503',
    'code=503',
    'code=503',
    undefined,
    undefined,
  ])
})
