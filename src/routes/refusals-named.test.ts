import * as Type from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { type GapId, subjectOf } from '../contract/gaps/index.ts'
import { nodeUpdateFields } from '../contract/request-bodies.ts'
import { resources } from '../contract/resources.ts'
import { ownKeywords } from '../contract/schemas/strict.ts'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { profile } from '../gaps/gap-settings.ts'
import { type Json, type Reply, type Service, startService, upload } from '../testing/service.ts'

/** The fields of request bodies with the types that the document gives them. Sections 4.1, 4.5 and 4.6. */
const { node, server, user, egg } = resources
const bodies = {
  updateNode: Object.fromEntries(nodeUpdateFields.map((field) => [field, node.fields[field]])),
  updateServerStartup: {
    startup: Type.String(),
    egg_id: server.fields.egg,
    docker_image: egg.fields.docker_image,
  },
  createUser: Object.fromEntries(
    (['email', 'username', 'first_name', 'last_name'] as const).map((field) => [field, user.fields[field]]),
  ),
}

const paths = {
  updateNode: ['PATCH', '/api/application/nodes/1'],
  updateServerStartup: ['PUT', '/api/admin/servers/1/startup'],
  createUser: ['POST', '/api/application/users'],
} as const

const person = { email: 'a.b@example.com', username: 'someone', first_name: 'Some', last_name: 'One' }

/** A body that every choice at every gap accepts. */
const goodBody = (id: keyof typeof bodies, { world: { tables } }: Service): Json => {
  const { egg_id, startup, image } = tables.servers.must(1)
  const own: Json = { ...tables.nodes.must(1), name: 'Rack 12', scheme: 'https' }
  const whole = {
    updateNode: Object.fromEntries(nodeUpdateFields.map((field) => [field, own[field]])),
    updateServerStartup: { startup, egg_id, docker_image: image },
    createUser: person,
  }
  return whole[id]
}

function ask(service: Service, id: keyof typeof bodies, json: Json): Promise<Reply> {
  const [method, path] = paths[id]
  return service.ask(method, path, { token: service.root, json })
}

const oddValues: readonly unknown[] = [
  ...['', ' ', 'a', '-', '-a@b.example', 'ü', '日本', 'a b', 'a/b', 'a\nb', '\0', '<b>', '*', '🥚', 'UPPER'],
  ...['x'.repeat(101), 'x'.repeat(192), 'x'.repeat(5_000), `${'x'.repeat(190)}@example.com`, 'http', 'ftp'],
  ...['127.0.0.1', 'node.example.com', '::1', '$(id)', "'", 'null', '1', 'admin@example.com', 'admin'],
  ...[0, -1, -2, 1, 2, 7, 99, 65_535, 65_536, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e300, true, false],
]

const ajv = new Ajv({ allowUnionTypes: true })
ajv.addVocabulary(ownKeywords)

/** The gaps that a response names, without those that say how any request is refused. */
const deciding = ({ headers }: Reply): string[] =>
  (headers.get('x-nestbox-assumed')?.split(', ') ?? []).filter((id) => subjectOf(id as GapId) !== 'refusals')

// The keys of an object are those of its type.
const ids = Object.keys(bodies) as (keyof typeof bodies)[]
const profiles = ['literal', 'panel', 'grease:1', 'grease:2', 'grease:3']

describe('a value with the type in the document', () => {
  it.each(profiles.flatMap((name) => ids.map((id) => [name, id] as const)))(
    'is refused in profile %s by %s only because of a gap that the response names',
    async (name, id) => {
      const gapSettings = profile(name).set('startup.partial', 'keep').set('rate.limit', 'off')
      const service = await startService({ gapSettings })
      const good = goodBody(id, service)
      const unnamed: unknown[] = []
      for (const [field, type] of Object.entries(bodies[id])) {
        const isDocumented = ajv.compile(type)
        for (const value of oddValues.filter((each) => isDocumented(each))) {
          const reply = await ask(service, id, { ...good, [field]: value })
          if (reply.status >= 400 && deciding(reply).length === 0) unnamed.push([field, value, reply.text])
        }
      }
      expect(unnamed).toEqual([])
    },
  )
})

/** Changes of a good egg file whose parts the document does not describe. Section 4.3. */
const eggs: readonly (readonly [what: string, changes: Json])[] = Object.keys(exampleEgg).flatMap((field) =>
  [undefined, null, 7, '', 'text', [], {}, [7], { a: 7 }].map(
    (value) => [`${field}: ${JSON.stringify(value)}`, { [field]: value }] as const,
  ),
)

it('refuses an egg file only because of a gap that it names', async () => {
  const service = await startService()
  const unnamed: unknown[] = []
  for (const [what, changes] of eggs) {
    const body = upload(JSON.stringify({ ...exampleEgg, ...changes }))
    const reply = await service.ask('POST', '/api/admin/eggs/1/import', { token: service.root, body })
    if (reply.status >= 400 && !deciding(reply).includes('egg.format')) unnamed.push([what, reply.text])
  }
  expect(unnamed).toEqual([])
})
