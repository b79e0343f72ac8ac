import { describe, expect, it } from 'vitest'
import { type Operation, operations } from '../contract/operations.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import { send, sendBytes } from '../testing/send.ts'
import { type Service, startService } from '../testing/service.ts'

const all: readonly Operation[] = Object.values(operations)

/** A path of each operation, with the methods of all operations that have it. */
const paths = [...new Set(all.map(({ path }) => path))].map((path) => {
  const own = all.filter((each) => each.path === path).map(({ method }) => method)
  const allowed = own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [path.replaceAll(/\{\w+\}/g, '1'), [...allowed, 'OPTIONS'].join(', ')] as const
})

/** The operations with a path, as a message names them. */
const at = (path: string): readonly string[] =>
  all.filter((each) => each.path === path).map((each) => `${each.method} ${path}`)

const flags: Readonly<Record<string, string>> = {
  companions: '--companions',
  panel: '--gap operations.beyond=panel',
}

const theSwitch = (choice: string) =>
  `Start with "${flags[choice]}", or change the gap operations.beyond in the console, and it is served.`

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LINK']

const start = (): Promise<Service> => startService({ scenario: 'empty' })

it.each([
  '/nope',
  '/api/application/users/1',
  '/api/admin/nodes/1/tags',
  '/_nestbox/nope',
  '/_nestbox/reset',
])('HEAD %s has the length of the refusal of GET', async (path) => {
  const { url } = await start()
  const lengths = ['HEAD', 'GET'].map(async (method) => {
    const { status, headers } = await send(url, method, path)
    return [status >= 400, headers['content-length']]
  })
  const [head, get] = await Promise.all(lengths)
  expect(head).toEqual([true, get?.[1]])
})

describe('an unknown path', () => {
  it.each([
    ['/api/application/node/1', at('/api/application/nodes/{node}')],
    ['/api/application/eggs', at('/api/admin/eggs/{egg_id}/import')],
    ['/api/application/tags', at('/api/admin/nodes/{node_id}/tags')],
    ['/api/client/mounts', at('/api/admin/servers/{server_admin_identifier}/mounts')],
    ['/api/application/users/1/x', at('/api/application/users')],
    ['/api/admin/nodes/1', at('/api/admin/nodes/{node_id}/tags')],
    ['/api/admin/servers/1', ['mounts', 'startup'].map(below('/api/admin/servers'))],
    ['/api/admin/servers/1/mount', ['mounts'].map(below('/api/admin/servers'))],
    ['/API/Client/Servers', at('/api/client/servers/{server_uuid}/backups')],
  ])('%s is 404 and names similar routes', async (path, near) => {
    const { ask } = await start()
    const { status, json } = await ask('GET', path)
    expect(status).toBe(404)
    expect(json.errors[0].detail).toBe(`There is no GET ${path}; near it: ${near.join(', ')}.`)
  })

  it.each([
    ['/api/application/eggs', ['GET /api/admin/eggs']],
    ['/api/application/eggs/1', ['GET /api/admin/eggs/{egg_id}']],
    ['/api/application/tags', ['GET /api/admin/tags']],
    ['/api/admin/tags/1/x', ['GET /api/admin/tags/{tag_id}']],
    ['/api/admin/user', ['GET /api/application/users', 'POST /api/application/users']],
    ['/api/client/servers/1/backup', ['GET /api/client/servers/{server_uuid}/backups']],
  ])('%s is 404 and names similar companions, if any', async (path, near) => {
    const { ask } = await startService({
      scenario: 'empty',
      gapSettings: new GapSettings().set('operations.beyond', 'companions'),
    })
    const { detail } = (await ask('GET', path)).json.errors[0]
    const routes = detail.replace(/^.*near it: |\.$/g, '').split(', ')
    expect(routes.toSorted()).toEqual(near.toSorted())
  })

  it.each([
    '/~BAD/api/client',
    '/~a_b/_nestbox/health',
    `/~${'x'.repeat(33)}/api`,
    '/~/api',
    '/~',
    '/~one/~Two',
    '/%7Eone/api',
  ])('%s is 404 and describes the names of sandboxes', async (path) => {
    const { ask } = await start()
    const { status, json } = await ask('GET', path)
    const said = `There is no GET ${path.replace('/~one', '')}; the name of a sandbox is 1 to 32 of a-z, 0-9 and hyphens, and neither it nor its ~ is percent-encoded.`
    expect([status, json.errors[0].detail]).toEqual([404, said])
  })

  it.each(['/api', '/nodes', '/api/v1/x', '/favicon', '/%zz', '/%00', '/*'])(
    '%s is 404 and names the prefix of the API',
    async (path) => {
      const { ask } = await start()
      const { status, json } = await ask('GET', path)
      expect(status).toBe(404)
      expect(json.errors[0].detail).toBe(
        `There is no GET ${path}; the API lives under /api/application, /api/admin, /api/client.`,
      )
    },
  )

  it('is 404 with the body of all errors, without a token', async () => {
    const { ask } = await start()
    const { headers, json } = await ask('DELETE', '/somewhere')
    expect(headers.get('content-type')).toBe('application/json')
    expect(json).toEqual({
      errors: [{ code: 'NotFoundHttpException', status: '404', detail: expect.any(String) }],
    })
  })

  it('names the gap that decides its body', async () => {
    const { ask } = await start()
    for (const [method, path] of [
      ['GET', '/api/somewhere'],
      ['DELETE', '/api/application/users'],
      ['GET', `/api/${'x'.repeat(9_000)}`],
    ] as const) {
      expect((await ask(method, path)).headers.get('x-nestbox-assumed')).toBe('error.body')
    }
  })

  it('does not mention the console if there is none', async () => {
    const { ask } = await startService({ scenario: 'empty', control: false })
    const { json } = await ask('GET', '/api/application/users')
    expect(json.errors[0].detail).toMatch(/Start with "--companions", and it is served\.$/)
  })

  it.each([
    [
      'problem',
      'application/problem+json',
      { status: 404, title: 'Not Found', code: 'NotFoundHttpException' },
    ],
    ['empty', null, undefined],
  ])('is 404 with the body %s under that choice', async (shape, type, body) => {
    const { ask } = await startService({
      scenario: 'empty',
      gapSettings: new GapSettings().set('error.body', shape),
    })
    const { status, headers, json } = await ask('GET', '/somewhere')
    expect([status, headers.get('content-type')]).toEqual([404, type])
    if (body) expect(json).toMatchObject(body)
    else expect(json).toBeUndefined()
  })

  it.each([
    ['a slash at the end', '/api/application/users/'],
    ['another case', '/api/Application/users'],
    ['two slashes at the start', '//api/application/users'],
    ['two slashes in the middle', '/api//application/users'],
    ['a dot segment', '/api/./application/users'],
    ['an encoded letter', '/api/application/%75sers'],
    ['an encoded slash', '/api/application%2Fusers'],
    ['a path parameter', '/api/application/users;v=1'],
    ['a suffix', '/api/application/users.json'],
    ['a prefix', '/v1/api/application/users'],
  ])('is 404 with %s and creates no user', async (_, path) => {
    const { url, application, world } = await start()
    const before = world.checksum()
    const person = { email: 'new@example.com', username: 'new', first_name: 'New', last_name: 'One' }
    const headers = { authorization: `Bearer ${application}`, 'content-type': 'application/json' }
    const { status } = await send(url, 'POST', path, { headers, body: JSON.stringify(person) })
    expect(status).toBe(404)
    expect(world.checksum()).toBe(before)
    expect((await send(url, 'POST', '/api/application/users', { headers, body: '{}' })).status).toBe(422)
  })

  it.each(paths.filter(([path]) => path.includes('/1')))('is 404 like %s without its id', async (path) => {
    const { url, root } = await start()
    const headers = { authorization: `Bearer ${root}` }
    for (const method of methods) {
      const { status } = await send(url, method, path.replace('/1', '/'), { headers })
      expect([method, status]).toEqual([method, 404])
    }
  })
})

describe('the path of an operation', () => {
  const others = paths.flatMap(([path, allow]) =>
    methods.filter((method) => !allow.split(', ').includes(method)).map((method) => [method, path, allow]),
  )
  it.each(others)(
    'responds to %s %s with 405, without a token',
    async (method = '', path = '', allow = '') => {
      const { url } = await start()
      const { status, headers, text, json } = await send(url, method, path)
      expect([status, headers.allow]).toEqual([405, allow])
      expect(headers['content-type']).toBe('application/json')
      if (method === 'HEAD') expect(text).toBe('')
      else {
        const isCompanion = method === 'GET' && path.startsWith('/api/application')
        const isOfPanel = method === 'POST' && path.startsWith('/api/client')
        const way = isCompanion ? ` ${theSwitch('companions')}` : isOfPanel ? ` ${theSwitch('panel')}` : ''
        const detail = `${path} accepts ${allow}, not ${method}.${way}`
        expect(json.errors).toEqual([{ code: 'MethodNotAllowedHttpException', status: '405', detail }])
      }
    },
  )

  it.each(paths)('responds to OPTIONS for %s, without a token', async (path, allow) => {
    const { url } = await start()
    const { status, headers, text } = await send(url, 'OPTIONS', path)
    expect([status, headers.allow, text]).toEqual([204, allow, ''])
  })

  it('lists only OPTIONS for an unknown path', async () => {
    const { url } = await start()
    const { status, headers } = await send(url, 'OPTIONS', '/somewhere')
    expect([status, headers.allow]).toEqual([204, 'OPTIONS'])
  })

  it.each([
    ['mounts', '/api/admin/servers/1/mounts', 200],
    ['backups', '/api/client/servers/{uuid}/backups', 200],
    ['databases', '/api/admin/database-hosts/1/databases', 200],
    ['mounts of an unknown server', '/api/admin/servers/99/mounts', 404],
  ])('responds to HEAD for %s as to GET, without a body', async (_, template, expected) => {
    const { url, root, world } = await start()
    const path = template.replace('{uuid}', world.tables.servers.must(1).uuid)
    const headers = { authorization: `Bearer ${root}` }
    const get = await send(url, 'GET', path, { headers })
    const head = await send(url, 'HEAD', path, { headers })
    expect([get.status, head.status]).toEqual([expected, expected])
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
    expect(head.headers['content-length']).toBe(String(get.text.length))
    const lines = [`HEAD ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${root}`, 'Connection: close']
    expect(await sendBytes(url, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(/\r\n\r\n$/)
  })

  it('requires a token for HEAD too', async () => {
    const { url } = await start()
    expect((await send(url, 'HEAD', '/api/admin/servers/1/mounts')).status).toBe(401)
  })
})

describe('a malformed HTTP request', () => {
  it.each([
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a method in lower case', 'get / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['garbage', '\u0000\u0001\u0002\r\n\r\n'],
    ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('is refused with 400 and the server continues: %s', async (_, bytes) => {
    const { url, ask } = await start()
    expect(await sendBytes(url, bytes)).toMatch(/^HTTP\/1\.1 400 /)
    expect((await ask('GET', '/api')).status).toBe(404)
  })
})

function below(prefix: string): (name: string) => string {
  const method: Record<string, string> = { mounts: 'GET', startup: 'PUT' }
  return (name) => `${method[name]} ${prefix}/{server_admin_identifier}/${name}`
}
