import { beforeAll, describe, expect, it } from 'vitest'
import { type Gap, gaps } from '../contract/gaps/index.ts'
import { type Nestbox, startNestbox } from '../nestbox.ts'
import type { Json } from '../testing/service.ts'

let service: Nestbox

beforeAll(async () => {
  service = await startNestbox()
  return () => service.close()
})

/** The operations with a JSON body: their request, with fields that every choice grants. */
const operations = {
  user: () => ({
    line: ['POST', '/api/application/users', service.tokens.application],
    json: { email: 'jo@example.com', username: 'jomarch', first_name: 'Jo', last_name: 'March' },
  }),
  node: () => ({ line: ['PATCH', '/api/application/nodes/1', service.tokens.application], json: {} }),
  tags: () => ({
    line: ['PUT', '/api/admin/nodes/1/tags', service.tokens.rootClient],
    json: { tags: ['1'] },
  }),
  startup: () => ({ line: ['PUT', '/api/admin/servers/1/startup', service.tokens.rootClient], json: {} }),
} as const

/** Choices such as `users.values=any body.empty-text=keep`; a response that the first one decides must name its gap. */
type Choices = `${string}=${string}`

type Row = readonly [
  choices: Choices,
  fields: Json,
  status: number,
  shown?: object | undefined,
  isDecided?: boolean | undefined,
]

const long = (characters: number) => 'x'.repeat(characters)

const both = (
  gap: string,
  [one, other]: readonly [string, string],
  rows: readonly (readonly [fields: Json, one: number, other: number])[],
): Row[] =>
  rows.flatMap(([fields, first, second]) => [
    [`${gap}=${one}`, fields, first, undefined, first !== second || undefined],
    [`${gap}=${other}`, fields, second, undefined, first !== second || undefined],
  ])

const rows: Readonly<Record<keyof typeof operations, readonly Row[]>> = {
  user: [
    ...['d@localhost', 'd@exämple.org', 'x+y@example.com', "o'neil@a.b", 'a@[127.0.0.1]', '-a@b.c'].map(
      (email): Row => ['users.values=any', { email }, 201, { email }],
    ),
    ...['a', ' ', '-', 'Ü', 'a b', '<b>', long(191)].map(
      (username): Row => ['users.values=any', { username }, 201, { username }],
    ),
    ...['nobody', '@', 'a@', '@b', 'a b@c.d', `${long(190)}@b`, '', 5, null].map(
      (email): Row => ['users.values=any', { email }, 422],
    ),
    ...both(
      'users.values',
      ['any', 'narrow'],
      [
        [{ email: '-a@b.c' }, 201, 422],
        [{ username: 'ab' }, 201, 422],
        [{ username: '-abc' }, 201, 422],
        [{ username: 'a.b_c-d' }, 201, 201],
        [{ language: 'en' }, 201, 201],
        [{ language: 'de' }, 201, 422],
        [{ password: 'short' }, 201, 422],
        [{ password: '' }, 201, 201],
        [{ password: long(8) }, 201, 201],
      ],
    ),
    ...[{ root_admin: 'yes' }, { language: long(99) }, { external_id: {} }, { password: 5 }].flatMap(
      (fields): Row[] => [
        ['users.beyond-four=ignore', fields, 201, { root_admin: false, language: 'en', external_id: '' }],
        ['users.beyond-four=ignore body.unknown-fields=refuse', fields, 201],
        ['users.beyond-four=take', fields, 422],
      ],
    ),
    [
      'users.beyond-four=take',
      { root_admin: true, language: 'de' },
      201,
      { root_admin: true, language: 'de' },
    ],
    ['users.beyond-four=ignore', { root_admin: 'yes', email: 5 }, 422],
    ...both(
      'users.required',
      ['four', 'two'],
      [
        [{ first_name: undefined }, 422, 201],
        [{ last_name: '' }, 422, 201],
        [{ email: undefined }, 422, 422],
      ],
    ),
    ['users.required=two body.empty-text=null', { first_name: ' ', last_name: '' }, 201, { first_name: '' }],
    ...both(
      'users.duplicate',
      ['accept', 'refuse'],
      [
        [{ email: 'ADMIN@example.com' }, 201, 422],
        [{ username: 'Admin' }, 201, 422],
      ],
    ),
    ['users.case=lower', { username: 'JoMarch' }, 201, { username: 'jomarch' }],
    ['users.case=keep', { username: 'JoMarch' }, 201, { username: 'JoMarch' }],
    ['body.empty-text=keep', { first_name: ' Jo ' }, 201, { first_name: ' Jo ' }],
    ['body.empty-text=null', { first_name: ' Jo ' }, 201, { first_name: 'Jo' }],
    ['body.empty-text=null users.values=narrow', { password: '        ' }, 201],
    ...both(
      'body.types',
      ['lenient', 'strict'],
      [
        [{ root_admin: '1' }, 201, 422],
        [{ root_admin: 0 }, 201, 422],
      ],
    ),
    ...both('body.unknown-fields', ['ignore', 'refuse'], [[{ nickname: 'jo' }, 201, 422]]),
  ],
  node: [
    ...['x', long(191), 'Ünïcode', '<b>', 'a/b', ' '].map(
      (name): Row => ['node.names=host', { name }, 200, { name }],
    ),
    ...both(
      'node.names',
      ['host', 'plain'],
      [
        [{ name: 'a.b_c-d e' }, 200, 200],
        [{ name: long(101) }, 200, 422],
        [{ name: 'ü' }, 200, 422],
        [{ name: long(192) }, 422, 422],
      ],
    ),
    ...both(
      'node.scheme',
      ['any', 'http-https'],
      [
        [{ scheme: 'ftp' }, 200, 422],
        [{ scheme: long(191) }, 200, 422],
        [{ scheme: long(192) }, 422, 422],
        [{ scheme: 'https' }, 200, 200],
      ],
    ),
    ...['memory', 'disk', 'upload_size'].flatMap((field) =>
      both(
        'node.ranges',
        ['accept', 'refuse'],
        [
          [{ [field]: 0 }, 200, 422],
          [{ [field]: -5 }, 200, 422],
          [{ [field]: Number.MAX_SAFE_INTEGER }, 200, 200],
          [{ [field]: 1e300 }, 422, 422],
        ],
      ),
    ),
    ...['memory_overallocate', 'disk_overallocate'].flatMap((field) =>
      both(
        'node.ranges',
        ['accept', 'refuse'],
        [
          [{ [field]: -1 }, 200, 200],
          [{ [field]: -2 }, 200, 422],
        ],
      ),
    ),
    ...['daemon_listen', 'daemon_sftp'].flatMap((field) =>
      both(
        'node.ranges',
        ['accept', 'refuse'],
        [
          [{ [field]: 0 }, 200, 422],
          [{ [field]: 65_535 }, 200, 200],
          [{ [field]: 65_536 }, 422, 422],
          [{ [field]: -1 }, 422, 422],
        ],
      ),
    ),
    ...both(
      'node.beyond-fourteen',
      ['ignore', 'take'],
      [
        [{ public: 'x' }, 200, 422],
        [{ daemon_base: 'x' }, 200, 422],
      ],
    ),
    ['node.names=host', { name: 'ü', public: true, memory: 'x' }, 422],
    ['node.scheme=any', { scheme: 'ftp', memory: 'x' }, 422],
    ['node.ranges=accept', { disk: -5, memory: 'x' }, 422],
    ['node.beyond-fourteen=take', { daemon_base: '/x' }, 200, { daemon_base: '/x' }],
    ['node.beyond-fourteen=take-and-reset', {}, 200, { daemon_base: '/var/lib/pterodactyl/volumes' }],
    ...both('node.partial', ['keep', 'require'], [[{ name: 'x' }, 200, 422]]),
    ['node.partial=require-ten', { name: 'x' }, 422],
    ...both('references.unknown', ['refuse', '404'], [[{ location_id: 999 }, 422, 404]]),
    ['body.empty-text=keep nulls=null', { description: '' }, 200, { description: '' }],
    ['body.empty-text=null nulls=null', { description: ' ' }, 200, { description: null }],
    ...both(
      'body.types',
      ['lenient', 'strict'],
      [
        [{ memory: '5' }, 200, 422],
        [{ maintenance_mode: 1 }, 200, 422],
      ],
    ),
  ],
  tags: [
    ...both(
      'tags.body',
      ['lenient', 'strings'],
      [
        [{ tags: [1] }, 200, 422],
        [{ tags: ['1'] }, 200, 200],
        [{ tags: undefined, tag_ids: [1] }, 200, 422],
        [{ tag_ids: [1] }, 200, 200],
        [{ tags: ['MINECRAFT'] }, 422, 200],
        [{ tags: { first: '1' } }, 422, 200],
        [{ tags: [] }, 200, 200],
        [{ tags: undefined }, 422, 422],
      ],
    ),
    ...both(
      'tags.unknown',
      ['refuse', 'ignore'],
      [
        [{ tags: ['999'] }, 422, 200],
        [{ tags: ['unheard-of'] }, 422, 200],
      ],
    ),
    ...both(
      'tags.unknown',
      ['create', 'ignore-ids-create-names'],
      [
        [{ tags: ['999'] }, 422, 200],
        [{ tags: ['unheard-of'] }, 200, 200],
      ],
    ),
  ],
  startup: [
    ...['x y', 'ghcr.io/a/b:1', '~a'].map(
      (docker_image): Row => ['startup.images=usual', { docker_image }, 200],
    ),
    ...['<b>', 'ü', long(192), ' a', '-a'].flatMap((docker_image) =>
      both('startup.images', ['any', 'usual'], [[{ docker_image }, 200, 422]]),
    ),
    ['startup.images=any', { docker_image: '' }, 422],
    ['startup.images=any', { docker_image: '<b>', startup: '' }, 422],
    ...both(
      'startup.rules',
      ['accept', 'refuse'],
      [
        [{ environment: { MINECRAFT_VERSION: long(21) } }, 200, 422],
        [{ environment: { MINECRAFT_VERSION: '1.21' } }, 200, 200],
      ],
    ),
    ...both(
      'startup.unknown-variables',
      ['ignore', 'refuse'],
      [[{ environment: { UNHEARD_OF: '' } }, 200, 422]],
    ),
    ...both(
      'startup.missing-variables',
      ['keep', 'clear'],
      [
        [{ environment: { UNHEARD_OF: '' } }, 200, 422],
        [{ environment: {} }, 200, 200],
        [{ startup: 'x' }, 200, 200],
      ],
    ),
    ...both('startup.partial', ['keep', 'require'], [[{ startup: 'x' }, 200, 422]]),
    ['startup.fields=variables-skip_install', { variables: {}, skip_install: true }, 200],
    ['startup.fields=variables-skip_install body.unknown-fields=refuse', { environment: {} }, 422],
    ...both('references.unknown', ['refuse', '404'], [[{ egg_id: 999 }, 422, 404]]),
    ['body.empty-text=keep', { startup: ' x ' }, 200],
  ],
}

const isPervasive = (id: string): boolean =>
  Object.entries<Gap>(gaps).some(([each, { pervasive }]) => each === id && pervasive === true)

describe.each(['user', 'node', 'tags', 'startup'] as const)(
  'the choices of the gaps of an operation: %s',
  (name) => {
    it.each(rows[name])(
      '%s: %j responds with %i',
      async (choices: Choices, fields: Json, status: number, shown?: object | undefined, isDecided = status >=
        400) => {
        const pairs = choices.split(' ').map((each) => each.split('='))
        service.gaps.set({ profile: null, ...Object.fromEntries(pairs) })
        await service.reset()
        const { line, json } = operations[name]()
        const [method = '', path, token] = line
        const reply = await fetch(`${service.url}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...json, ...fields }),
        })
        const body = (await reply.json()) as Json
        expect([reply.status, body.errors]).toEqual([status, status < 300 ? undefined : expect.anything()])
        if (shown) expect(body.attributes).toMatchObject(shown)
        const id = pairs[0]?.[0] ?? ''
        if (isDecided && !isPervasive(id))
          expect(reply.headers.get('x-nestbox-assumed')?.split(', ')).toContain(id)
      },
    )
  },
)
