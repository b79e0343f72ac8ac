import { Type } from '@sinclair/typebox'
import type { RequestCriteria as Criteria } from '../../model.ts'
import type { ControlRoute } from '../route.ts'
import { Count, RequestCriteria, RequestList } from '../schemas.ts'

/** What was asked of the API: the latest thousand requests, each with the rows that it changed. */
export const requestRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/requests',
    summary: 'The latest requests to the API, oldest first, each with the rows that it changed',
    query: { since: { schema: Type.Integer({ minimum: 0 }), help: 'Only requests with a higher id.' } },
    answer: { status: 200, schema: RequestList },
    handle: ({ sandbox, query }) => ({
      requests: sandbox.requests(query.has('since') ? { since: Number(query.get('since')) } : {}),
    }),
  },
  {
    method: 'DELETE',
    path: '/requests',
    summary: 'Forget the requests so far',
    answer: { status: 204 },
    handle: ({ sandbox }) => sandbox.clearRequests(),
  },
  {
    method: 'POST',
    path: '/requests/count',
    summary: 'How many requests there were of a kind',
    body: { schema: RequestCriteria, example: { operation: 'createUser', status: 201 } },
    answer: { status: 200, schema: Count },
    handle: ({ sandbox, body }) => ({ count: sandbox.requests(body as Criteria).length }),
  },
  {
    method: 'POST',
    path: '/requests/find',
    summary: 'The requests of a kind',
    body: {
      schema: RequestCriteria,
      example: { path: '/api/application/*', body: { email: 'jo@example.com' } },
    },
    answer: { status: 200, schema: RequestList },
    handle: ({ sandbox, body }) => ({ requests: sandbox.requests(body as Criteria) }),
  },
]
