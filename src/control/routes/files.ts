import { Type } from '@sinclair/typebox'
import { exampleEgg } from '../example-egg.ts'
import type { ControlRoute } from '../route.ts'

const anyObject = Type.Unsafe<object>({ type: 'object' })

/** Files for the tools around: ready to be saved and used. */
export const fileRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/target.json',
    summary: 'The target file that the conformance kit wants: tokens and ids of this world',
    answer: { status: 200, schema: anyObject },
    handle: ({ sandbox }) => sandbox.target,
  },
  {
    method: 'GET',
    path: '/example-egg.json',
    summary: 'An egg share file to import',
    answer: { status: 200, schema: anyObject },
    handle: () => exampleEgg,
  },
]
