import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Json, type Service, startService } from '../testing/service.ts'

const path = '/api/application/users'

const four = { email: 'Jo.March@example.com', username: 'JoMarch', first_name: 'Jo', last_name: 'March' }

const post = ({ ask, application }: Service, json: unknown) => ask('POST', path, { token: application, json })

describe('the creation of a user', () => {
  it('responds with 201, the four fields, a URL and no field of the nested form', async () => {
    const service = await startService()
    const { status, json } = await post(service, four)
    expect(status).toBe(201)
    expect(Object.keys(json)).toEqual(['object', 'attributes', 'meta'])
    expect(json.attributes).toMatchObject({
      ...four,
      language: 'en',
      root_admin: false,
      '2fa': false,
      external_id: '',
    })
    expect(json.meta.resource).toBe(`${service.url}/api/application/users/${json.attributes.id}`)
    for (const field of ['image', 'servers_count', 'subuser_of_count', 'relationships', 'password']) {
      expect(json.attributes).not.toHaveProperty(field)
    }
  })

  it('assigns a unique id and UUID to every user, the same in every run', async () => {
    const create = async () => {
      const service = await startService()
      const first = await post(service, four)
      const second = await post(service, { ...four, email: 'b@example.com', username: 'b' })
      return [first, second].map(({ json }) => [json.attributes.id, json.attributes.uuid])
    }
    const [one, two] = await create()
    expect(new Set([one, two].flat()).size).toBe(4)
    expect(await create()).toEqual([one, two])
  })

  it('accepts the fields beyond the four and never sends a password back', async () => {
    const service = await startService()
    const beyond = { external_id: 'crm-1', language: 'de', root_admin: true, password: 'correct horse' }
    const { status, json, text } = await post(service, { ...four, ...beyond })
    expect(status).toBe(201)
    expect(json.attributes).toMatchObject({ external_id: 'crm-1', language: 'de', root_admin: true })
    expect(text).not.toContain('correct horse')
    expect(JSON.stringify(service.world.tables.users.rows())).not.toContain('correct horse')
  })

  it.each<[what: string, more: Json]>([
    ['null', { password: null, external_id: null, language: null }],
    ['empty', { password: '', external_id: '', language: '', root_admin: false }],
    ['unknown fields', { id: 1, uuid: 'x', servers_count: 9, created_at: 'x' }],
  ])('accepts %s as client libraries send it', async (_, more) => {
    const service = await startService()
    const { status, json } = await post(service, { ...four, ...more })
    expect(status).toBe(201)
    expect(json.attributes).toMatchObject({ ...four, external_id: '', language: 'en' })
    expect(json.attributes.id).toBeGreaterThan(1)
  })

  it('accepts a password of eight characters', async () => {
    expect((await post(await startService(), { ...four, password: 'eight888' })).status).toBe(201)
  })

  it.each<[what: string, change: Json, detail: string]>([
    ['an e-mail address without a host', { email: 'd@' }, 'The `email` must be an e-mail address.'],
    [
      'an e-mail address in use',
      { email: 'admin@example.com' },
      'The `email` must be new: another user has it.',
    ],
  ])('explains what is wrong with %s', async (_, change, detail) => {
    const { json } = await post(await startService(), { ...four, ...change })
    expect(json.errors.map((error: Json) => error.detail)).toEqual([detail])
  })

  const small = { ...four, username: 'joe' }
  it.each<[what: string, body: Json, assumed: string | null]>([
    ['none', small, null],
    ['the gap of upper case in a user name', four, 'users.case'],
    ['the gap of further fields', { ...small, language: 'en' }, 'users.beyond-four'],
    ['the gap of unusual values', { ...small, username: 'jo' }, 'users.values'],
    [
      'the gap of duplicates, and those of a refusal',
      { ...small, username: 'admin' },
      'users.duplicate, status.invalid, error.body',
    ],
  ])('names the gaps that affect it, and no others: %s', async (_, body, assumed) => {
    expect((await post(await startService(), body)).headers.get('x-nestbox-assumed')).toBe(assumed)
  })

  it.each<[change: Json, rule: string]>([
    [{ username: '-x-' }, 'p_username'],
    [{ username: 'zz' }, 'p_username'],
    [{ username: 'a b c' }, 'p_username'],
    [{ email: '-x@example.com' }, 'p_user_email'],
    [{ language: 'de' }, 'in'],
    [{ password: 'seven77' }, 'min'],
  ])('accepts values as users.values says: %j', async (change, rule) => {
    expect((await post(await startService(), { ...four, ...change })).status).toBe(201)
    const narrow = await startService({ gapSettings: new GapSettings().set('users.values', 'narrow') })
    const { status, json } = await post(narrow, { ...four, ...change })
    const [field] = Object.keys(change)
    expect([status, json.errors[0].meta]).toEqual([422, { source_field: field, rule }])
    expect((await post(narrow, four)).status).toBe(201)
  })

  it.each(['d@localhost', 'd@exämple.org', '"two words"@example.org', 'a@b'])(
    'accepts any e-mail address: %s',
    async (email) => {
      const service = await startService()
      const { status, json } = await post(service, { ...four, email })
      expect([status, json.attributes.email]).toEqual([201, email])
    },
  )

  it.each<[choice: string, status: number]>([
    ['refuse', 422],
    ['accept', 201],
  ])('treats a duplicate external id as users.duplicate says: %s', async (choice, status) => {
    const service = await startService({ gapSettings: new GapSettings().set('users.duplicate', choice) })
    const other = { ...four, email: 'other@example.com', username: 'other', external_id: 'x' }
    expect((await post(service, { ...four, external_id: 'x' })).status).toBe(201)
    const reply = await post(service, other)
    expect(reply.status).toBe(status)
    expect(reply.headers.get('x-nestbox-assumed')).toContain('users.duplicate')
  })

  it('accepts two users without an external id', async () => {
    const service = await startService()
    await post(service, { ...four, external_id: '' })
    const { status } = await post(service, {
      ...four,
      email: 'b@example.com',
      username: 'b',
      external_id: '',
    })
    expect(status).toBe(201)
  })

  it.each<[what: string, change: Json, field: string, rule: string]>([
    ['no e-mail', { email: undefined }, 'email', 'required'],
    ['no user name', { username: undefined }, 'username', 'required'],
    ['no first name', { first_name: undefined }, 'first_name', 'required'],
    ['no last name', { last_name: undefined }, 'last_name', 'required'],
    ['an empty first name', { first_name: '' }, 'first_name', 'required'],
    ['an e-mail address without @', { email: 'jo' }, 'email', 'email'],
    ['an e-mail address with a space', { email: 'j o@example.com' }, 'email', 'email'],
    ['a number as an e-mail address', { email: 1 }, 'email', 'string'],
    ['a user name of 192 characters', { username: 'x'.repeat(192) }, 'username', 'max'],
    ['a list as a last name', { last_name: ['March'] }, 'last_name', 'string'],
    ['a string as root_admin', { root_admin: 'yes' }, 'root_admin', 'boolean'],
    ['a number as an external id', { external_id: 7 }, 'external_id', 'string'],
    ['an e-mail address in use', { email: 'admin@example.com' }, 'email', 'unique'],
    ['an e-mail address in use, in another case', { email: 'ADMIN@Example.com' }, 'email', 'unique'],
    ['a user name in use, in another case', { username: 'ADMIN' }, 'username', 'unique'],
  ])('refuses %s and changes nothing', async (_, change, field, rule) => {
    const service = await startService()
    const before = service.world.checksum()
    const { status, json } = await post(service, { ...four, ...change })
    expect(status).toBe(422)
    expect(json.errors).toHaveLength(1)
    expect(json.errors[0].meta).toEqual({ source_field: field, rule })
    expect(service.world.checksum()).toBe(before)
  })

  it('refuses an external id that another user has', async () => {
    const service = await startService()
    await post(service, { ...four, external_id: 'crm-1' })
    const { json } = await post(service, {
      ...four,
      email: 'b@example.com',
      username: 'b',
      external_id: 'crm-1',
    })
    expect(json.errors[0].meta).toEqual({ source_field: 'external_id', rule: 'unique' })
  })

  it('accepts one of many simultaneous requests with the same address', async () => {
    const service = await startService()
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(service, four)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(19)
  })

  it.each<[id: string, choice: string, body: Json, status: number, expected: Json]>([
    ['status.created', '200', four, 200, four],
    ['users.case', 'lower', four, 201, { username: 'jomarch' }],
    ['users.case', 'lower', { ...four, username: 'JO' }, 201, { username: 'jo' }],
    [
      'users.duplicate',
      'accept',
      { ...four, email: 'admin@example.com' },
      201,
      { email: 'admin@example.com' },
    ],
    [
      'users.required',
      'two',
      { email: 'a@example.com', username: 'a' },
      201,
      { first_name: '', last_name: '' },
    ],
    [
      'users.required',
      'two',
      { ...four, first_name: '', last_name: '' },
      201,
      { first_name: '', last_name: '' },
    ],
    ['users.required', 'two', { ...four, first_name: 'x'.repeat(192) }, 422, undefined],
    ['users.required', 'two', { ...four, last_name: 'x'.repeat(192) }, 422, undefined],
    ['users.required', 'two', { ...four, email: undefined }, 422, undefined],
    [
      'users.beyond-four',
      'ignore',
      { ...four, root_admin: true, external_id: 'x', password: 'x' },
      201,
      { root_admin: false, external_id: '' },
    ],
    [
      'users.beyond-four',
      'ignore',
      { ...four, root_admin: 'yes', language: 'x'.repeat(99), external_id: {}, password: 5 },
      201,
      { root_admin: false, language: 'en' },
    ],
    ['body.unknown-fields', 'refuse', { ...four, nickname: 'jo' }, 422, undefined],
  ])('follows %s=%s', async (id, choice, body, status, expected) => {
    const service = await startService({ gapSettings: new GapSettings().set(id, choice) })
    const reply = await post(service, body)
    expect(reply.status).toBe(status)
    if (expected) expect(reply.json.attributes).toMatchObject(expected)
  })

  it('accepts empty names if the gap allows them, even if an empty string counts as null', async () => {
    const service = await startService({ gaps: { 'users.required': 'two', 'body.empty-text': 'null' } })
    const { status, json } = await post(service, { ...four, first_name: '', last_name: ' ' })
    expect(status).toBe(201)
    expect(json.attributes).toMatchObject({ first_name: '', last_name: '' })
  })
})
