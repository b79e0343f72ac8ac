import { describe, expect, it } from 'vitest'
import { clauses, sections } from '../../src/contract/index.ts'
import { startMockPool } from '../proof/mock-pool.ts'
import { run } from '../run.ts'
import { checks } from './index.ts'
import { usual, valuesOf } from './usual-causes.ts'

/** Every value in JSON, at any depth, as JSON text. */
const textsIn = (json: unknown): readonly string[] =>
  typeof json === 'object' && json !== null ? Object.values(json).flatMap(textsIn) : [JSON.stringify(json)]

const clauseIds = new Set(clauses.map(({ id }) => id))

describe('the checks', () => {
  it('have stable ids', () => {
    expect(checks.map(({ id }) => id).toSorted()).toMatchSnapshot()
  })

  it('have ids of their own, each in its section', () => {
    const ids = checks.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const { id, section } of checks)
      expect(id).toMatch(new RegExp(`^${section.replace('.', '\\.')}/[a-z0-9-]+$`))
  })

  it.each(checks.map(({ id }) => id))(
    'have a row in conformance/checks/usual-causes.json that describes the usual causes of failures: %s',
    (id) => {
      expect(usual(id)).toEqual({ done: expect.any(String), cause: expect.any(String) })
    },
  )

  it('a file in conformance/checks, listed in conformance/checks/index.ts, has a check of every clause', () => {
    const covered = new Set(checks.flatMap((check) => check.clauses))
    expect([...clauseIds].filter((id) => !covered.has(id))).toEqual([])
  })

  it('src/contract/clauses.json has the clauses of each check, and each check has some', () => {
    for (const { id, clauses } of checks) {
      expect([id, clauses.filter((clause) => !clauseIds.has(clause))]).toEqual([id, []])
      expect([id, clauses.length > 0]).toEqual([id, true])
    }
  })

  it('are as certain as their most certain clause', () => {
    const stated = new Set(clauses.filter(({ level }) => level === 'stated').map(({ id }) => id))
    for (const { id, level, clauses: own } of checks)
      expect([id, level]).toEqual([id, own.some((clause) => stated.has(clause)) ? 'stated' : 'inferred'])
  })

  it('are titled in the third person, and are in existing sections', () => {
    const numbers = new Set<string>(sections.map(([number]) => number))
    for (const { id, section, title } of checks) {
      expect([id, numbers.has(section)]).toEqual([id, true])
      expect(title).toMatch(/^[^\s].*[^.\s]$/)
    }
  })
})

describe('the description of a check', () => {
  it.each([
    ['4.1/updates-memory', 'values of its own, 0, 2147483653,'],
    ['4.1/updates-description', 'an empty text'],
    ['4.5/environment', '"73", "0", "007", "false"'],
    ['4.5/egg', 'sends the field with values of its own, and reads'],
    ['4.6/creates-last-name', '"O\'Neill"'],
  ])('names the values that %s sends', (id, words) => {
    expect(usual(id).done).toContain(words)
  })

  it('names no value that is not sent', async () => {
    const echoes = checks.filter(({ id }) => usual(id).done.includes('sends the field with'))
    const pool = await startMockPool()
    const { exchanges } = await run({ target: pool.fresh(), checks: echoes, observe: false, requests: 'own' })
    await pool.close()
    const sent = new Set(exchanges.flatMap(({ ask }) => textsIn(ask.json)))
    const unsent = echoes.flatMap(({ id }) =>
      valuesOf(id).flatMap((value) => (sent.has(JSON.stringify(value)) ? [] : [[id, value]])),
    )
    expect(unsent).toEqual([])
  })
})
