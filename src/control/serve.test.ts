import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { beginRequest } from '../testing/begin-request.ts'
import { sample } from '../testing/sample.ts'
import { send } from '../testing/send.ts'
import { createLog } from '../util/log.ts'
import { successOf } from './route.ts'
import { routes } from './routes/index.ts'
import { createUser, expectProblem, refusals, start } from './testing/control.ts'

const expectRefused = refusals()

/** A path with examples for its parameters. */
const filled = ({ path, params = {} }: (typeof routes)[number]): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const byName = routes.map((route) => [`${route.method} ${route.path}`, route] as const)

const withBody = byName.filter(([, { body }]) => body)

describe.each(byName)('%s', (_, route) => {
  const { method } = route
  const path = filled(route)

  it('refuses unknown query parameters, and names the known ones', async () => {
    const taken = [...Object.keys(route.query ?? {}), 'sandbox'].join(', ')
    const asked = route.body ? { json: route.body.example } : {}
    await expectRefused(
      [method, `${path}?nothing=1`, asked],
      422,
      '`nothing`',
      ` /_nestbox${route.path} accepts ${taken}.`,
    )
  })

  it.each(sample(4, ['', 'Mine', 'a_b', 'é', 'x'.repeat(33), '../x']))(
    'refuses the sandbox "%s"',
    async (name) => {
      const asked = route.body ? { json: route.body.example } : {}
      const query = `?sandbox=${encodeURIComponent(name)}`
      await expectRefused([method, path + query, asked], 422, '`sandbox`', 'a-z')
    },
  )

  it('refuses other methods, and names the allowed ones', async () => {
    const { url } = await start()
    const own = routes.filter((other) => other.path === route.path).map((other) => other.method)
    const allow = own.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])).join(', ')
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      if (own.some((each) => each === other)) continue
      const { status, headers, json } = await send(url, other, `/_nestbox${path}`)
      expect([status, headers.allow]).toEqual([405, allow])
      expect(json).toMatchObject({
        status: 405,
        detail: expect.stringContaining(`accepts ${allow}, not ${other}.`),
      })
    }
  })

  it('exists under the path of a sandbox too', async () => {
    const { url } = await start()
    const { status } = await send(url, 'TRACE', `/~mine/_nestbox${path}`)
    expect(status).toBe(405)
  })
})

const withoutBody = withBody.filter(([, { body }]) => body?.isOptional)

it.each(withBody.filter(([, { body }]) => !body?.isOptional))(
  'reports a missing body if %s requires one',
  async (name, route) => {
    const there = `There is no body; ${name.replace(' ', ' /_nestbox')} needs a JSON object.`.replace(
      route.path,
      filled(route),
    )
    for (const asked of [{}, { body: ' \n' }])
      await expectRefused([route.method, filled(route), asked], 400, there)
  },
)

/** The second of two starts of work finds another world. */
const withoutEffect = withoutBody.filter(([, { id }]) => id !== 'start')

it.each(withoutEffect)('does not accept a body of %s as an empty object', async (_, route) => {
  const { ask } = await start()
  await ask('GET', '/api/client')
  const [none, empty] = [
    await ask(route.method, `/_nestbox${route.path}`),
    await ask(route.method, `/_nestbox${route.path}`, { json: {} }),
  ]
  expect([none.status, none.json]).toEqual([successOf(route), empty.json])
  expect(JSON.stringify(none.json)).not.toMatch(/:(?:0|\[\])}$/)
})

describe.each(withBody)('the body of %s', (_, route) => {
  const { method } = route
  const path = filled(route)
  const json = { 'content-type': 'application/json' }

  it.each(
    sample(2, [
      ['half an object', '{"a":'],
      ['no JSON', 'name=x'],
      ['two objects', '{}{}'],
      ['JavaScript that is not JSON', "{'a':1}"],
    ] as const),
  )('is refused if it is %s', async (_, body) => {
    await expectRefused([method, path, { body, headers: json }], 400, 'cannot be read', 'JSON')
  })

  it.each(
    sample(2, [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]),
  )('is refused as %s', async (type) => {
    const body = JSON.stringify(route.body?.example)
    const asked = { body, headers: { 'content-type': type } }
    await expectRefused([method, path, asked], 415, 'application/json', type.replace('; boundary=x', ''))
  })

  it.each(['application/json; charset=utf-8', 'application/merge-patch+json', 'APPLICATION/JSON'])(
    'is accepted as %s',
    async (type) => {
      const { ask } = await start()
      const body = JSON.stringify(route.body?.example)
      const { status } = await ask(method, `/_nestbox${path}`, { body, headers: { 'content-type': type } })
      expect(status).toBe(successOf(route))
    },
  )

  it.each<[what: string, json: unknown]>([
    ['null', null],
    ['a list', []],
    ['a text', 'x'],
    ['a number', 1],
    ['true', true],
  ])('is refused if it is %s', async (_, json) => {
    await expectRefused([method, path, { json }], 422, 'object')
  })

  it('is refused if it is incomplete', async () => {
    const lines: string[] = []
    const service = await start({ log: createLog('info', (line) => lines.push(line)) })
    const asked = await beginRequest(`${service.url}/_nestbox${path}`, {
      method,
      headers: { ...json, 'content-length': '99' },
    })
    asked.write('{"a":')
    asked.destroy()
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 })
    expect(lines[0]).toContain(' 400 ')
    expect((await service.ask('GET', '/_nestbox/health')).json.world.checksum).toBe(service.checksum)
  })
})

it('refuses a body that is too large, and reads the rest of it', async () => {
  const service = await start()
  const piece = Buffer.alloc(8_000_000, ' ')
  const { status, json } = await send(service.url, 'PUT', '/_nestbox/state', {
    headers: { 'content-type': 'application/json' },
    body: Array.from({ length: 9 }, () => piece),
  })
  const detail = 'The body is too large for this operation: it may have 64000000 bytes.'
  expect([status, json]).toEqual([413, expect.objectContaining({ status: 413, detail })])
  expect((await service.ask('GET', '/_nestbox/health')).json.world.checksum).toBe(service.checksum)
})

it.each([
  '/nothing',
  '/snapshots/a/b',
  '/snapshots//restore',
  '/requests/',
  '/faults/1/2',
  '/gaps/users.case',
])('names what exists if a name is unknown: %s', async (path) => {
  const service = await start()
  expectProblem(
    await service.ask('GET', `/_nestbox${path}`),
    404,
    'There is no /_nestbox',
    '/_nestbox/snapshots/{name}/restore',
  )
})

it.each([
  ['?sandbox=one', '', '', 'one'],
  ['?sandbox=two', '/~two', 'two', 'two'],
  ['', '/~two', '', 'two'],
  ['', '', 'one', 'one'],
])('selects the world by %s under "%s" with the header "%s"', async (query, prefix, header, expected) => {
  const { ask, url } = await start()
  const headers = { 'X-Nestbox-Sandbox': header }
  await ask('PATCH', `${prefix}/_nestbox/gaps${query}`, { json: { 'users.case': 'lower' }, headers })
  const { json: target } = await ask('GET', `${prefix}/_nestbox/target.json${query}`, { headers })
  expect(target.baseUrl).toBe(`${url}/~${expected}`)
  const of = async (name: string) => {
    const { gaps } = (await ask('GET', `/_nestbox/gaps?sandbox=${name}`)).json
    return gaps.find(({ id }: { id: string }) => id === 'users.case').choice
  }
  for (const name of ['one', 'two', 'three'])
    expect(await of(name)).toBe(name === expected ? 'lower' : 'keep')
})

it.each([
  ['', 'Two', 'be the name of a sandbox: 1 to 32 of a-z, 0-9 and hyphens'],
  ['/~one', 'two', 'be "one", which the path names, or be left out'],
])('refuses a reset under "%s" with the header "%s"', async (prefix, header, must) => {
  const service = await start()
  await createUser(service)
  const headers = { 'X-Nestbox-Sandbox': header }
  const reply = await service.ask('POST', `${prefix}/_nestbox/reset`, { headers })
  expectProblem(reply, 422)
  expect(reply.json.detail).toBe(`The header \`X-Nestbox-Sandbox\` must ${must}.`)
  expect(service.world.checksum()).not.toBe(service.checksum)
})

it.each([
  ['/~two', '?sandbox=one', 'The `sandbox` must be "two", as elsewhere in the request, or be left out.'],
  ['', '?sandbox=one&sandbox=two', 'The `sandbox` must be sent only once.'],
  ['', '?sandbox=one&sandbox=one', 'The `sandbox` must be sent only once.'],
])('refuses a path and a query that contradict each other: "%s" and %s', async (prefix, query, detail) => {
  const service = await start()
  const reply = await service.ask('GET', `${prefix}/_nestbox/health${query}`)
  expectProblem(reply, 422)
  expect(reply.json).toMatchObject({ detail, errors: [{ field: 'sandbox', detail }] })
  expect(service.sandbox('one').snapshots()).toEqual([])
})

it('refuses a query parameter that is sent twice', async () => {
  await expectRefused(['POST', '/reset?seed=a&seed=b'], 422, '`seed` must be sent only once')
})

it.each<[method: string, path: string, json: unknown, status: number, field: string, rule: string]>([
  ['PATCH', '/gaps', { nothing: 'x' }, 422, 'nothing', 'prohibited'],
  ['PATCH', '/gaps', { 'resource.units': 'x' }, 422, 'resource.units', 'prohibited'],
  ['PATCH', '/gaps', { 'users.case': 'upper' }, 422, 'users.case', 'in'],
  ['PATCH', '/gaps', { profile: 'none' }, 422, 'profile', 'in'],
  ['PATCH', '/tokens', { nobody: {} }, 404, 'nobody', 'exists'],
  [
    'PATCH',
    '/tokens',
    { userClient: { rootAdministrator: true } },
    422,
    'userClient.rootAdministrator',
    'prohibited',
  ],
  ['PATCH', '/tokens', { userClient: { status: 'lost' } }, 422, 'userClient.status', 'in'],
  ['POST', '/tokens', { kind: 'client', user: 999 }, 422, 'user', 'exists'],
  ['POST', '/tokens', { kind: 'client', user: 1, name: 'rootClient' }, 409, 'name', 'unique'],
  ['POST', '/faults', {}, 422, '', 'required'],
  ['POST', '/faults', 'flaky', 422, '', 'object'],
  ['POST', '/faults', { code: 503, tims: 2 }, 422, 'tims', 'prohibited'],
  ['POST', '/faults', { code: 200 }, 422, 'code', 'min'],
  ['POST', '/faults', { operation: 'x', code: 503 }, 422, 'operation', 'in'],
  ['POST', '/faults', { probability: 2, code: 503 }, 422, 'probability', 'max'],
  ['POST', '/faults', { path: 'x', code: 503 }, 422, 'path', 'regex'],
  ['POST', '/faults', { chain: {} }, 422, 'chain', 'array'],
  ['POST', '/faults', { chain: ['pass', { code: 1 }] }, 422, 'chain[1].code', 'min'],
  ['POST', '/faults', { chain: [{}] }, 422, 'chain[0]', 'required'],
  ['POST', '/faults', { chain: ['pass'], code: 503 }, 422, 'code', 'prohibited'],
  ['POST', '/faults', { code: 503, fault: 'reset' }, 422, 'fault', 'prohibited'],
  ['POST', '/faults', { delay: 1, retryAfter: 1 }, 422, 'retryAfter', 'prohibited'],
  ['POST', '/faults', { profile: 'sunny' }, 422, 'profile', 'in'],
  ['POST', '/faults', { profile: { toString: 'x' } }, 422, 'profile', 'in'],
  ['POST', '/faults', { profile: [[[{ toString: 'x' }]]] }, 422, 'profile', 'in'],
  ['POST', '/reset?scenario=foo', undefined, 422, 'scenario', 'in'],
  ['POST', '/reset?scenario=edge&scale=3', undefined, 422, 'scale', 'prohibited'],
  ['GET', '/health?sandbox=A', undefined, 422, 'sandbox', 'regex'],
])('reports the wrong field: %s %s %j', async (method, path, json, status, field, rule) => {
  const { ask } = await start()
  const reply = await ask(method, `/_nestbox${path}`, json === undefined ? {} : { json })
  expectProblem(reply, status)
  expect(reply.json.errors).toEqual([{ field, rule, detail: reply.json.detail }])
})

it('reports no field if none is wrong', async () => {
  const { ask } = await start()
  const replies = [
    await ask('POST', '/_nestbox/snapshots/none/restore'),
    await ask('PUT', '/_nestbox/state', {
      json: {
        format: 'nestbox-world',
        version: 1,
        seed: 's',
        scenario: 'empty',
        scale: 1,
        today: '2026-06-01',
        tables: {},
      },
    }),
  ]
  expect(replies.map(({ status, json }) => [status, json.errors])).toEqual([
    [404, undefined],
    [422, undefined],
  ])
})

it.each(byName.filter(([, { method }]) => method === 'GET'))('responds to HEAD as %s', async (_, route) => {
  const { url } = await start()
  const { status, text } = await send(url, 'HEAD', `/_nestbox${filled(route)}`)
  expect([status, text]).toEqual([200, ''])
})

it('does not exist if the control API is disabled', async () => {
  const { ask } = await start({ control: false })
  for (const [, route] of byName) {
    const { status, json } = await ask(route.method, `/_nestbox${filled(route)}`)
    expect([status, json.errors[0].code]).toEqual([404, 'NotFoundHttpException'])
  }
})

it('accepts a compressed body', async () => {
  const service = await start()
  const state = gzipSync(
    JSON.stringify({ ...service.state(), tables: { ...service.state().tables, backups: [] } }),
  )
  const { status } = await send(service.url, 'PUT', '/_nestbox/state', {
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: [state],
  })
  expect([status, service.state().tables.backups]).toEqual([200, []])
})

it.each([
  ['with an unknown encoding', Buffer.from('{}'), 'zip', 415, 'Content-Encoding'],
  ['that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'identity', 400, 'UTF-8'],
])('refuses a body %s', async (_, body, encoding, status, reason) => {
  const service = await start()
  const reply = await send(service.url, 'PUT', '/_nestbox/state', {
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body: [body],
  })
  expect([reply.status, reply.json.detail]).toEqual([status, expect.stringContaining(reason)])
})

it.each([
  ['PUT', 'state', 2_000_000],
  ['POST', 'rows', 500_000],
])(
  'refuses a body of too many values before it allocates memory for them: %s %s',
  async (method, path, most) => {
    const service = await start()
    const { status, json } = await send(service.url, method, `/_nestbox/${path}`, {
      headers: { 'content-type': 'application/json' },
      body: `[${'[],'.repeat(most / 2 + 1)}1]`,
    })
    expect([status, json.detail]).toEqual([413, `The body may have ${most} values, and has more.`])
  },
)

it.each(
  sample(2, [
    ['PATCH', 'gaps'],
    ['PATCH', 'tokens'],
    ['POST', 'faults'],
    ['PATCH', 'rows/servers/1'],
    ['POST', 'requests/find'],
  ] as const),
)('refuses a body that would take seconds to check: %s %s', async (method, path) => {
  const service = await start()
  const send = (json: unknown) => service.ask(method, `/_nestbox/${path}`, { json })
  const fields = (length: number) => Object.fromEntries(Array.from({ length }, (_, nth) => [`f${nth}`, 1]))
  expectProblem(await send(fields(200_001)), 413, 'may have 200000 values')
  expectProblem(
    await send({ fields: [fields(1), fields(100_001)] }),
    413,
    'may have 100000 fields in an object',
  )
  expect((await send({ field: '",[{\\'.repeat(60_000) })).status).not.toBe(413)
  expectProblem(await send({ field: 'x'.repeat(8_000_000) }), 413, 'may have 8000000 bytes')
})
