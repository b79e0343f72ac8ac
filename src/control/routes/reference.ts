import * as Type from '@sinclair/typebox'
import exampleEgg from '../../eggs/example-egg.json' with { type: 'json' }
import { states } from '../../sandboxes/states.ts'
import { version } from '../../util/version.ts'
import { type ControlCall, type ControlRoute, get } from '../route.ts'

const anyObject = Type.Unsafe<object>({ type: 'object' })

/** The description of the mocked API for tools and people, loaded by the first request. */
export const referenceRoutes: readonly ControlRoute[] = [
  get('getOpenApi', '/openapi.json', {
    summary: 'The mocked API with its current settings: OpenAPI 3.1, with examples from this world',
    schema: anyObject,
    handle: description,
  }),
  get('getReference', '/docs', {
    summary: 'The description of the mocked API as a page, on which requests can be tried',
    media: { type: 'text/html', text: 'A page.', example: '<!doctype html>' },
    handle: viewer,
  }),
]

/** The number of descriptions that are kept, for tests that run at the same time, each in its own sandbox. */
const mostKept = 10

/** The latest descriptions, by what they depend on: the operations run for a description, which takes a while. */
const latest = new Map<string, Promise<object>>()

function description({ context, workspace, sandbox }: ControlCall): Promise<object> {
  const { world, gapSettings } = workspace
  const { deviations } = context.options
  const key = JSON.stringify([
    states.world(workspace),
    gapSettings.settings,
    sandbox.url,
    sandbox.tokens,
    deviations,
  ])
  const known = latest.get(key)
  if (known) return known
  const made = import('../../openapi/open-api.ts').then(({ openApi }) =>
    openApi({
      gapSettings,
      world,
      base: sandbox.url,
      version: version(),
      now: context.clock(),
      tokens: sandbox.tokens,
      deviations,
    }),
  )
  latest.set(key, made)
  for (const old of [...latest.keys()].slice(0, -mostKept)) latest.delete(old)
  made.catch(() => latest.delete(key))
  return made
}

async function viewer({ ctx, sandbox }: ControlCall): Promise<void> {
  const { viewerPage, viewerPolicy } = await import('../../openapi/viewer.ts')
  ctx.set('Content-Security-Policy', viewerPolicy(sandbox.url))
  ctx.status = 200
  ctx.type = 'html'
  ctx.body = viewerPage
}

/** Files for other tools. */
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
