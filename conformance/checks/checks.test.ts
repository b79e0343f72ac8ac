import { describe, expect, it } from 'vitest'
import { clauses, sections } from '../../src/contract/index.ts'
import { checks } from './index.ts'
import { usual } from './usual-causes.ts'

const clauseIds = new Set(clauses.map(({ id }) => id))

describe('the checks', () => {
  it('keep their ids', () => {
    expect(checks.map(({ id }) => id).toSorted()).toMatchSnapshot()
  })

  it('have ids of their own, each in its section', () => {
    const ids = checks.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const { id, section } of checks)
      expect(id).toMatch(new RegExp(`^${section.replace('.', '\\.')}/[a-z0-9-]+$`))
  })

  it.each(checks.map(({ id }) => id))('say what they do and what usually fails them: %s', (id) => {
    expect(usual(id)).toEqual({ done: expect.any(String), cause: expect.any(String) })
  })

  it('cover every clause', () => {
    const covered = new Set(checks.flatMap((check) => check.clauses))
    expect([...clauseIds].filter((id) => !covered.has(id))).toEqual([])
  })

  it('cover nothing that is no clause, and none covers nothing', () => {
    for (const { id, clauses } of checks) {
      expect([id, clauses.filter((clause) => !clauseIds.has(clause))]).toEqual([id, []])
      expect([id, clauses.length > 0]).toEqual([id, true])
    }
  })

  it('are as certain as their most certain clause', () => {
    const levels = new Map(clauses.map(({ id, level }) => [id, level]))
    for (const check of checks.filter(({ level }) => level === 'stated'))
      expect([check.id, check.clauses.some((clause) => levels.get(clause) === 'stated')]).toEqual([
        check.id,
        true,
      ])
  })

  it('are titled in the third person, and stand in sections that there are', () => {
    const numbers = new Set<string>(sections.map(([number]) => number))
    for (const { id, section, title } of checks) {
      expect([id, numbers.has(section)]).toEqual([id, true])
      expect(title).toMatch(/^[^\s].*[^.\s]$/)
    }
  })
})

describe('what a check says that it does', () => {
  it.each([
    ['4.1/updates-memory', 'values of its own, 0, 2147483653,'],
    ['4.1/updates-description', 'an empty text'],
    ['4.5/environment', '"first", "0", "007", "false"'],
    ['4.5/egg', 'sends the field with values of its own, and reads'],
    ['4.6/creates-last-name', '"O\'Neill"'],
  ])('names the values that %s sends', (id, words) => {
    expect(usual(id).done).toContain(words)
  })

  it('names no value that is not sent', () => {
    expect(usual('4.1/updates-scheme').done).not.toMatch(/0|false|empty|long/)
  })
})
