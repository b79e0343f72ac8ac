import { describe, expect, it } from 'vitest'
import type { Exchange } from '../client/client.ts'
import type { Result, Status } from './outcome.ts'
import { exitCodes, type Verdict, verdictOn } from './verdict.ts'

const result = (status: Status): Result => ({
  id: `4.4/${status}`,
  section: '4.4',
  clauses: [],
  level: 'stated',
  title: '',
  status,
})

const exchange = (isAnswered: boolean): Exchange => ({
  ask: {
    operation: 'listServerMounts',
    method: 'GET',
    path: '/',
    credential: 'no-header',
    token: 'rootClient',
  },
  reply: isAnswered ? { status: 200, headers: {}, text: '', json: undefined } : undefined,
  failure: isAnswered ? undefined : 'no server listens there',
  milliseconds: 1,
})

const answered = [exchange(true)]
const silent = [exchange(false), exchange(false)]

describe('a run', () => {
  it.each<[verdict: Verdict, statuses: Status[], stale: string[], exchanges: Exchange[]]>([
    ['conforms', ['pass'], [], answered],
    ['conforms', ['pass', 'warn', 'known'], [], answered],
    ['conforms', ['known'], [], answered],
    ['incomplete', [], [], []],
    ['incomplete', [], [], answered],
    ['nonconforming', ['pass', 'fail'], [], answered],
    ['nonconforming', ['fail', 'skip', 'warn'], [], answered],
    ['nonconforming', ['pass'], ['4.7/stable passes now'], answered],
    ['nonconforming', ['skip'], ['4.7/stable passes now'], answered],
    ['incomplete', ['pass', 'skip'], [], answered],
    ['incomplete', ['skip', 'known', 'warn'], [], answered],
    ['incomplete', ['skip'], [], []],
    ['error', ['pass', 'error'], [], answered],
    ['error', ['fail', 'error', 'skip'], ['4.7/stable passes now'], answered],
    ['unreachable', ['fail', 'skip', 'error'], ['4.7/stable passes now'], silent],
    ['unreachable', ['skip'], [], silent],
    ['nonconforming', ['fail'], [], [...silent, ...answered]],
  ])('has the verdict %s with %j, stale %j', (verdict, statuses, stale, exchanges) => {
    expect(verdictOn(statuses.map(result), stale, exchanges)).toBe(verdict)
  })

  it('has a separate exit code for every verdict', () => {
    expect(exitCodes).toEqual({ conforms: 0, nonconforming: 1, incomplete: 3, unreachable: 4, error: 5 })
  })
})
