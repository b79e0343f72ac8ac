import { describe, expect, it } from 'vitest'
import { hashOf, routeOf } from './route.ts'

describe('routeOf', () => {
  it.each([
    ['', 'try', []],
    ['#/nowhere', 'try', []],
    ['#/data', 'data', []],
    ['#/data/servers/7', 'data', ['servers', '7']],
    ['#/data/servers/%zz', 'data', ['servers', '%zz']],
  ])('reads %j', (hash, view, parts) => {
    expect(routeOf(hash)).toEqual({ view, parts })
  })

  it('reads the output of hashOf', () => {
    expect(routeOf(hashOf('data', 'a/b c', 7))).toEqual({ view: 'data', parts: ['a/b c', '7'] })
  })
})
