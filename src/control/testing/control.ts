import { expect } from 'vitest'
import type { NestboxOptions } from '../../nestbox.ts'
import { type Ask, type Reply, type Service, startService } from '../../testing/service.ts'

/** A service with the small world, in which everything is quickly made. */
export const start = (options: NestboxOptions = {}): Promise<Service> =>
  startService({ scenario: 'empty', ...options })

export const person = (name: string) => ({
  email: `${name}@example.com`,
  username: name,
  first_name: name,
  last_name: 'Example',
})

/** Creates a user. @param prefix the one of a sandbox */
export const createUser = (service: Service, name = 'new', prefix = ''): Promise<Reply> =>
  service.ask('POST', `${prefix}/api/application/users`, {
    token: service.application,
    json: person(name),
  })

/** `GET health` of a world. */
export const worldOf = async ({ ask }: Service, prefix = '') =>
  (await ask('GET', `${prefix}/_nestbox/health`)).json.world

/** A problem document with that status, whose detail is one sentence that says so. */
export function expectProblem(reply: Reply, status: number, ...says: readonly (string | RegExp)[]): void {
  const { json, headers } = reply
  expect(json, reply.text).toMatchObject({ type: 'about:blank', status, title: expect.any(String) })
  expect(reply.status).toBe(status)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(json.detail).toMatch(/^[A-Z"/].*\.$/s)
  for (const each of says) expect(json.detail).toMatch(each)
}

/** A refusal that leaves the world, the lists and the sandboxes as they were. */
export async function expectRefusal(
  service: Service,
  [method, path, asked]: readonly [method: string, path: string, asked?: Ask],
  status: number,
  ...says: readonly (string | RegExp)[]
): Promise<void> {
  const before = await everything(service)
  expectProblem(await service.ask(method, `/_nestbox${path}`, asked), status, ...says)
  expect(await everything(service)).toEqual(before)
}

/** All that the control API can change. */
async function everything({ ask }: Service) {
  const paths = ['state', 'snapshots', 'requests', 'faults', 'gaps', 'tokens', 'sandboxes']
  return Promise.all(paths.map(async (path) => (await ask('GET', `/_nestbox/${path}`)).json))
}
