import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { startNestbox } from '../nestbox.ts'
import { startService } from '../testing/service.ts'
import { BadOption } from './check-options.ts'
import type { NestboxOptions } from './nestbox-options.ts'
import { combinations } from './table.ts'

describe('startNestbox', () => {
  it.each<[what: string, options: object, says: RegExp]>([
    [
      'an unknown name',
      { nothing: {} },
      /options has no field `nothing`; its fields are port, host, baseUrl/,
    ],
    ['a misspelt name', { gap: {} }, /options has no field `gap`; did you mean `gaps`\?/],
    ['a port that is a string', { port: 'abc' }, /"port" must be an integer from 0 to 65535/],
    ['an empty host', { host: '' }, /"host" must be a host name/],
    ['a seed that is a number', { seed: 7 }, /"seed" must be a string/],
    ['an unknown scenario', { scenario: 'foo' }, /"scenario" must be one of demo, empty, bare, edge/],
    ['a scale below one', { scale: -1 }, /"scale" must be an integer from 1 to 10000/],
    ['an unknown profile of gaps', { gaps: 'pannel' }, /no profile "pannel"/],
    ['an unknown gap', { gaps: { nothing: 'x' } }, /no gap "nothing"/],
    [
      'an unknown choice',
      { gaps: { nulls: 'x' } },
      /no choice "x"; its choices are unfinished, filled, null/,
    ],
    ['gaps that are a number', { gaps: 7 }, /"gaps" must be the name of a profile/],
    ['gap settings that are a plain object', { gapSettings: {} }, /"gapSettings" must be a GapSettings/],
    [
      'an unknown fault profile',
      { faults: ['flak'] },
      /"faults\[0\]" must be one of slow-api, .+, not "flak"; did you mean flaky\?/,
    ],
    [
      'a token with an unknown name',
      { tokens: { admin: 'x' } },
      /"tokens" has no field `admin`; its fields are application,/,
    ],
    [
      'a token with a space',
      { tokens: { application: 'a b' } },
      /"tokens.application" must be 1 to 256 visible ASCII/,
    ],
    [
      'a token used twice',
      { tokens: { application: 'a', rootClient: 'a' } },
      /The tokens "application" and "rootClient" must differ/,
    ],
    ['a delay whose end is before its start', { delay: [5, 1] }, /"delay" must be two numbers/],
    ['a delay of strings', { delay: ['1', '2'] }, /"delay\[0\]" must be a number from 0 to 600000, not "1"/],
    [
      'a delay that is too long',
      { delay: [0, 600_001] },
      /"delay\[1\]" must be a number from 0 to 600000, not 600001/,
    ],
    ['a clock that is a string', { clock: 'now' }, /"clock" must be a function/],
    ['a log without methods', { log: {} }, /"log" must be an object with the methods error, warn and info/],
    ['an unknown limit', { limits: { foo: 1 } }, /"limits" has no field `foo`; its fields are head, /],
    [
      'a limit that is a string',
      { limits: { head: 'x' } },
      /"limits.head" must be an integer from 1 to 2147483647, not "x"/,
    ],
    ['a boolean that is a string', { cors: 'yes' }, /"cors" must be true or false/],
    [
      'a control token that is invalid in a header',
      { controlToken: 'schlüssel' },
      /"controlToken" must be 1 to 256/,
    ],
    ['a control token with a space', { controlToken: 'a b' }, /without spaces/],
    ['an origin with a path', { corsOrigins: ['http://a.test/'] }, /"corsOrigins\[0\]" must be an origin/],
    [
      'a host with a scheme',
      { allowedHosts: ['a.test', 'http://nestbox'] },
      /"allowedHosts" must be a host name .* without scheme and port/,
    ],
    [
      'a host with a port',
      { allowedHosts: ['nestbox:4141'] },
      /"allowedHosts" must be .* without scheme and port/,
    ],
    ['an address in brackets', { host: '[::1]' }, /"host" must be .* without a port, .*, not "\[::1\]"/],
    ['an address to listen on with a port', { host: '127.0.0.1:80' }, /"host" must be .* without a port/],
    [
      'an address with a port',
      { allowedHosts: ['[::1]:4141'] },
      /"allowedHosts" must be .* without scheme and port/,
    ],
    ['a list that is a string', { allowedHosts: 'panel.test' }, /"allowedHosts" must be a list/],
    ['a base URL without http', { baseUrl: 'panel.test' }, /"baseUrl" must be a URL/],
    [
      'a base URL with a query',
      { baseUrl: 'http://a.test/?b' },
      /"baseUrl" must be a URL .* without a query/,
    ],
  ])('refuses %s with a BadOption', async (_, options, says) => {
    const started = startNestbox(options as NestboxOptions)
    await expect(started).rejects.toThrow(BadOption)
    await expect(started).rejects.toMatchObject({ name: 'BadOption', message: expect.stringMatching(says) })
  })

  it.each<[options: object]>([
    [{ controlToken: 'hush hush' }],
    [{ tokens: { application: 'hush hush' } }],
    [{ tokens: 'hush hush' }],
    [{ upstream: 'http://a.test', upstreamTokens: { rootClient: 'hush hush\n' } }],
  ])('refuses %j without showing the token', async (options) => {
    const message = expect.not.stringContaining('hush')
    await expect(startNestbox(options)).rejects.toMatchObject({ name: 'BadOption', message })
  })

  it.each([
    ['with a slash at its end', 'http://a.test/mock/', 'http://a.test/mock'],
    ['with other characters than ASCII', 'http://bücher.test/☃', 'http://xn--bcher-kva.test/%E2%98%83'],
  ])('appends paths to a base URL %s', async (_, baseUrl, start) => {
    const service = await startService({ baseUrl, gaps: { 'error.negotiation': 'html' } })
    const { json } = await service.ask('POST', '/api/application/users', {
      token: service.tokens.application,
      json: { email: 'a@a.test', username: 'a', first_name: 'A', last_name: 'B' },
    })
    expect(json.meta.resource).toBe(`${start}/api/application/users/${json.attributes.id}`)
    const { status, headers } = await service.ask('GET', '/api/admin/servers/1/mounts', {
      headers: { accept: 'text/html' },
    })
    expect([status, headers.get('location')]).toEqual([302, `${start}/auth/login`])
  })
})

/** A valid value of each option that contradicts another. */
const valid: NestboxOptions = {
  liveEvery: 5,
  gaps: 'panel',
  gapSettings: new GapSettings(),
  scale: 3,
  corsOrigins: ['http://a.test'],
  controlToken: 'a',
  allowedHosts: ['a.test'],
  upstreamOperations: ['createUser'],
  upstreamTokens: { application: 'a' },
}

describe('an option that requires another one', () => {
  it.each(combinations.filter(({ isNeeded }) => isNeeded))(
    '$option alone is refused',
    async ({ option, other: needs }) => {
      await expect(startNestbox({ [option]: valid[option] })).rejects.toThrow(
        `The option "${option}" needs the option "${needs}", which names the server.`,
      )
    },
  )
})

describe('an upstream URL of the server itself', () => {
  it.each<[upstream: string, own: NestboxOptions]>([
    ['http://127.0.0.1:4141', { port: 4141 }],
    ['http://localhost:4141/base', { port: 4141 }],
    ['http://[::1]:4141', { port: 4141, host: '::1' }],
    ['http://0.0.0.0:4141', { port: 4141, host: '0.0.0.0' }],
    ['http://192.0.2.2:4141', { port: 4141, host: '192.0.2.2' }],
    ['http://127.0.0.1', { port: 80 }],
  ])('%s is refused for %j', async (upstream, own) => {
    await expect(startNestbox({ upstream, ...own })).rejects.toThrow(
      `The option "upstream" names this server itself, ${upstream}; it must name another one.`,
    )
  })
})

describe('a contradiction', () => {
  it.each(combinations.filter(({ isNeeded }) => !isNeeded))(
    'of "$option" and "$other" is refused',
    async ({ option, other, value }) => {
      const options = { [option]: valid[option], [other]: value ?? valid[other] }
      const named = value === undefined ? `the option "${other}"` : `the option "${other}: ${value}"`
      await expect(startNestbox(options)).rejects.toThrow(
        `The option "${option}" cannot be combined with ${named}, which`,
      )
    },
  )

  it('does not arise from an empty list', async () => {
    const service = await startService({ scenario: 'empty', scale: 1, control: false, allowedHosts: [] })
    expect(service.url).toMatch(/^http/)
  })
})

describe('the option gaps', () => {
  it.each<[what: string, gaps: NonNullable<NestboxOptions['gaps']>, nulls: string, order: string]>([
    ['a profile', 'panel', 'null', 'oldest'],
    ['choices', { 'list.order': 'newest' }, 'unfinished', 'newest'],
    ['a profile with choices', { profile: 'panel', 'list.order': 'newest' }, 'null', 'newest'],
  ])('accepts %s', async (_, gaps, nulls, order) => {
    const service = await startService({ scenario: 'empty', gaps })
    expect([service.gaps.get('nulls'), service.gaps.get('list.order')]).toEqual([nulls, order])
  })

  it('can be undefined', async () => {
    const service = await startService({ scenario: 'empty', gaps: undefined } as unknown as NestboxOptions)
    expect(service.gaps.get('nulls')).toBe('unfinished')
  })
})

describe('criteria that no request can match', () => {
  it.each<[criteria: object, says: RegExp]>([
    [{ operation: 'creatUser' }, /`operation` cannot be "creatUser"; did you mean createUser\?/],
    [{ operatoin: 'createUser' }, /has no field `operatoin`; did you mean `operation`\?/],
    [{ path: 'api' }, /`path` must be a path that starts with \/ or \*/],
    [{ path: '' }, /`path` must be a path that starts/],
    [{ path: '/api/application/users#x' }, /`path` must be a path that starts with/],
    [{ path: '/~one/api/application/users' }, /`path` .* without sandbox/],
    [{ path: 5 }, /`path` must be .*, not 5\./],
    [{ method: 'FOO' }, /`method` must be one of GET, .*, not "FOO"/],
    [{ status: 9999 }, /`status` must be an integer from 100 to 599, not 9999/],
    [{ status: '201' }, /`status` must be an integer .*, not "201"/],
    [{ since: -1 }, /`since` must be an integer from 0, not -1/],
    [
      { operation: 'createUser', method: 'get' },
      /`method` cannot be "GET" .* POST \/api\/application\/users/,
    ],
    [
      { operation: 'createUser', path: '/api/application/user?page=2' },
      /`path` cannot be "\/api\/application\/user"/,
    ],
  ])('are refused: %j', async (criteria, says) => {
    const service = await startService({ scenario: 'empty' })
    expect(() => service.requests(criteria)).toThrow(says)
    const { status, json } = await service.ask('POST', '/_nestbox/requests/count', { json: criteria })
    expect(status).toBe(422)
    expect(json.detail).toMatch(says)
  })
})
