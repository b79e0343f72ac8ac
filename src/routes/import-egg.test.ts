import { describe, expect, it } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Json, type Service, startService, upload } from '../testing/service.ts'

const path = '/api/admin/eggs/1/import'

const send = ({ ask, root }: Service, file: unknown, to = path) =>
  ask('POST', to, { token: root, body: upload(typeof file === 'string' ? file : JSON.stringify(file)) })

const variable = (env_variable: string, more: object = {}) => ({
  name: env_variable,
  description: '',
  env_variable,
  default_value: 'server.jar',
  user_viewable: true,
  user_editable: true,
  rules: 'required|string',
  ...more,
})

describe('the import', () => {
  it('changes the egg as the file says', async () => {
    const service = await startService()
    const { status, json } = await send(service, exampleEgg)
    expect(status).toBe(200)
    expect(json.attributes).toMatchObject({
      id: 1,
      name: 'Paper, tuned',
      description: exampleEgg.description,
      features: exampleEgg.features,
      docker_images: exampleEgg.docker_images,
      docker_image: 'ghcr.io/pterodactyl/yolks:java_21',
      startup: exampleEgg.startup,
      config: {
        files: JSON.parse(exampleEgg.config.files),
        startup: { done: [')! For help, type '] },
        stop: 'stop',
        logs: { custom: false, location: '' },
        file_denylist: ['ops.json.lock'],
      },
      script: {
        install: exampleEgg.scripts.installation.script,
        entry: 'bash',
        container: 'ghcr.io/pterodactyl/installers:debian',
      },
    })
  })

  it('keeps the images of the egg if the file has none', async () => {
    const service = await startService()
    const { docker_images } = service.world.tables.eggs.must(1)
    const { status, json } = await send(service, { ...exampleEgg, docker_images: undefined })
    expect([status, json.attributes.docker_images]).toEqual([200, docker_images])
    expect(json.attributes.docker_image).toBe(Object.values(docker_images)[0])
  })

  it.each(['STARTUP', 'P_SERVER_UUID', 'P_SERVER_LOCATION', 'P_SERVER_ALLOCATION_LIMIT'])(
    'accepts a variable with the name %s, and servers show its value',
    async (name) => {
      const service = await startService({ deviate: ['environment-number'] })
      await send(service, { ...exampleEgg, variables: [variable(name, { default_value: 'of the egg' })] })
      const startup = '/api/admin/servers/1/startup'
      const shown = async (json: object) =>
        (await service.ask('PUT', startup, { token: service.root, json })).json.attributes.container
          .environment[name]
      expect(await shown({})).toBe('of the egg')
      expect(await shown({ environment: { [name]: 'of the server' } })).toBe('of the server')
    },
  )

  it('keeps identity, author and tags, and the fields that no file has', async () => {
    const service = await startService()
    const before = service.world.tables.eggs.must(1)
    await send(service, exampleEgg)
    const after = service.world.tables.eggs.must(1)
    const kept = (egg: typeof before) => ({
      id: egg.id,
      uuid: egg.uuid,
      author: egg.author,
      tag_ids: egg.tag_ids,
      created_at: egg.created_at,
      force: egg.force_outgoing_ip,
      privileged: egg.script.privileged,
      extends: [egg.config.extends, egg.script.extends],
    })
    expect(kept(after)).toEqual(kept(before))
    expect(after.updated_at).not.toBe(before.updated_at)
  })

  it('responds with variables, tags and servers', async () => {
    const service = await startService()
    const { json } = await send(service, exampleEgg)
    const { variables, tags, servers } = json.attributes.relationships
    const running = service.world.tables.servers.rows().filter((server) => server.egg_id === 1)
    expect(variables.data.map((each: Json) => each.attributes.env_variable)).toEqual([
      'SERVER_JARFILE',
      'DL_PATH',
    ])
    expect(tags.data.map((each: Json) => each.attributes.slug)).toEqual(['minecraft', 'java'])
    expect(servers.data.map((each: Json) => each.attributes.id)).toEqual(running.map(({ id }) => id))
  })

  it('updates existing variables, adds new ones, and removes the others with their values in servers', async () => {
    const service = await startService()
    const { servers, variables } = service.world.tables
    const old = variables.of('egg', 1)
    const jar = old.find((each) => each.env_variable === 'SERVER_JARFILE')
    const gone = old.find((each) => each.env_variable === 'MINECRAFT_VERSION')
    await service.ask('PUT', '/api/admin/servers/1/startup', {
      token: service.root,
      json: { environment: { SERVER_JARFILE: 'mine.jar', MINECRAFT_VERSION: '1.20.4' } },
    })
    await send(service, { ...exampleEgg, variables: [variable('NEW_ONE'), variable('SERVER_JARFILE')] })
    const now = variables.of('egg', 1)
    expect(now.map((each) => each.env_variable).sort()).toEqual(['NEW_ONE', 'SERVER_JARFILE'])
    expect(now.find((each) => each.env_variable === 'SERVER_JARFILE')).toMatchObject({
      id: jar?.id,
      created_at: jar?.created_at,
      rules: 'required|string',
    })
    expect(now.map(({ env_variable, sort_order }) => [sort_order, env_variable]).sort()).toEqual([
      [1, 'NEW_ONE'],
      [2, 'SERVER_JARFILE'],
    ])
    expect(variables.get(gone?.id ?? 0)).toBeUndefined()
    expect(servers.must(1).environment).toEqual({ SERVER_JARFILE: 'mine.jar' })
  })

  it('does not change servers without a value of a removed variable', async () => {
    const service = await startService()
    const { servers, variables } = service.world.tables
    await service.ask('PUT', '/api/admin/servers/1/startup', {
      token: service.root,
      json: { environment: { BUILD_NUMBER: '120' } },
    })
    const before = servers.of('egg', 1)
    const others = variables.of('egg', 1).map((each) => each.env_variable)
    const kept = others.filter((name) => name !== 'BUILD_NUMBER').map((name) => variable(name))
    await send(service, { ...exampleEgg, variables: kept })
    const changed = servers.of('egg', 1).filter((server, index) => server !== before[index])
    expect(changed.map(({ id }) => id)).toEqual([1])
    expect(before.length).toBeGreaterThan(1)
  })

  it('removes all variables if the file has none', async () => {
    const service = await startService()
    const { variables: _, ...without } = exampleEgg
    const { json } = await send(service, without)
    expect(json.attributes.relationships.variables.data).toEqual([])
    expect(service.world.tables.servers.must(1).environment).toEqual({})
  })

  it('does not change the startup and image of servers', async () => {
    const service = await startService()
    const before = service.world.tables.servers.must(1)
    await send(service, exampleEgg)
    const { startup, image } = service.world.tables.servers.must(1)
    expect({ startup, image }).toEqual({ startup: before.startup, image: before.image })
  })

  it('changes nothing when it is repeated', async () => {
    const service = await startService({ clock: () => '2026-07-01T00:00:00+00:00' })
    const first = await send(service, exampleEgg)
    expect((await send(service, exampleEgg)).json).toEqual(first.json)
  })

  it('can be undone with the file of another egg', async () => {
    const service = await startService()
    const { json } = await send(service, { ...exampleEgg, name: 'Other' }, '/api/admin/eggs/2/import')
    expect(json.attributes).toMatchObject({ id: 2, name: 'Other' })
    expect(service.world.tables.eggs.must(1).name).toBe('Paper')
  })

  it.each<[what: string, file: unknown, field: string, rule: string]>([
    ['no JSON', 'PTDL_v2', 'import_file', 'json'],
    ['an empty file', '', 'import_file', 'json'],
    ['a list', [], 'import_file', 'object'],
    ['no name', { ...exampleEgg, name: undefined }, 'name', 'required'],
    ['a number as a name', { ...exampleEgg, name: 7 }, 'name', 'string'],
    ['a config that is a string', { ...exampleEgg, config: 'x' }, 'config', 'object'],
    ['invalid JSON as config files', { ...exampleEgg, config: { files: '{' } }, 'config.files', 'json'],
    ['no scripts', { ...exampleEgg, scripts: {} }, 'scripts.installation', 'object'],
    ['an image that is a number', { ...exampleEgg, docker_images: { a: 1 } }, 'docker_images.a', 'string'],
    [
      'a variable without a name',
      { ...exampleEgg, variables: [variable('A', { name: undefined })] },
      'variables.0.name',
      'required',
    ],
    [
      'a flag that is a string',
      { ...exampleEgg, variables: [variable('A', { user_viewable: 'x' })] },
      'variables.0.user_viewable',
      'boolean',
    ],
    ['too deep', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 'import_file', 'max'],
  ])('refuses %s, names the field, and changes nothing', async (_, file, field, rule) => {
    const service = await startService()
    const before = service.world.checksum()
    const { status, json } = await send(service, file)
    expect(status).toBe(422)
    expect(json.errors).toHaveLength(1)
    expect(json.errors[0]).toMatchObject({
      code: 'InvalidFileUploadException',
      meta: { source_field: field, rule },
    })
    expect(service.world.checksum()).toBe(before)
  })

  it.each<[what: string, meta: unknown, field: string, rule: string]>([
    ['no version', {}, 'meta.version', 'in'],
    ['no meta', undefined, 'meta', 'object'],
    ['version 3', { version: 'PTDL_v3' }, 'meta.version', 'in'],
  ])('accepts a file with %s only if egg.format allows it', async (_, meta, field, rule) => {
    const file = { ...exampleEgg, meta }
    const taken = await send(await startService(), file)
    expect([taken.status, taken.headers.get('x-nestbox-assumed')]).toEqual([
      200,
      expect.stringContaining('egg.format'),
    ])
    const gapSettings = new GapSettings().set('egg.format', 'ptdl')
    const { status, json, headers } = await send(await startService({ gapSettings }), file)
    expect([status, json.errors[0].meta]).toEqual([422, { source_field: field, rule }])
    expect(headers.get('x-nestbox-assumed')).toContain('egg.format')
  })

  it.each<[what: string, file: string, status: number, errors: object]>([
    ['a number', '5', 422, { meta: { source_field: 'import_file', rule: 'mimetypes' } }],
    ['an empty file', '', 422, { meta: { source_field: 'import_file', rule: 'mimetypes' } }],
    ['a binary file', '\u0000\u0001', 422, { meta: { source_field: 'import_file', rule: 'mimetypes' } }],
    ['a text', 'no egg', 422, { code: 'InvalidFileUploadException' }],
    ['JSON that is not an egg', '{}', 422, { code: 'InvalidFileUploadException' }],
  ])('refuses a file by its content with that choice: %s', async (_, file, status, expected) => {
    const service = await startService({
      gapSettings: new GapSettings().set('import.refusals', 'by-content'),
    })
    const { ask, root } = service
    const reply = await ask('POST', path, { token: root, body: upload(file) })
    expect(reply.status).toBe(status)
    expect(reply.json.errors).toEqual([expect.objectContaining(expected)])
    expect('meta' in reply.json.errors[0]).toBe('meta' in expected)
    expect(reply.headers.get('x-nestbox-assumed')).toContain('import.refusals')
  })

  it.each([
    ['422', 422],
    ['400', 400],
  ])('refuses an unreadable file with the status of the gap status.bad-file=%s', async (choice, due) => {
    const gapSettings = new GapSettings().set('status.bad-file', choice)
    const { status, headers } = await send(await startService({ gapSettings }), { ...exampleEgg, name: 1 })
    expect([status, headers.get('x-nestbox-assumed')]).toEqual([
      due,
      expect.stringContaining('status.bad-file'),
    ])
  })

  it('refuses a file of more than 1,000 KiB', async () => {
    const service = await startService()
    const { status } = await send(service, { ...exampleEgg, description: 'x'.repeat(1_024_001) })
    expect(status).toBe(413)
  })

  it('refuses a file that is not UTF-8, since its text would change', async () => {
    const { ask, root } = await startService()
    const latin1 = Buffer.from(JSON.stringify({ ...exampleEgg, name: 'Straße' }), 'latin1')
    const { status, json } = await ask('POST', path, { token: root, body: upload(new Blob([latin1])) })
    expect([status, json.errors[0].detail]).toEqual([
      422,
      'The file in "import_file" cannot be read: its text must be UTF-8.',
    ])
  })

  it('requires the part import_file', async () => {
    const { ask, root } = await startService()
    const { status, json } = await ask('POST', path, { token: root, body: upload('{}', 'file') })
    expect(status).toBe(422)
    expect(json.errors[0]).toMatchObject({
      detail: 'The `import_file` must be sent: the part that holds the egg share file.',
      meta: { source_field: 'import_file', rule: 'required' },
    })
  })

  it('requires a file if import_file is a plain field', async () => {
    const { ask, root } = await startService()
    const form = new FormData()
    form.append('import_file', JSON.stringify(exampleEgg))
    const { status, json } = await ask('POST', path, { token: root, body: form })
    expect(status).toBe(422)
    expect(json.errors[0]).toMatchObject({
      detail: 'The `import_file` must be an uploaded file, not a plain field.',
      meta: { source_field: 'import_file', rule: 'file' },
    })
  })

  it('is described with the part that holds the file', async () => {
    const { ask } = await startService()
    const { json } = await ask('GET', '/_nestbox/openapi.json')
    const body = json.paths['/api/admin/eggs/{egg_id}/import'].post.requestBody
    expect(body.content['multipart/form-data'].schema.properties.import_file).toMatchObject({
      type: 'string',
      format: 'binary',
      description: expect.stringMatching(/^An egg share file: JSON/),
    })
  })

  it('accepts no JSON body', async () => {
    const { ask, root } = await startService()
    expect((await ask('POST', path, { token: root, json: exampleEgg })).status).toBe(415)
  })

  it('responds with 404 for an unknown egg', async () => {
    const service = await startService()
    const { status, json } = await send(service, exampleEgg, '/api/admin/eggs/99/import')
    expect([status, json.errors[0].detail]).toEqual([404, 'There is no egg "99".'])
  })

  it.each<[choice: string, author: string, tags: number]>([
    ['author-and-tags', 'eggs@example.com', 2],
    ['identity', exampleEgg.author, 2],
    ['bare', exampleEgg.author, 0],
  ])('follows import.keeps=%s', async (choice, author, tags) => {
    const service = await startService({ gapSettings: new GapSettings().set('import.keeps', choice) })
    const { json } = await send(service, exampleEgg)
    expect(json.attributes.author).toBe(author)
    expect(json.attributes.relationships.tags.data).toHaveLength(tags)
  })
})
