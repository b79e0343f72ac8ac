import { expect, it } from 'vitest'
import { mayMatch } from './never-met.ts'

it.each<[pattern: string, path: string, may: boolean]>([
  ['/api/users', '/api/users', true],
  ['/api/users', '/api/user', false],
  ['/api/user', '/api/users', false],
  ['*', '/api/users', true],
  ['/api/*', '/api/users', true],
  ['/api/users*', '/api/users', true],
  ['/api/*s', '/api/users', true],
  ['/api/*x', '/api/users', false],
  ['/api/nodes/7', '/api/nodes/{node}', true],
  ['/api/nodes/', '/api/nodes/{node}', false],
  ['/api/nodes/7/8', '/api/nodes/{node}', false],
  ['/api/nodes/*', '/api/nodes/{node}', true],
  ['/api/nodes/7*', '/api/nodes/{node}', true],
  ['/api/nodes/*7', '/api/nodes/{node}', true],
  ['/api/nodes/7*9/tags', '/api/nodes/{node}/tags', true],
  ['/api/nodes/*/tags', '/api/nodes/{node}', false],
  ['/api/nodes/a*/b*', '/api/nodes/{node}', false],
  ['*/tags', '/api/nodes/{node}/tags', true],
  ['/api/{node}/x', '/api/{a}/x', true],
  ['/api/a/b/c', '/api/{a}/{b}/{c}', true],
  ['*a*b*c*', '/api/{a}/{b}', true],
])('the pattern %s can match the path %s: %s', (pattern, path, may) => {
  expect(mayMatch(pattern, path)).toBe(may)
})

it('compares a long pattern in linear time', () => {
  const start = performance.now()
  expect(mayMatch(`/api/${'*a'.repeat(900)}`, '/api/client/servers/{server}/backups/{backup}')).toBe(true)
  expect(mayMatch(`/api/${'*'.repeat(2_000)}//`, '/api/client/servers/{server}/backups/{backup}')).toBe(false)
  expect(mayMatch(`/api/${'*/'.repeat(40_000)}`, '/api/client/servers/{server}/backups/{backup}')).toBe(false)
  expect(performance.now() - start).toBeLessThan(10_000)
})
