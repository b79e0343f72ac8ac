import { describe, expect, it } from 'vitest'
import { startService } from '../testing/service.ts'
import { operations } from './operations.ts'
import type { Bodies } from './request-bodies.ts'
import { type ErrorBody, errorSchemas, type ProblemBody } from './schemas/errors.ts'

/** A body with every field of its type. */
const full: { [I in keyof Bodies]: Required<Bodies[I]> } = {
  updateNode: {
    name: 'heron',
    description: null,
    location_id: 1,
    fqdn: 'heron.example.net',
    scheme: 'https',
    behind_proxy: false,
    maintenance_mode: false,
    memory: 1024,
    memory_overallocate: 0,
    disk: 1024,
    disk_overallocate: 0,
    upload_size: 100,
    daemon_sftp: 2022,
    daemon_listen: 8080,
  },
  syncNodeTags: { tags: [] },
  updateServerStartup: {
    startup: 'run',
    egg_id: 1,
    docker_image: 'registry.example.com/java:21',
    environment: {},
    skip_scripts: true,
  },
  createUser: {
    email: 'jo@example.com',
    username: 'jo',
    first_name: 'Jo',
    last_name: 'March',
    external_id: null,
    language: 'en',
    root_admin: false,
    password: null,
  },
}

describe('the type of a request body', () => {
  it('exists for every operation with a JSON body', () => {
    const withBody = Object.values(operations).filter(({ body }) => body === 'json')
    expect(Object.keys(full).toSorted()).toEqual(withBody.map(({ id }) => id).toSorted())
  })

  it.each(Object.keys(full) as (keyof Bodies)[])(
    'has fields that the mock server accepts: %s',
    async (id) => {
      const service = await startService({ gaps: { 'body.unknown-fields': 'refuse' } })
      const { method, path } = operations[id]
      const named = path.replace(/\{\w+\}/, '1')
      const token = service.root
      expect((await service.ask(method, named, { token, json: full[id] })).status).toBeLessThan(300)
    },
  )
})

describe('the type of an error body', () => {
  it('is the type of the schemas', async () => {
    const service = await startService({ scenario: 'empty' })
    const { json } = await service.ask('POST', '/api/application/users', { token: service.root, json: {} })
    const { errors }: ErrorBody = json
    expect(errors[0]).toMatchObject({ code: expect.any(String), status: '422', meta: { rule: 'required' } })
    expect(Object.keys(errorSchemas.problem?.properties ?? {})).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'code',
      'errors',
    ] satisfies (keyof ProblemBody)[])
  })
})
