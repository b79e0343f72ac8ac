import { Count, RequestCriteria, RequestList } from '../../sandboxes/model.ts'
import { type ControlRoute, del, type Group, get, group, post } from '../route.ts'
import { stream } from './events.ts'
import { reference } from './reference.ts'
import { settings } from './settings.ts'
import { worlds } from './worlds.ts'

const refusals = { 409: 'A request matches all criteria but `body`, and the log no longer has its body.' }

/** The log of the requests, and the events of all changes. */
const log: readonly Group[] = [
  group(
    'Requests',
    'The request log: the latest thousand requests to the mocked API, each with the rows that it changed.',
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
      handle: ({ sandbox, body }) => ({ count: sandbox.requests(body).length }),
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
      handle: ({ sandbox, body }) => ({ requests: sandbox.requests(body) }),
    }),
  ),
  group(
    'Events',
    'Changes and requests as server-sent events.',
    get('listen', '/events', {
      summary: 'Server-sent events: `request`, `requests`, `world`, `snapshots`, `gaps`, `tokens`, `faults`',
      media: {
        type: 'text/event-stream',
        text: 'Server-sent events with one line of JSON each, as in the response of the `GET` route. A request that changes a world causes no event `world`: the event `request` has the changed rows.',
        example: 'event: snapshots\ndata: {"snapshots":[]}\n\n',
      },
      handle: stream,
    }),
  ),
]

/** All routes of the control API, in the order of its description. */
export const groups: readonly Group[] = [...worlds, ...log, ...settings, ...reference]

export const routes: readonly ControlRoute[] = groups.flatMap((group) => group.routes)
