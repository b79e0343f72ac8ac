import { describe, expect, it } from 'vitest'
import { GapSettings, UnknownGapSetting } from './gap-settings.ts'
import { LayeredGapSettings } from './layered-settings.ts'

const over = (below: { gapSettings: GapSettings }) => new LayeredGapSettings(below)

const maximum = 'page.over-maximum'

const start = () => {
  const server = over({ gapSettings: new GapSettings().set('users.case', 'lower') })
  return { server, own: over(server) }
}

describe('choices', () => {
  it('are those of the lower layer until a choice is set, and again after it is removed', () => {
    const { server } = start()
    const [before, other = ''] = [server.gapSettings.gap(maximum), 'refuse']
    server.set({ [maximum]: other })
    expect(server.gapSettings.gap(maximum)).toBe(other)
    server.set({ [maximum]: null })
    expect([server.gapSettings.gap(maximum), server.gapSettings.gap('users.case')]).toEqual([before, 'lower'])
  })

  it('return the same gap settings until a choice is set', () => {
    const { server, own } = start()
    own.set({ 'users.case': 'keep' })
    const { gapSettings } = own
    expect(own.gapSettings).toBe(gapSettings)
    server.set({ [maximum]: 'refuse' })
    expect(own.gapSettings).not.toBe(gapSettings)
    expect(own.gapSettings).toBe(own.gapSettings)
  })

  it('of a sandbox have priority over those of the server, gap by gap', () => {
    const { server, own } = start()
    own.set({ 'users.case': 'keep' })
    server.set({ 'users.case': 'lower', [maximum]: 'refuse' })
    expect([own.gapSettings.gap('users.case'), own.gapSettings.gap(maximum)]).toEqual(['keep', 'refuse'])
    own.set({ 'users.case': null })
    expect(own.gapSettings.gap('users.case')).toBe('lower')
    expect(server.gapSettings.gap('users.case')).toBe('lower')
  })

  it.each<[what: string, turns: Record<string, string | null>]>([
    ['an unknown gap', { [maximum]: 'refuse', nothing: 'x' }],
    ['an unknown choice', { [maximum]: 'refuse', 'users.case': 'x' }],
    ['an unknown gap set to null', { [maximum]: 'refuse', nothing: null }],
    ['a gap that cannot be observed', { [maximum]: 'refuse', 'time.precision': 'x' }],
    ['a name like that of an Object.prototype property', { [maximum]: 'refuse', constructor: 'x' }],
  ])('are set all together or not at all: %s', (_, turns) => {
    const { server } = start()
    const { settings } = server.gapSettings
    expect(() => server.set(turns)).toThrow(UnknownGapSetting)
    expect(server.gapSettings.settings).toEqual(settings)
    server.set({})
    expect(server.gapSettings.settings).toEqual(settings)
  })
})
