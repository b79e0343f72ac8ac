import { seedUserIds } from '../../fixtures/names.ts'
import { bare } from '../../fixtures/scenarios/bare.ts'
import { Health, ResetOptions, WorldInfo, WorldState } from '../../sandboxes/model.ts'
import { enterState } from '../../sandboxes/world.ts'
import { standardToday } from '../../store/identity.ts'
import { World } from '../../store/world.ts'
import { dataOf } from '../../store/world-data.ts'
import { version } from '../../util/version.ts'
import { type ControlRoute, get, post, put } from '../route.ts'

/** The smallest world in which the three named tokens work: only their two users. */
function smallWorld(): object {
  const world = new World({ seed: 'mine', scenario: 'bare', scale: 1, today: standardToday })
  bare(world)
  const { lastIds: _, tables, ...head } = dataOf(world)
  const { admin, owner } = seedUserIds
  return { ...head, tables: { ...tables, users: world.tables.users.rows([admin, owner]) } }
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
    body: { schema: WorldState, example: smallWorld(), has: 'world' },
    schema: WorldInfo,
    // `sandbox.load` would copy the body, to which no other code has a reference.
    handle: ({ context, find, body }) => enterState(context, find, body),
  }),
]
