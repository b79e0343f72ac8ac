import { describe, expect, it } from 'vitest'
import {
  choicesAt,
  type Gap,
  type GapId,
  gaps,
  isSettable,
  type SettableGapId,
  settableGapIds,
} from '../contract/index.ts'
import { GapSettings, profile, UnknownGapSetting } from './gap-settings.ts'

const gap = (id: GapId): Gap => gaps[id]
const silentIds = (Object.keys(gaps) as GapId[]).filter((id) => !isSettable(id))
const withPanel = settableGapIds.filter((id) => gap(id).panel !== undefined)
const withoutPanel = settableGapIds.filter((id) => gap(id).panel === undefined)
const everyChoice = settableGapIds.flatMap((id) => choicesAt(id).map((choice) => [id, choice] as const))
const greased = (from: number, count: number): GapSettings[] =>
  Array.from({ length: count }, (_, index) => profile(`grease:${from + index}`))

/** The message with which a setting is refused. */
function refusal(set: () => unknown): string {
  try {
    set()
  } catch (error) {
    if (error instanceof UnknownGapSetting) return error.message
    throw error
  }
  return 'It was not refused.'
}

describe('the profile literal', () => {
  it.each(settableGapIds)('selects the first choice of %s', (id) => {
    expect(profile('literal').gap(id)).toBe(choicesAt(id)[0])
  })

  it('is what gap settings start from', () => {
    expect(new GapSettings().settings).toEqual(profile('literal').settings)
  })
})

describe('the profile panel', () => {
  it.each(withPanel)('selects the choice of the panel at %s', (id) => {
    expect(profile('panel').gap(id)).toBe(gap(id).panel)
  })

  it.each(withoutPanel)('selects the first choice of %s', (id) => {
    expect(profile('panel').gap(id)).toBe(choicesAt(id)[0])
  })
})

describe('a greased profile', () => {
  it.each(['1', 'nestbox', ' ', 'a:b', '🥚'])('is the same for the seed "%s"', (seed) => {
    expect(profile(`grease:${seed}`).settings).toEqual(profile(`grease:${seed}`).settings)
  })

  it('selects valid choices only, at every gap', () => {
    for (const { settings } of greased(1, 200)) {
      expect(Object.keys(settings)).toEqual(settableGapIds)
      expect(settableGapIds.filter((id) => !choicesAt(id).includes(settings[id]))).toEqual([])
    }
  })

  const dials = greased(1, 200)
  it.each(everyChoice)('selects at %s sometimes %s', (id, choice) => {
    const share = dials.filter((gapSettings) => gapSettings.settings[id] === choice).length / dials.length
    const fair = 1 / choicesAt(id).length
    expect(share).toBeGreaterThan(fair * 0.5)
    expect(share).toBeLessThan(fair * 1.5)
  })

  it('selects the choice of each gap independently', () => {
    expect(new Set(dials.map(({ settings }) => JSON.stringify(settings))).size).toBe(dials.length)
  })
})

describe('an unknown profile', () => {
  it.each([
    '',
    'Literal',
    'literal ',
    'grease',
    'grease:',
    'grease:\n',
    'constructor',
    'panel:1',
    'x grease:1',
  ])('is refused with the known names: "%s"', (name) => {
    expect(refusal(() => profile(name))).toBe(
      `There is no profile ${JSON.stringify(name)}; the profiles are literal, panel and grease:<seed>.`,
    )
  })
})

describe('changed gap settings', () => {
  it.each(everyChoice)('have at %s the choice %s and keep all others', (id, choice) => {
    const gapSettings = profile('panel')
    const { settings } = gapSettings.set(id, choice)
    expect(settings).toEqual({ ...gapSettings.settings, [id]: choice })
  })

  it('leave the original settings unchanged', () => {
    const gapSettings = new GapSettings()
    const before = { ...gapSettings.settings }
    expect(gapSettings.set('nulls', 'null').set('error.body', 'problem')).not.toBe(gapSettings)
    expect(gapSettings.settings).toEqual(before)
    expect(gapSettings.gap('nulls')).toBe('unfinished')
  })

  it('read a gap with a function that can be passed alone', () => {
    const { gap: read } = new GapSettings().set('nulls', 'null')
    expect(read('nulls')).toBe('null')
  })

  it('keep earlier choices', () => {
    const gapSettings = new GapSettings()
      .set('nulls', 'null')
      .set('error.body', 'problem')
      .set('nulls', 'null')
    expect([gapSettings.gap('nulls'), gapSettings.gap('error.body')]).toEqual(['null', 'problem'])
  })

  it.each(['', 'toString', '__proto__'])('refuse the unknown gap "%s" with the known ids', (id) => {
    expect(refusal(() => new GapSettings().set(id, 'null'))).toBe(
      `There is no gap "${id}"; the gaps are ${settableGapIds.join(', ')}.`,
    )
  })

  it.each([
    ['null', 'nulls'],
    ['Nulls', 'nulls'],
    ['user.case', 'users.case'],
    ['page.over-max', 'page.over-maximum'],
  ])('refuse the unknown gap "%s" with the similar id %s', (id, similar) => {
    expect(refusal(() => new GapSettings().set(id, 'null'))).toBe(
      `There is no gap "${id}"; did you mean "${similar}"?`,
    )
  })

  it.each<[id: SettableGapId, choice: string, known: string]>([
    ['nulls', '', 'unfinished, filled, null'],
    ['nulls', 'Null', 'unfinished, filled, null'],
    ['page.empty-total', '2', '1, 0'],
    ['status.created', 'constructor', '201, 200'],
    ['rate.limit', 'on', 'off, 256-a-minute, 240-720'],
  ])('refuse at %s the unknown choice "%s" with the known choices', (id, choice, known) => {
    expect(refusal(() => new GapSettings().set(id, choice))).toBe(
      `The gap "${id}" has no choice "${choice}"; its choices are ${known}.`,
    )
  })

  it.each(silentIds)('refuse the silent gap %s with the reason', (id) => {
    expect(refusal(() => new GapSettings().set(id, 'anything'))).toBe(
      `The gap "${id}" cannot be observed by clients, so it has no choices.`,
    )
  })
})
