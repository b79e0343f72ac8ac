import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/index.ts'
import { routeOf } from './routes.ts'
import { startSecondServer } from './server.ts'
import { tokens } from './tokens.ts'

let second: Awaited<ReturnType<typeof startSecondServer>>

beforeEach(async () => {
  second = await startSecondServer()
})

afterEach(async () => {
  await second.close()
})

it.each(Object.values(operations))(
  'conformance/proof/second/routes.ts has the operation $id',
  ({ method, path }) => {
    expect(routeOf(method, path.replaceAll(/\{\w+\}/g, '1'))).toBeDefined()
  },
)

interface Reply {
  status: number
  json: Envelope
}

/** The fields that the tests read, of all kinds. */
interface Envelope {
  message: string
  attributes: Attributes
  data: Envelope[]
  meta: { resource: string; backup_count: number; pagination: { links: Record<string, string> } }
}

interface Attributes {
  id: number
  uuid: string
  name: string
  egg: number
  mounted: boolean
  mounts: unknown
  checksum: string | null
  updated_at: string
  allocated_resources: unknown
  container: { startup_command: string; environment: unknown }
  relationships: Record<Relationship, Envelope>
}

type Relationship = 'node' | 'location' | 'egg' | 'user' | 'variables' | 'allocations' | 'tags' | 'servers'

async function send(method: string, path: string, token?: string, body?: unknown): Promise<Reply> {
  const response = await fetch(second.url + path, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Envelope }
}

const asRoot = (method: string, path: string, body?: unknown) => send(method, path, tokens.rootClient, body)

/** The server as the startup operation shows it when it is asked to change nothing. */
const lookAtServer = async (id = 51) => (await asRoot('PUT', `/api/admin/servers/${id}/startup`, {})).json

const uuid = () => second.target.resources.server.uuid
const backups = () => `/api/client/servers/${uuid()}/backups`
const databases = '/api/admin/database-hosts/eu-7/databases'

function eggFile(content: unknown): FormData {
  const form = new FormData()
  form.append('note', 'not this part')
  form.append('import_file', new Blob([JSON.stringify(content)]), 'egg.json')
  return form
}

const share = {
  name: 'Blockfield ä',
  author: 'somebody@example.org',
  description: 'Now with caves',
  startup: './caves {{DEPTH}}',
  docker_images: { New: 'registry.example.org/java:25' },
  config: { files: '{"a.yml":{"parser":"yaml","find":{"port":"1"}}}', startup: '{"done":"up"}', stop: '^C' },
  scripts: { installation: { script: 'echo hi', container: 'debian:12', entrypoint: 'bash' } },
  variables: [
    { name: 'World', env_variable: 'WORLD_NAME', default_value: 'cave', rules: 'required|string' },
    { name: 'Depth', env_variable: 'DEPTH', default_value: 12, rules: ['nullable', 'integer'] },
  ],
}

describe('tokens', () => {
  it('each family accepts the tokens of section 5 and no others', async () => {
    const doors: [string, string, Partial<Record<keyof typeof tokens, number>>][] = [
      ['PATCH', '/api/application/nodes/21', { application: 202, rootClient: 202, userClient: 403 }],
      ['PUT', '/api/admin/servers/51/startup', { application: 403, rootClient: 202, userClient: 403 }],
      ['GET', databases, { application: 403, rootClient: 200, userClient: 403 }],
      ['GET', backups(), { application: 403, rootClient: 200, userClient: 200, stranger: 403 }],
    ]
    for (const [method, path, wanted] of doors) {
      const seen: Record<string, number> = {}
      for (const name of Object.keys(wanted) as (keyof typeof tokens)[]) {
        seen[name] = (await send(method, path, tokens[name], method === 'GET' ? undefined : {})).status
      }
      expect(seen, path).toEqual(wanted)
      expect((await send(method, path)).status, path).toBe(401)
      expect((await send(method, path, 'wrong')).status, path).toBe(401)
    }
  })

  it('a refused request changes nothing', async () => {
    const { node } = (await lookAtServer()).attributes.relationships
    const refused = [
      await send('PATCH', '/api/application/nodes/21', tokens.userClient, { name: 'Mine' }),
      await send('PATCH', '/api/application/nodes/21', tokens.application, { name: 'Half', memory: 'much' }),
      await send('PUT', '/api/admin/nodes/21/tags', tokens.application, { selection: [] }),
      await asRoot('PUT', '/api/admin/nodes/21/tags', { selection: ['13', '999'] }),
      await asRoot('PUT', '/api/admin/servers/51/startup', { startup: './other', egg_id: 999 }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 403, 400, 400])
    expect(refused.map(({ json }) => typeof json.message)).toEqual(Array(5).fill('string'))
    const after = await lookAtServer()
    expect(after.attributes.relationships.node).toEqual(node)
    expect(after.attributes.container.startup_command).toBe('./run')
  })
})

describe('nodes', () => {
  it('an update changes the sent fields, and the startup response shows them', async () => {
    const change = { name: 'Hirvi', location_id: 8, memory: 1024, maintenance_mode: true, daemon_sftp: 2022 }
    const { json } = await send('PATCH', '/api/application/nodes/21', tokens.application, change)
    expect(json).toMatchObject({
      object: 'node',
      attributes: { id: 21, fqdn: 'otso.example.org', ...change },
    })
    expect(json.attributes.allocated_resources).toEqual({ memory: 8192, disk: 40000 })
    expect(json.attributes.mounts).toBeInstanceOf(Array)
    expect(json.attributes.updated_at).toMatch(/^\d{8}T\d{6},\d{3}\+02$/)
    expect(json.attributes.relationships.location.attributes).toMatchObject({ id: 8, nodes_count: 3 })
    expect((await lookAtServer()).attributes.relationships.node.attributes).toMatchObject(change)
  })

  it('a sync replaces the tags', async () => {
    const path = '/api/admin/nodes/21/tags'
    const { json } = await asRoot('PUT', path, { selection: ['12', '13', '13'] })
    expect(json.data.map((tag) => tag.attributes.name)).toEqual(['Shooter', 'Survival'])
    expect(json.data[0]).toMatchObject({ object: 'tag', attributes: { nodes_count: 1, eggs_count: 2 } })
    expect(json.data[0]?.meta.resource).toContain(second.url)
    expect((await asRoot('PUT', path, { selection: [] })).json).toEqual({ object: 'list', data: [] })
  })

  it('a node without tags accepts any egg, one with tags does not', async () => {
    const move = () => asRoot('PUT', '/api/admin/servers/51/startup', { egg_id: 33 })
    expect((await move()).status).toBe(400)
    await asRoot('PUT', '/api/admin/nodes/21/tags', { selection: [] })
    expect((await move()).json.attributes.egg).toBe(33)
  })
})

describe('eggs', () => {
  it('an import updates the egg, and its servers show it', async () => {
    const before = (await lookAtServer()).attributes.relationships.egg.attributes
    const { status, json } = await asRoot('POST', '/api/admin/eggs/31/import', eggFile(share))
    expect(status).toBe(202)
    const { relationships, ...egg } = json.attributes
    expect(egg).toMatchObject({
      id: 31,
      uuid: before.uuid,
      author: 'eggs@example.org',
      name: 'Blockfield ä',
      docker_image: 'registry.example.org/java:25',
      config: { files: { 'a.yml': { parser: 'yaml', find: { port: '1' } } }, startup: { done: ['up'] } },
      script: { install: 'echo hi', container: 'debian:12', entry: 'bash' },
    })
    expect(relationships.variables.data.map((row) => row.attributes)).toMatchObject([
      { id: before.relationships.variables.data[0]?.attributes.id, env_variable: 'WORLD_NAME' },
      { env_variable: 'DEPTH', default_value: '12', rules: 'nullable|integer' },
    ])
    expect(relationships.tags.data).toHaveLength(3)
    expect(relationships.servers.data[0]?.attributes.id).toBe(51)
    const { container } = (await lookAtServer()).attributes
    expect(container.environment).toEqual({ WORLD_NAME: 'cave', DEPTH: '12' })
  })

  it('a file that is not an egg is refused and changes nothing', async () => {
    const before = (await lookAtServer()).attributes.relationships.egg
    const path = '/api/admin/eggs/31/import'
    expect((await asRoot('POST', path, eggFile({ ...share, variables: [{}] }))).status).toBe(400)
    expect((await asRoot('POST', path, eggFile('no egg'))).status).toBe(400)
    expect((await asRoot('POST', path, share)).status).toBe(400)
    expect((await asRoot('POST', '/api/admin/eggs/999/import', eggFile(share))).status).toBe(404)
    expect((await lookAtServer()).attributes.relationships.egg).toEqual(before)
  })
})

describe('servers', () => {
  it('a server can be addressed by id and by UUID', async () => {
    const byId = await asRoot('GET', '/api/admin/servers/51/mounts')
    expect(byId.json).toEqual((await asRoot('GET', `/api/admin/servers/${uuid()}/mounts`)).json)
    const renamed = await asRoot('PUT', `/api/admin/servers/${uuid()}/startup`, { startup: './by-uuid' })
    expect(renamed.json.attributes.id).toBe(51)
    expect((await asRoot('GET', '/api/admin/servers/999/mounts')).status).toBe(404)
  })

  it('the list of mounts has the eligible ones, each with `mounted`', async () => {
    const { json } = await asRoot('GET', '/api/admin/servers/51/mounts')
    const told = json.data.map(({ attributes: { id, mounted } }) => [id, mounted])
    expect(told).toEqual([
      [72, false],
      [71, true],
    ])
    expect(json.data[0]?.attributes).toMatchObject({ eggs_count: 2, nodes_count: 1, servers_count: 1 })
  })

  it('a startup update changes command, egg, image, environment and install script permanently', async () => {
    const { attributes } = (
      await asRoot('PUT', '/api/admin/servers/51/startup', {
        startup: './craters',
        egg_id: 32,
        docker_image: 'registry.example.org/other:1',
        settings: { DIFFICULTY: 'hard' },
        bypass_installer: true,
      })
    ).json
    expect(attributes).toMatchObject({
      egg: 32,
      container: {
        startup_command: './craters',
        image: 'registry.example.org/other:1',
        skip_scripts: true,
        environment: { WORLD_NAME: 'default', DIFFICULTY: 'hard' },
      },
    })
    const { relationships } = attributes
    expect(relationships.egg.attributes.id).toBe(32)
    expect(relationships.variables.data[1]?.attributes).toMatchObject({
      server_value: 'hard',
      required: false,
    })
    expect(relationships.allocations.data).toHaveLength(2)
    expect(relationships.user.attributes).toMatchObject({ id: 42, servers_count: 1 })
    expect((await lookAtServer()).attributes.container).toEqual(attributes.container)
  })
})

describe('users', () => {
  const newcomer = { email: 'Veikko@example.org', username: 'veikko', first_name: 'Veikko', last_name: 'A' }

  it('a user is created, and the response has no nested-only fields', async () => {
    const { json } = await send('POST', '/api/application/users', tokens.application, newcomer)
    expect(json).toMatchObject({
      object: 'user',
      attributes: { ...newcomer, email: 'veikko@example.org', root_admin: false },
    })
    expect(json.meta.resource).toBe(`${second.url}/api/application/users/${json.attributes.id}`)
    for (const nested of ['image', 'servers_count', 'subuser_of_count', 'relationships']) {
      expect(json.attributes).not.toHaveProperty(nested)
    }
  })

  it('an e-mail address in use is refused', async () => {
    await asRoot('POST', '/api/application/users', newcomer)
    const again = { ...newcomer, email: 'veikko@example.org', username: 'other' }
    expect((await asRoot('POST', '/api/application/users', again)).status).toBe(400)
    expect((await asRoot('POST', '/api/application/users', { username: 'none' })).status).toBe(400)
  })
})

describe('pages', () => {
  it('backups are sorted newest first, seven per page, with the count of successful ones', async () => {
    const { json } = await send('GET', backups(), tokens.userClient)
    expect(json.data[0]?.attributes).toMatchObject({ name: 'Backup 64', completed_at: null, checksum: null })
    expect(json.data[1]?.attributes.checksum).toBe(null)
    expect(json.data[2]?.attributes.checksum).toMatch(/^md5:[0-9a-f]{32}$/)
    expect(json.meta.backup_count).toBe(56)
    expect(json.meta.pagination).toMatchObject({ total: 64, count: 7, per_page: 7, total_pages: 10 })
    expect(json.meta.pagination.links['next']).toBe(`${second.url}${backups()}?page=2&per_page=7`)
  })

  it('all pages together have every backup once, and the page after them is empty', async () => {
    const seen = new Set<string>()
    for (const page of [1, 2, 3]) {
      const { json } = await send('GET', `${backups()}?page=${page}&per_page=30`, tokens.userClient)
      for (const { attributes } of json.data) seen.add(attributes.uuid)
    }
    expect(seen.size).toBe(64)
    const { json } = await send('GET', `${backups()}?page=4&per_page=30`, tokens.userClient)
    expect(json).toMatchObject({ data: [], meta: { pagination: { count: 0, current_page: 4 } } })
  })

  it('more than 50 backups are refused, and more than 5 databases are reduced', async () => {
    expect((await asRoot('GET', `${backups()}?per_page=50`)).json.data).toHaveLength(50)
    expect((await asRoot('GET', `${backups()}?per_page=51`)).status).toBe(400)
    const { json } = await asRoot('GET', `${databases}?per_page=500`)
    expect(json.data).toHaveLength(5)
    expect(json.meta.pagination).toMatchObject({ total: 57, count: 5, per_page: 5, total_pages: 12 })
    expect(json.data[0]?.attributes).toMatchObject({ server: { id: 52, name: 'Game 52' }, name: 's52_db58' })
  })
})
