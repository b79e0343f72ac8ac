import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clauses } from '../../src/contract/index.ts'
import { checks } from '../checks/index.ts'
import { judgeMock } from './grease.ts'
import { misleadingSkips } from './misleading-skips.ts'
import { judgeSecond } from './mocks.ts'
import { mutants } from './mutants/index.ts'
import { judgeNull, nullServers } from './null-servers.ts'
import { type MockPool, startMockPool } from './mock-pool.ts'
import { judgeMutant } from './judge-mutant.ts'
import { judgeVariant, variants } from './variants.ts'

/** The fast part of the proof; `npm run prove` is the whole. */

const checkIds = checks.map(({ id }) => id)

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

describe('the mutants as a list', () => {
  it('have names of their own', () => {
    const names = mutants.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are caught by checks that there are', () => {
    const unknown = mutants.filter(({ caughtBy }) => !checkIds.includes(caughtBy)).map(({ name }) => name)
    expect(unknown).toEqual([])
  })

  it('leave no check without one', () => {
    const caughtBy = new Set(mutants.map((mutant) => mutant.caughtBy))
    expect(checkIds.filter((id) => !caughtBy.has(id))).toEqual([])
  })

  it('leave no clause unbroken', () => {
    const broken = new Set(mutants.flatMap(({ breaks }) => breaks))
    expect(clauses.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
  })

  it('break clauses that there are', () => {
    const ids = new Set(clauses.map(({ id }) => id))
    expect(mutants.flatMap(({ breaks }) => breaks).filter((id) => !ids.has(id))).toEqual([])
  })

  it('break a clause of the check that catches them', () => {
    const clausesOf = new Map(checks.map((check) => [check.id, check.clauses]))
    const stray = mutants.filter(({ breaks, caughtBy }) => {
      const covered = clausesOf.get(caughtBy) ?? []
      return !breaks.some((id) => covered.includes(id))
    })
    expect(stray.map(({ name }) => name)).toEqual([])
  })
})

describe('a mutant is caught', () => {
  const themes = [...new Set(mutants.map(({ name }) => name.split(':')[0] ?? ''))]

  it.each(themes)('of the theme %s', async (theme) => {
    const mutant = mutants.find(({ name }) => name.startsWith(`${theme}:`))
    if (!mutant) throw new Error(`no mutant of the theme ${theme}`)
    const { isCaught, result } = await judgeMutant(pool, mutant, 'its check')
    expect(result?.status).toBe('fail')
    expect(isCaught).toBe(true)
  })
})

describe('what is not judged', () => {
  it.each([
    ['mounts: the UUID of the server is not known', '4.4/same-server', 'prerequisite: 4.4/by-id-and-uuid'],
    ['tags: a selection of none is refused', '4.2/tagless-accepts-any-egg', 'prerequisite: 4.2/empties'],
    [
      'import: the egg from before is answered',
      '5/update-server-startup-refused-changes-nothing',
      'a later answer shows a startup command that was not sent',
    ],
    [
      'policy: listServerMounts redirects root-client to a login after a while',
      '4.4/stable',
      'GET /api/admin/servers/1/mounts was not granted, though another was: 302 with an empty body',
    ],
  ])('on "%s" has a reason that is true: %s', async (name, id, reason) => {
    const mutant = mutants.find((each) => each.name === name)
    if (!mutant) throw new Error(`no mutant ${name}`)
    const { run } = await judgeMutant(pool, mutant, 'all')
    expect(run.results.find((result) => result.id === id)).toMatchObject({ status: 'skip', message: reason })
    expect(misleadingSkips(run.results)).toEqual([])
  })

  it('is told where its reason is a check that passed', () => {
    const base = { section: '4.4', clauses: [], level: 'stated', title: '' } as const
    const skip = { ...base, id: '4.4/stable', status: 'skip', message: 'prerequisite: 4.4/answer' } as const
    const told = (status: 'pass' | 'fail') => misleadingSkips([{ ...base, id: '4.4/answer', status }, skip])
    expect([told('pass'), told('fail')]).toEqual([[skip], []])
  })
})

describe('a server with nothing against it', () => {
  it('passes every check: the mock as it comes', async () => {
    const { run } = await judgeMock('demo', {})
    expect(run.results.filter(({ status }) => status !== 'pass')).toEqual([])
    expect(run.verdict).toBe('conforms')
  })

  it('sets off no alarm: the second server', async () => {
    expect((await judgeSecond()).falsePositives).toEqual([])
  })

  it.each(variants.filter((_, at) => at % 12 === 0).map((variant) => [variant.name, variant] as const))(
    'sets off no alarm: %s',
    async (_, variant) => {
      expect((await judgeVariant(pool, variant)).falsePositives).toEqual([])
    },
  )
})

describe('a null server is seen through', () => {
  const some = ['200 {} to everything', 'a parrot that grants everybody everything', 'nothing listens']

  it.each(some)('%s', async (name) => {
    const server = nullServers.find((each) => each.name === name)
    if (!server) throw new Error(`no null server ${name}`)
    expect((await judgeNull(pool, server)).complaints).toEqual([])
  })
})
