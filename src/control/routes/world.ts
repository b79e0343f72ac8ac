import { Type } from '@sinclair/typebox'
import type { ResetOptions } from '../../sandbox/sandbox.ts'
import { version } from '../../version.ts'
import type { ControlRoute } from '../route.ts'
import { Health, WorldInfo, WorldState } from '../schemas.ts'

const scenarios = ['demo', 'empty', 'edge'] as const

/** The world as a whole: whether it is there, back to the start, out and in. */
export const worldRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/health',
    summary: 'Whether the server is up, and which world it holds',
    answer: { status: 200, schema: Health },
    handle: ({ site, sandbox }) => ({
      status: 'ok',
      version: version(),
      world: sandbox.info(),
      sandboxes: site.rooms.sandboxCount,
    }),
  },
  {
    method: 'POST',
    path: '/reset',
    summary: 'Go back to the world at the start, or on to another one; tokens, gaps and faults stay',
    query: {
      seed: { schema: Type.String({ minLength: 1 }), help: 'Seed of another world.' },
      scenario: {
        schema: Type.Unsafe<string>({ type: 'string', enum: scenarios }),
        help: 'Scenario of another world.',
      },
      scale: {
        schema: Type.Integer({ minimum: 1, maximum: 10_000 }),
        help: 'Number of servers in the demo world.',
      },
    },
    answer: { status: 200, schema: WorldInfo },
    handle: ({ sandbox, query }) =>
      // Checked by the schemas above.
      sandbox.reset({
        ...Object.fromEntries(query),
        ...(query.has('scale') && { scale: Number(query.get('scale')) }),
      } as ResetOptions),
  },
  {
    method: 'GET',
    path: '/state',
    summary: 'All of the world as JSON, as a data file holds it',
    answer: { status: 200, schema: WorldState },
    handle: ({ sandbox }) => sandbox.state(),
  },
  {
    method: 'PUT',
    path: '/state',
    summary: 'Put a world in the place of this one',
    body: {
      schema: WorldState,
      example: {
        format: 'nestbox-world',
        version: 1,
        seed: 'nestbox',
        scenario: 'demo',
        scale: 40,
        tables: {},
      },
    },
    answer: { status: 200, schema: WorldInfo },
    handle: ({ sandbox, body }) => sandbox.load(body),
  },
]
