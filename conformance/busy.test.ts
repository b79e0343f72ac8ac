import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type OperationId, operationIds, operations } from '../src/contract/index.ts'
import { startNestbox } from '../src/index.ts'
import { isWhole, sample } from '../src/testing/sample.ts'
import { checks } from './checks/index.ts'
import { isTokenName } from './client/credentials.ts'
import type { Result } from './judge/outcome.ts'
import { attributesOf } from './judge/parts.ts'
import type { Middleware, ProxyRequest, ProxyResponse } from './proof/messages.ts'
import { startProxy } from './proof/proxy.ts'
import { type RunOptions, run } from './run.ts'
import type { Run } from './run-result.ts'
import { readTarget } from './target/read-target.ts'
import type { Target } from './target/target.ts'

let plain: Target

beforeAll(async () => {
  const nestbox = await startNestbox()
  const response = await fetch(`${nestbox.url}/_nestbox/target.json`)
  plain = readTarget(await response.json(), 'target.json')
  return () => nestbox.close()
})

const busy = (after = '2'): ProxyResponse => ({ status: 429, headers: { 'retry-after': after }, text: '' })
const later: ProxyResponse = { status: 503, headers: { 'retry-after': '1' }, text: '' }
const badGateway: ProxyResponse = { status: 502, headers: {}, text: 'Bad Gateway' }
const waitedFor = '503 with an empty body, though the kit waits for up to 90 seconds'
const kept = 'the server kept refusing with 429'
/** The same with what would help. */
const keptInFull: unknown = expect.stringMatching(`^${kept}; .*--rate`)

let worlds = 0

interface Played extends Run {
  readonly waits: readonly number[]
}

/** A run of some checks against the mock server behind a middleware, without waits. */
async function played(layer: Middleware, only: RegExp, options: Partial<RunOptions> = {}): Promise<Played> {
  worlds += 1
  const own = { ...plain, baseUrl: plain.baseUrl.replace(/~\w+$/, `~busy-${worlds}`) }
  const server = await startProxy(own, layer)
  onTestFinished(() => server.close())
  const waits: number[] = []
  const outcome = await run({
    target: server.target,
    checks: checks.filter(({ id }) => only.test(id)),
    observe: false,
    requests: 'own',
    pause: async (milliseconds) => {
      waits.push(milliseconds)
    },
    ...options,
  })
  return { ...outcome, waits }
}

/** Answers so to some requests, and leaves the others to the mock. */
const answering =
  (response: ProxyResponse, isMeant: (ask: ProxyRequest) => boolean): Middleware =>
  (ask, next) =>
    isMeant(ask) ? Promise.resolve(response) : next(ask)

/** Answers so to those of the requests that a number names, from 1. */
function answeringAt(response: ProxyResponse, isMeant: (nth: number) => boolean): Middleware {
  let nth = 0
  return answering(response, () => {
    nth += 1
    return isMeant(nth)
  })
}

const told = ({ results }: Run, id: string): Result | undefined => results.find((each) => each.id === id)
const statuses = ({ results }: Run): Set<string> => new Set(results.map(({ status }) => status))
const byUuid = ({ path }: ProxyRequest): boolean => path.includes(String(plain.resources.server?.uuid))

describe('a server that is temporarily busy', () => {
  it('is waited for as long as it requests, and conforms', async () => {
    const seen = await played(
      answeringAt(busy(), (nth) => nth > 10 && nth <= 15),
      /^4\.4/,
    )
    expect(seen.verdict).toBe('conforms')
    expect(seen.waits).toEqual([2000, 2000, 2000, 2000, 2000])
  })

  it('is waited for with 503 too', async () => {
    const seen = await played(
      answeringAt(later, (nth) => nth > 4 && nth <= 9),
      /^4\.4/,
    )
    expect(seen.verdict).toBe('conforms')
    expect(seen.waits).toEqual([1000, 1000, 1000, 1000, 1000])
  })
})

describe('a server whose node is in maintenance before the run, and that refuses startup updates meanwhile', () => {
  it('is checked without maintenance, which is restored afterwards', async () => {
    let isClosed: boolean | undefined
    const seen = await played(async (ask, next) => {
      if (isClosed === undefined) {
        const { resources, tokens } = plain
        const headers = { authorization: `Bearer ${tokens.application}`, 'content-type': 'application/json' }
        const path = `/api/application/nodes/${resources.node}`
        await next({ ...ask, method: 'PATCH', path, headers, text: '{"maintenance_mode":true}' })
        isClosed = true
      }
      if (ask.operation === 'updateServerStartup' && isClosed) return { status: 409, text: '{"errors":[]}' }
      const reply = await next(ask)
      if (ask.operation === 'updateNode' && reply.status === 200)
        isClosed = attributesOf(JSON.parse(reply.text ?? ''))['maintenance_mode'] === true
      return reply
    }, /^4\.(?:[15]\/(?:response|persists)|7\/response)|^5\/update-(?:node|server-startup)-(?:refused|takes)-/)
    // The node is put back before the requests that must be refused.
    const others = seen.results.filter(({ status }) => status !== 'pass').map(({ id }) => id)
    expect(others).toEqual(['5/update-node-refused-changes-nothing'])
    expect(isClosed).toBe(true)
  })
})

describe('a server that refuses requests for a time after a change of its egg', () => {
  const refused: ProxyResponse = { status: 400, text: '{"errors":[{"detail":"server is installing"}]}' }
  const told200: ProxyResponse = { status: 200, text: '{"success":false,"message":"server is installing"}' }
  const failed: ProxyResponse = { status: 500, text: '{}' }
  const forGood = Number.POSITIVE_INFINITY

  it.each(
    sample<[what: string, locked: OperationId, response: ProxyResponse, lasts: number, shown: string]>(2, [
      ['its mounts with a 200 that says so, passes', 'listServerMounts', told200, 300, 'pass'],
      ['its mounts with 400, passes', 'listServerMounts', refused, 300, 'pass'],
      ['its mounts with 400 for good, fails', 'listServerMounts', refused, forGood, 'fail'],
      ['its startup with 400, passes', 'updateServerStartup', refused, 300, 'pass'],
      ['its startup with 500, passes', 'updateServerStartup', failed, 300, 'pass'],
    ]),
  )('%s', async (_, locked, response, lasts, shown) => {
    let egg: unknown
    let [now, until] = [0, 0]
    const seen = await played(
      async (ask, next) => {
        if (ask.operation === locked && isTokenName(ask.credential) && now < until) return response
        const reply = await next(ask)
        if (ask.operation === 'updateServerStartup' && reply.status === 200) {
          const { egg_id = egg } = JSON.parse(ask.text ?? '')
          if (egg !== undefined && egg !== egg_id) until = now + lasts
          egg = egg_id
        }
        return reply
      },
      /^4\.[245]|takes-root-client/,
      {
        async pause(milliseconds) {
          now += milliseconds
        },
      },
    )
    expect(statuses(seen).has('fail')).toBe(shown === 'fail')
    if (shown === 'pass') expect([...statuses(seen)]).toEqual(['pass'])
  })

  it('is waited for hardly longer than it refuses them', async () => {
    const lasts = 400
    let [waited, changes, until] = [0, 0, 0]
    let egg: unknown
    await played(
      async (ask, next) => {
        if (ask.operation !== 'updateServerStartup') return next(ask)
        if (isTokenName(ask.credential) && performance.now() < until) return { status: 409, text: '{}' }
        const reply = await next(ask)
        const { egg_id = egg } = JSON.parse(ask.text ?? '')
        if (reply.status === 200 && egg !== undefined && egg !== egg_id) {
          until = performance.now() + lasts
          changes += 1
        }
        egg = egg_id
        return reply
      },
      /^4\.[245]/,
      {
        pause(milliseconds) {
          waited += milliseconds
          return setTimeout(milliseconds)
        },
      },
    )
    expect(changes).toBeGreaterThan(3)
    expect(waited).toBeLessThan(1.6 * changes * lasts)
  })
})

describe('a server that refuses valid requests for a time', () => {
  it.each([3, 8])('is not judged, if it grants %i writes and then only reads', async (most) => {
    let writes = 0
    const seen = await played(
      answering({ status: 403, text: '' }, ({ method, credential }) => {
        if (method !== 'GET' && isTokenName(credential)) writes += 1
        return method !== 'GET' && writes > most
      }),
      /^4\.\d\/response$|takes-root-client$/,
    )
    expect(writes).toBeGreaterThan(most)
    expect([...statuses(seen)].toSorted()).toEqual(['pass', 'skip'])
  })

  it('is not judged, if a server is away until the kit waits for it', async () => {
    let isAway = true
    const seen = await played(
      answering(
        { status: 404, text: '{}' },
        ({ operation }) => isAway && operation === 'updateServerStartup',
      ),
      /^4\.5\/response$/,
      {
        async pause() {
          isAway = false
        },
      },
    )
    const message = expect.stringMatching(
      /^the server refused this once, and granted it when it was sent again/,
    )
    expect(seen.results).toMatchObject([{ status: 'skip', message }])
  })
})

describe('a server that locks the kit out after a forged token', () => {
  it.each(sample(2, ['empty-bearer', 'altered-end', 'altered-token']))(
    'is not judged by a later refusal: %s',
    async (name) => {
      let isLocked = false
      const seen = await played(
        async (ask, next) => {
          if (isLocked) return { status: 403, headers: {}, text: '' }
          isLocked = ask.credential === name
          return next(ask)
        },
        new RegExp(`^5/list-host-databases-refuses-${name}$`),
      )
      const message = expect.stringMatching(/^refusals prove nothing any more: GET .* the response is 403 /)
      expect(seen.results).toMatchObject([{ status: 'skip', message }])
    },
  )
})

describe('a server that keeps refusing with 429', () => {
  it.each(sample(4, operationIds))('is not judged for %s', async (id) => {
    const { section } = operations[id]
    const inWords = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const seen = await played(
      answering(busy(), ({ operation }) => operation === id),
      // Checks of other operations pass; most of them are left to `npm run test:all`.
      isWhole
        ? /^4\.|-refuses-no-header$|-refused-changes-nothing$/
        : new RegExp(`^${section}/|-refuses-no-header$|/${inWords}-refused-changes-nothing$`),
    )
    expect([...statuses(seen)].toSorted()).toEqual(['pass', 'skip'])
    expect(told(seen, `${section}/response`)).toMatchObject({ status: 'skip', message: keptInFull })
    expect(seen.verdict).toBe('incomplete')
  })

  it('gets no verdict if it never responds with anything else, and is not waited for at each request', async () => {
    const seen = await played(
      answering(busy(), () => true),
      /./,
      { observe: true },
    )
    expect([...statuses(seen)]).toEqual(['skip'])
    expect(seen.results.filter(({ message }) => message?.startsWith(kept)).length).toBeGreaterThan(100)
    expect(seen.waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(90_000)
    expect(seen.verdict).toBe('incomplete')
  })

  it.each(sample(2, ['4.4/by-id-and-uuid', '4.5/by-id-and-uuid']))(
    'is not said to refuse UUIDs: %s is skipped',
    async (id) => {
      const seen = await played(answering(busy(), byUuid), /^4\.[45]/)
      expect(told(seen, id)).toMatchObject({ status: 'skip', message: keptInFull })
    },
  )

  it('is not said to have refused a token', async () => {
    const seen = await played(
      answering(busy(), ({ credential }) => credential === 'garbage'),
      /-refuses-(?:garbage|no-header)$/,
    )
    // Two of each operation.
    expect(seen.results).toHaveLength(16)
    for (const { id, status, message } of seen.results)
      expect({ id, status, message }).toEqual(
        id.endsWith('-garbage')
          ? { id, status: 'skip', message: keptInFull }
          : { id, status: 'pass', message: undefined },
      )
  })

  it('is not blamed for checks that could not be run: a token, a second egg, backups in maintenance', async () => {
    const token = await played(
      answering(busy(), ({ credential }) => credential === 'application'),
      /-refuses-application-token$/,
    )
    expect([...statuses(token)]).toEqual(['skip'])
    // The reads with which a startup update is prepared have the application token as well.
    const unproven =
      'no request with `tokens.application` was granted, so that its refusal proves nothing; the token may be wrong'
    for (const { id, message } of token.results)
      expect({ id, message }).toEqual({ id, message: id.includes('startup') ? keptInFull : unproven })
    const egg = await played(
      answering(busy(), ({ text }) => text.includes('--check \\"other egg')),
      /^4\.5/,
    )
    // The rule has the updates with the egg of the server to judge.
    expect(told(egg, '4.5/egg')).toMatchObject({ status: 'pass' })
    expect([...statuses(egg)]).not.toContain('fail')
    const maintenance = await played(
      answering(busy(), ({ text }) => text.includes('"maintenance_mode":true')),
      /^4\.[17]/,
    )
    expect([...statuses(maintenance)].toSorted()).toEqual(['pass', 'skip'])
    expect(told(maintenance, '4.7/response')).toMatchObject({ status: 'pass' })
  })

  it('shows no choice of a gap', async () => {
    const seen = await played(
      answering(busy(), ({ operation, text }) => operation === 'updateNode' && text.includes('"ftp"')),
      /\/response$/,
      { observe: true },
    )
    expect(seen.verdict).toBe('conforms')
    expect(seen.gaps.find(({ id }) => id === 'node.scheme')).toMatchObject({
      observed: 'unseen',
      detail: kept,
    })
  })

  it('keeps its results if nothing can be restored', async () => {
    let isOver = false
    const seen = await played(
      answering(busy(), () => isOver),
      /^4\.[1235]\/response$/,
      { onResult: (_, done, of) => (isOver = done === of) },
    )
    expect(seen.verdict).toBe('conforms')
    for (const what of ['node 1: its fields', 'node 1: its tags'])
      expect(seen.ledger).toContain(`${what} could not be put back: ${kept}`)
  })
})

it.each<[what: string, response: ProxyResponse, why: string]>([
  ['refuses', { status: 422, headers: {}, text: '{}' }, '422'],
  ['fails', { status: 500, headers: {}, text: '' }, '500'],
  ['postpones', later, waitedFor],
])('a server that %s the requests that restore its resources is reported', async (_, response, why) => {
  let isOver = false
  const seen = await played(
    answering(response, ({ method }) => isOver && method !== 'GET'),
    /^4\.[12]\/response$/,
    { onResult: (_, done, of) => (isOver = done === of) },
  )
  const { node } = plain.resources
  for (const what of [`node ${node}: its fields`, `node ${node}: its tags`])
    expect(seen.ledger).toContainEqual(expect.stringMatching(`^${what} could not be put back: .*${why}`))
  expect(seen.waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(90_000)
})

it('a run that throws restores what it has changed', async () => {
  const writes: string[] = []
  let isOver = false
  const layer: Middleware = (ask, next) => {
    if (isOver && ask.method !== 'GET') writes.push(ask.method)
    return next(ask)
  }
  const onResult: RunOptions['onResult'] = (_, done, of) => {
    isOver = done === of
    if (isOver) throw new Error('a bug of the caller')
  }
  await expect(played(layer, /^4\.[12]\/response$/, { onResult })).rejects.toThrow('a bug of the caller')
  expect(writes).toEqual(['PATCH', 'PUT'])
})

it('a run that is ended within its first write restores what may have been written', async () => {
  const ending = new AbortController()
  const release = new AbortController()
  onTestFinished(() => release.abort())
  const names: unknown[] = []
  const layer: Middleware = async (ask, next) => {
    const response = await next(ask)
    if (ask.method === 'GET') return response
    names.push(attributesOf(response.json)['name'])
    if (names.length === 1) {
      ending.abort()
      await new Promise((resolve) => release.signal.addEventListener('abort', resolve))
    }
    return response
  }
  await using mock = await startNestbox({ gaps: { 'operations.beyond': 'companions' } })
  const response = await fetch(`${mock.url}/_nestbox/target.json`)
  const target = readTarget(await response.json(), 'target.json')
  const server = await startProxy(target, layer)
  onTestFinished(() => server.close())
  const { ledger } = await run({
    target: server.target,
    checks: checks.filter(({ id }) => id === '4.1/response'),
    signal: ending.signal,
  })
  expect(names).toHaveLength(2)
  expect(names[1]).not.toBe(names[0])
  expect(ledger.join()).not.toContain('could not be put back')
})

describe('a server with errors', () => {
  it('gets a failed read a second time', async () => {
    const seen = await played(
      answeringAt(badGateway, (nth) => nth % 2 === 1),
      /^4\.4/,
      { readOnly: true },
    )
    expect(seen.verdict).toBe('conforms')
  })

  it('does not get a failed write a second time', async () => {
    const seen = await played(
      answering(badGateway, ({ operation }) => operation === 'createUser'),
      /^4\.6\/response$/,
    )
    expect(told(seen, '4.6/response')).toMatchObject({
      status: 'skip',
      message: 'no response came: 502 with Bad Gateway',
    })
    expect(seen.exchanges.filter(({ ask }) => ask.method === 'POST')).toHaveLength(1)
    expect(seen.verdict).toBe('incomplete')
  })

  it.each(
    sample<[string, string, ProxyResponse]>(2, [
      ['4.4/by-id-and-uuid', '502 with Bad Gateway', badGateway],
      ['4.5/by-id-and-uuid', '502 with Bad Gateway', badGateway],
      ['4.5/by-id-and-uuid', waitedFor, later],
    ]),
  )('is not judged by %s, and is quoted: %s', async (id, words, response) => {
    const seen = await played(answering(response, byUuid), /^4\.[45]/)
    expect(told(seen, id)).toMatchObject({ status: 'skip', message: `no response came: ${words}` })
    expect(seen.verdict).toBe('incomplete')
  })

  it('fails if requests by UUID get a 500', async () => {
    const broken: ProxyResponse = { status: 500, headers: {}, text: 'Oops' }
    const seen = await played(answering(broken, byUuid), /^4\.[45]\/by-id/)
    for (const id of ['4.4/by-id-and-uuid', '4.5/by-id-and-uuid'])
      expect(told(seen, id)).toMatchObject({
        status: 'fail',
        message:
          'A valid request got a server error. A request that names the server by its UUID was refused, although the same request by its id was granted.',
        actual: '500 with Oops',
      })
  })

  it('is not judged for a response that it never sends, even if it always sends Retry-After', async () => {
    const seen = await played(
      answering(later, ({ operation }) => operation === 'listServerMounts'),
      /^4\.4/,
    )
    expect(told(seen, '4.4/response')).toMatchObject({
      status: 'skip',
      message: `no response came: ${waitedFor}`,
    })
    expect(told(seen, '4.4/stable')).toMatchObject({ status: 'skip', message: 'prerequisite: 4.4/response' })
    expect(seen.verdict).toBe('incomplete')
  })

  it.each(sample(2, [later, badGateway]))(
    'is not said to have refused a token with $status',
    async (response) => {
      const seen = await played(
        answering(response, ({ credential }) => credential === 'garbage'),
        /-refuses-garbage$|-refused-changes-nothing$/,
      )
      expect([...statuses(seen)]).toEqual(['skip'])
      expect(told(seen, '5/create-user-refuses-garbage')).toMatchObject({
        message: expect.stringMatching(
          `^the request was not refused, but not answered either: ${response.status} `,
        ),
        remedy: expect.stringContaining('such as one with the status 401 or 403'),
      })
    },
  )

  it('is judged by its later response if it once requests to come back', async () => {
    const coming = new Set<string>()
    const seen = await played(
      answering(later, ({ credential, method, path }) => {
        const isFirst = !coming.has(`${method} ${path}`)
        if (credential === 'garbage') coming.add(`${method} ${path}`)
        return credential === 'garbage' && isFirst
      }),
      /-refused-changes-nothing$/,
    )
    expect(coming.size).toBeGreaterThan(3)
    expect([...statuses(seen)]).toEqual(['pass'])
  })

  it.each([later, badGateway])(
    'is not said to have refused a page beyond the maximum with $status',
    async (response) => {
      const seen = await played(
        answering(response, ({ path }) => Number(/per_page=(\d+)/.exec(path)?.[1]) > 50),
        /^4\.7\/per-page-maximum$/,
      )
      expect(told(seen, '4.7/per-page-maximum')).toMatchObject({
        status: 'skip',
        message: expect.stringContaining(String(response.status)),
      })
    },
  )
})
