import { expect, it } from 'vitest'
import type { Exchange } from '../client/client.ts'
import { answered } from '../report/testing/run.ts'
import type { Result } from './outcome.ts'
import { serverErrors } from './server-errors.ts'

const met = (status: number, path: string): Exchange => ({
  ...answered,
  ask: { ...answered.ask, method: 'GET', path },
  reply: { status, headers: {}, text: '', json: undefined },
})

it('server errors are counted per request, except for missing operations and those that a failure reports', () => {
  const told = met(500, '/told')
  const failed: Result = {
    ...{ id: '4.7/response', section: '4.7', clauses: [], level: 'stated', title: 'a list', status: 'fail' },
    exchange: told,
  }
  const others = [200, 404, 501, 502].map((status) => met(status, '/other'))
  const odd = [met(500, '/a?per_page=x'), met(507, '/b'), met(500, '/a?per_page=x')]
  expect(serverErrors([told, ...others, ...odd], [failed])).toEqual([
    '502 to GET /other',
    '500 to GET /a?per_page=x, 2 times',
    '507 to GET /b',
  ])
})
