import { recordOf } from '../../contract/objects.ts'
import users from '../../fixtures/scenarios/first-users.json' with { type: 'json' }
import { filled } from '../../fixtures/scenarios/insert-rows.ts'
import { Health, ResetOptions, WorldInfo, WorldState } from '../../sandboxes/model.ts'
import { tableNames } from '../../store/tables.ts'
import { dataOf } from '../../store/world-data.ts'
import { version } from '../../util/version.ts'
import { type ControlRoute, get, post, put } from '../route.ts'

/** A user that every world has, with a fixed UUID and date. */
const person = (id: number) => ({
  id,
  ...Object(filled(users[id - 1], { uuid: `00000000-0000-4000-8000-00000000000${id}`, yesterday: firstDay })),
})

const firstDay = '2026-01-01T00:00:00+00:00'

/** The smallest world in which the three named tokens work: only their two users. */
const smallWorld = {
  format: 'nestbox-world',
  version: 1,
  seed: 'mine',
  scenario: 'empty',
  scale: 1,
  today: '2026-06-01',
  tables: {
    ...recordOf<string, object[]>(tableNames, () => []),
    users: [person(1), person(3)],
  },
}

export const worldRoutes: readonly ControlRoute[] = [
  get('getHealth', '/health', {
    summary: 'The version of the server, and its world',
    schema: Health,
    handle: ({ context, sandbox }) => ({
      status: 'ok',
      version: version(),
      world: sandbox.info(),
      sandboxes: context.workspaces.sandboxes().length,
      deviations: context.options.deviations,
    }),
  }),
  post('reset', '/reset', {
    summary: 'Reset to the world at the start, or to another one; tokens, gaps and faults are kept',
    query: ResetOptions.properties,
    schema: WorldInfo,
    handle: ({ sandbox, query }) => sandbox.reset(query),
  }),
  get('getState', '/state', {
    summary: 'The whole world as JSON, in the format of a data file',
    schema: WorldState,
    refusals: { 409: 'The world is too large for one response.' },
    // `sandbox.state` would copy the rows, of which the response is a text.
    handle: ({ workspace }) => dataOf(workspace.world),
  }),
  put('putState', '/state', {
    summary: 'Replace the world',
    body: { schema: WorldState, example: smallWorld, has: 'world' },
    schema: WorldInfo,
    handle: ({ sandbox, body }) => sandbox.load(body),
  }),
]
