import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { type Json, startService } from '../testing/service.ts'

const html = new GapSettings().set('error.negotiation', 'html')
const node = '/api/application/nodes/1'

describe('the error for a request without Accept: application/json', () => {
  it.each<[what: string, path: string, json: object, status: number, location: string | null]>([
    ['without a token', node, {}, 302, '/auth/login'],
    ['with an invalid field', node, { memory: 'x' }, 302, ''],
    ['for a missing resource', '/api/application/nodes/999', {}, 404, null],
    ['for an unknown route', '/api/application/nothing', {}, 404, null],
  ])('is a page or a redirect under html: %s', async (what, path, json, status, location) => {
    const { ask, application, url } = await startService({ gapSettings: html })
    const token = what === 'without a token' ? undefined : application
    const reply = await ask('PATCH', path, { token, json, headers: { accept: '*/*' } })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(reply.headers.get('location')).toBe(location === null ? null : url + location)
    expect(reply.headers.get('www-authenticate')).toBe(null)
    expect(reply.headers.get('x-nestbox-assumed')).toContain('error.negotiation')
    expect(reply.text).toMatch(/^<!doctype html>/)
  })

  it.each<[name: string, headers: Record<string, string>]>([
    ['JSON first', { accept: 'application/json, text/html' }],
    ['a vendor JSON type', { accept: 'application/vnd.example.v1+json' }],
    ['a request of a script', { accept: '*/*', 'x-requested-with': 'XMLHttpRequest' }],
  ])('is JSON under html with %s', async (_, headers) => {
    const { ask } = await startService({ gapSettings: html })
    const reply = await ask('PATCH', node, { json: {}, headers })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([401, 'application/json'])
  })

  it.each([503, 499])('has the status %i under html that a fault with errors names', async (code) => {
    const { ask, application: token, faults } = await startService({ gapSettings: html })
    faults.add({ code, errors: [{ field: 'email', detail: 'The email is taken.' }] })
    const { status, text } = await ask('GET', node, { token, headers: { accept: '*/*' } })
    expect([status, text]).toEqual([
      code,
      `<!doctype html><title>${code} ${code === 503 ? 'Service Unavailable' : 'Error'}</title>`,
    ])
  })

  it('is JSON by default, and a successful response is always JSON', async () => {
    const plain = await startService()
    expect(
      (await plain.ask('PATCH', node, { json: {}, headers: { accept: 'text/html' } })).json.errors,
    ).toHaveLength(1)
    const { ask, application } = await startService({ gapSettings: html })
    const { json } = await ask('PATCH', node, {
      token: application,
      json: {},
      headers: { accept: 'text/html' },
    })
    expect(json.object).toBe('node')
  })
})

describe('error messages', () => {
  const words = (choice: string) =>
    new GapSettings().set('error.words', choice).set('startup.partial', 'require')
  const rules = ({ errors }: Json) => errors.map(({ meta }: Json) => `${meta.source_field} ${meta.rule}`)

  it.each<[body: object, own: string[], panel: string[]]>([
    [{ daemon_listen: 70_000 }, ['daemon_listen max'], ['daemon_listen between']],
    [{ disk: 'x' }, ['disk integer'], ['disk numeric']],
    [{ upload_size: null }, ['upload_size integer'], ['upload_size integer', 'upload_size min']],
    [{ location_id: 'x' }, ['location_id integer'], ['location_id integer']],
    [
      { daemon_sftp: 0, daemon_listen: 0 },
      ['daemon_listen min', 'daemon_sftp min'],
      ['daemon_listen between', 'daemon_sftp between'],
    ],
  ])('name the rules of a node by the gap: %j', async (json, own, panel) => {
    for (const [choice, expected] of [['own', own] as const, ['panel', panel] as const]) {
      const { ask, application } = await startService({ gapSettings: words(choice) })
      expect(rules((await ask('PATCH', node, { token: application, json })).json)).toEqual(expected)
    }
  })

  it.each([
    [
      'own',
      [
        'startup required',
        'environment required',
        'egg_id required',
        'docker_image required',
        'skip_scripts required',
      ],
    ],
    [
      'panel',
      [
        'startup required',
        'environment present',
        'egg_id required',
        'docker_image required',
        'skip_scripts present',
      ],
    ],
  ])('name the rules of missing fields under %s', async (choice, expected) => {
    const { ask, root } = await startService({ gapSettings: words(choice) })
    const { json } = await ask('PUT', '/api/admin/servers/1/startup', { token: root, json: {} })
    expect(rules(json)).toEqual(expected)
  })

  it.each<[query: string, own: string[], panel: string[]]>([
    ['per_page=0', ['per_page integer'], ['per_page min']],
    ['page=x', ['page integer'], ['page integer']],
    ['per_page=', ['per_page integer'], ['per_page integer', 'per_page min']],
  ])('name the rules of pages by the gap: %s', async (query, own, panel) => {
    for (const [choice, expected] of [['own', own] as const, ['panel', panel] as const]) {
      const { ask, root } = await startService({ gapSettings: words(choice) })
      const { json } = await ask('GET', `/api/admin/database-hosts/1/databases?${query}`, { token: root })
      expect(rules(json)).toEqual(expected)
    }
  })

  it.each<[what: string, path: string, token: 'user' | 'application' | 'none', detail: string]>([
    ['no token', node, 'none', 'Unauthenticated.'],
    ['a token of another kind', node, 'user', 'This action is unauthorized.'],
    [
      'an unknown path',
      '/api/application/nodes/999',
      'application',
      'The requested resource could not be found on the server.',
    ],
  ])('are the same for every request under panel: %s', async (_, path, token, detail) => {
    const { ask, ...tokens } = await startService({ gapSettings: words('panel') })
    const reply = await ask('PATCH', path, { token: token === 'none' ? undefined : tokens[token], json: {} })
    expect(reply.json.errors[0].detail).toBe(detail)
  })
})

describe('other responses', () => {
  it.each(['204', '200'])('have the status %s for OPTIONS with that choice', async (choice) => {
    const { ask } = await startService({ gapSettings: new GapSettings().set('status.options', choice) })
    const { status, text } = await ask('OPTIONS', node)
    expect([status, text]).toEqual([Number(choice), ''])
  })

  it.each([
    ['none', null],
    ['four', 'DENY'],
  ])('have security headers as %s says', async (choice, expected) => {
    const { ask, application } = await startService({
      gapSettings: new GapSettings().set('headers.security', choice),
    })
    for (const path of [node, '/api/application/nothing'])
      expect(
        (await ask('PATCH', path, { token: application, json: {} })).headers.get('x-frame-options'),
      ).toBe(expected)
  })
})
