import * as Type from '@sinclair/typebox'
import exampleEgg from '../../eggs/example-egg.json' with { type: 'json' }
import { type ControlRoute, get } from '../route.ts'

const anyObject = Type.Unsafe<object>({ type: 'object' })

export const fileRoutes: readonly ControlRoute[] = [
  get('getTarget', '/target.json', {
    summary: 'The target file of this world for the conformance kit: tokens and ids',
    schema: anyObject,
    handle: ({ sandbox }) => sandbox.target,
  }),
  get('getExampleEgg', '/example-egg.json', {
    summary: 'An example of an egg share file to import',
    schema: anyObject,
    handle: () => exampleEgg,
  }),
  get('getControlApi', '/control.json', {
    summary: 'This description of the control API: OpenAPI 3.1',
    schema: anyObject,
    // The module is loaded lazily, since it imports this list of routes.
    handle: async ({ sandbox }) => (await import('../describe.ts')).describe(sandbox.url),
  }),
]
