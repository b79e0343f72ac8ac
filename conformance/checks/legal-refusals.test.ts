import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { type OperationId, operations } from '../../src/contract/index.ts'
import { startNestbox } from '../../src/index.ts'
import { isWhole, sample } from '../../src/testing/sample.ts'
import { isByUuid } from '../proof/changes.ts'
import type { JsonObject } from '../proof/json.ts'
import { bodyOf, type Middleware, type ProxyRequest, type ProxyResponse } from '../proof/messages.ts'
import { startProxy } from '../proof/proxy.ts'
import { run } from '../run.ts'
import type { Run } from '../run-result.ts'
import { readTarget } from '../target/read-target.ts'
import type { Target } from '../target/target.ts'
import { choose } from './choose.ts'
import { checks } from './index.ts'

let plain: Target

beforeAll(async () => {
  const nestbox = await startNestbox()
  const response = await fetch(`${nestbox.url}/_nestbox/target.json`)
  plain = readTarget(await response.json(), 'target.json')
  return () => nestbox.close()
})

/** A run of some checks, of all by default, against the mock server behind a middleware. */
async function behind(layer: Middleware, world: string, only = checks): Promise<Run> {
  const own = { ...plain, baseUrl: plain.baseUrl.replace(/~\w+$/, `~${world}`) }
  const server = await startProxy(own, layer)
  onTestFinished(() => server.close())
  return run({ target: server.target, checks: only, observe: false, requests: 'own' })
}

/** The checks of tags and of the egg of a server; all of them in `test:all`. */
const aboutTags = isWhole ? checks : choose(checks, { only: ['4.2', '4.5'] })

/** The checks of operations that are sent texts; all of them in `test:all`. */
const aboutTexts = isWhole
  ? checks
  : choose(checks, { only: ['4.1', '4.3', '4.5', '4.6', '5/create-user-*'] })

const refusal: ProxyResponse = { status: 422, headers: { 'content-type': 'application/json' }, text: '{}' }

it.each([401, 403])(
  'a server that refuses every write with %s is not blamed for its tokens',
  async (status) => {
    const { verdict, results, targetProblems } = await behind(
      (ask, next) => (ask.method === 'GET' ? next(ask) : Promise.resolve({ ...refusal, status })),
      `read-only-${status}`,
      choose(checks, { only: ['4.1/response', '4.2/response', '4.6/response'] }),
    )
    const message = expect.stringMatching(/^the server grants no request that writes, whatever its token: /)
    expect(results).toEqual(results.map(() => expect.objectContaining({ status: 'skip', message })))
    expect(verdict).toBe('incomplete')
    expect(targetProblems).toEqual([])
  },
)

it('a server that refuses a token once with 403, and grants it later, is not blamed', async () => {
  let isRefused = false
  const once: Middleware = async (ask, next) => {
    if (isRefused || ask.operation !== 'updateNode' || ask.credential !== 'rootClient') return next(ask)
    isRefused = true
    return { ...refusal, status: 403 }
  }
  const only = choose(checks, { only: ['4.2/response', '5/update-node-takes-root-client'] })
  const { results } = await behind(once, 'refused-once', only)
  const message = expect.stringMatching(
    /^the server refused this once, and granted it when it was sent again/,
  )
  expect(results.at(-1)).toMatchObject({ status: 'skip', message })
})

const idsIn = (ask: ProxyRequest): readonly unknown[] => {
  const { tag_ids } = bodyOf(ask)
  return Array.isArray(tag_ids) ? tag_ids : []
}

it('a server that refuses an empty set of tags conforms, and checks that need it are skipped', async () => {
  const { verdict, results, notSelected } = await behind(
    (ask, next) =>
      ask.operation === 'syncNodeTags' && idsIn(ask).length === 0 ? Promise.resolve(refusal) : next(ask),
    'no-empty',
    aboutTags,
  )
  expect(results.filter(({ status }) => status !== 'pass')).toEqual([])
  expect(verdict).toBe('conforms')
  expect(notSelected.map(({ id }) => id)).toEqual(['4.2/empties', '4.2/tagless-accepts-any-egg'])
  expect(notSelected[0]?.reason).toMatch(/refuses a selection of no tags, which is allowed: 422/)
})

it('tags of a node that exclude the egg of its server are removed, and the startup is judged', async () => {
  const ofEgg: readonly unknown[] = [1, 8]
  let tags: readonly unknown[] = [9]
  const layer: Middleware = async (ask, next) => {
    const isOfNode = ask.path.includes(`/nodes/${plain.resources.node}/tags`)
    const isTagged = tags.length > 0 && !tags.some((id) => ofEgg.includes(id))
    if (ask.path.includes('/servers/1/startup') && isTagged) return refusal
    const response = await next(ask)
    if (isOfNode && response.status === 200) tags = idsIn(ask)
    return response
  }
  const { verdict, results } = await behind(layer, 'tagged', aboutTags)
  expect(results.filter(({ status }) => status !== 'pass')).toEqual([])
  expect(verdict).toBe('conforms')
})

it('tags that another client adds to a node are removed before the other egg is requested by UUID', async () => {
  let isTagged: boolean | undefined
  const layer: Middleware = async (ask, next) => {
    if (ask.operation === 'syncNodeTags') isTagged &&= false
    if (bodyOf(ask)['egg_id'] !== plain.resources.otherEgg) return next(ask)
    if (isByUuid(ask)) isTagged ??= true
    return isTagged ? refusal : next(ask)
  }
  const only = choose(checks, { only: ['4.2/tagless-accepts-any-egg'] })
  const { results } = await behind(layer, 'meanwhile', only)
  expect(results).toMatchObject([{ status: 'pass' }])
  expect(isTagged).toBe(false)
})

it.each(
  sample<[what: string, bodyFor: (body: JsonObject) => JsonObject]>(2, [
    ['has a failure status', () => ({ success: false, error: 'That is not allowed.' })],
    [
      'has messages by field',
      (body) => ({
        status: 'fail',
        data: Object.fromEntries(Object.keys(body).map((field) => [field, 'is not allowed'])),
      }),
    ],
  ]),
)(
  'a server that refuses values with the status 200 and a body that %s is not accused',
  async (_, bodyFor) => {
    const { verdict, results } = await behind(
      async (ask, next) => {
        const isRefused =
          ask.operation === 'createUser' ? ask.text.includes('@example.') : /\P{ASCII}/u.test(ask.text)
        return isRefused ? { ...refusal, status: 200, text: JSON.stringify(bodyFor(bodyOf(ask))) } : next(ask)
      },
      'successes',
      aboutTexts,
    )
    expect(results.filter(({ status }) => status === 'fail')).toEqual([])
    expect(verdict).toBe('incomplete')
  },
)

it.each<[operation: OperationId, mediaType: string]>([
  ['importEgg', 'multipart/form-data'],
  ['updateNode', 'application/json'],
])(
  'the skip of %s that is refused with 415 names the media type, and no key of the target',
  async (id, mediaType) => {
    const { section } = operations[id]
    const own = checks.filter((check) => check.id === `${section}/response`)
    const refused: ProxyResponse = { ...refusal, status: 415 }
    const { results } = await behind(
      (ask, next) => (ask.operation === id ? Promise.resolve(refused) : next(ask)),
      `media-${id.toLowerCase()}`,
      own,
    )
    expect(results.map(({ status, message }) => [status, message])).toEqual([
      ['skip', `the server refused the media type that section ${section} names, ${mediaType}: 415 with {}`],
    ])
  },
)

it('a refused update of the other node names the node of the target, and no egg with the same id', async () => {
  const { otherNode, otherEgg } = plain.resources
  expect(otherNode).toBe(otherEgg)
  const { results } = await behind(
    (ask, next) =>
      ask.operation === 'updateNode' && ask.path.endsWith(`/${otherNode}`)
        ? Promise.resolve(refusal)
        : next(ask),
    'other-node',
    choose(checks, { only: ['4.1/other-node'] }),
  )
  expect(results).toMatchObject([{ status: 'skip' }])
  expect(results[0]?.message).toContain('`resources.otherNode` or `requests.updateNode` of the target')
})

it('a server that refuses small pages accepts its tokens, and is asked for other pages', async () => {
  const only = choose(checks, { only: ['5/list-host-databases-takes-*', '5/list-server-backups-takes-*'] })
  const { results } = await behind(
    async (ask, next) => (/per_page=[1-4](?!\d)/.test(ask.path) ? refusal : next(ask)),
    'small-pages',
    only,
  )
  expect(results.map(({ status }) => status)).toEqual(only.map(() => 'pass'))
})

it('a kind of resource that no response shows is not said to be cut off', async () => {
  const { results } = await behind(
    async (ask, next) => (ask.operation === 'listServerBackups' ? next(ask) : refusal),
    'backups-only',
    choose(checks, { only: ['2.2/location-agrees'] }),
  )
  expect(results).toMatchObject([{ status: 'skip', message: 'no node was seen' }])
})

it('a refused import is not said to need another query', async () => {
  const { results } = await behind(
    async (ask, next) => (ask.operation === 'importEgg' ? refusal : next(ask)),
    'no-imports',
    choose(checks, { only: ['2.6/types'] }),
  )
  expect(results).toMatchObject([{ status: 'skip', message: 'no egg_variable was seen' }])
})
