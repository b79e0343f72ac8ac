import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { kitEgg, kitNumber } from '../judge/kit-egg.ts'
import { isObject } from '../judge/reception.ts'
import { answered, instead, refusal, refusedWhen } from '../proof/changes.ts'
import { attributesOf, dataOf, type JsonObject, replace, resources } from '../proof/json.ts'
import { bodyOf, isGranted, type Middleware, type ProxyRequest } from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { startProxy } from '../proof/proxy.ts'
import { run } from '../run.ts'
import { choose } from './choose.ts'
import { checks } from './index.ts'

/** Servers that were accused once of what they did not do; most of them keep every clause. */

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

/** An import that takes the script only, on a server whose startup command begins like that of the file. */
const scriptOnly = (): Middleware => {
  const own = { name: 'Own', description: 'Own', startup: './run --mark "Nest' }
  return instead('importEgg', async (request, next) => {
    const response = await next(request)
    if (!isGranted(response) || !isObject(response.json)) return response
    const egg = attributesOf(response.json)
    for (const [field, value] of Object.entries(own)) replace(egg, field, () => value)
    replace(egg, 'docker_images', () => ({ Own: 'example/own:1' }))
    replace(egg, 'config.startup', () => ({ done: ['Done'] }))
    return response
  })
}

/** An import that takes the name only. */
const nameOnly = (): Middleware =>
  answered('importEgg', (json) => {
    const own = {
      description: 'Own',
      startup: './run',
      'script.install': 'echo',
      'config.startup': { done: [] },
    }
    const egg = attributesOf(json)
    for (const [field, value] of Object.entries(own)) replace(egg, field, () => value)
    replace(egg, 'docker_images', () => ({ Own: 'example/own:1' }))
    replace(egg, 'config.files', () => ({}))
    resources('egg_variable', (variable) => replace(variable, 'description', () => 'Own'))(json)
  })

/** A server that keeps every clause. */
const plain = (): Middleware => (request, next) => next(request)

/** Environments of all servers that have the names of the egg and the node that were written last. */
const namesInEnvironments = (): Middleware => {
  const names: Record<string, unknown> = {}
  return answered('all', (json, { operation }) => {
    if (operation === 'importEgg') names['EGG'] = attributesOf(json)['name']
    if (operation === 'updateNode') names['NODE'] = attributesOf(json)['name']
    resources('server', (server) => {
      replace(server, 'container.environment', (environment) => ({ ...Object(environment), ...names }))
    })(json)
  })
}

/** Fields that the document does not name, in objects that only the response of an import shows. */
const moreInImports = (): Middleware =>
  answered('importEgg', (json) => {
    const more = (value: unknown): unknown => ({ ...Object(value), more: 1 })
    const egg = attributesOf(json)
    for (const field of ['config.startup', 'config.logs']) replace(egg, field, more)
    replace(egg, 'config.files', (files) =>
      Object.fromEntries(Object.entries(Object(files)).map(([name, file]) => [name, more(file)])),
    )
  })

/** A server that meets an error, before or after it creates the user that only refused requests tried to create. */
const errorOnce = (isCreated: boolean): Middleware => {
  const refused = new Set<unknown>()
  return instead('createUser', async (request, next) => {
    const { email } = bodyOf(request)
    const isGood = request.credential === 'application' || request.credential === 'rootClient'
    const isMet = isGood && refused.delete(email)
    const response = isMet && !isCreated ? refusal(500) : await next(request)
    if (!isGood) refused.add(email)
    return isMet ? refusal(500) : response
  })
}

/** Another client gives the egg the file again, once, with another variable right before the server gets a value of it. */
const otherVariable = (): Middleware => {
  let file: ProxyRequest | undefined
  let isDone = false
  return async (request, next) => {
    if (request.operation === 'importEgg' && request.credential === 'rootClient') file = request
    if (file && !isDone && request.operation === 'updateServerStartup' && request.text.includes(kitNumber)) {
      await next({ ...file, text: file.text.replaceAll(kitNumber, 'OTHER') })
      isDone = true
    }
    return next(request)
  }
}

/** Backups with URLs, and with UUIDs in capitals in every second response. */
const capitals = (): Middleware => {
  let responses = 0
  return answered('listServerBackups', (json) => {
    responses += 1
    for (const backup of dataOf(json).filter(isObject)) {
      const { uuid } = attributesOf(backup)
      Object.assign(backup, { meta: { resource: `https://panel.example/backups/${uuid}` } })
      if (responses % 2 === 0) replace(attributesOf(backup), 'uuid', (each) => String(each).toUpperCase())
    }
  })
}

/** Mounts whose servers are cut off, and of which only some servers count, none of the first mount. */
const cutMounts = (): Middleware =>
  answered('listServerMounts', (json) => {
    for (const [at, mount] of dataOf(json).filter(isObject).map(attributesOf).entries()) {
      replace(mount, 'relationships.servers.data', () => [])
      replace(mount, 'servers_count', () => 3 * at)
    }
  })

/** The text of a share file of a target. */
function shareFile(name: string, variable: string): string {
  const json = JSON.parse(kitEgg('Fixed'))
  const [first] = json.variables
  return JSON.stringify({ ...json, name, variables: [{ ...first, name: variable, env_variable: 'WORLD' }] })
}

it.each<[string, () => Middleware, string, importEgg?: string]>([
  ['an import of the name only', nameOnly, '4.3/from-file'],
  ['an import of a file with the mark in its name', plain, '4.3/from-file', shareFile('{{mark}}', 'World')],
  [
    'an import of a file with the mark in the name of a variable',
    plain,
    '4.3/from-file',
    shareFile('Fixed', '{{mark}}'),
  ],
  ['a server whose egg gets a file from another client', otherVariable, '4.5/environment'],
  [
    'a server whose backups all have the same `id`, a field that is not in the document',
    () =>
      answered(
        'listServerBackups',
        resources('backup', (backup) => Object.assign(backup, { id: 0 })),
      ),
    '4.7/distinct',
  ],
  ['a server whose environments follow from names of others', namesInEnvironments, '4.5/others-unchanged'],
  ['an import with more fields in its response than other responses have', moreInImports, '4.3/persists'],
  [
    'a server with an error before it creates a user',
    () => errorOnce(false),
    '5/create-user-refused-changes-nothing',
  ],
  [
    'a server with an error after it has created a user',
    () => errorOnce(true),
    '5/create-user-refused-changes-nothing',
  ],
  [
    'a server whose first mounts are too long for the kit',
    () => {
      const tooLong = 'x'.repeat(20_000_000)
      let left = 4
      return answered('listServerMounts', (json) => {
        left -= 1
        return left < 0 ? json : { ...json, tooLong }
      })
    },
    '4.4/response',
  ],
  ['an import of the script only', scriptOnly, '4.3/whole-texts'],
  [
    'a server with URLs of backups whose UUIDs have capitals now and then',
    capitals,
    '2.1/meta-resource-distinct',
  ],
  ['a server that counts some servers of its mounts, and lists none', cutMounts, '4.4/mounted-agrees'],
  [
    'a server without content for an update that repeats the current values',
    () => {
      let before: string | undefined
      return instead('updateServerStartup', async (request, next) => {
        const isSame = request.text === before
        const response = await next(request)
        if (isGranted(response)) before = request.text
        return isSame && isGranted(response) ? { status: 204 } : response
      })
    },
    '5/update-server-startup-takes-root-client',
  ],
  [
    'a firewall that forbids what looks like an option of a command',
    () => refusedWhen('updateServerStartup', ({ text }) => text.includes(' --'), 403),
    '4.5/response',
  ],
  [
    'a server whose lists of databases have only pages of a few sizes',
    () =>
      refusedWhen(
        'listHostDatabases',
        ({ path }) => !['10', '25', '50'].includes(/per_page=(\d+)/.exec(path)?.[1] ?? '10'),
        400,
      ),
    '4.8/total-constant',
  ],
  [
    'a server that responds with the first user again',
    () => {
      let first: JsonObject | undefined
      return answered('createUser', (json) => (first ??= json))
    },
    '4.6/creates-username',
  ],
  [
    'a server that refuses by UUID and by id requests that it granted by id before',
    () => refusedWhen('updateServerStartup', (_, times) => times > 1),
    '4.5/by-id-and-uuid',
  ],
])('%s is not accused', async (_, make, only, importEgg) => {
  const proxy = await startProxy(pool.fresh(), make())
  onTestFinished(() => proxy.close())
  const { results } = await run({
    target: { ...proxy.target, ...(importEgg !== undefined && { importEgg }) },
    checks: choose(checks, { only: [only, '4.5/persists'] }),
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  expect(proxy.faults).toEqual([])
  expect(results.filter(({ status }) => status === 'fail').map(({ id, message }) => [id, message])).toEqual(
    [],
  )
})
