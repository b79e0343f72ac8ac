import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { operationsBeyond } from '../contract/companions.ts'
import { gaps, settableGapIds } from '../contract/gaps/index.ts'
import { type Operation, operations } from '../contract/operations.ts'
import { makeWorld } from '../fixtures/index.ts'
import { GapSettings, profile } from '../gaps/gap-settings.ts'
import { securityHeaders } from '../http/response-headers.ts'
import { operationFor } from '../http/unknown-route.ts'
import { askAllOperations } from '../testing/all-operations.ts'
import { sample } from '../testing/sample.ts'
import { type Ask, type Json, startService } from '../testing/service.ts'
import { openApi } from './open-api.ts'
import { asRead, describedBy, examplesIn, operationsIn } from './testing/described.ts'
import { judgeOf } from './testing/judge.ts'

const at = { base: 'http://127.0.0.1:4141', version: '1', now: '2026-06-01T12:00:00+00:00' }

const scenarios = ['demo', 'edge', 'empty'] as const
const profiles = ['literal', 'panel', ...Array.from({ length: 2 }, (_, index) => `grease:${index}`)]
const all = profiles.flatMap((name) => scenarios.map((scenario) => [name, scenario] as const))

const operationOf = (description: Json, id: string): Json =>
  operationsIn(description).find(({ operation }) => operation.operationId === id)?.operation

describe.each(sample(5, all))('the description in profile %s and scenario %s', async (name, scenario) => {
  const gapSettings = profile(name)
  const description = await describedBy(gapSettings, scenario)
  const beyond = Object.fromEntries(
    operationsBeyond[gapSettings.gap('operations.beyond')].map((operation) => [operation.id, operation]),
  )

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(description))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('has every operation that is served, and no other', () => {
    const described = operationsIn(description).map(({ method, path, operation }) => [
      operation.operationId,
      method.toUpperCase(),
      path,
      operation.summary,
      operation['x-nestbox-beyond-the-document'] ?? false,
    ])
    const served = [operations, beyond].flatMap((table) =>
      Object.values<Operation>(table).map(({ id, method, path, summary }) => [
        id,
        method,
        path,
        summary,
        table === beyond,
      ]),
    )
    expect(described.sort()).toEqual(served.sort())
  })

  it('lists operations beyond the document under their own tag', () => {
    const apart = operationsIn(description).filter(({ operation }) =>
      operation.tags.includes('Beyond the document'),
    )
    expect(apart.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(beyond).sort())
    const names = description.tags.map((tag: Json) => tag.name)
    expect(names.includes('Beyond the document')).toBe(apart.length > 0)
  })

  it('has an example of every refusal', () => {
    const refusals = operationsIn(description).flatMap(({ operation }) =>
      Object.entries<Json>(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { content = {} }]) =>
          // Pages for browsers, of the gap `error.negotiation`, have none.
          Object.entries<Json>(content)
            .filter(([type]) => type !== 'text/html')
            .map(([, { examples }]) => [operation.operationId, status, examples]),
        ),
    )
    expect(refusals.filter(([, , examples]) => Object.keys(examples ?? {}).length === 0)).toEqual([])
  })

  it('has examples that fit their schemas, one for every operation at least', () => {
    const judge = judgeOf(description)
    const wrong = examplesIn(description).flatMap(({ title, schema, value }) =>
      judge(schema, value).map((complaint) => `${title}: ${complaint}`),
    )
    expect(wrong).toEqual([])
    const without = operationsIn(description).filter(({ operation }) => {
      const [success] = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
      const { content } = operation.responses[success ?? '']
      return content !== undefined && content['application/json'].example === undefined
    })
    // The first day of a panel has no mounts, tags and backups to show, and limits of 0.
    const known: Readonly<Record<string, readonly string[]>> = {
      empty: [
        'showMount',
        'showTag',
        'showBackup',
        'createBackup',
        'toggleBackupLock',
        'createServerDatabase',
      ],
      edge: ['createServerDatabase'],
    }
    expect(
      without.map(({ operation }) => operation.operationId).filter((id) => !known[scenario]?.includes(id)),
    ).toEqual([])
  })

  it('lists every gap with its choice', () => {
    expect(description['x-nestbox-gaps'].map(({ id }: Json) => id)).toEqual(Object.keys(gaps))
    for (const { id, choice } of description['x-nestbox-gaps']) {
      expect([id, choice]).toEqual([
        id,
        gapSettings.settings[id as keyof typeof gapSettings.settings] ?? null,
      ])
    }
  })

  it('names every observable gap at the operations that it affects', () => {
    const named = operationsIn(description).flatMap(({ operation }) => operation['x-nestbox-gaps'])
    // The set of operations does not depend on a single one of them.
    expect(settableGapIds.filter((id) => !named.includes(id) && id !== 'operations.beyond')).toEqual([])
  })

  it('has only keywords of JSON Schema and extensions', () => {
    expect(JSON.stringify(description)).not.toMatch(/"(?:says|loose|\$id|nested:\w+)":/)
  })
})

describe('a described response', () => {
  it.each(['literal', 'panel', 'grease:3', 'grease:5'])(
    'is the actual success in profile %s',
    async (name) => {
      const gapSettings = profile(name)
      const service = await startService({ gapSettings })
      const { url } = service
      const description = asRead(await openApi({ ...at, gapSettings, world: makeWorld({}), base: url }))
      const judge = judgeOf(description)
      for (const [id, { status, json }] of await askAllOperations(service, gapSettings)) {
        const response = operationOf(description, id).responses[status]
        const { schema = false } = response.content?.['application/json'] ?? {}
        expect([id, schema ? judge(schema, json) : json]).toEqual([id, schema ? [] : undefined])
      }
    },
  )

  it.each(['literal', 'panel', 'grease:3', 'grease:5'])(
    'is the actual refusal in profile %s',
    async (name) => {
      const gapSettings = profile(name)
      const service = await startService({ gapSettings })
      const { url, ask } = service
      const description = asRead(await openApi({ ...at, gapSettings, world: makeWorld({}), base: url }))
      const judge = judgeOf(description)
      for (const { path, method, operation } of operationsIn(description)) {
        const reply = await ask(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1'))
        const response = operation.responses[reply.status]
        const [content] = Object.entries<Json>(response.content ?? {})
        if (!content) expect([operation.operationId, reply.text]).toEqual([operation.operationId, ''])
        else {
          expect(reply.headers.get('content-type')).toBe(content[0])
          expect([operation.operationId, judge(content[1].schema, reply.json)]).toEqual([
            operation.operationId,
            [],
          ])
          expect(Object.values<Json>(content[1].examples).map(({ value }) => value)).toContainEqual(
            reply.json,
          )
        }
      }
    },
  )

  it.each<[method: string, path: string, ask: Ask, status: number]>([
    ['GET', '/api/admin/eggs/1?include=variables', {}, 200],
    ['GET', '/api/admin/eggs?include=servers.node', {}, 200],
    [
      'PATCH',
      '/api/application/nodes/1',
      {
        body: '{}',
        headers: { accept: 'application/json', 'content-type': 'application/json', 'content-encoding': 'x' },
      },
      415,
    ],
  ])('is the response to %s %s %j in profile panel', async (method, path, sent, status) => {
    const gapSettings = profile('panel')
    const service = await startService({ gapSettings })
    const { url, ask, root } = service
    const description = asRead(await openApi({ ...at, gapSettings, world: makeWorld({}), base: url }))
    const reply = await ask(method, path, { token: root, ...sent })
    expect(reply.status).toBe(status)
    const { id } = operationFor(method, path.split('?')[0] ?? '') ?? { id: '' }
    const { schema } = operationOf(description, id).responses[status].content['application/json']
    expect(judgeOf(description)(schema, reply.json)).toEqual([])
  })

  it('has examples that equal the response to the example request', async () => {
    const gapSettings = new GapSettings()
    const service = await startService({ gapSettings, clock: () => at.now })
    const { url, ask, root } = service
    const description = asRead(await openApi({ ...at, gapSettings, world: makeWorld({}), base: url }))
    const { parameters, requestBody, responses } = operationOf(description, 'createUser')
    expect(parameters).toEqual([])
    const { example } = requestBody.content['application/json']
    const { status, json } = await ask('POST', '/api/application/users', { token: root, json: example })
    expect(status).toBe(201)
    expect(json).toEqual(responses[201].content['application/json'].example)
  })

  it('has a limited size for a large world', async () => {
    const world = makeWorld({ seed: 'nestbox', scenario: 'demo', scale: 2_000 })
    const gapSettings = new GapSettings().set('nesting.cut', 'two-levels').set('mounts.eligible', 'all')
    const description = await openApi({
      gapSettings,
      world,
      ...at,
    })
    expect(JSON.stringify(description).length).toBeLessThan(500_000)
  })

  it('has no example that is too long, and all others, for a world with long values', async () => {
    const world = makeWorld({ seed: 'nestbox', scenario: 'demo', scale: 40 })
    const { variables, eggs } = world.tables
    for (const egg of eggs.rows()) {
      const [first] = variables.of('egg', egg.id)
      if (!first) continue
      const { id: _, ...others } = first
      for (let nth = 0; nth < 20; nth += 1) {
        const long = { env_variable: `LONG_${nth}`, default_value: 'x'.repeat(490_000), rules: 'string' }
        variables.insert({ ...others, ...long })
      }
    }
    const gapSettings = new GapSettings()
    const description = asRead(await openApi({ ...at, gapSettings, world }))
    expect(JSON.stringify(description).length).toBeLessThan(1_500_000)
    const example = (id: string, status: number): unknown =>
      operationOf(description, id).responses[status].content['application/json'].example
    expect(example('updateServerStartup', 200)).toBeUndefined()
    expect(example('createUser', 201)).toBeDefined()
    expect(example('listServerBackups', 200)).toBeDefined()
  })

  it('can be generated without changing the world', async () => {
    const world = makeWorld({ seed: 'nestbox', scenario: 'demo', scale: 40 })
    const before = world.checksum()
    await openApi({
      gapSettings: profile('panel'),
      world,
      ...at,
    })
    expect(makeWorld(world.identity).checksum()).toBe(before)
    expect(JSON.stringify(world.tables.users.rows())).toBe(
      JSON.stringify(makeWorld(world.identity).tables.users.rows()),
    )
    expect(world.checksum()).toBe(before)
  })

  it('has examples for a world without rows', async () => {
    const world = makeWorld({ seed: 'nestbox', scenario: 'empty', scale: 1 })
    const { tables } = world
    for (const table of Object.values(tables)) for (const id of table.ids()) table.remove(id)
    const description = asRead(await openApi({ ...at, gapSettings: new GapSettings(), world }))
    expect((await new Validator().validate(structuredClone(description))).valid).toBe(true)
    expect(Object.keys(operationOf(description, 'updateNode').responses)).toContain('200')
  })
})

it('the description has Retry-After for 429 of the rate limit, and for no other status', async () => {
  const description = await describedBy(new GapSettings().set('rate.limit', '256-a-minute'))
  const counts = ['X-RateLimit-Limit', 'X-RateLimit-Remaining']
  const { responses } = operationOf(description, 'createUser')
  const headersOf = (status: number) => Object.keys(responses[status].headers)
  expect(headersOf(429)).toEqual(['X-Nestbox-Assumed', ...counts, 'Retry-After', 'X-RateLimit-Reset'])
  expect(headersOf(201)).toEqual(['X-Nestbox-Assumed', ...counts])
  expect(Object.keys(description.components.headers)).toEqual(headersOf(429))
  const [example] = Object.values<Json>(responses[429].content['application/json'].examples)
  expect(example.value.errors[0].detail).toBe('More than 256 requests in a minute; try again in 60 s.')
})

it('the description has Retry-After for too many backups, which is not the rate limit', async () => {
  const description = await describedBy(new GapSettings().set('operations.beyond', 'panel'))
  const { responses } = operationOf(description, 'createBackup')
  expect(Object.keys(responses[429].headers)).toEqual(['X-Nestbox-Assumed', 'Retry-After'])
  expect(Object.keys(description.components.headers)).toEqual(['X-Nestbox-Assumed', 'Retry-After'])
})

it('the description has the password of a created database', async () => {
  const description = await describedBy(new GapSettings().set('operations.beyond', 'panel'))
  const { responses } = operationOf(description, 'createServerDatabase')
  const { attributes } = responses[200].content['application/json'].example
  expect(attributes.relationships.password.object).toBe('database_password')
  expect(JSON.stringify(description.components.schemas)).toContain('"database_password"')
})

it('the description has security headers if they are sent', async () => {
  const settings = new GapSettings().set('headers.security', 'four')
  const description = await describedBy(settings)
  const { responses } = operationOf(description, 'createUser')
  const sent = Object.keys(securityHeaders(settings.gap))
  for (const status of [201, 422])
    expect(Object.keys(responses[status].headers)).toEqual(expect.arrayContaining(sent))
  expect(Object.keys(description.components.headers)).toEqual(expect.arrayContaining(sent))
})

describe('the gap settings', () => {
  const responsesOf = async (id: string, gapSettings: GapSettings): Promise<string[]> =>
    Object.keys(operationOf(await describedBy(gapSettings), id).responses)

  it.each([
    ['createUser', 'status.created', '200', '200', '201'],
    ['updateNode', 'status.success', '202', '202', '200'],
    ['updateNode', 'status.unknown-resource', '400', '400', '404'],
    ['listServerMounts', 'refusal.wrong-kind', '404', '404', '403'],
    ['listServerBackups', 'server.unavailable', 'conflict', '409', '418'],
    ['createUser', 'rate.limit', '256-a-minute', '429', '418'],
  ])('change %s with %s set to %s: %s, no %s', async (id, gap, choice, has, lacks) => {
    const statuses = await responsesOf(id, new GapSettings().set(gap, choice))
    expect(statuses).toContain(has)
    expect(statuses).not.toContain(lacks)
  })

  it.each([
    ['environment-skip_scripts', ['startup', 'environment', 'egg_id', 'docker_image', 'skip_scripts']],
    ['variables-skip_install', ['startup', 'variables', 'egg_id', 'docker_image', 'skip_install']],
  ])('change the fields of the startup update with %s', async (choice, fields) => {
    const description = await describedBy(new GapSettings().set('startup.fields', choice))
    const { schema, example } = operationOf(description, 'updateServerStartup').requestBody.content[
      'application/json'
    ]
    expect(Object.keys(schema.properties)).toEqual(fields)
    expect(Object.keys(example)).toEqual(fields)
  })

  it('change the required fields', async () => {
    const { requestBody } = operationOf(
      await describedBy(new GapSettings().set('node.partial', 'require')),
      'updateNode',
    )
    expect(requestBody.required).toBe(true)
    expect(requestBody.content['application/json'].schema.required).toHaveLength(14)
  })

  it.each([
    ['lenient', { anyOf: [{ required: ['tags'] }, { required: ['tag_ids'] }] }],
    ['strings', { required: ['tags'] }],
  ])('change the fields of a tag sync, one of which is required: %s', async (choice, expected) => {
    const { requestBody } = operationOf(
      await describedBy(new GapSettings().set('tags.body', choice)),
      'syncNodeTags',
    )
    expect(requestBody.content['application/json'].schema).toMatchObject(expected)
  })

  it.each([
    ['unfinished', ['checksum', 'completed_at']],
    ['filled', []],
    ['null', ['checksum', 'completed_at']],
  ])('change the fields of a backup that can be null: %s', async (choice, expected) => {
    const description = await describedBy(new GapSettings().set('nulls', choice))
    const { Backup, Node } = description.components.schemas
    const nullable = ({ properties }: Json): string[] =>
      Object.entries<Json>(properties.attributes.properties).flatMap(([name, schema]) =>
        JSON.stringify(schema).includes('"null"') ? [name] : [],
      )
    expect(nullable(Backup).sort()).toEqual(expected)
    expect(nullable(Node)).toEqual(choice === 'null' ? ['description'] : [])
  })

  it.each([
    ['companions', 'ignore', 'showNode', true],
    ['companions', 'ignore', 'listNodes', true],
    ['companions', 'ignore', 'listTags', false],
    ['absent', 'ignore', 'importEgg', false],
    ['absent', 'expand', 'importEgg', true],
    ['absent', 'expand', 'listServerBackups', false],
  ])('change the parameter include: %s, %s, %s', async (beyond, choice, id, expected) => {
    const gapSettings = new GapSettings()
      .set('operations.beyond', beyond)
      .set('relationships.include', choice)
    const { parameters } = operationOf(await describedBy(gapSettings), id)
    expect(parameters.some(({ name }: Json) => name === 'include')).toBe(expected)
  })

  it('change whether unknown fields are allowed', async () => {
    const { requestBody } = operationOf(
      await describedBy(new GapSettings().set('body.unknown-fields', 'refuse')),
      'createUser',
    )
    expect(requestBody.content['application/json'].schema.additionalProperties).toBe(false)
  })

  it('change the limits of pages', async () => {
    const gapSettings = new GapSettings()
      .set('page.maximum-databases', '500')
      .set('page.default-databases', '15')
    const { parameters } = operationOf(await describedBy(gapSettings), 'listHostDatabases')
    expect(parameters.at(-1).schema).toEqual({ type: 'integer', minimum: 1, maximum: 500, default: 15 })
  })

  it('are listed at the operations that they affect', async () => {
    const description = await describedBy()
    expect(operationOf(description, 'syncNodeTags')['x-nestbox-gaps']).toEqual(
      expect.arrayContaining(['tags.body', 'tags.unknown', 'error.body']),
    )
    expect(operationOf(description, 'createUser')['x-nestbox-gaps']).not.toContain('tags.body')
  })
})

describe('the security of operations', () => {
  it('is described for every operation', async () => {
    const description = await describedBy()
    expect(operationOf(description, 'createUser').security).toEqual([
      { applicationToken: [] },
      { clientToken: [] },
    ])
    expect(operationOf(description, 'importEgg').security).toEqual([{ clientToken: [] }])
    expect(operationOf(description, 'listServerBackups').security).toEqual([{ clientToken: [] }])
    expect(operationOf(description, 'importEgg').description).toContain(
      'Accepts a client token of a root administrator.',
    )
  })

  it('includes the tokens if they are given', async () => {
    const world = makeWorld({ seed: 'nestbox', scenario: 'empty', scale: 1 })
    const tokens = { application: 'a', rootClient: 'b', userClient: 'c' }
    const { components } = await openApi({
      gapSettings: new GapSettings(),
      world,
      ...at,
      tokens,
    })
    expect(components['securitySchemes']).toMatchObject({
      applicationToken: { 'x-nestbox-tokens': { application: 'a' } },
      clientToken: { 'x-nestbox-tokens': { rootClient: 'b', userClient: 'c' } },
    })
  })
})

describe('the import', () => {
  it('uploads a file', async () => {
    const { requestBody } = operationOf(await describedBy(), 'importEgg')
    const { schema, example } = requestBody.content['multipart/form-data']
    expect(schema.properties.import_file).toMatchObject({ type: 'string', format: 'binary' })
    expect(schema.required).toEqual(['import_file'])
    expect(JSON.parse(example.import_file)).toHaveProperty('docker_images')
  })
})
