import { describe, expect, it } from 'vitest'
import { type Choice, choose, patternMatches } from './choose.ts'
import { checks } from './index.ts'

const id = '4.7/per-page-maximum'

describe('a pattern', () => {
  it.each<[what: string, pattern: string]>([
    ['the id itself', '4.7/per-page-maximum'],
    ['its section', '4.7'],
    ['its chapter', '4'],
    ['a part of its slug', '4.7/per-page-max'],
    ['a star behind', '4.7/*'],
    ['a star in front', '*maximum'],
    ['a star in the middle', '4.*/per-page-maximum'],
    ['stars all over', '*7*page*'],
    ['nothing but a star', '*'],
    ['a star that stands for nothing', '4.7/per-page-maximum*'],
    ['two stars in a row', '4.7/**maximum'],
  ])('matches an id with %s', (_, pattern) => {
    expect(patternMatches(pattern, id)).toBe(true)
  })

  it.each<[what: string, pattern: string]>([
    ['another section', '4.8'],
    ['a section with fewer digits', '4.70'],
    ['another id that begins alike', '4.7/per-page'],
    ['a part from within', 'per-page'],
    ['more than the id', '4.7/per-page-maximum-backups'],
    ['a star with the wrong end', '4.7/*-minimum'],
    ['a star with the wrong start', '4.8/*'],
    ['no star where the start is cut', '*per-page'],
    ['other letters', '4.7/PER-PAGE-MAXIMUM'],
    ['a dot that would stand for anything', '4x7/*'],
    ['a dot, where the id has a digit', '*.7/.er*'],
  ])('does not match it with %s', (_, pattern) => {
    expect(patternMatches(pattern, id)).toBe(false)
  })

  it('is matched in linear time, however many asterisks it has', () => {
    const began = performance.now()
    expect(patternMatches(`${'*a'.repeat(5_000)}*b`, 'a'.repeat(20_000))).toBe(false)
    expect(patternMatches(`${'*'.repeat(24)}x`, id)).toBe(false)
    expect(patternMatches('ab*ba', 'aba')).toBe(false)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it.each(['.', '+', '?', '^', '$', '{', '}', '(', ')', '|', '[', ']', '\\', '/', '-'])(
    'matches %s literally next to an asterisk',
    (character) => {
      expect(patternMatches(`a${character}*`, `a${character}b`)).toBe(true)
      expect(patternMatches(`a${character}*`, 'ab')).toBe(false)
    },
  )

  it('does not match section 2.10 with 2.1', () => {
    expect(patternMatches('2.1', '2.1/list-data')).toBe(true)
    expect(patternMatches('2.1', '2.10/types')).toBe(false)
  })
})

it('a string is a list of one pattern', () => {
  const only = '2.4' as unknown as Choice['only']
  expect(choose(checks, { only })).toEqual(choose(checks, { only: ['2.4'] }))
})
