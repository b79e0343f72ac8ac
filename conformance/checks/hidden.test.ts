import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationId, objectAt, valueAt } from '../../src/contract/index.ts'
import { kitEgg, variableName } from '../judge/kit-egg.ts'
import { answered, asked, refusal, timesOf } from '../proof/changes.ts'
import {
  attributesOf,
  dataOf,
  isObject,
  type JsonObject,
  relationshipsOf,
  replace,
  resources,
} from '../proof/json.ts'
import { asBy, bodyOf, isGranted, type MakeMiddleware, withBody } from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { notPassed, runBehind } from '../testing/run-behind.ts'
import { choose } from './choose.ts'
import { checks as allChecks } from './index.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

/** The results that are not `pass`, of some checks of the mock server behind a middleware. */
const notPassedOf = (make: MakeMiddleware, ...only: readonly string[]): Promise<readonly string[]> =>
  notPassed(pool.fresh(), make, choose(allChecks, { only }))

/** Takes the method from a header, and then ignores the token. */
const overridden: MakeMiddleware = () => (request, next) => {
  const method = request.headers['x-http-method-override']
  return next(method === undefined ? request : { ...asBy(request, 'rootClient'), method })
}

const rawBasic: MakeMiddleware = () => (request, next) => {
  const [, token] = /^Basic (.*)$/.exec(request.headers['authorization'] ?? '') ?? []
  const isToken = Object.values(request.target.tokens).some((each) => each === token)
  return next(isToken ? asBy(request, 'rootClient') : request)
}

/** Takes the letters from ids of database hosts. */
const hostByNumber: MakeMiddleware = () => (request, next) =>
  next({ ...request, path: request.path.replace(/(database-hosts\/\d+)[a-z]+/, '$1') })

/** Shows the previous name of a node at regular intervals, after updates with correct responses. */
const losing =
  (every: number): MakeMiddleware =>
  () => {
    let updates = 0
    let before: unknown
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      const isLost = updates > 0 && updates % every === 0
      if (request.operation === 'updateNode') {
        updates += 1
        if (updates % every !== 0) before = attributesOf(response.json)['name']
      } else if (isLost)
        resources('node', (attributes) => {
          if (attributes['id'] === 1) replace(attributes, 'name', () => before)
        })(response.json)
      return response
    }
  }

/** Changes responses to imports, of which the first has the number 1. */
const imported =
  (change: (attributes: Record<string, unknown>, times: number) => void): MakeMiddleware =>
  () => {
    let times = 0
    return async (request, next) => {
      const response = await next(request)
      if (request.operation !== 'importEgg' || !isGranted(response) || !isObject(response.json))
        return response
      times += 1
      change(attributesOf(response.json), times)
      return response
    }
  }

const withoutVariable = imported((attributes) => {
  const { variables } = relationshipsOf(attributes)
  if (isObject(variables))
    variables['data'] = dataOf(variables).filter(
      (each) => attributesOf(each)['env_variable'] !== 'CONFORMANCE_EMPTY',
    )
})

const descriptionOfFirst: MakeMiddleware = () => {
  let first: unknown
  return imported((attributes, times) => {
    if (times === 1) first = attributes['description']
    replace(attributes, 'description', () => first)
  })()
}

/** Breaks down where two fields are not ASCII. */
const brokenByTwo: MakeMiddleware = () => async (request, next) => {
  const odd = Object.values(bodyOf(request)).filter(
    (value) => typeof value === 'string' && /[^\n -~]/.test(value),
  )
  return request.operation === 'updateNode' && odd.length > 1 ? refusal(500) : next(request)
}

/** Counts the nodes of each tag. @param isMoved whether a tag leaves the other nodes when a node gets it */
const counting =
  (isMoved: boolean): MakeMiddleware =>
  () => {
    const nodes = new Map<unknown, Set<unknown>>()
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      if (request.operation === 'syncNodeTags') {
        const [, node] = /nodes\/(\d+)/.exec(request.path) ?? []
        for (const owners of nodes.values()) owners.delete(node)
        for (const { id } of dataOf(response.json).map(attributesOf))
          nodes.set(id, new Set([...(isMoved ? [] : (nodes.get(id) ?? [])), node]))
      }
      resources('tag', (attributes) =>
        replace(attributes, 'nodes_count', () => nodes.get(attributes['id'])?.size ?? 0),
      )(response.json)
      return response
    }
  }

/** Counts the nodes of each tag as if every sync were for all nodes; its own response shows the counts from before. */
const sharing: MakeMiddleware = () => {
  const nodes = new Set<unknown>()
  let selected: readonly unknown[] = []
  const count = (json: JsonObject, many: number) =>
    resources('tag', (tag) => replace(tag, 'nodes_count', () => (selected.includes(tag['id']) ? many : 0)))(
      json,
    )
  return async (request, next) => {
    const response = await next(request)
    if (!isGranted(response) || !isObject(response.json)) return response
    if (request.operation === 'syncNodeTags') {
      selected = dataOf(response.json).map((tag) => attributesOf(tag)['id'])
      count(response.json, 1)
      nodes.add(request.path)
    } else count(response.json, nodes.size)
    return response
  }
}

/** Counts a node for each tag in the response to its sync alone. */
const countingInSyncs: MakeMiddleware = () =>
  answered('all', (json, { operation }) =>
    resources('tag', (tag) => replace(tag, 'nodes_count', () => (operation === 'syncNodeTags' ? 1 : 0)))(
      json,
    ),
  )

/** Makes `behind_proxy` of a node true with the scheme `http`. */
const proxyByScheme: MakeMiddleware = () =>
  asked('updateNode', (body) => (body['scheme'] === 'http' ? { ...body, behind_proxy: true } : undefined))

/** Resets a limit of a server that gets another egg. */
const limitByEgg: MakeMiddleware = () => {
  const reset = new Set<unknown>()
  return async (request, next) => {
    const response = await next(request)
    if (!isGranted(response) || !isObject(response.json)) return response
    const hasOther = bodyOf(request)['egg_id'] === request.target.resources.otherEgg
    if (request.operation === 'updateServerStartup' && hasOther) reset.add(attributesOf(response.json)['id'])
    resources('server', (server) => {
      if (reset.has(server['id'])) replace(server, 'limits.cpu', () => 1)
    })(response.json)
    return response
  }
}

/** Stores each value of an environment once. */
const uniqueValues: MakeMiddleware = () =>
  asked('updateServerStartup', ({ environment, ...rest }) => {
    if (!isObject(environment)) return undefined
    const names = new Map(Object.entries(environment).map(([name, value]) => [value, name]))
    return { ...rest, environment: Object.fromEntries([...names].map(([value, name]) => [name, value])) }
  })

/** Takes the last name of a user for a repetition of the first. */
const uniqueNames: MakeMiddleware = () =>
  asked('createUser', (user) =>
    user['first_name'] === user['last_name'] ? { ...user, last_name: '-' } : undefined,
  )

/** Adds the variables of a file to those that the egg has, under the same names. */
const variablesTwice = imported((attributes) => {
  const { variables } = relationshipsOf(attributes)
  if (isObject(variables)) {
    const more = structuredClone(dataOf(variables))
    for (const each of more) replace(attributesOf(each), 'id', (id) => Number(id) + 100_000)
    dataOf(variables).push(...more)
  }
})

/** Cuts addresses of more than 50 characters. */
const shortAddresses: MakeMiddleware = () =>
  answered('createUser', (json) =>
    replace(attributesOf(json), 'email', (email) => String(email).slice(0, 50)),
  )

/** Swaps the labels and the images of an imported egg. */
const swapped = imported((attributes) =>
  replace(attributes, 'docker_images', (images) =>
    Object.fromEntries(Object.entries(Object(images)).map(([label, image]) => [image, label])),
  ),
)

/** Answers the second request for a list with an error, and each after that up to the last one. */
const failing =
  (id: OperationId, status: number, last = Number.POSITIVE_INFINITY): MakeMiddleware =>
  () => {
    const times = timesOf()
    return (request, next) => {
      const time = request.operation === id ? times(request) : 0
      return time > 1 && time <= last ? Promise.resolve(refusal(status)) : next(request)
    }
  }

/**
 * Refuses an environment without anything else, and stores one value in all variables.
 */
const oneForAll: MakeMiddleware = () => async (request, next) => {
  const { environment, ...rest } = bodyOf(request)
  if (request.operation !== 'updateServerStartup' || !isObject(environment)) return next(request)
  if (Object.keys(rest).length === 0) return refusal(422)
  const sent = Object.entries(environment)
  const [, last] = sent.at(-1) ?? []
  return next(
    withBody(request, { ...rest, environment: Object.fromEntries(sent.map(([name]) => [name, last])) }),
  )
}

/** Ignores an egg that comes without an image, and refuses another egg while the node has tags. */
const eggWithImage: MakeMiddleware = () => {
  let isTagged = true
  return async (request, next) => {
    if (request.operation === 'syncNodeTags') isTagged = !/\[\]/.test(request.text)
    const { egg_id, ...rest } = bodyOf(request)
    if (request.operation !== 'updateServerStartup' || egg_id === undefined) return next(request)
    if (isTagged && egg_id === request.target.resources.otherEgg) return refusal(422)
    return next('docker_image' in rest ? request : withBody(request, rest))
  }
}

/** Stores the word null as a missing name. */
const wordNull: MakeMiddleware = () => (request, next) => {
  const body = bodyOf(request)
  const isNull = request.operation === 'createUser' && body['last_name'] === 'null'
  return next(isNull ? withBody(request, { ...body, last_name: 'None' }) : request)
}

describe('a fault is found in a server that', () => {
  it.each<[string, MakeMiddleware, string]>([
    [
      'skips the check of the token if a header overrides the method',
      overridden,
      '5/import-egg-refuses-no-header',
    ],
    ['accepts a token after the word Basic', rawBasic, '5/update-node-refuses-other-scheme'],
    ['accepts `1x` as the database host 1', hostByNumber, '4.8/path'],
    ['loses every 17th update of a node', losing(17), '4.1/persists'],
    ['stores only some variables of a file', withoutVariable, '4.3/whole-texts'],
    ['stores the description of the first file only', descriptionOfFirst, '4.3/from-file'],
    ['fails with a combination of two valid values', brokenByTwo, '4.1/response'],
    ['removes a tag from other nodes', counting(true), '4.2/other-node'],
    ['gives the tags of a node to all nodes', sharing, '4.2/other-node'],
    ['sets a flag by the scheme', proxyByScheme, '4.1/updates-behind-proxy'],
    ['has each variable of a file twice', variablesTwice, '2.1/nested-once'],
    ['swaps the labels and the images of a file', swapped, '4.3/whole-texts'],
    ['stores equal values of variables once', uniqueValues, '4.5/environment'],
    ['takes equal names of a user for one', uniqueNames, '4.6/creates-last-name'],
    ['cuts long addresses of users', shortAddresses, '4.6/creates-email'],
    ['stores one value in all variables', oneForAll, '4.5/environment'],
    ['ignores an egg without an image', eggWithImage, '4.5/egg'],
    ['resets a limit with another egg', limitByEgg, '4.5/identity'],
    ['takes the word null for a missing name', wordNull, '4.6/creates-last-name'],
    ['refuses the list of mounts the second time', failing('listServerMounts', 422), '4.4/stable'],
  ])('%s', async (_, make, check) => {
    // Some checks judge requests of other checks.
    const more =
      {
        '4.1/response': ['4.1/updates-name'],
        '2.1/nested-once': ['4.3/from-file'],
        '4.5/identity': ['4.5/egg'],
      }[check] ?? []
    expect(await notPassedOf(make, check, ...more)).toContain(`${check} fail`)
  })
})

/** Shows a map of an imported egg as a list if it is empty; the environment of a server has the variables of its egg. */
const emptyMaps = {
  'config.files': (egg: JsonObject) =>
    replace(egg, 'config.files', (value) => (Object.keys(Object(value)).length === 0 ? [] : value)),
  'container.environment': (egg: JsonObject) => {
    if (dataOf(objectAt(relationshipsOf(egg), 'variables')).length === 0)
      resources('server', (server) => replace(server, 'container.environment', () => []))(egg)
  },
}

it.each([
  ['config.files', '2.5/types'],
  ['container.environment', '2.8/types'],
] as const)('an empty %s as a list fails with a share file of the target', async (field, check) => {
  const own = kitEgg('An egg, {{mark}}').replaceAll(variableName, 'Own')
  const target = { ...pool.fresh(), importEgg: JSON.stringify(JSON.parse(own), null, 2) }
  const make = () => answered('importEgg', (json) => emptyMaps[field](attributesOf(json)))
  const all = choose(allChecks, { only: [check, '4.3/from-file'] })
  expect(await notPassed(target, make, all)).toContain(`${check} fail`)
})

const cutVariable =
  (field: string): MakeMiddleware =>
  () =>
    answered(
      'importEgg',
      resources('egg_variable', (variable) => replace(variable, field, (text) => String(text).slice(0, 14))),
    )

it.each<[string, MakeMiddleware]>([
  ['cut descriptions of variables', cutVariable('description')],
  ['cut defaults of variables', cutVariable('default_value')],
  [
    'a stop command without its caret',
    imported((egg) => replace(egg, 'config.stop', (text) => String(text).replace('^', ''))),
  ],
  [
    'the container of the script in place of its interpreter',
    imported((egg) => replace(egg, 'script.entry', () => valueAt(egg, 'script.container'))),
  ],
])('%s fail with a share file of the target', async (_, make) => {
  const own = JSON.parse(kitEgg('An egg, {{mark}}').replaceAll(variableName, 'Own'))
  own.config.stop = '^C {{mark}}'
  for (const variable of own.variables) variable.default_value = 'Twenty {{mark}}'
  Object.assign(own.scripts.installation, { container: 'alpine:{{mark}}', entrypoint: 'ash {{mark}}' })
  const all = choose(allChecks, { only: ['4.3/whole-texts'] })
  const importEgg = JSON.stringify(own)
  expect(await notPassed({ ...pool.fresh(), importEgg }, make, all)).toContain('4.3/whole-texts fail')
})

describe('no fault is found in a server that', () => {
  it.each<[string, MakeMiddleware, [string, ...string[]]]>([
    ['counts the nodes of a tag that only the run assigns', counting(false), ['4.2/other-node']],
    ['counts the nodes of a tag in syncs only', countingInSyncs, ['4.2/other-node', '4.2/tags-now']],
  ])('%s', async (_, make, [check, ...more]) => {
    expect(await notPassedOf(make, check, ...more)).toEqual([])
  })
})

it('a server that refuses the tag sync after a refused one is not accused', async () => {
  const locking: MakeMiddleware = () => {
    let isLocked = false
    return async (request, next) => {
      if (request.operation !== 'syncNodeTags') return next(request)
      const response = await next(request)
      const isRefused = isLocked && isGranted(response)
      isLocked = !isGranted(response)
      return isRefused ? refusal(422) : response
    }
  }
  const only = ['5/sync-node-tags-refused-changes-nothing']
  const { results, notSelected } = await runBehind(pool.fresh(), locking(), {
    checks: choose(allChecks, { only }),
  })
  expect([results, notSelected.map(({ id }) => id)]).toEqual([[], only])
})

it('a temporarily unreachable server is not accused because of another list', async () => {
  expect(await notPassedOf(failing('listServerBackups', 502, 3), '4.7/stable')).toEqual(['4.7/stable skip'])
})
