import { Count, RequestCriteria, RequestList } from '../../sandboxes/model.ts'
import { type ControlRoute, del, get, post } from '../route.ts'

const refusals = { 409: 'A request matches all criteria but `body`, and the log no longer has its body.' }

export const requestRoutes: readonly ControlRoute[] = [
  get('listRequests', '/requests', {
    summary: 'The latest requests to the API, oldest first, each with the rows that it changed',
    query: { since: RequestCriteria.properties.since },
    schema: RequestList,
    handle: ({ sandbox, query }) => ({ requests: sandbox.requests(query) }),
  }),
  del('forgetRequests', '/requests', {
    summary: 'Clear the request log',
    handle: ({ sandbox }) => sandbox.clearRequests(),
  }),
  post('countRequests', '/requests/count', {
    summary: 'Count the requests that meet the criteria; all requests without a body',
    body: { schema: RequestCriteria, example: { operation: 'createUser', status: 201 }, isOptional: true },
    schema: Count,
    refusals,
    handle: ({ sandbox, body }) => ({ count: sandbox.requests(body as RequestCriteria).length }),
  }),
  post('findRequests', '/requests/find', {
    summary: 'Find the requests that meet the criteria; all requests without a body',
    body: {
      schema: RequestCriteria,
      example: { path: '/api/application/*', body: { email: 'jo@example.com' } },
      isOptional: true,
    },
    schema: RequestList,
    refusals,
    handle: ({ sandbox, body }) => ({ requests: sandbox.requests(body as RequestCriteria) }),
  }),
]
