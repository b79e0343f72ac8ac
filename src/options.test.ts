import { describe, expect, it } from 'vitest'
import { GapSettings } from './gaps/gap-settings.ts'
import { type NestboxOptions, startNestbox } from './nestbox.ts'
import { BadOption } from './options.ts'
import { startService } from './testing/service.ts'

describe('options that are wrong', () => {
  it.each<[what: string, options: object, says: RegExp]>([
    ['a name that there is not', { gap: {} }, /no option "gap"; there are port, host, seed/],
    ['a port that is a word', { port: 'abc' }, /"port" must be an integer from 0 to 65535/],
    ['an empty host', { host: '' }, /"host" must be a text/],
    ['a seed that is a number', { seed: 7 }, /"seed" must be a text/],
    ['a scenario that there is not', { scenario: 'foo' }, /"scenario" must be one of demo, empty, edge/],
    ['a scale below one', { scale: -1 }, /"scale" must be an integer from 1 to 10000/],
    ['a scale for another scenario', { scale: 3, scenario: 'edge' }, /"scale" is for the demo scenario/],
    ['a profile that there is not', { gaps: 'pannel' }, /no profile "pannel"/],
    ['a gap that there is not', { gaps: { nothing: 'x' } }, /no gap "nothing"/],
    ['a choice that there is not', { gaps: { nulls: 'x' } }, /no choice "x"; its choices are filled/],
    ['gaps twice', { gaps: 'panel', gapSettings: new GapSettings() }, /say the same/],
    ['a fault profile that there is not', { faults: ['flak'] }, /no fault profile "flak"/],
    ['a token of another name', { tokens: { admin: 'x' } }, /"tokens" must hold texts under application/],
    ['a token with a space', { tokens: { application: 'a b' } }, /"tokens" must hold/],
    ['a delay that runs backwards', { delay: [5, 1] }, /"delay" must be two numbers/],
    ['a delay of words', { delay: ['1', '2'] }, /"delay" must be two numbers/],
    ['a delay too long', { delay: [0, 600_001] }, /"delay" must be two numbers .* up to 600000/],
    ['a log that logs nothing', { log: {} }, /"log" must be a log, with error, warn and info/],
    ['a limit that there is not', { limits: { foo: 1 } }, /"limits" must hold integers from 1 under head, /],
    ['a limit that is a word', { limits: { head: 'x' } }, /"limits" must hold integers/],
    [
      'no control API with a token',
      { control: false, controlToken: 'a' },
      /"controlToken" is for the control/,
    ],
    ['no CORS with origins', { cors: false, corsOrigins: ['http://a.test'] }, /"corsOrigins" is for pages/],
    ['a switch that is a word', { cors: 'yes' }, /"cors" must be true or false/],
    [
      'a control token that no header can carry',
      { controlToken: 'schlüssel' },
      /"controlToken" must be a text/,
    ],
    ['a control token with a space', { controlToken: 'a b' }, /without spaces/],
    [
      'a host with a scheme',
      { allowedHosts: ['a.test', 'http://nestbox'] },
      /"allowedHosts" must be .* alone/,
    ],
    ['a host with a port', { allowedHosts: ['nestbox:4141'] }, /"allowedHosts" must be .* alone/],
    ['an address with a port', { allowedHosts: ['[::1]:4141'] }, /"allowedHosts" must be .* alone/],
    ['a list that is a text', { allowedHosts: 'panel.test' }, /"allowedHosts" must be a list/],
    ['a base URL without http', { baseUrl: 'panel.test' }, /"baseUrl" must be a URL/],
  ])('are refused in a sentence: %s', async (_, options, says) => {
    const started = startNestbox(options as NestboxOptions)
    await expect(started).rejects.toThrow(BadOption)
    await expect(started).rejects.toThrow(says)
  })
})

describe('the option gaps', () => {
  it.each<[what: string, gaps: NonNullable<NestboxOptions['gaps']>, nulls: string, order: string]>([
    ['a profile', 'panel', 'null', 'oldest'],
    ['choices', { 'list.order': 'newest' }, 'filled', 'newest'],
    ['choices upon a profile', { profile: 'panel', 'list.order': 'newest' }, 'null', 'newest'],
  ])('takes %s', async (_, gaps, nulls, order) => {
    const service = await startService({ scenario: 'empty', gaps })
    expect([service.gaps.get('nulls'), service.gaps.get('list.order')]).toEqual([nulls, order])
  })

  it('counts as left out if it is undefined', async () => {
    const service = await startService({ scenario: 'empty', gaps: undefined } as unknown as NestboxOptions)
    expect(service.gaps.get('nulls')).toBe('filled')
  })
})

describe('criteria that no request can meet', () => {
  it.each<[criteria: object, says: RegExp]>([
    [{ operation: 'creatUser' }, /`operation` must be one of updateNode, .*, not "creatUser"/],
    [{ operatoin: 'createUser' }, /takes no "operatoin"; it takes operation, method/],
    [{ path: 'api' }, /`path` must be a path that starts with \/ or \*/],
    [{ path: '' }, /`path` must be a path that starts/],
    [{ path: '/api/application/users?x' }, /`path` .* without query/],
    [{ path: '/~one/api/application/users' }, /`path` .* without query and sandbox/],
    [{ path: 5 }, /`path` must be .*, not 5\./],
    [{ method: 'FOO' }, /`method` must be one of GET, HEAD, .*, not "FOO"/],
    [{ status: 9999 }, /`status` must be an integer from 100 to 599, not 9999/],
    [{ status: '201' }, /`status` must be an integer .*, not "201"/],
    [{ since: -1 }, /`since` must be an integer from 0, not -1/],
    [
      { operation: 'createUser', method: 'get' },
      /"method" cannot be "GET" .* POST \/api\/application\/users/,
    ],
    [
      { operation: 'createUser', path: '/api/application/user' },
      /"path" cannot be "\/api\/application\/user"/,
    ],
  ])('are refused: %j', async (criteria, says) => {
    const service = await startService({ scenario: 'empty' })
    expect(() => service.requests(criteria)).toThrow(says)
    const { status, json } = await service.ask('POST', '/_nestbox/requests/count', { json: criteria })
    expect(status).toBe(422)
    expect(json.detail).toMatch(says)
  })
})
