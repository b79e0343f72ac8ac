import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clauses } from '../../src/contract/index.ts'
import { isWhole, sample } from '../../src/testing/sample.ts'
import { checks } from '../checks/index.ts'
import { behind, legalTask, misleadingSkips } from './legal.ts'
import type { MakeMiddleware } from './messages.ts'
import { type MockPool, startMockPool } from './mock-pool.ts'
import { mocks, secondServer } from './mocks.ts'
import type { Mutant } from './mutant.ts'
import { mutantTask } from './mutant-task.ts'
import { dimensions, mutants } from './mutants/index.ts'
import { nullServers, nullTask } from './null-servers.ts'
import { startProxy } from './proxy.ts'
import { judge, type Task } from './task.ts'
import { liberties } from './variants/index.ts'

/** The fast part of the proof; `npm run prove` is the whole, and judges every legal server. */

const checkIds = new Set(checks.map(({ id }) => id))
const quick = mutants.filter(({ isOnlyInFull }) => !isOnlyInFull)

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

const faultsOf = async (task: Task): Promise<readonly string[]> => (await judge(pool, task)).faults

describe('the list of mutants', () => {
  it('has unique names', () => {
    const names = mutants.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([])
  })

  it('names existing checks', () => {
    const ids = mutants.flatMap(({ caughtBy, reachedBy = [] }) => [...caughtBy, ...reachedBy])
    expect([...new Set(ids)].filter((id) => !checkIds.has(id))).toEqual([])
  })

  it('a file in conformance/proof/mutants, listed in conformance/proof/mutants/index.ts, has a mutant for each check', () => {
    const caughtBy = new Set(quick.flatMap((mutant) => mutant.caughtBy))
    expect([...checkIds].filter((id) => !caughtBy.has(id))).toEqual([])
  })

  it('a file in conformance/proof/mutants, listed in conformance/proof/mutants/index.ts, has a mutant for each clause', () => {
    const broken = new Set(quick.flatMap(({ breaks }) => breaks))
    expect(clauses.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
  })

  it('breaks existing clauses', () => {
    const ids = new Set(clauses.map(({ id }) => id))
    expect(mutants.flatMap(({ breaks }) => breaks).filter((id) => !ids.has(id))).toEqual([])
  })

  it('breaks for each mutant a clause of a check that should catch it', () => {
    const clausesOf = new Map(checks.map((check) => [check.id, check.clauses]))
    const stray = mutants.filter(
      ({ breaks, caughtBy }) =>
        !caughtBy.some((id) => clausesOf.get(id)?.some((clause) => breaks.includes(clause))),
    )
    expect(stray.map(({ name }) => name)).toEqual([])
  })
})

describe('a mutant is caught', () => {
  it.each(sample(3, Object.entries(dimensions)))('of the dimension %s', async (_, [mutant]) => {
    if (!mutant) throw new Error('the dimension has no mutant')
    const { faults, caughtBy } = await judge(pool, mutantTask('', mutant, 'its checks'))
    expect(faults).toEqual([])
    expect(caughtBy).toEqual(mutant.caughtBy)
  })
})

describe('a check that runs alone', () => {
  // Each is passed by the requests of the check itself.
  it.each(
    sample(3, [
      ['2.1/pagination', 'total is text, in 4.7, where per_page=7'],
      ['2.6/presence', 'egg_variable.name is null, nested in 4.3, in every second response'],
      ['4.1/updates-memory', 'another value is shown, with the rootClient token'],
      ['4.6/no-nested-only', 'there is relationships.servers, in 4.6, with a query'],
      ['4.7/distinct', 'a backup is there twice, the first one instead of the last, where per_page is given'],
    ] as const),
  )('sends all requests to find what a full run finds: %s', async (id, inWords) => {
    const mutant = mutants.find(({ name }) => name === `${id}: ${inWords}`)
    if (!mutant) throw new Error(`no mutant ${id}: ${inWords}`)
    expect(await faultsOf(mutantTask('', { ...mutant, caughtBy: [id] }, 'alone'))).toEqual([])
  })

  it('shows that a token is valid before it fails its refusal', async () => {
    const named = '4.6/response: wrapped in data, with the rootClient token'
    const mutant = mutants.find(({ name }) => name === named)
    if (!mutant) throw new Error(`no mutant ${named}`)
    const caughtBy = ['5/create-user-takes-root-client']
    expect(await faultsOf(mutantTask('', { ...mutant, caughtBy }, 'alone'))).toEqual([])
  })
})

describe('the proof itself', () => {
  const some = (name: string): Mutant => mutants.find((each) => each.name === name) ?? expect.fail(name)
  const mutant = some('4.1/response: bare fields, everywhere')
  const options = { checks: checks.filter(({ section }) => section === '4.1'), observe: false }
  const breaksNothing: MakeMiddleware = () => (request, next) => next(request)
  const broken: MakeMiddleware = () => () => Promise.reject(new Error('a bug of the proxy'))

  it.each<[what: string, make: MakeMiddleware, more: Partial<Mutant>, fault: RegExp]>([
    ['without an effect', breaksNothing, {}, /^not caught: 4\.1\/response: .*; 4\.1\/response pass/],
    ['that fails for another reason', mutant.make, { shows: 'no such text' }, /^not caught: /],
    ['that fails a check that it must not fail', mutant.make, { spares: ['4.1/response'] }, /^not caught: /],
    ['whose proxy breaks', broken, {}, /^the proxy broke on .*a bug of the proxy/],
  ])('reports a mutant %s', async (_, make, more, fault) => {
    const { faults, caughtBy } = await judge(pool, mutantTask('', { ...mutant, make, ...more }, 'its checks'))
    expect(faults).toContainEqual(expect.stringMatching(fault))
    expect(caughtBy).toEqual([])
  })

  it('reports a legal server that fails, and one with a skipped check', async () => {
    const legal = { name: 'wrong', start: behind(mutant.make), leavesJudged: 'all' as const }
    const faults = await faultsOf({ ...legalTask('', legal), options })
    expect(faults).toContainEqual(expect.stringMatching(/^false positive on wrong: 4\.1\/response fail/))
    expect(faults).toContainEqual(expect.stringMatching(/^not judged on wrong: 4\.1\/\S+ skip/))
  })

  it('reports a null server with a passed check or another verdict', async () => {
    const [first] = nullServers
    if (!first) throw new Error('there is no null server')
    const task = nullTask({ ...first, start: (target) => startProxy(target, breaksNothing()) })
    const faults = await faultsOf({ ...task, options })
    expect(faults[0]).toContain('the verdict is conforms, not nonconforming')
    expect(faults).toContainEqual(expect.stringMatching(/: 4\.1\/response: pass/))
  })
})

describe('a skip', () => {
  it('is reported if its reason is a check that passed', () => {
    const base = { section: '4.4', clauses: [], level: 'stated', title: '' } as const
    const skip = { ...base, id: '4.4/stable', status: 'skip', message: 'prerequisite: 4.4/response' } as const
    const reported = (status: 'pass' | 'fail') =>
      misleadingSkips([{ ...base, id: '4.4/response', status }, skip])
    expect([reported('pass'), reported('fail')]).toEqual([[skip], []])
  })
})

describe('a server without a fault', () => {
  // In `.ci/run`, a sample of the proof judges this one, and a test of the observations both.
  it.runIf(isWhole)('passes every check: the mock server with default options', async () => {
    const [server] = mocks
    if (!server) throw new Error('there is no mock')
    const { faults, passed } = await judge(pool, legalTask('', server))
    expect({ faults, passed }).toEqual({ faults: [], passed: checks.length })
  })

  it.runIf(isWhole)('is not accused: the second implementation', async () => {
    expect(await faultsOf(legalTask('', secondServer))).toEqual([])
  })

  it.each(sample(12, Object.entries(liberties)).map(([name, [first]]) => [name, first] as const))(
    'is not accused: the first of the %s',
    async (_, variant) => {
      if (!variant) throw new Error('the liberty has no variant')
      const { make, target, ...server } = variant
      expect(await faultsOf(legalTask('', { ...server, start: behind(make, target) }))).toEqual([])
    },
  )
})

describe('a null server does not pass', () => {
  const some = ['200 {} to everything', 'a parrot that grants everybody everything', 'nothing listens']

  it.each(some)('%s', async (name) => {
    const server = nullServers.find((each) => each.name === name)
    if (!server) throw new Error(`no null server ${name}`)
    const task = nullTask(server)
    const options = { ...task.options, checks: sample(16, checks) }
    expect(await faultsOf({ ...task, options })).toEqual([])
  })
})
