import { type TSchema, Type } from '@sinclair/typebox'
import type { Context } from 'koa'
import { broken, checker } from '../bodies/fields.ts'
import { UnknownSetting } from '../dial.ts'
import { ApiError, allInvalid, type FieldError, type Wrong } from '../errors.ts'
import { BadFault } from '../faults/rule.ts'
import { logInside, ownFault } from '../log.ts'
import { onceFor } from '../once.ts'
import { Impossible } from '../sandbox/impossible.ts'
import { openSandbox } from '../sandbox/open.ts'
import { roomNamed } from '../sandbox/room-named.ts'
import type { RequestState, Site } from '../site.ts'
import { BadWorldData } from '../store/world-data.ts'
import { expectNoBody, readJson } from './body.ts'
import { problem } from './problem.ts'
import type { ControlCall, ControlRoute } from './route.ts'
import { routes } from './routes/index.ts'

const known = [...new Set(routes.map(({ path }) => `/_nestbox${path}`))].join(', ')

const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }))

/** A pattern with a group for each parameter. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

/** Answers a request to the control API. @param path below its prefix */
export async function serve(site: Site, ctx: Context, path: string): Promise<void> {
  const here = patterns.flatMap(({ route, pattern }) => {
    const found = pattern.exec(path)
    return found ? [{ route, params: { ...found.groups } }] : []
  })
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method
  const match = here.find(({ route }) => route.method === method)
  if (match) return answer(site, ctx, match.route, match.params)
  if (here.length === 0) return problem(ctx, 404, `There is no ${ctx.path}; there are ${known}.`)
  const allow = here.flatMap((each) => (each.route.method === 'GET' ? ['GET', 'HEAD'] : [each.route.method]))
  ctx.set('Allow', allow.join(', '))
  problem(ctx, 405, `${ctx.path} takes ${allow.join(', ')}, not ${ctx.method}.`)
}

async function answer(
  site: Site,
  ctx: Context,
  route: ControlRoute,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const result = await route.handle(await callFor(site, ctx, route, params))
    // A route that sends no JSON has answered itself.
    if (route.answer.type !== undefined) return
    ctx.status = route.answer.status
    ctx.body = route.answer.status === 204 ? null : result
  } catch (error) {
    const { status, errors } = refusedBy(error)
    if (status !== 500) return problem(ctx, status, (error as Error).message, errors)
    logInside(site.log, error)
    problem(ctx, status, ownFault)
  }
}

/** How an error is told; 500 is our own fault. */
function refusedBy(error: unknown): { status: number; errors?: readonly FieldError[] } {
  if (error instanceof ApiError) return { status: 422, errors: error.fields }
  if (error instanceof Impossible) return { status: error.status, ...entryFor(error) }
  if (error instanceof UnknownSetting || error instanceof BadFault) return { status: 422, ...entryFor(error) }
  if (error instanceof BadWorldData) return { status: 422 }
  return { status: 500 }
}

/** The one field that an error is about, if it knows of one. */
const entryFor = ({ message, wrong }: { message: string; wrong: Wrong | undefined }) =>
  wrong && { errors: [{ ...wrong, detail: message }] }

async function callFor(
  site: Site,
  ctx: Context,
  route: ControlRoute,
  params: Readonly<Record<string, string>>,
): Promise<ControlCall> {
  const query = new URLSearchParams(ctx.querystring)
  const body = await (route.body ? readJson(ctx, route.body.isOptional && {}) : expectNoBody(ctx))
  const state = ctx.state as RequestState
  const errors = [
    ...(await queryErrors(route, query)),
    ...contradiction(state.room.name, query.get('sandbox')),
    ...(await bodyErrors(route, body)),
  ]
  if (errors.length > 0) throw allInvalid(errors)
  const { room, base } = pick(site, state, query.get('sandbox'))
  query.delete('sandbox')
  return { site, room, sandbox: openSandbox(site, room, base), params: decoded(params), query, body, ctx }
}

const decoded = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodedText(text)]))

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The world that `?sandbox=name` picks, else the one that the path picks; the two do not contradict each other. */
function pick(
  site: Site,
  state: RequestState,
  name: string | null,
): { room: RequestState['room']; base: string } {
  return name === null || name === state.room.name
    ? state
    : { room: roomNamed(site, name), base: `${state.base}/~${name}` }
}

/** A path and a query that name two worlds. */
const contradiction = (inPath: string | undefined, inQuery: string | null): FieldError[] =>
  inPath === undefined || inQuery === null || inPath === inQuery
    ? []
    : [broken('sandbox', 'same', `be "${inPath}", which the path names, or be left out`)]

/** What is sent more than once could mean either. */
function repeated(sent: URLSearchParams): FieldError[] {
  const names = [...new Set(sent.keys())].filter((name) => sent.getAll(name).length > 1)
  return names.map((name) => broken(name, 'distinct', 'be sent only once'))
}

async function queryErrors(route: ControlRoute, sent: URLSearchParams): Promise<FieldError[]> {
  const { query = {}, path } = route
  const own = [...sent].filter(([name]) => name !== 'sandbox')
  const unknown = own.filter(([name]) => !Object.hasOwn(query, name))
  const taken = [...Object.keys(query), 'sandbox'].join(', ')
  const values = own.map(([name, text]) => [name, typed(query[name]?.schema, text)])
  return [
    ...unknown.map(([name]) => broken(name, 'prohibited', `not be sent: /_nestbox${path} takes ${taken}`)),
    ...repeated(sent),
    ...(await checked(querySchemaOf(route), Object.fromEntries(values))),
  ]
}

const querySchemaOf = onceFor(({ query = {} }: ControlRoute): TSchema => {
  const entries = Object.entries(query).map(([name, { schema }]) => [name, schema])
  return Type.Partial(Type.Object(Object.fromEntries(entries)))
})

const typed = (schema: TSchema | undefined, text: string): unknown =>
  schema?.['type'] === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text

const bodyErrors = async ({ body }: ControlRoute, sent: unknown): Promise<FieldError[]> =>
  body && !body.isCheckedLater ? checked(body.schema, sent) : []

/** Each schema is compiled once. */
const checkFor = onceFor((schema: TSchema) => checker(schema))

const checked = async (schema: TSchema, value: unknown): Promise<FieldError[]> =>
  (await checkFor(schema))(value)
