import { describe, expect, it } from 'vitest'
import { choicesAt, type OperationId, operations, responseOf } from '../contract/index.ts'
import { makeWorld } from '../fixtures/index.ts'
import { seedUserIds } from '../fixtures/names.ts'
import { GapSettings } from '../gaps/gap-settings.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import type { Token } from '../store/tokens.ts'
import { requests } from '../testing/all-operations.ts'
import { type Service, startService } from '../testing/service.ts'
import { describeOwner } from './authentication.ts'

const ids = Object.keys(operations) as OperationId[]

/** The status of each request with the right token. */
const statusOf = (id: OperationId): number => {
  const shape = responseOf(id)
  if (shape.envelope === 'none') return 204
  return shape.isNew ? 201 : 200
}

const clientOf = ({ tokens }: Service, userId: number): string =>
  tokens.list().find((token) => token.userId === userId && token.kind === 'client')?.token ?? ''

const changed = (token: string): string => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')

/** Every kind of Authorization header, and the families that accept it by the document. */
const credentials: [who: string, header: (service: Service) => string | undefined, granted: string[]][] = [
  ['no header', () => undefined, []],
  ['an empty bearer', () => 'Bearer ', []],
  ['garbage', () => 'Bearer garbage', []],
  ['another scheme', ({ root }) => `Basic ${root}`, []],
  ['a bare token', ({ root }) => root, []],
  ['two tokens', ({ root }) => `Bearer ${root} ${root}`, []],
  ['a root token with one changed character', ({ root }) => `Bearer ${changed(root)}`, []],
  ['a root token in another case', ({ root }) => `Bearer ${root.toLowerCase()}`, []],
  ['the application token', ({ application }) => `Bearer ${application}`, ['application']],
  ['the root client token', ({ root }) => `Bearer ${root}`, ['application', 'admin', 'client']],
  [
    'another root client token',
    (all) => `Bearer ${clientOf(all, seedUserIds.deputy)}`,
    ['application', 'admin', 'client'],
  ],
  ['the user client token', ({ user }) => `Bearer ${user}`, ['client']],
  ['the scheme in another case', ({ user }) => `bearer ${user}`, ['client']],
  ['the client token of a subuser', (all) => `Bearer ${clientOf(all, seedUserIds.helper)}`, ['client']],
]

const matrix = ids.flatMap((id) =>
  credentials.map(([who, header, granted]) => [id, who, header, granted] as const),
)

async function request(id: OperationId, header: string | undefined, options: NestboxOptions = {}) {
  const service = await startService(options)
  return send(service, id, header)
}

async function send(service: Service, id: OperationId, header: string | undefined) {
  const [path, ask] = requests[id](service, new GapSettings())
  const before = service.world.checksum()
  const reply = await service.ask(operations[id].method, path, {
    ...ask,
    headers: header === undefined ? {} : { authorization: header },
  })
  return { ...reply, hasWritten: service.world.checksum() !== before }
}

describe('the token rules', () => {
  it.each(matrix)('%s with %s', async (id, who, header, granted) => {
    const service = await startService()
    const given = header(service)
    const { status, hasWritten, json, headers } = await send(service, id, given)
    if (granted.includes(operations[id].family)) {
      expect(status).toBe(statusOf(id))
      return
    }
    const isKnown = granted.length > 0
    expect(status, who).toBe(isKnown ? 403 : 401)
    expect(json.errors[0].code).toBe(isKnown ? 'AccessDeniedHttpException' : 'AuthenticationException')
    expect(headers.get('www-authenticate')).toBe(isKnown ? null : 'Bearer')
    expect(hasWritten).toBe(false)
  })

  const withBody = ids.filter((id) => operations[id].body !== 'none')
  it.each(withBody)('%s responds with 401 before it reads the body', async (id) => {
    const service = await startService()
    const [path] = requests[id](service, new GapSettings())
    const { method } = operations[id]
    const { status } = await service.ask(method, path, {
      token: 'garbage',
      headers: { 'content-type': 'application/json' },
      body: '{"broken',
    })
    expect(status).toBe(401)
  })

  it('refuse other users the backups of a server', async () => {
    const service = await startService()
    const { status, json } = await send(
      service,
      'listServerBackups',
      `Bearer ${clientOf(service, seedUserIds.neighbour)}`,
    )
    expect(status).toBe(404)
    expect(json).not.toHaveProperty('data')
  })

  it.each<[gap: string, who: number, refused: number]>([
    ['access.root-anywhere', seedUserIds.deputy, 404],
    ['access.subusers', seedUserIds.helper, 404],
  ])('follow %s', async (gap, who, refused) => {
    const [serve = '', refuse = ''] = choicesAt(gap as 'access.subusers')
    for (const [choice, expected] of [
      [serve, 200],
      [refuse, refused],
    ] as const) {
      const service = await startService({ gapSettings: new GapSettings().set(gap, choice) })
      const { status } = await send(service, 'listServerBackups', `Bearer ${clientOf(service, who)}`)
      expect(status).toBe(expected)
    }
  })

  it.each<[gap: string, choice: string, id: OperationId, header: (service: Service) => string | undefined]>([
    ['refusal.unknown-token', '403', 'createUser', () => undefined],
    ['refusal.wrong-kind', '401', 'updateNode', ({ user }) => `Bearer ${user}`],
    ['refusal.wrong-kind', '404', 'syncNodeTags', ({ application }) => `Bearer ${application}`],
    [
      'refusal.foreign-server',
      '403',
      'listServerBackups',
      (all) => `Bearer ${clientOf(all, seedUserIds.neighbour)}`,
    ],
  ])('refuse with the status of %s=%s and describe it', async (gap, choice, id, header) => {
    const service = await startService({ gapSettings: new GapSettings().set(gap, choice) })
    const { status, headers } = await send(service, id, header(service))
    expect(status).toBe(Number(choice))
    expect(headers.get('x-nestbox-assumed')).toContain(gap)
  })

  it.each<[choice: string, type: string | null, body: object]>([
    ['panel', 'application/json', { errors: [{ code: 'AuthenticationException', status: '401' }] }],
    [
      'problem',
      'application/problem+json',
      { status: 401, title: 'Unauthorized', code: 'AuthenticationException' },
    ],
  ])('send the refusal in a body of the form %s', async (choice, type, body) => {
    const { headers, json } = await request('createUser', undefined, {
      gapSettings: new GapSettings().set('error.body', choice),
    })
    expect(headers.get('content-type')).toBe(type)
    expect(json).toMatchObject(body)
  })

  it('send the refusal without a body with that choice', async () => {
    const { status, text } = await request('createUser', undefined, {
      gapSettings: new GapSettings().set('error.body', 'empty'),
    })
    expect([status, text]).toEqual([401, ''])
  })
})

const { tables } = makeWorld({})

const nameOf = (id: number) => tables.users.must(id).username

it.each<[what: string, token: Partial<Token>, expected: string]>([
  [
    'an application token',
    { kind: 'application', userId: seedUserIds.admin },
    `application, made by ${nameOf(seedUserIds.admin)}`,
  ],
  [
    'a root administrator',
    { userId: seedUserIds.deputy },
    `root administrator ${nameOf(seedUserIds.deputy)}`,
  ],
  [
    'a downgraded root administrator',
    { userId: seedUserIds.deputy, isDowngraded: true },
    `ordinary user ${nameOf(seedUserIds.deputy)}`,
  ],
  ['the owner', { userId: seedUserIds.owner }, `ordinary user ${nameOf(seedUserIds.owner)}`],
  ['the helper', { userId: seedUserIds.helper }, `subuser ${nameOf(seedUserIds.helper)}`],
  ['nobody', { userId: 9_999 }, 'the missing user 9999'],
  ['an application token without a user', { userId: 9_999, kind: 'application' }, 'the missing user 9999'],
])('describe the owner of a token: %s', (_, token, expected) => {
  const usual: Token = {
    name: 'x',
    token: 'x',
    kind: 'client',
    userId: 1,
    status: 'active',
    isDowngraded: false,
  }
  expect(describeOwner({ ...usual, ...token }, tables)).toBe(expected)
})
