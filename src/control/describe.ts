import type { TSchema } from '@sinclair/typebox'
import { type Json, pathsOf, plainSchema, type Refer } from '../openapi/plain-schema.ts'
import * as schemas from '../sandboxes/model.ts'
import { sandboxName } from '../util/names.ts'
import { version } from '../util/version.ts'
import { type ControlRoute, successOf } from './route.ts'
import { groups } from './routes/index.ts'

/**
 * The control API described by its own routes: OpenAPI 3.1, ready for JSON.
 * @param base base URL of `/_nestbox`, without a trailing slash
 */
export const describe = (base: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Nestbox control API',
    summary: 'Controls a running Nestbox: its worlds, request log, gap settings, tokens and faults.',
    description: about,
    version: version(),
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: `${base}/_nestbox`, description: 'This mock.' }],
  security: [{}, { controlToken: [] }],
  tags: groups.map(({ name, text }) => ({ name, description: text })),
  paths: pathsOf(
    groups.flatMap(({ name, routes }) => routes.map((route) => [route, operation(route, name)] as const)),
  ),
  components: {
    securitySchemes: {
      controlToken: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Nestbox-Control',
        description: 'Needed where the server was started with `--control-token`.',
      },
    },
    parameters: { sandbox: sandboxParameter },
    responses: { Problem: problem('The error in one sentence.') },
    schemas: Object.fromEntries(named.map(([name, schema]) => [name, plainSchema(schema, below(name))])),
  },
})

const about = [
  'Requests are accepted from this machine, or with the control token; never from pages of another origin.',
  '',
  'Every route accepts `?sandbox=name`, or the header `X-Nestbox-Sandbox`, to select a sandbox; `/~name/_nestbox` has the same routes. ' +
    'Gaps, tokens and faults that are set without a sandbox apply to the whole server, sandboxes included; ' +
    'those that are set with one apply to that sandbox alone.',
].join('\n')

const sandboxParameter = {
  name: 'sandbox',
  in: 'query',
  description: 'Name of the sandbox, which is created on first use. Default: the main world.',
  schema: { type: 'string', pattern: `^${sandboxName.pattern}$` },
} as const

/** The components; the options of a reset are query parameters. */
const named = Object.entries<TSchema>(schemas).filter(([name]) => name !== 'ResetOptions')

const names = new Map(named.map(([name, schema]) => [JSON.stringify(schema), name]))

const refer: Refer = (schema) => {
  const name = names.get(JSON.stringify(schema))
  return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` }
}

/** References to other components within a component. */
const below =
  (own: string): Refer =>
  (schema) =>
    names.get(JSON.stringify(schema)) === own ? undefined : refer(schema)

const use = (schema: TSchema): Json => refer(schema) ?? plainSchema(schema, refer)

const operation = (route: ControlRoute, tag: string): Json => ({
  operationId: route.id,
  tags: [tag],
  summary: route.summary,
  parameters: [
    ...Object.entries(route.params ?? {}).map(([name, example]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      example,
    })),
    ...Object.entries(route.query ?? {}).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      description,
      // A schema without its description is a schema.
      schema: use(schema as TSchema),
    })),
    { $ref: '#/components/parameters/sandbox' },
  ],
  ...(route.body && {
    requestBody: {
      required: !route.body.isOptional,
      content: { 'application/json': { schema: use(route.body.schema), example: route.body.example } },
    },
  }),
  responses: { [successOf(route)]: success(route), ...refusals(route) },
})

function success({ schema, media }: ControlRoute): Json {
  if (media) {
    const { type, text, example } = media
    return { description: text, content: { [type]: { schema: { type: 'string' }, example } } }
  }
  if (!schema) return { description: 'Done; without a body.' }
  return { description: 'Done.', content: { 'application/json': { schema: use(schema) } } }
}

/** The error responses of all routes, of routes that may write rows or have a body, and of the route itself. */
function refusals({ method, body, refusals = {} }: ControlRoute): Json {
  const own = Object.entries(refusals).map(([status, text]) => [status, problem(text)])
  const shared = [401, 403, 422, ...(method === 'GET' ? [] : [507]), ...(body ? [400, 413, 415, 503] : [])]
  return Object.fromEntries([
    ...shared.map((status) => [status, { $ref: '#/components/responses/Problem' }]),
    ...own,
  ])
}

function problem(description: string): Json {
  return {
    description,
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: {
          type: 'about:blank',
          title: 'Not Found',
          status: 404,
          detail: 'There is no snapshot "before-checkout"; none was taken yet.',
        },
      },
    },
  }
}
