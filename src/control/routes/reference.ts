import * as Type from '@sinclair/typebox'
import exampleEgg from '../../eggs/example-egg.json' with { type: 'json' }
import { version } from '../../util/version.ts'
import { type ControlCall, type Group, get, group } from '../route.ts'

const anyObject = Type.Unsafe<object>({ type: 'object' })

async function description({ context, workspace, sandbox }: ControlCall): Promise<object> {
  const { openApi } = await import('../../openapi/open-api.ts')
  const { world, gapSettings } = workspace
  const { url: base, tokens } = sandbox
  const { deviations } = context.options
  return openApi({ gapSettings, world, base, version: version(), now: context.clock(), tokens, deviations })
}

async function viewer({ ctx, sandbox }: ControlCall): Promise<void> {
  const { viewerPage, viewerPolicy } = await import('../../openapi/viewer.ts')
  ctx.set('Content-Security-Policy', viewerPolicy(sandbox.url))
  ctx.status = 200
  ctx.type = 'html'
  ctx.body = viewerPage
}

/** The descriptions of the APIs, and files for other tools. */
export const reference: readonly Group[] = [
  group(
    'Reference',
    'The description of the mocked API for tools and people.',
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
  ),
  group(
    'Files',
    'Files for other tools, ready to use.',
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
  ),
]
