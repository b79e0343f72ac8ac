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
    ['an asterisk at the end', '4.7/*'],
    ['an asterisk at the start', '*maximum'],
    ['an asterisk in the middle', '4.*/per-page-maximum'],
    ['several asterisks', '*7*page*'],
    ['only an asterisk', '*'],
    ['an asterisk that matches an empty string', '4.7/per-page-maximum*'],
    ['two adjacent asterisks', '4.7/**maximum'],
  ])('matches an id with %s', (_, pattern) => {
    expect(patternMatches(pattern, id)).toBe(true)
  })

  it.each<[what: string, pattern: string]>([
    ['another section', '4.8'],
    ['a section with fewer digits', '4.70'],
    ['another id with the same start', '4.7/per-page'],
    ['a part from the middle', 'per-page'],
    ['more than the id', '4.7/per-page-maximum-backups'],
    ['an asterisk with the wrong end', '4.7/*-minimum'],
    ['an asterisk with the wrong start', '4.8/*'],
    ['a missing asterisk at the end', '*per-page'],
    ['other letters', '4.7/PER-PAGE-MAXIMUM'],
    ['a dot instead of any character', '4x7/*'],
    ['a dot instead of a digit', '*.7/.er*'],
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
