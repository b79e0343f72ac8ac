import { describe, expect, it } from 'vitest'
import type { SettableGapId } from '../contract/gaps/index.ts'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Json, type Service, startService, upload } from '../testing/service.ts'

const path = '/api/admin/servers/1/startup'

const put = ({ ask, root }: Service, json: unknown, to = path) => ask('PUT', to, { token: root, json })

describe('the startup update', () => {
  it('responds with command, egg and image as they were sent', async () => {
    const service = await startService()
    const sent = {
      startup: 'java -jar {{SERVER_JARFILE}}',
      egg_id: 2,
      docker_image: 'registry.example.com/java:21',
    }
    const { status, json } = await put(service, sent)
    expect(status).toBe(200)
    expect(json.attributes.egg).toBe(2)
    expect(json.attributes.container).toMatchObject({
      startup_command: sent.startup,
      image: sent.docker_image,
    })
    expect(json.attributes.container.environment.STARTUP).toBe(sent.startup)
  })

  it('keeps fields that are not sent', async () => {
    const service = await startService({ clock: () => '2026-07-01T00:00:00+00:00' })
    const before = service.world.tables.servers.must(1)
    await put(service, {})
    expect(service.world.tables.servers.must(1)).toEqual({
      ...before,
      updated_at: '2026-07-01T00:00:00+00:00',
    })
  })

  it("keeps the server's own command and image if its current egg is sent", async () => {
    const service = await startService()
    const own = { startup: './mine', docker_image: 'mine:1', environment: { SERVER_JARFILE: 'mine.jar' } }
    await put(service, { ...own, skip_scripts: true })
    const { updated_at: _, ...before } = service.world.tables.servers.must(1)
    expect(before).toMatchObject({ startup: './mine', image: 'mine:1', skip_scripts: true })
    await put(service, { egg_id: 1 })
    expect(service.world.tables.servers.must(1)).toMatchObject(before)
  })

  it('accepts the UUID of a server instead of its id', async () => {
    const service = await startService()
    const { uuid } = service.world.tables.servers.must(1)
    const { json } = await put(service, { startup: 'x' }, `/api/admin/servers/${uuid}/startup`)
    expect(json.attributes).toMatchObject({ id: 1, uuid, identifier: uuid.slice(0, 8) })
  })

  it('responds with every relationship', async () => {
    const service = await startService()
    const { json } = await put(service, {})
    const { relationships, user, node, allocation, egg } = json.attributes
    expect(Object.keys(relationships)).toEqual([
      'allocation',
      'allocations',
      'user',
      'egg',
      'variables',
      'node',
    ])
    expect(relationships.user.attributes.id).toBe(user)
    expect(relationships.node.attributes.id).toBe(node)
    expect(relationships.egg.attributes.id).toBe(egg)
    expect(relationships.allocation.attributes).toMatchObject({
      id: allocation,
      server_id: 1,
      assigned: true,
    })
    expect(relationships.allocations.data[0].attributes.id).toBe(allocation)
    expect(relationships.variables.data.length).toBeGreaterThan(2)
  })

  it('takes command and image from a new egg unless they are sent', async () => {
    const service = await startService()
    const egg = service.world.tables.eggs.must(2)
    const { json } = await put(service, { egg_id: 2 })
    expect(json.attributes.container).toMatchObject({
      startup_command: egg.startup,
      image: Object.values(egg.docker_images)[0],
    })
  })

  it.each<[what: string, images: Json, expected: (now: string) => string]>([
    ['the first image of the egg', { New: 'new:2', Old: 'old:1' }, () => 'new:2'],
    ['the current image, if the egg has none', {}, (now) => now],
  ])('with a new egg starts %s', async (_, images, expected) => {
    const service = await startService()
    const { image } = service.world.tables.servers.must(1)
    await service.ask('POST', '/api/admin/eggs/2/import', {
      token: service.root,
      body: upload(JSON.stringify({ ...exampleEgg, docker_images: images })),
    })
    const { json } = await put(service, { egg_id: 2 })
    expect(json.attributes.container.image).toBe(expected(image))
  })

  it('keeps values of variables with the same name that are valid for the new egg, and no others', async () => {
    const service = await startService()
    const vanilla = {
      ...exampleEgg,
      variables: [
        { ...exampleEgg.variables[0], rules: 'required|string' },
        { ...exampleEgg.variables[0], env_variable: 'MINECRAFT_VERSION', rules: 'required|integer' },
      ],
    }
    await service.ask('POST', '/api/admin/eggs/2/import', {
      token: service.root,
      body: upload(JSON.stringify(vanilla)),
    })
    await put(service, { environment: { SERVER_JARFILE: 'mine.jar', MINECRAFT_VERSION: '1.20.4' } })
    const { json } = await put(service, { egg_id: 2 })
    expect(service.world.tables.servers.must(1).environment).toEqual({ SERVER_JARFILE: 'mine.jar' })
    expect(json.attributes.container.environment).toMatchObject({
      SERVER_JARFILE: 'mine.jar',
      MINECRAFT_VERSION: 'server.jar',
    })
  })

  it('sets values of the environment and shows them in both places', async () => {
    const service = await startService()
    const { json } = await put(service, { environment: { SERVER_JARFILE: 'other.jar' } })
    const variable = json.attributes.relationships.variables.data.find(
      (each: Json) => each.attributes.env_variable === 'SERVER_JARFILE',
    )
    expect(json.attributes.container.environment.SERVER_JARFILE).toBe('other.jar')
    expect(variable.attributes).toMatchObject({ server_value: 'other.jar', required: true })
  })

  it('keeps values that the environment omits', async () => {
    const service = await startService()
    await put(service, { environment: { SERVER_JARFILE: 'other.jar' } })
    const { json } = await put(service, { environment: { MINECRAFT_VERSION: '1.21' } })
    expect(json.attributes.container.environment).toMatchObject({
      SERVER_JARFILE: 'other.jar',
      MINECRAFT_VERSION: '1.21',
    })
  })

  it('accepts the environment of its own response', async () => {
    const service = await startService()
    const first = await put(service, {})
    const { environment } = first.json.attributes.container
    const { status, json } = await put(service, { environment })
    expect(status).toBe(200)
    expect(json.attributes.container.environment).toEqual(environment)
  })

  it.each<[choice: string, what: string, skip: Json, expected: boolean]>([
    ['strict', 'true', true, true],
    ['strict', 'false', false, false],
    ['lenient', '1', 1, true],
    ['lenient', '0', 0, false],
    ['lenient', '"1"', '1', true],
    ['lenient', '"0"', '0', false],
  ])('accepts, with body.types=%s, %s for skip_scripts', async (choice, _, skip, expected) => {
    const service = await startService({ gapSettings: new GapSettings().set('body.types', choice) })
    await put(service, { skip_scripts: !expected })
    const { json } = await put(service, { skip_scripts: skip })
    expect(json.attributes.container.skip_scripts).toBe(expected)
  })

  it.each<[what: string, body: Json, field: string, rule: string]>([
    ['an empty command', { startup: '' }, 'startup', 'required'],
    ['a number as a command', { startup: 1 }, 'startup', 'string'],
    ['an unknown egg', { egg_id: 99 }, 'egg_id', 'exists'],
    ['an egg as a string', { egg_id: '2' }, 'egg_id', 'integer'],
    ['an egg that the node does not accept', { egg_id: 7 }, 'egg_id', 'in'],
    ['an empty image', { docker_image: '' }, 'docker_image', 'regex'],
    ['an image with a newline', { docker_image: 'a\nb' }, 'docker_image', 'regex'],
    ['an image of 192 characters', { docker_image: 'a'.repeat(192) }, 'docker_image', 'max'],
    ['a string as the environment', { environment: 'A=1' }, 'environment', 'object'],
    ['a list as the environment', { environment: ['A'] }, 'environment', 'object'],
    [
      'an object in the environment',
      { environment: { SERVER_JARFILE: {} } },
      'environment.SERVER_JARFILE',
      'string',
    ],
    [
      'an invalid value of a variable',
      { environment: { SERVER_JARFILE: 'a.txt' } },
      'environment.SERVER_JARFILE',
      'regex',
    ],
    [
      'an empty required value',
      { environment: { SERVER_JARFILE: null } },
      'environment.SERVER_JARFILE',
      'required',
    ],
    ['2 for skip_scripts', { skip_scripts: 2 }, 'skip_scripts', 'boolean'],
    ['1 for skip_scripts', { skip_scripts: 1 }, 'skip_scripts', 'boolean'],
  ])('refuses %s and changes nothing', async (_, body, field, rule) => {
    const service = await startService()
    const before = service.world.checksum()
    const { status, json } = await put(service, body)
    expect(status).toBe(422)
    expect(json.errors[0].meta).toEqual({ source_field: field, rule })
    expect(service.world.checksum()).toBe(before)
  })

  it.each<[what: string, body: Json, detail: string]>([
    ['an unknown egg', { egg_id: 99 }, 'The `egg_id` must be the id of an egg.'],
    ['a string as the environment', { environment: 'x' }, 'The `environment` must be an object.'],
    ['a list as the environment', { environment: ['x'] }, 'The `environment` must be an object.'],
    ['a string as a flag', { skip_scripts: 'true' }, 'The `skip_scripts` must be true or false.'],
    [
      'an object in the environment',
      { environment: { SERVER_JARFILE: { a: 1 } } },
      'The `environment.SERVER_JARFILE` must be a string, a number, true, false or null.',
    ],
    ['an invalid image', { docker_image: 'a\nb' }, 'The `docker_image` must be a container image reference.'],
    [
      'an egg that the node does not accept',
      { egg_id: 7 },
      'The `egg_id` must be an egg with one of the tags that the node accepts: minecraft, java, proxy.',
    ],
  ])('explains what is wrong with %s', async (_, body, detail) => {
    const { json } = await put(await startService(), body)
    expect(json.errors.map((error: Json) => error.detail)).toEqual([detail])
  })

  const syncTags = ({ ask, root }: Service, tags: readonly string[]) =>
    ask('PUT', '/api/admin/nodes/1/tags', { token: root, json: { tags } })

  it('accepts an egg with one of the tags of the node', async () => {
    const service = await startService()
    await syncTags(service, ['rust', 'voice'])
    expect((await put(service, { egg_id: 7 })).status).toBe(200)
  })

  it('checks only a new egg against the tags of the node', async () => {
    const service = await startService()
    await syncTags(service, ['voice'])
    expect((await put(service, { egg_id: 1, startup: 'x' })).status).toBe(200)
    expect((await put(service, { egg_id: 2 })).status).toBe(422)
  })

  it('is described with the types of values of an environment', async () => {
    const { ask } = await startService()
    const { json } = await ask('GET', '/_nestbox/openapi.json')
    const { requestBody } = json.paths['/api/admin/servers/{server_admin_identifier}/startup'].put
    expect(JSON.stringify(requestBody)).toContain('"A string, a number, true, false or null."')
  })

  it('is not blocked by a slow pattern of an imported egg', async () => {
    const service = await startService()
    const evil = {
      ...exampleEgg.variables[0],
      env_variable: 'EVIL',
      rules: 'regex:/^(a+)+$/',
      default_value: '',
    }
    const egg = { ...exampleEgg, variables: [evil] }
    await service.ask('POST', '/api/admin/eggs/1/import', {
      token: service.root,
      body: upload(JSON.stringify(egg)),
    })
    const { status, json } = await put(service, { environment: { EVIL: `${'a'.repeat(60)}!` } })
    expect(status).toBe(422)
    expect(json.errors[0].meta).toEqual({ source_field: 'environment.EVIL', rule: 'regex' })
  })

  it.each(['installing', 'suspended'])('succeeds on a server that is %s', async (state) => {
    const service = await startService()
    const id = service.world.tables.servers.rows().find((server) => server.status === state)?.id
    const { status, json } = await put(service, { startup: 'go' }, `/api/admin/servers/${id}/startup`)
    expect(status).toBe(200)
    expect(json.attributes).toMatchObject({ status: state, suspended: state === 'suspended' })
    expect(json.attributes.container.installed).toBe(state === 'installing' ? 0 : 1)
  })

  it.each([
    ['snake', 'install_failed'],
    ['kebab', 'install-failed'],
  ])('shows states with the names of the gap server.status=%s', async (choice, word) => {
    const service = await startService({ gapSettings: new GapSettings().set('server.status', choice) })
    const { servers } = service.world.tables
    const id = servers.rows().find((server) => server.status === 'install_failed')?.id
    const { json } = await put(service, {}, `/api/admin/servers/${id}/startup`)
    expect(json.attributes.status).toBe(word)
  })

  it('requires all five fields as the panel does', async () => {
    const service = await startService({ gapSettings: new GapSettings().set('startup.partial', 'require') })
    const { json } = await put(service, {})
    const fields = json.errors.map((error: Json) => error.meta.source_field).sort()
    expect(fields).toEqual(['docker_image', 'egg_id', 'environment', 'skip_scripts', 'startup'])
  })

  it('accepts the other field names with that choice', async () => {
    const service = await startService({
      gapSettings: new GapSettings().set('startup.fields', 'variables-skip_install'),
    })
    const sent = {
      variables: { SERVER_JARFILE: 'x.jar' },
      skip_install: true,
      environment: { SERVER_JARFILE: 'no.jar' },
    }
    const { json } = await put(service, sent)
    expect(json.attributes.container).toMatchObject({
      skip_scripts: true,
      environment: { SERVER_JARFILE: 'x.jar' },
    })
  })

  it('empties omitted variables as the panel does', async () => {
    const service = await startService({
      gapSettings: new GapSettings().set('startup.missing-variables', 'clear'),
    })
    const { status, json } = await put(service, { environment: { BUILD_NUMBER: 'latest' } })
    expect(status).toBe(422)
    expect(json.errors.map((error: Json) => error.meta.source_field)).toContain('environment.SERVER_JARFILE')
  })

  it('refuses unknown variables with that choice', async () => {
    const service = await startService({
      gapSettings: new GapSettings().set('startup.unknown-variables', 'refuse'),
    })
    const { status, json } = await put(service, { environment: { NO_SUCH: '1' } })
    expect(status).toBe(422)
    expect(json.errors[0].meta.source_field).toBe('environment.NO_SUCH')
  })

  it.each<[gap: SettableGapId, choice: string, body: Json, status: number]>([
    ['startup.rules', 'refuse', { environment: { SERVER_JARFILE: 'a.txt' } }, 422],
    ['startup.rules', 'accept', { environment: { SERVER_JARFILE: 'a.txt' } }, 200],
    ['startup.images', 'usual', { docker_image: 'not an image!' }, 422],
    ['startup.images', 'usual', { docker_image: 'a'.repeat(192) }, 422],
    ['startup.images', 'any', { docker_image: 'not an image!' }, 200],
    ['startup.images', 'any', { docker_image: 'a'.repeat(192) }, 200],
    ['startup.images', 'any', { docker_image: '' }, 422],
    ['references.unknown', 'refuse', { egg_id: 99 }, 422],
    ['references.unknown', '404', { egg_id: 99 }, 404],
  ])('follows %s and names it: %s, %j', async (gap, choice, body, status) => {
    const service = await startService({ gapSettings: new GapSettings().set(gap, choice) })
    const before = service.world.checksum()
    const reply = await put(service, body)
    expect([reply.status, reply.json.errors]).toEqual([
      status,
      status === 200 ? undefined : expect.any(Array),
    ])
    expect(service.world.checksum() === before).toBe(status !== 200)
    expect(reply.headers.get('x-nestbox-assumed')).toContain(gap)
  })

  it('allows any egg on any node if tags are only advice', async () => {
    const service = await startService({ gapSettings: new GapSettings().set('tags.enforced', 'allow') })
    expect((await put(service, { egg_id: 7 })).json.attributes.egg).toBe(7)
  })
})
