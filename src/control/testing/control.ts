import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, expect } from 'vitest'
import type { NestboxOptions } from '../../options/nestbox-options.ts'
import { beginRequest } from '../../testing/begin-request.ts'
import { type Ask, type Reply, type Service, startForAll, startService } from '../../testing/service.ts'

/** A service with the scenario `empty`, which is generated fastest. */
export const start = (options: NestboxOptions = {}): Promise<Service> =>
  startService({ scenario: 'empty', ...options })

export const person = (name: string) => ({
  email: `${name}@example.com`,
  username: name,
  first_name: name,
  last_name: 'Example',
})

/** Creates a user. @param prefix the path prefix of a sandbox */
export const createUser = (service: Service, name = 'new', prefix = ''): Promise<Reply> =>
  service.ask('POST', `${prefix}/api/application/users`, {
    token: service.application,
    json: person(name),
  })

/** Sends the head and half of the body of a request that creates a user. @returns a function that sends the rest */
export async function beginUser({ url, application }: Service, name: string) {
  const body = JSON.stringify(person(name))
  const asked = await beginRequest(`${url}/api/application/users`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${application}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  const half = body.length / 2
  asked.write(body.slice(0, half))
  return async () => {
    const answered: Promise<IncomingMessage[]> = once(asked, 'response')
    asked.end(body.slice(half))
    const [response] = await answered
    return { status: response?.statusCode, body: response ? await text(response) : '' }
  }
}

/** `GET health` of a world. */
export const worldOf = async ({ ask }: Service, prefix = '') =>
  (await ask('GET', `${prefix}/_nestbox/health`)).json.world

/** Expects a problem document with this status, whose detail is one sentence with the given texts. */
export function expectProblem(reply: Reply, status: number, ...says: readonly (string | RegExp)[]): void {
  const { json, headers } = reply
  expect(json, reply.text).toMatchObject({ type: 'about:blank', status, title: expect.any(String) })
  expect(reply.status).toBe(status)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(json.detail).toMatch(/^[A-Z"/].*[.?]$/s)
  for (const each of says) expect(json.detail).toMatch(each)
}

type Refused = readonly [method: string, path: string, asked?: Ask]

/** Expects a refusal that does not change the world, the lists or the sandboxes. */
export async function expectRefusal(
  service: Service,
  refused: Refused,
  status: number,
  ...says: readonly (string | RegExp)[]
): Promise<void> {
  await expectUnchanged(service, await everything(service), refused, status, ...says)
}

/** The same for all tests of a file, of one service that none of them changes. */
export function refusals(): (
  refused: Refused,
  status: number,
  ...says: readonly (string | RegExp)[]
) => Promise<void> {
  let service: Service
  let before: unknown
  beforeAll(async () => {
    service = await startForAll({ scenario: 'empty' })
    before = await everything(service)
    return () => service.close()
  })
  return (...expected) => expectUnchanged(service, before, ...expected)
}

async function expectUnchanged(
  service: Service,
  before: unknown,
  [method, path, asked]: Refused,
  status: number,
  ...says: readonly (string | RegExp)[]
): Promise<void> {
  expectProblem(await service.ask(method, `/_nestbox${path}`, asked), status, ...says)
  expect(await everything(service)).toEqual(before)
}

/** All data that the control API can change. */
async function everything({ ask }: Service) {
  const paths = ['state', 'snapshots', 'requests', 'faults', 'gaps', 'tokens', 'sandboxes']
  return Promise.all(paths.map(async (path) => (await ask('GET', `/_nestbox/${path}`)).json))
}
