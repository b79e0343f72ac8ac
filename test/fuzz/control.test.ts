import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ControlRoute } from '../../src/control/route.ts'
import { routes } from '../../src/control/routes/index.ts'
import { startNestbox } from '../../src/nestbox.ts'
import type { Sandbox } from '../../src/sandboxes/sandbox.ts'
import { createLog } from '../../src/util/log.ts'
import { Connection, type RawRequest, withBytesShown } from './connection.ts'
import { expectInvariants } from './invariants.ts'
import { propertyTimeoutMs, settings } from './settings.ts'
import { almostJson, bodyText, encoded, jsonText, trickyName, trickyText } from './values.ts'

const short = trickyText.map((text) => encoded(text.slice(0, 300)))

const parameter = (example: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(example) },
    { weight: 2, arbitrary: short },
    { weight: 1, arbitrary: trickyName.map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%2F', '..', '%2e%2e', '%00', '*', '__proto__') },
  )

const queryOf = ({ query = {} }: ControlRoute): fc.Arbitrary<string> => {
  const names = ['sandbox', ...Object.keys(query)]
  const pair = fc.tuple(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...names) },
      { weight: 1, arbitrary: trickyName.map(encoded) },
    ),
    // No large numbers: `scale` would make large worlds, which is slow.
    fc.oneof(
      fc.constantFrom('aside', 'demo', 'empty', '1', '-1', '1e3', ''),
      short.filter((text) => !/^(%3\d){3,}$/.test(text)),
    ),
  )
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(pair, { maxLength: 3 }) },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
}

const bodyOf = ({ body }: ControlRoute): fc.Arbitrary<string | undefined> =>
  body
    ? fc.oneof(
        { weight: 4, arbitrary: bodyText(body.example as Record<string, unknown>) },
        { weight: 3, arbitrary: almostJson },
        { weight: 1, arbitrary: fc.constant(JSON.stringify(body.example)) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
    : fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: jsonText })

/** All routes except the event stream, whose response never ends. */
const fuzzedRoutes = routes.filter(({ id }) => id !== 'listen')

const controlRequest: fc.Arbitrary<RawRequest> = fc.constantFrom(...fuzzedRoutes).chain((route) =>
  fc
    .record({
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(route.method) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'),
        },
      ),
      values: fc.tuple(...Object.values(route.params ?? {}).map(parameter)),
      query: queryOf(route),
      body: bodyOf(route),
      type: fc.oneof(
        { weight: 10, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('', 'text/plain', 'application/x+json', 'multipart/form-data'),
        },
      ),
      prefix: fc.oneof(
        { weight: 8, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constant('/~aside') },
      ),
      after: fc.oneof(
        { weight: 12, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom('/', '/x', '.', '%00') },
      ),
      chunked: fc.boolean(),
    })
    .map(({ method, values, query, body, type, prefix, after, chunked }): RawRequest => {
      const names = Object.keys(route.params ?? {})
      const path = names.reduce(
        (made, name, at) => made.replace(`{${name}}`, () => values[at] ?? ''),
        route.path,
      )
      return withBytesShown({
        method,
        target: `${prefix}/_nestbox${path}${after}${query === '' ? '' : `?${query}`}`,
        headers: [['Host', '127.0.0.1'], ...(body === undefined ? [] : [['Content-Type', type] as const])],
        body: body === undefined ? undefined : Buffer.from(body),
        chunked,
      })
    }),
)

/** The state that the control API can change, as text. */
const controlledState = ({ info, snapshots, faults, gaps, tokens, requests }: Sandbox): string =>
  JSON.stringify([info(), snapshots(), faults.list(), gaps.list(), tokens.list(), requests()])

it(
  'the control API refuses a malformed request with one sentence and without a change',
  async () => {
    const errors: string[] = []
    const log = createLog('error', (line) => errors.push(line))
    await using nestbox = await startNestbox({ scenario: 'empty', log })
    const aside = nestbox.sandbox('aside')
    const connection = new Connection(nestbox.url)
    try {
      await fc.assert(
        fc.asyncProperty(controlRequest, async (request) => {
          const before = [controlledState(nestbox), controlledState(aside)]
          const reply = await connection.send(request)
          expectInvariants(reply, 'control', request.method)
          if (reply.status >= 400) expect([controlledState(nestbox), controlledState(aside)]).toEqual(before)
          expect(errors).toEqual([])
        }),
        settings(2),
      )
    } finally {
      connection.close()
    }
    expect({}).not.toHaveProperty('evil')
    await nestbox.reset({ scenario: 'empty' })
    expect((await fetch(`${nestbox.url}/_nestbox/health`)).status).toBe(200)
  },
  propertyTimeoutMs,
)
