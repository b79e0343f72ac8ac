// Behaviours of a real panel, each of which the kit once misread.
import { beforeAll, describe, expect, it } from 'vitest'
import { type OperationId, operations } from '../src/contract/index.ts'
import { GapSettings, startNestbox } from '../src/index.ts'
import { isWhole } from '../src/testing/sample.ts'
import { checks } from './checks/index.ts'
import type { Observation, Result } from './judge/outcome.ts'
import { answered, instead } from './proof/changes.ts'
import { bodyOf, isGranted, type Middleware, type ProxyResponse } from './proof/messages.ts'
import { startProxy } from './proof/proxy.ts'
import { junit } from './report/junit.ts'
import { markdown } from './report/markdown.ts'
import { text } from './report/text.ts'
import { run } from './run.ts'
import type { Run } from './run-result.ts'
import { readTarget } from './target/read-target.ts'
import type { Target } from './target/target.ts'

let plain: Target

beforeAll(async () => {
  const nestbox = await startNestbox({
    gapSettings: new GapSettings().set('operations.beyond', 'companions'),
  })
  const response = await fetch(`${nestbox.url}/_nestbox/target.json`)
  plain = readTarget(await response.json(), 'target.json')
  return () => nestbox.close()
})

let sandboxes = 0

/** The target of a sandbox that no other run uses. */
function newSandbox(): Target {
  sandboxes += 1
  return { ...plain, baseUrl: plain.baseUrl.replace(/~\w+$/, `~panel-${sandboxes}`) }
}

/**
 * Runs the kit against a sandbox of the mock behind a middleware.
 * @param only the checks that `npm test` runs; `npm run test:all` runs all of them
 */
async function judged(middleware: Middleware, sandbox = newSandbox(), only = /./): Promise<Run> {
  const proxy = await startProxy(sandbox, middleware)
  const some = isWhole ? checks : checks.filter(({ id }) => only.test(id))
  const outcome = await run({ target: proxy.target, checks: some })
  await proxy.close()
  return outcome
}

const resultOf = ({ results }: Run, id: string): Result | undefined => results.find((each) => each.id === id)
const failures = ({ results }: Run): string[] =>
  results.filter(({ status }) => status === 'fail').map(({ id }) => id)
const observed = ({ gaps }: Run, id: string): Observation | undefined => gaps.find((gap) => gap.id === id)

const refusedWith = (status: number, code: string, detail: string): ProxyResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  json: { errors: [{ code, status: String(status), detail }] },
  text: '',
})

const about = { version: '0.0.0', command: 'nestbox check http://127.0.0.1' }

describe('a panel without five of the operations', () => {
  const served: readonly (OperationId | undefined)[] = ['updateNode', 'createUser', 'listServerBackups']
  const missing = (Object.keys(operations) as OperationId[]).filter((id) => !served.includes(id))
  let outcome: Run

  beforeAll(async () => {
    outcome = await judged(
      (request, next) =>
        served.includes(request.operation)
          ? next(request)
          : Promise.resolve(refusedWith(404, 'NotFoundHttpException', 'There is nothing here.')),
      newSandbox(),
      /^4\.|-refuses-(?:no-header|garbage)$/,
    )
  })

  it('fails for each missing operation and for nothing else', () => {
    expect(failures(outcome)).toEqual(missing.map((id) => `${operations[id].section}/response`))
  })

  it.each(missing)('gets the message that %s is missing', (id) => {
    expect(resultOf(outcome, `${operations[id].section}/response`)?.message).toContain('is missing')
  })

  it('shows no status of refused tokens at paths that it does not serve', () => {
    expect(observed(outcome, 'refusal.unknown-token')).toMatchObject({ observed: '401' })
  })
})

describe('a panel that stores a node, and then responds with 400 because its daemon is unreachable', () => {
  const detail = 'The daemon of this node is unreachable.'
  let outcome: Run
  let names: { readonly before: unknown; readonly after: unknown }

  beforeAll(async () => {
    const sandbox = newSandbox()
    const nameNow = async () => {
      const response = await fetch(`${sandbox.baseUrl}/api/application/nodes/1`, {
        headers: { Authorization: `Bearer ${sandbox.tokens.application}` },
      })
      return ((await response.json()) as { attributes: { name: unknown } }).attributes.name
    }
    const before = await nameNow()
    outcome = await judged(
      instead('updateNode', async (request, next) => {
        const response = await next(request)
        return isGranted(response) ? refusedWith(400, 'ConfigurationNotPersistedException', detail) : response
      }),
      sandbox,
      /^4\.[1245]|^5\/update-node-/,
    )
    names = { before, after: await nameNow() }
  })

  it('fails no check', () => {
    expect(failures(outcome)).toEqual([])
  })

  it('has its node restored, and the ledger names a refused update that may have been written', () => {
    expect(names.after).toBe(names.before)
    expect(outcome.ledger).toContainEqual(expect.stringMatching(/^Update node .* answered with 400, and may/))
  })

  it.each(Object.entries({ text, markdown, junit }))('is quoted in the %s report', (_, report) => {
    expect(report(outcome, about).replaceAll(/\s+/g, ' ')).toContain(detail)
  })

  it('gets a message with the key of the target that helps', () => {
    expect(resultOf(outcome, '4.1/response')?.message).toContain('`requests.updateNode`')
  })
})

describe('a panel that does not serve backups', () => {
  it('fails for that operation, although no other operation proves that the token of the user is valid', async () => {
    const outcome = await judged(
      (request, next) =>
        request.operation === 'listServerBackups' || request.operation === undefined
          ? Promise.resolve(refusedWith(404, 'NotFoundHttpException', 'There is nothing here.'))
          : next(request),
      newSandbox(),
      /^4\.(?:7|\d\/response)/,
    )
    expect(failures(outcome)).toContain('4.7/response')
  })
})

describe('a panel whose synced tags have no meta', () => {
  it('fails for that only, and the observation names the resources with meta', async () => {
    const outcome = await judged(
      answered('syncNodeTags', ({ data }) => {
        for (const tag of data as Record<string, unknown>[]) delete tag['meta']
      }),
      newSandbox(),
      /^2\.4|^4\.(?:2|\d\/response)/,
    )
    expect(failures(outcome)).toEqual(['2.4/meta-resource'])
    expect(observed(outcome, 'meta.resource')).toMatchObject({
      observed: 'other',
      detail: expect.stringContaining('tag (nested), user (top)'),
    })
  })
})

describe('a panel with a number in the environment of a container', () => {
  it('fails only the clause of that field, with its place', async () => {
    const outcome = await judged(
      answered('updateServerStartup', (body) => {
        const server = body['attributes'] as { container: { environment: Record<string, unknown> } }
        server.container.environment['P_SERVER_ALLOCATION_LIMIT'] = 2
      }),
      newSandbox(),
      /^2\.8|^4\.5/,
    )
    expect(failures(outcome)).toEqual(['2.8/types'])
    expect(resultOf(outcome, '2.8/types')).toMatchObject({
      clauses: ['2.8#container.environment'],
      pointer: '/attributes/container/environment/P_SERVER_ALLOCATION_LIMIT',
    })
  })
})

describe('a panel that supports one language', () => {
  it('is observed to refuse the language, not every field beyond the four', async () => {
    const outcome = await judged(
      instead('createUser', (request, next) =>
        bodyOf(request)['language'] === undefined || bodyOf(request)['language'] === 'en'
          ? next(request)
          : Promise.resolve(refusedWith(422, 'ValidationException', 'The language is unknown.')),
      ),
      newSandbox(),
      /^4\.6|^5\/create-user/,
    )
    expect(failures(outcome)).toEqual([])
    expect(observed(outcome, 'users.beyond-four')).toMatchObject({ observed: 'take' })
  })
})

describe('a panel with a rate limit in its headers that it never applies', () => {
  it('is observed with the limit, how often it was sent, and no 429', async () => {
    const outcome = await judged(
      async (request, next) => {
        const response = await next(request)
        return { ...response, headers: { ...response.headers, 'x-ratelimit-limit': '240' } }
      },
      newSandbox(),
      /response$/,
    )
    expect(failures(outcome)).toEqual([])
    expect(observed(outcome, 'rate.limit')?.detail).toMatch(
      /^240; (\d+) of \1 responses state a limit, 0 were a 429$/,
    )
  })
})
