import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { asked, refusedWhen } from '../proof/changes.ts'
import { bodyOf, type Middleware } from '../proof/messages.ts'
import { type MockPool, startMockPool } from '../proof/mock-pool.ts'
import { startProxy } from '../proof/proxy.ts'
import { causes } from '../report/summary.ts'
import { run } from '../run.ts'
import { checks } from './index.ts'

let pool: MockPool

beforeAll(async () => {
  pool = await startMockPool()
})

afterAll(() => pool.close())

/** The results of an operation's echo checks for the mock server behind a middleware. */
async function judged(ids: RegExp, layer: Middleware) {
  const server = await startProxy(pool.fresh(), layer)
  onTestFinished(() => server.close())
  const { results } = await run({
    target: server.target,
    checks: checks.filter(({ id }) => ids.test(id)),
    observe: false,
    requests: 'own',
  })
  expect(server.faults).toEqual([])
  return results
}

/** Layers one in front of the other. */
const all =
  (...layers: readonly Middleware[]): Middleware =>
  (request, next) =>
    layers.reduceRight<typeof next>((inner, layer) => (ask) => layer(ask, inner), next)(request)

/** Replaces some values of a field by the value that the field had before. */
function keepingOld(field: string, isLost: (value: unknown) => boolean): Middleware {
  let old: unknown
  return asked('updateNode', (body) => {
    if (!Object.hasOwn(body, field)) return undefined
    if (old !== undefined && isLost(body[field])) return { ...body, [field]: old }
    old = body[field]
    return undefined
  })
}

describe('fields that are returned with another value', () => {
  it('are one failure if 0, false and empty strings are lost', async () => {
    const isEmpty = (value: unknown) => value === 0 || value === false || value === ''
    const fields = ['memory', 'disk_overallocate', 'behind_proxy', 'description']
    const layer = all(...fields.map((field) => keepingOld(field, isEmpty)))
    const [cause, ...others] = causes(await judged(/^4\.1\/updates-/, layer))
    expect(others).toEqual([])
    expect(cause?.result.message).toBe(
      'A response of "Update node" has another value where 0, false or an empty text was sent.',
    )
    expect([cause?.result.id, ...(cause?.others ?? []).map(({ id }) => id)].toSorted()).toEqual(
      fields.map((field) => `4.1/updates-${field.replaceAll('_', '-')}`).toSorted(),
    )
  })

  it('are a failure each if other values are lost as well', async () => {
    const lost = (field: string) => asked('updateNode', ({ [field]: _, ...body }) => body)
    const messages = (await judged(/^4\.1\/updates-/, all(lost('memory'), lost('disk')))).flatMap(
      ({ status, message }) => (status === 'fail' ? [message] : []),
    )
    expect(messages).toEqual([
      'The response does not have the `memory` that was sent.',
      'The response does not have the `disk` that was sent.',
    ])
  })
})

it('a field that is always refused is skipped, and the message quotes the server', async () => {
  const layer = refusedWhen('updateServerStartup', (request) => 'docker_image' in bodyOf(request))
  const results = await judged(/^4\.5\/(?:response|image)$/, layer)
  expect(results.map(({ id, status }) => [id, status])).toEqual([
    ['4.5/response', 'pass'],
    ['4.5/image', 'skip'],
  ])
  expect(results[1]?.message).toMatch(
    /^no request with `docker_image` was granted; the server said to the last one: 422 with/,
  )
})
