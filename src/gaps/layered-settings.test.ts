import { describe, expect, it } from 'vitest'
import { LayeredGapSettings } from './layered-settings.ts'
import { GapSettings, UnknownSetting } from './gap-settings.ts'

const over = (below: { dial: GapSettings }) => new LayeredGapSettings(below)

const maximum = 'page.over-maximum'

const start = () => {
  const server = over({ dial: new GapSettings().turn('users.case', 'lower') })
  return { server, own: over(server) }
}

describe('choices', () => {
  it('are those below until one is turned, and again when it is turned back', () => {
    const { server } = start()
    const [before, other = ''] = [server.dial.gap(maximum), 'refuse']
    server.turn({ [maximum]: other })
    expect(server.dial.gap(maximum)).toBe(other)
    server.turn({ [maximum]: null })
    expect([server.dial.gap(maximum), server.dial.gap('users.case')]).toEqual([before, 'lower'])
  })

  it('make one dial for as long as nothing is turned', () => {
    const { server, own } = start()
    own.turn({ 'users.case': 'keep' })
    const { dial } = own
    expect(own.dial).toBe(dial)
    server.turn({ [maximum]: 'refuse' })
    expect(own.dial).not.toBe(dial)
    expect(own.dial).toBe(own.dial)
  })

  it('of a sandbox lie over those of the server, gap by gap', () => {
    const { server, own } = start()
    own.turn({ 'users.case': 'keep' })
    server.turn({ 'users.case': 'lower', [maximum]: 'refuse' })
    expect([own.dial.gap('users.case'), own.dial.gap(maximum)]).toEqual(['keep', 'refuse'])
    own.turn({ 'users.case': null })
    expect(own.dial.gap('users.case')).toBe('lower')
    expect(server.dial.gap('users.case')).toBe('lower')
  })

  it.each<[what: string, turns: Record<string, string | null>]>([
    ['an unknown gap', { [maximum]: 'refuse', nothing: 'x' }],
    ['an unknown choice', { [maximum]: 'refuse', 'users.case': 'x' }],
    ['an unknown gap turned back', { [maximum]: 'refuse', nothing: null }],
    ['a gap that cannot be seen', { [maximum]: 'refuse', 'time.precision': 'x' }],
    ['a name of every object', { [maximum]: 'refuse', constructor: 'x' }],
  ])('turn all of them or none: %s', (_, turns) => {
    const { server } = start()
    const { settings } = server.dial
    expect(() => server.turn(turns)).toThrow(UnknownSetting)
    expect(server.dial.settings).toEqual(settings)
    server.turn({})
    expect(server.dial.settings).toEqual(settings)
  })
})
