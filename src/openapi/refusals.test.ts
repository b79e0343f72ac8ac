import { describe, expect, it } from 'vitest'
import type { Family } from '../contract/operations.ts'
import { makeWorld } from '../fixtures/index.ts'
import { GapSettings, profile } from '../gaps/gap-settings.ts'
import { type Json, type Reply, type Service, startService, upload } from '../testing/service.ts'
import { openApi } from './open-api.ts'
import { refusals } from './refusals.ts'
import { asRead, operationsIn } from './testing/described.ts'

/** A request as the description shows it, in its parts. */
interface Request {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Json
  readonly token: string
}

interface Scene {
  readonly service: Service
  readonly good: Request
  readonly server: () => Json
}

type Change = (scene: Scene) => Partial<Request> | undefined | Promise<Partial<Request> | undefined>

const noId = '999999999'

const set =
  (field: string, value: unknown): Change =>
  ({ good }) => ({ body: { ...good.body, [field]: value } })

const inQuery =
  (query: Request['query']): Change =>
  () => ({ query })

/** Makes the request of each title one that is refused for that reason, by a change of it or of the world. */
const changes: Readonly<Record<string, Change>> = {
  'The path names an unknown resource.': ({ good }) => ({
    params: Object.fromEntries(
      Object.entries(good.params).map(([name, value]) => [
        name,
        /^\d+$/.test(value) ? noId : '00000000-0000-4000-8000-000000000000',
      ]),
    ),
  }),
  'A field that must be sent is missing.': () => ({ body: {} }),
  'A field is of the wrong type.': ({ good }) => ({
    body: Object.fromEntries(Object.keys(good.body).map((name) => [name, { a: { b: 1 } }])),
  }),
  'A field is not known to the operation.': set('unheard_of', true),
  'There is no such location.': set('location_id', Number(noId)),
  'There is no such egg.': set('egg_id', Number(noId)),
  'There is no such tag.': set('tags', [noId]),
  'The egg has none of the tags that the node accepts.': async ({ service, good, server }) => {
    const { eggs, nodes } = service.world.tables
    await service.edit('nodes', nodes.must(server().node_id).id, { tag_ids: [1] })
    const egg = eggs.rows().find(({ id, tag_ids }) => id !== server().egg_id && !tag_ids.includes(1))
    return { body: { ...good.body, egg_id: egg?.id } }
  },
  'Another user has that e-mail address.': ({ service, good }) => ({
    body: { ...good.body, email: service.world.tables.users.must(1).email },
  }),
  'The file is not an egg share file.': () => ({ body: { import_file: 'not an egg' } }),
  'The number of the page is not an integer from 1.': inQuery({ page: '0' }),
  'The requested page is larger than the maximum.': inQuery({ per_page: '100000' }),
  'There is no such page.': inQuery({ page: noId }),
  'The list has no such filter or order.': inQuery({ sort: 'nothing' }),
  'The server belongs to another user.': async ({ service, server }) => {
    const { users } = service.world.tables
    const another = users.rows().find(({ id, root_admin }) => !root_admin && id !== server().user_id)
    await service.edit('servers', server().id, { user_id: another?.id ?? 0, subuser_ids: [] })
  },
  'The server is not installed yet.': async ({ service, server }) => {
    await service.edit('servers', server().id, { status: 'installing' })
  },
  'The server is suspended or busy, or its node is in maintenance.': async ({ service, server }) => {
    await service.edit('servers', server().id, { status: 'suspended' })
  },
  'The server has reached its limit.': async ({ service, server }) => {
    const feature_limits = { databases: 0, allocations: 0, backups: 0 }
    await service.edit('servers', server().id, { feature_limits })
  },
  'Too many backups were created recently.': async ({ service, server }) => {
    for (let count = 0; count < 5; count += 1)
      await service.add.backup({ server_id: server().id, created_at: now })
  },
  'The backup is in progress.': ({ service, good }) =>
    setBackup(service, good, { completed_at: null, is_successful: false }),
  'The backup is locked.': ({ service, good }) =>
    setBackup(service, good, { is_locked: true, is_successful: true }),
  'The user owns servers.': async ({ service, good, server }) => {
    await service.edit('servers', server().id, { user_id: Number(good.params['user'] ?? 1) })
  },
}

async function setBackup(
  { world: { tables }, edit }: Service,
  { params }: Request,
  fields: Json,
): Promise<undefined> {
  const backup = tables.backups.rows().find(({ uuid }) => uuid === params['backup_uuid'])
  if (backup) await edit('backups', backup.id, fields)
}

const now = '2026-06-01T12:00:00+00:00'

/** The good request of a description, with its examples. */
function goodRequest(path: string, { parameters, requestBody }: Json, service: Service): Request {
  // Every path begins with /api and its family.
  const family = path.split('/')[2] as Family
  const examples = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((each: Json) => each.in === place && each.example !== undefined)
        .map((each: Json) => [each.name, String(each.example)]),
    )
  const [content] = Object.values<Json>(requestBody?.content ?? {})
  return {
    params: examples('path'),
    query: examples('query'),
    body: content?.example,
    token: { application: service.application, admin: service.root, client: service.user }[family],
  }
}

function send(
  service: Service,
  method: string,
  path: string,
  { params, query, body, token }: Request,
): Promise<Reply> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name)
  const url = `${filled}?${new URLSearchParams(query)}`
  if (body === undefined) return service.ask(method, url, { token })
  const isUpload = path.endsWith('/import')
  const form = body.import_file === undefined ? new FormData() : upload(String(body.import_file))
  return service.ask(method, url, { token, ...(isUpload ? { body: form } : { json: body }) })
}

/** The choices that refuse most. */
const strict = {
  'body.unknown-fields': 'refuse',
  'references.unknown': '404',
  'tags.unknown': 'refuse',
  'tags.enforced': 'refuse',
  'server.unavailable': 'conflict',
  'page.invalid': 'refuse-everywhere',
  'page.over-maximum': 'refuse',
  'page.over-maximum-databases': 'refuse',
  'page.past-end': '404',
  'access.root-anywhere': 'refuse',
  'node.partial': 'require',
  'startup.partial': 'require',
} as const

const settings: readonly (readonly [name: string, gapSettings: GapSettings])[] = [
  ['literal', new GapSettings()],
  [
    'the choices with most refusals',
    Object.entries(strict).reduce((all, [id, choice]) => all.set(id, choice), new GapSettings()),
  ],
  ['panel', profile('panel')],
  ['grease:1', profile('grease:1')],
  ['grease:2', profile('grease:2')],
]

it('has a request for every refusal', () => {
  expect(Object.keys(changes).sort()).toEqual(refusals.map(({ title }) => title).sort())
})

describe.each(settings)('with the settings %s', (_, base) => {
  const gapSettings = base.set('rate.limit', 'off').set('error.negotiation', 'html')

  it('each described refusal occurs, and no other', async () => {
    const service = await startService({ gapSettings, clock: () => now })
    const { url } = service
    const description = asRead(
      await openApi({ gapSettings, world: makeWorld({}), base: url, version: '1', now }),
    )
    const wrong: string[] = []
    for (const { path, method, operation } of operationsIn(description)) {
      const described = (title: string): string | undefined =>
        Object.entries<Json>(operation.responses).find(([, each]) => each.description.includes(title))?.[0]
      for (const [title, change] of Object.entries(changes)) {
        await service.reset()
        const good = goodRequest(path, operation, service)
        const server = () => {
          const { servers } = service.world.tables
          const named = good.params['server_uuid'] ?? good.params['server_admin_identifier']
          return (
            servers
              .rows()
              .find(({ id, uuid }) => uuid === named || String(id) === (named ?? good.params['server'])) ??
            servers.must(1)
          )
        }
        const isPossible =
          good.body !== undefined || !/field|file|such (?:location|egg|tag)|has (?:none|that)/i.test(title)
        if (!isPossible) continue
        const { status } = await send(service, method.toUpperCase(), path, {
          ...good,
          ...(await change({ service, good, server })),
        })
        const expected = described(title)
        const isRight =
          expected === undefined ? String(status) in operation.responses : String(status) === expected
        if (!isRight) wrong.push(`${operation.operationId}, ${title} ${status} instead of ${expected}`)
      }
    }
    expect(wrong).toEqual([])
  }, 60_000)

  it.each([
    ['application/json', 'WWW-Authenticate'],
    ['text/html', 'Location'],
  ])('a refusal as %s has the header %s, as described', async (accept, name) => {
    const { url, ask } = await startService({ gapSettings })
    const { paths } = asRead(
      await openApi({ gapSettings, world: makeWorld({}), base: url, version: '1', now }),
    )
    const { status, headers } = await ask('POST', '/api/application/users', { headers: { accept } })
    expect(headers.has(name)).toBe(true)
    expect(paths['/api/application/users'].post.responses[status].headers).toHaveProperty(name)
  })
})
