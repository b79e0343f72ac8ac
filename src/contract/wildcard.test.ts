import { expect, it } from 'vitest'
import { wildcard } from './wildcard.ts'

it.each([
  ['/api/a', '/api/a', true],
  ['/api/a', '/api/ab', false],
  ['/api/a', '/api/', false],
  ['/api/*', '/api/', true],
  ['/api/*', '/api/a/b', true],
  ['/api/*', '/api', false],
  ['/api/*/tags', '/api/admin/nodes/1/tags', true],
  ['/api/*/tags', '/api/tags', false],
  ['/api/*/tags', '/api/admin/nodes/1/tags/2', false],
  ['/api/*/nodes/*', '/api/admin/nodes/1', true],
  ['/api/*/nodes/*', '/api/admin/users/1', false],
  ['/api/*nodes*nodes', '/api/nodes', false],
  ['/api/ab*ba', '/api/aba', false],
  ['/api*', '/api', true],
  ['/api/**', '/api/a', true],
  ['/api/.', '/api/a', false],
  ['/api/*b*a*c', '/api/abc', false],
])('%s and %s', (pattern, text, expected) => {
  expect(wildcard(pattern)(text)).toBe(expected)
})

it('is compared in linear time with many asterisks', () => {
  const stars = wildcard(`/api/${'*'.repeat(1_000_000)}z`)
  const started = performance.now()
  for (let count = 0; count < 1_000; count += 1) expect(stars('/api/users')).toBe(false)
  expect(performance.now() - started).toBeLessThan(10_000)
  const pattern = `/api/${'*a'.repeat(5_000)}*b`
  expect(wildcard(pattern)(`/api/${'a'.repeat(20_000)}`)).toBe(false)
})
