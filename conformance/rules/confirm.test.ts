import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sample } from '../../src/testing/sample.ts'
import { choose } from '../checks/choose.ts'
import { checks as allChecks } from '../checks/index.ts'
import { everyResource } from '../proof/changes.ts'
import { attributesOf, isObject, type JsonObject, replace, resources } from '../proof/json.ts'
import { bodyOf, isGranted, type MakeMiddleware, type Middleware } from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { isForOther } from '../proof/subjects.ts'
import { notPassed, runBehind } from '../testing/run-behind.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

const checks = choose(allChecks, {
  only: ['4.1/identity', '4.1/persists', '4.1/others-unchanged', '4.5/others-unchanged', '2.1/one-resource'],
})

const notPassedBehind = (make: MakeMiddleware): Promise<readonly string[]> =>
  notPassed(pool.fresh(), make, checks)

/** How often something happened before a response. */
interface Times {
  readonly responses: number
  /** Granted node updates. */
  readonly updates: number
}

/** Changes a field of each node with an id that is shown, by what happened so far. */
const shownNode =
  (id: number, field: string, change: (value: unknown, times: Times) => unknown): MakeMiddleware =>
  () => {
    const times = { responses: 0, updates: 0 }
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      times.responses += 1
      if (request.operation === 'updateNode') times.updates += 1
      resources('node', (attributes) => {
        if (attributes['id'] === id) replace(attributes, field, (value) => change(value, times))
      })(response.json)
      return response
    }
  }

/** Hides each node permanently that was once in maintenance. */
const hiddenByMaintenance: MakeMiddleware = () => {
  const hidden = new Set<unknown>()
  return async (request, next) => {
    const response = await next(request)
    if (!isGranted(response) || !isObject(response.json)) return response
    if (request.operation === 'updateNode' && bodyOf(request)['maintenance_mode'] === true)
      hidden.add(attributesOf(response.json)['id'])
    resources('node', (attributes) => {
      if (hidden.has(attributes['id'])) replace(attributes, 'public', () => false)
    })(response.json)
    return response
  }
}

/** Loses the memory of one node update: its response shows what was sent, and later ones what was there before. */
const lostOnce: MakeMiddleware = () => {
  let updates = 0
  let before: unknown
  let isLost = false
  return async (request, next) => {
    const response = await next(request)
    if (!isGranted(response) || !isObject(response.json)) return response
    if (request.operation === 'updateNode') {
      updates += 1
      isLost = updates === 2
      if (!isLost) before = attributesOf(response.json)['memory']
      return response
    }
    if (isLost) asBefore(response.json, before)
    return response
  }
}

const asBefore = (json: JsonObject, memory: unknown): void =>
  resources('node', (attributes) => {
    if (attributes['id'] === 1) replace(attributes, 'memory', () => memory)
  })(json)

const plus = (value: unknown, more: number): unknown => Number(value) + more

/** Shows a node in responses to node updates alone, with a memory that grows with each of them. */
const seenInUpdates =
  (id: number): MakeMiddleware =>
  () => {
    let updates = 0
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      if (request.operation === 'updateNode') {
        updates += 1
        const location = {
          object: 'location',
          attributes: { id: 1, relationships: { nodes: listOf(id, updates) } },
        }
        attributesOf(response.json)['relationships'] = { location }
      } else
        resources('location', (attributes) => replace(attributes, 'relationships', () => ({})))(response.json)
      return response
    }
  }

const listOf = (id: number, memory: number) => ({
  object: 'list',
  data: [{ object: 'node', attributes: { id, memory } }],
})

describe('a server whose resources change keeps its verdict', () => {
  it.each(
    sample<[string, MakeMiddleware]>(2, [
      [
        'another client changes a number of another node once',
        shownNode(3, 'memory', (value, { responses }) => plus(value, responses > 12 ? 512 : 0)),
      ],
      [
        'another client changes a flag of the node once',
        shownNode(1, 'public', (_, { responses }) => responses <= 12),
      ],
      [
        'a number of another node grows with each response',
        shownNode(3, 'disk', (value, { responses }) => plus(value, responses)),
      ],
      ['a number that only responses to node updates show grows with each of them', seenInUpdates(77)],
      [
        'a name changes after every ninth response',
        shownNode(3, 'name', (value, { responses }) => `${String(value)} ${Math.floor(responses / 9)}`),
      ],
    ]),
  )('%s', async (_, make) => {
    expect(await notPassedBehind(make)).toEqual([])
  })
})

describe('a server fails if repeated requests show the failure again', () => {
  it.each(
    sample<[string, MakeMiddleware, string]>(2, [
      [
        'each update of a node changes a number of another node',
        shownNode(3, 'memory', (value, { updates }) => plus(value, updates)),
        '4.1/others-unchanged fail',
      ],
      [
        'each update of a node changes a flag that it cannot set',
        shownNode(1, 'public', (_, { updates }) => updates % 2 === 0),
        '4.1/identity fail',
      ],
      ['the first maintenance of each node hides it permanently', hiddenByMaintenance, '4.1/identity fail'],
      [
        'the first update of a node hides it permanently',
        shownNode(1, 'public', (value, { updates }) => updates === 0 && value),
        '4.1/identity fail',
      ],
    ]),
  )('%s', async (_, make, expected) => {
    expect(await notPassedBehind(make)).toContain(expected)
  })
})

it.each(sample(2, ['name', 'description', 'memory']))(
  'a server fails if each update of a node also writes its %s to another node',
  async (field) => {
    const spills: MakeMiddleware = () => async (request, next) => {
      const response = await next(request)
      const value = bodyOf(request)[field]
      const isOfFirst = request.path.endsWith('/application/nodes/1')
      if (request.operation === 'updateNode' && isOfFirst && isGranted(response) && value !== undefined)
        await next({
          ...request,
          path: request.path.replace(/1$/, '2'),
          text: JSON.stringify({ [field]: value }),
        })
      return response
    }
    const alone = choose(allChecks, { only: ['4.1/others-unchanged'] })
    const fresh = pool.fresh()
    const target = { ...fresh, resources: { ...fresh.resources, otherNode: 2 } }
    const { results } = await runBehind(target, spills(), { checks: alone, requests: 'needed' })
    expect(results).toMatchObject([{ status: 'fail' }])
  },
)

it('a server fails if requests with another egg show the failure again, although updates of one field do not', async () => {
  // The server may have the other egg, and the mounts show it then too.
  const free = await startMockPool({ gaps: { 'tags.enforced': 'allow', 'mounts.eligible': 'all' } })
  onTestFinished(() => free.close())
  const limitedByEgg = () =>
    everyResource('server', (attributes) => replace(attributes, 'limits.memory', () => attributes['egg']))
  const ofStartups = choose(allChecks, { only: ['4.5/identity', '4.5/persists'] })
  expect(await notPassed(free.fresh(), limitedByEgg, ofStartups)).toContain('4.5/identity fail')
})

it('a server fails if an update that gives the server its egg back does not store its image', async () => {
  const losesImage: MakeMiddleware = () => {
    let egg: unknown
    return async (request, next) => {
      if (request.operation !== 'updateServerStartup') return next(request)
      const { docker_image: image, ...rest } = bodyOf(request)
      const isBack = egg === 2 && rest['egg_id'] === 1 && image !== undefined
      const response = await next(isBack ? { ...request, text: JSON.stringify(rest) } : request)
      if (!isGranted(response) || !isObject(response.json)) return response
      egg = attributesOf(response.json)['egg']
      if (isBack) replace(attributesOf(response.json), 'container.image', () => image)
      return response
    }
  }
  const ofStartups = choose(allChecks, { only: ['4.5/persists'] })
  const { results } = await runBehind(pool.fresh(), losesImage(), { checks: ofStartups, requests: 'needed' })
  expect(results).toMatchObject([{ status: 'fail' }])
})

it('a server fails if the first sync of each tag changes its slug, which no other request does', async () => {
  const renamedBySync: MakeMiddleware = () => {
    const renamed = new Set<unknown>()
    return async (request, next) => {
      const response = await next(request)
      if (request.operation !== 'syncNodeTags' || !isObject(response.json)) return response
      const before = new Set(renamed)
      resources('tag', (attributes) => {
        renamed.add(attributes['id'])
        if (before.has(attributes['id'])) replace(attributes, 'slug', (slug) => `${slug}-2`)
      })(response.json)
      return response
    }
  }
  const ofTags = choose(allChecks, { only: ['2.1/one-resource', '4.2/*'] })
  expect(await notPassed(pool.fresh(), renamedBySync, ofTags)).toEqual(['2.1/one-resource fail'])
})

/**
 * Another client writes to a field of the node before a read of it, and happens to do so again when that read is repeated.
 * @param other the value that it writes, by the value that is there and the first one that was shown
 */
const writtenTwice =
  (field: string, other: (value: unknown, first: unknown) => unknown): MakeMiddleware =>
  () => {
    let first: unknown
    let last = ''
    let written: string | undefined
    let times = 0
    let isWritten = false
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      if (request.operation === 'updateNode') {
        last = request.text
        isWritten = false
      } else
        resources('node', (attributes) => {
          const value = attributes[field]
          if (attributes['id'] !== 1 || value === undefined) return
          first ??= value
          const isDue = field in bodyOf({ ...request, text: last }) && (written ?? last) === last
          if (!isWritten && times < 2 && isDue && other(value, first) !== value) {
            isWritten = true
            written = last
            times += 1
          }
          if (isWritten) attributes[field] = other(value, first)
        })(response.json)
      return response
    }
  }

it.each<[string, (value: unknown, first: unknown) => unknown, readonly string[]]>([
  ['behind_proxy', (value) => !value, []],
  ['memory', (_, first) => first, ['4.1/persists skip']],
])('another client that writes %s twice is a coincidence', async (field, other, expected) => {
  expect(await notPassedBehind(writtenTwice(field, other))).toEqual(expected)
})

it('another client that changes a flag of the node three times, long after a write to it, is a coincidence', async () => {
  const turnedLate: MakeMiddleware = () => {
    let times = 0
    let since = 0
    let isTurned = false
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      since = request.operation === 'updateNode' ? 0 : since + 1
      if (since === 9) times += 1
      isTurned = since > 0 && (isTurned || (since === 9 && times <= 3))
      resources('node', (attributes) => {
        if (isTurned && attributes['id'] === 1) replace(attributes, 'behind_proxy', (value) => !value)
      })(response.json)
      return response
    }
  }
  expect(await notPassedBehind(turnedLate)).toEqual([])
})

it('another client that changes in each pause what only responses to writes show is no failure', async () => {
  let names = 0
  let responses = 0
  const renamed: Middleware = async (request, next) => {
    const response = await next(request)
    if (!isForOther(request) || !isGranted(response) || !isObject(response.json)) return response
    responses += 1
    if (responses === 2) names += 1
    const allocation = { object: 'allocation', attributes: { id: 77, server_name: `name ${names}` } }
    attributesOf(response.json)['relationships'] = { allocation }
    return response
  }
  const { results } = await runBehind(pool.fresh(), renamed, {
    checks: choose(allChecks, { only: ['4.5/others-unchanged'] }),
    pause: async (milliseconds) => {
      if (milliseconds > 500) names += 1
    },
  })
  expect(results).toMatchObject([{ status: 'pass' }])
})

it('another client that changes a name in three pauses in a row, for which many writes could be the reason, is a coincidence', async () => {
  let pauses = 0
  const renamed = shownNode(3, 'name', (value, { responses }) =>
    responses <= 12 ? value : `${String(value)} ${Math.min(pauses, 3)}`,
  )
  const { results } = await runBehind(pool.fresh(), renamed(), {
    checks,
    pause: async (milliseconds) => {
      if (milliseconds > 500) pauses += 1
    },
  })
  expect(pauses).toBeGreaterThan(3)
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['pass']))
})

it('a server that lost one write neither fails nor passes', async () => {
  expect(await notPassedBehind(lostOnce)).toEqual(['4.1/persists skip'])
})

it('a failure that no other client can cause is not repeated', async () => {
  const once = shownNode(1, 'uuid', (value, { responses }) =>
    responses === 12 ? '00000000-0000-4000-8000-000000000000' : value,
  )
  expect(await notPassedBehind(once)).toContainEqual(expect.stringMatching(/ fail$/))
})

it('a failure that no other client can cause is told after any number of other differences', async () => {
  const broken: MakeMiddleware = () => {
    let responses = 0
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      responses += 1
      const { json, ...rest } = response
      if (responses === 60) return { ...rest, text: '{"object": "list", ' }
      // Most values are other ones in each response, except in those to the preflight.
      const others: Readonly<Record<string, (value: unknown) => unknown>> = {
        number: (value) => Number(value) + responses,
        boolean: (value) => value === (responses % 2 === 0),
      }
      const change = (attributes: JsonObject): void => {
        for (const [field, value] of Object.entries(attributes))
          if (field !== 'id') attributes[field] = others[typeof value]?.(value) ?? value
      }
      if (responses > 10) resources('any', change)(json)
      return response
    }
  }
  const withJson = choose(allChecks, {
    only: ['1/json', '4.1/others-unchanged', '4.4/stable', '4.5/identity'],
  })
  const results = await notPassed(pool.fresh(), broken, withJson)
  expect(results).toContainEqual('1/json fail')
})
