import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it, describe as suite } from 'vitest'
import { asRead, examplesIn, operationsIn } from '../openapi/testing/described.ts'
import { judgeOf } from '../openapi/testing/judge.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import { highestId } from '../store/table.ts'
import { listen } from '../testing/listen.ts'
import type { Ask, Json, Service } from '../testing/service.ts'
import { describe } from './describe.ts'
import { successOf } from './route.ts'
import { routes } from './routes/index.ts'
import { createUser, start } from './testing/control.ts'

const description = asRead(describe('http://127.0.0.1:4141'))

const judge = judgeOf(description)

const byName = routes.map((route) => [`${route.method} ${route.path}`, route] as const)

type Route = (typeof routes)[number]

const operationOf = ({ method, path }: Route): Json => description.paths[path][method.toLowerCase()]

const resolved = (response: Json): Json =>
  response.$ref ? description.components.responses.Problem : response

/** A service with the resource of every example of a path. */
async function ready(options: NestboxOptions = {}): Promise<Service> {
  const service = await start(options)
  const { ask } = service
  await createUser(service)
  await ask('POST', '/~checkout-test/_nestbox/finish')
  await ask('POST', '/_nestbox/snapshots', { json: { name: 'before-checkout' } })
  await ask('POST', '/_nestbox/faults', { json: { profile: 'flaky' } })
  return service
}

const send = ({ ask }: Service, { method, path, params = {} }: Route, asked: Ask = {}, query = '') => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return ask(method, `/_nestbox${filled}${query}`, asked)
}

suite('the description of the control API', () => {
  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(asRead(description))
    expect([valid, errors]).toEqual([true, undefined])
    expect(description.openapi).toBe('3.1.0')
  })

  it('has every route once, and nothing else', () => {
    const operations = operationsIn(description)
    expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      byName.map(([name]) => name).sort(),
    )
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(routes.length)
    expect(ids.every((id) => /^[a-z][a-zA-Z]+$/.test(id))).toBe(true)
  })

  it('refers only to components that exist, and to each of them', () => {
    const text = JSON.stringify(description)
    const used = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name))
    const there = ['parameters', 'responses', 'schemas'].flatMap((kind) =>
      Object.keys(description.components[kind]).map((name) => `${kind}/${name}`),
    )
    expect([...used].sort()).toEqual(there.sort())
  })

  it('is served for the requested world, as JSON', async () => {
    const { ask, url } = await start()
    for (const [prefix, base] of [
      ['', url],
      ['/~mine', `${url}/~mine`],
    ]) {
      const { status, headers, json } = await ask('GET', `${prefix}/_nestbox/control.json`)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(json).toEqual({
        ...description,
        servers: [{ url: `${base}/_nestbox`, description: 'This mock.' }],
      })
    }
  })

  it('has no internal keywords', () => {
    expect(JSON.stringify(description)).not.toMatch(/"(?:says|loose|patternProperties)":/)
  })

  const examples = examplesIn(description)
  it.each(examples.map((example) => [example.title, example] as const))(
    'has an example that matches its schema: %s',
    (_, { schema, value }) => {
      expect(judge(schema, value)).toEqual([])
    },
  )
})

suite.each(byName)('what is said of %s', (_, route) => {
  const operation = operationOf(route)
  const asked = route.body ? { json: route.body.example } : {}

  // The tests of their routes check streams and files.
  if (!route.media) {
    it('matches the response to its example', async () => {
      const { status, headers, json, text } = await send(await ready(), route, asked)
      expect(status, text).toBe(successOf(route))
      const said = operation.responses[status]
      if (!said.content) return expect(text).toBe('')
      expect(headers.get('content-type')?.replace('; charset=utf-8', '')).toBe(Object.keys(said.content)[0])
      expect(judge(said.content['application/json'].schema, json)).toEqual([])
    })
  }

  const wrong: readonly [what: string, options: NestboxOptions, more: Ask, query: string][] = [
    ['an invalid sandbox', {}, {}, '?sandbox=A'],
    ['an unknown query parameter', {}, {}, '?nothing=1'],
    ['a foreign page', {}, { headers: { origin: 'http://evil.example' } }, ''],
    ['no control token', { controlToken: 'secret' }, {}, ''],
  ]
  const wrongBody: typeof wrong = [
    ['no JSON', {}, { json: undefined, body: '{' }, ''],
    ['another media type', {}, { headers: { 'content-type': 'text/plain' } }, ''],
  ]
  it.each(route.body ? [...wrong, ...wrongBody] : wrong)(
    'includes every refusal: %s',
    async (_what, options, more, query) => {
      const service = await ready(options)
      const { status, json, headers } = await send(service, route, { ...asked, ...more }, query)
      expect(status).toBeGreaterThanOrEqual(400)
      const said = resolved(operation.responses[status])
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(judge(said.content['application/problem+json'].schema, json)).toEqual([])
    },
  )
})

it.each(byName)(
  'the description includes the refusal of %s while too many bodies arrive, if it reads a body',
  (_, route) => {
    const said = operationOf(route).responses[503]
    expect(said).toEqual(route.body && { $ref: '#/components/responses/Problem' })
  },
)

it('the description includes the refusal of a write for lack of space or ids', async () => {
  const service = await start()
  const { lastIds, ...state } = service.state()
  await service.load({ ...state, lastIds: { ...lastIds, tags: highestId } })
  const { status, json } = await service.ask('POST', '/_nestbox/rows', { json: { tags: 1 } })
  expect(status).toBe(507)
  const said = resolved(description.paths['/rows'].post.responses[status])
  expect(judge(said.content['application/problem+json'].schema, json)).toEqual([])
})

/** Requests that are well-formed and cannot be met, where asking for what is not there is not enough. */
const impossible: Readonly<Record<string, Json>> = {
  takeSnapshot: { name: 'one-too-many' },
  changeTokens: { nobody: {} },
  issueToken: { kind: 'client', user: 3, name: 'userClient' },
  editRow: { name: 'heron' },
  countRequests: { body: {} },
  findRequests: { body: {} },
}

// The state of a world that is too large for it is asked for where such worlds are tested.
const withRefusals = byName.filter(([, { refusals, id }]) => refusals && id !== 'getState')

it.each(withRefusals)('the description includes the refusals of %s', async (_, route) => {
  const service = await start()
  for (let count = 0; count < 100; count += 1) service.snapshot(`s${count}`)
  await createUser(service, 'long'.repeat(5_000))
  const params = Object.fromEntries(Object.keys(route.params ?? {}).map((name) => [name, 'none']))
  const asked = route.body ? { json: impossible[route.id] } : {}
  const { status, json } = await send(service, { ...route, params }, asked)
  expect(Object.keys(route.refusals ?? {})).toContain(String(status))
  const said = operationOf(route).responses[status].content['application/problem+json']
  expect(judge(said.schema, json)).toEqual([])
})

it('the description includes the data of every event', async () => {
  const service = await start()
  const { ask, url } = service
  const listener = await listen(url)
  const sent = [
    ['LoggedRequest', () => createUser(service)],
    ['WorldInfo', () => ask('POST', '/_nestbox/reset')],
    ['SnapshotList', () => ask('POST', '/_nestbox/snapshots', { json: { name: 's' } })],
    ['GapList', () => ask('PATCH', '/_nestbox/gaps', { json: {} })],
    ['TokenList', () => ask('PATCH', '/_nestbox/tokens', { json: {} })],
    ['FaultList', () => ask('POST', '/_nestbox/faults', { json: { profile: 'flaky' } })],
  ] as const
  for (const [name, cause] of sent) {
    await cause()
    const { data } = await listener.next()
    expect(judge({ $ref: `#/components/schemas/${name}` }, data)).toEqual([])
  }
})
