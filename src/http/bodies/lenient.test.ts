import { describe, expect, it } from 'vitest'
import { GapSettings } from '../../gaps/gap-settings.ts'
import { type Json, startService } from '../../testing/service.ts'

const node = '/api/application/nodes/1'

describe('numbers and booleans as strings', () => {
  it.each<[choice: string, body: object, status: number, shown: object]>([
    ['strict', { memory: '2048' }, 422, {}],
    ['lenient', { memory: '2048', daemon_sftp: '2022' }, 200, { memory: 2048, daemon_sftp: 2022 }],
    [
      'lenient',
      { behind_proxy: 1, maintenance_mode: '0' },
      200,
      { behind_proxy: true, maintenance_mode: false },
    ],
    ['lenient', { memory: '2048.5' }, 422, {}],
    ['lenient', { memory: 'many' }, 422, {}],
    ['lenient', { memory: '0' }, 422, {}],
    ['lenient', { behind_proxy: 'yes' }, 422, {}],
    ['lenient', { name: 5 }, 422, {}],
  ])('are accepted as %s says: %j', async (choice, json, status, shown) => {
    const gapSettings = new GapSettings().set('body.types', choice)
    const { ask, application } = await startService({ gapSettings })
    const reply = await ask('PATCH', node, { token: application, json })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('x-nestbox-assumed')?.includes('body.types') ?? false).toBe(
      JSON.stringify(json) !== '{"memory":"2048.5"}' && !/many|yes|name/.test(JSON.stringify(json)),
    )
    if (status === 200) expect(reply.json.attributes).toMatchObject(shown)
  })
})

describe('spaces around strings', () => {
  it.each<[choice: string, body: object, status: number, shown: object]>([
    ['keep', { description: ' x ' }, 200, { description: ' x ' }],
    ['null', { description: ' x ' }, 200, { description: 'x' }],
    ['null', { description: '  ' }, 200, { description: null }],
    ['null', { name: ' ' }, 422, {}],
  ])('are treated as %s says: %j', async (choice, json, status, shown) => {
    const gapSettings = new GapSettings().set('body.empty-text', choice).set('nulls', 'null')
    const { ask, application } = await startService({ gapSettings })
    const reply = await ask('PATCH', node, { token: application, json })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('x-nestbox-assumed')).toContain('body.empty-text')
    if (status === 200) expect(reply.json.attributes).toMatchObject(shown)
  })

  it('are kept in a password', async () => {
    const gapSettings = new GapSettings().set('body.empty-text', 'null')
    const { ask, application } = await startService({ gapSettings })
    const user = { email: 'a@example.com', username: 'somebody', first_name: 'A', last_name: 'B' }
    const json = { ...user, password: '       x' }
    expect((await ask('POST', '/api/application/users', { token: application, json })).status).toBe(201)
  })

  it('are removed from items and values', async () => {
    const gapSettings = new GapSettings().set('body.empty-text', 'null')
    const { ask, root, world } = await startService({ gapSettings })
    const [tag] = world.tables.tags.rows()
    const reply = await ask('PUT', '/api/admin/nodes/1/tags', {
      token: root,
      json: { tags: [` ${tag?.slug} `] },
    })
    expect(reply.json.data).toHaveLength(1)
  })
})

describe('a body of another media type', () => {
  it.each<[choice: string, type: string, body: string, status: number, shown: object]>([
    ['refuse', 'application/x-www-form-urlencoded', 'name=form', 415, {}],
    ['refuse', 'text/plain', '{"name":"text"}', 415, {}],
    ['refuse', 'application/json', '[]', 422, {}],
    [
      'lenient',
      'application/x-www-form-urlencoded',
      'name=a+form&x[]=1&x[]=2&y[z]=3',
      200,
      { name: 'a form' },
    ],
    ['lenient', 'application/x-www-form-urlencoded', '__proto__[a]=1&constructor=2', 200, {}],
    ['lenient', 'text/plain', '{"name":"text"}', 200, {}],
    ['lenient', 'application/json', '[]', 200, {}],
    ['lenient', 'application/json', '{', 400, {}],
  ])('is treated as %s says: %s %s', async (choice, type, body, status, shown) => {
    const gapSettings = new GapSettings().set('body.media-types', choice)
    const { ask, application, world } = await startService({ gapSettings })
    const { name } = world.tables.nodes.must(1)
    const reply = await ask('PATCH', node, { token: application, body, headers: { 'content-type': type } })
    expect(reply.status).toBe(status)
    if (status === 200) expect(reply.json.attributes).toMatchObject({ name, ...shown })
  })

  it.each<[fields: string, choice: string, tags: readonly string[] | undefined]>([
    ['tags[]=1&tags[]=rust', 'lenient', ['minecraft', 'rust']],
    ['tags[0]=1&tags[1]=2', 'lenient', ['minecraft', 'srcds']],
    ['tags[0]=1&tags[]=2', 'lenient', ['minecraft', 'srcds']],
    ['tags[]=1&tags[0]=2', 'lenient', ['srcds']],
    ['tags=1&tags[]=2', 'lenient', ['srcds']],
    ['tags[1]=1&tags[0]=2', 'lenient', undefined],
    ['tags[1]=1&tags[]=2', 'lenient', undefined],
    ['tags[]=1&tags[5]=2&tags[]=rust', 'strings', ['minecraft', 'srcds', 'rust']],
    ['tags[rest]=1&tags[]=2', 'strings', ['minecraft', 'srcds']],
  ])('has the items of keys with brackets: %s', async (body, choice, tags) => {
    const gapSettings = new GapSettings().set('body.media-types', 'lenient').set('tags.body', choice)
    const { ask, root } = await startService({ gapSettings })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, json } = await ask('PUT', '/api/admin/nodes/1/tags', { token: root, body, headers })
    expect(status).toBe(tags ? 200 : 422)
    if (tags) expect(json.data.map((tag: Json) => tag.attributes.slug)).toEqual(tags)
  })

  it('may have 60,000 keys in brackets', async () => {
    const gapSettings = new GapSettings().set('body.media-types', 'lenient')
    const { ask, root } = await startService({ gapSettings })
    // With a copy of the object for each key, this takes minutes.
    const body = Array.from({ length: 60_000 }, (_, index) => `tags[k${index}]=1`).join('&')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await ask('PUT', '/api/admin/nodes/1/tags', { token: root, body, headers })
    expect(status).toBe(422)
  })

  it('is an upload without a file if a file is required', async () => {
    const gapSettings = new GapSettings().set('body.media-types', 'lenient')
    const { ask, root } = await startService({ gapSettings })
    const { status, json } = await ask('POST', '/api/admin/eggs/1/import', { token: root, json: {} })
    expect([status, json.errors[0].meta]).toEqual([422, { source_field: 'import_file', rule: 'required' }])
  })
})
