import { describe, expect, it } from 'vitest'
import { BadFault, readRule } from './rule.ts'
import type { FaultRule } from './schemas.ts'

describe('a fault rule from a client', () => {
  it.each<[string, FaultRule]>([
    ['a status', { code: 503 }],
    ['the lowest status', { code: 400 }],
    ['the highest status', { code: 599 }],
    ['a status with Retry-After', { code: 429, retryAfter: 0 }],
    ['no delay', { delay: 0 }],
    ['the longest delay', { delay: 600_000 }],
    ['a delay of a range', { delay: [200, 800] }],
    ['a range of one number', { delay: [5, 5] }],
    ['a reset', { fault: 'reset' }],
    ['a status after the commit', { code: 500, when: 'after-commit' }],
    ['a delay before a broken connection', { delay: 10, fault: 'empty' }],
    [
      'all criteria',
      {
        operation: 'createUser',
        method: 'POST',
        path: '/api/*/users',
        probability: 0.5,
        from: 2,
        times: 1,
        code: 500,
      },
    ],
    ['the method of its operation', { operation: 'createUser', method: 'POST', code: 500 }],
    ['a HEAD of a read', { operation: 'listServerMounts', method: 'HEAD', code: 500 }],
    [
      'a path of its operation',
      { operation: 'listServerMounts', path: '/api/admin/servers/7/mounts', code: 500 },
    ],
    ['a path with wildcards in it', { path: '/api/*/users*', code: 500 }],
    ['an id in a path', { path: '/api/application/nodes/7*', code: 500 }],
    ['a path of a companion', { path: '/api/client/account', code: 500 }],
    ['a body', { code: 502, body: '<h1>Bad gateway</h1>', headers: { 'Content-Type': 'text/html' } }],
    ['a body that is JSON', { code: 402, body: { code: 'quota', more: [null, 1] } }],
    ['a body that is null', { code: 500, body: null }],
    [
      'invalid fields',
      { code: 422, errors: [{ field: 'email', rule: 'unique', detail: 'The email is taken.' }] },
    ],
    ['a body in a sequence', { chain: [{ code: 500, body: 'no', headers: { 'X-Id': '1' } }] }],
    ['no chance', { probability: 0, code: 500 }],
    ['all chances', { probability: 1, code: 500 }],
    ['a chain', { chain: ['pass', { code: 503, retryAfter: 1 }, { delay: 5, fault: 'reset' }] }],
    ['a sequence that begins later', { from: 3, chain: [{ fault: 'truncated', when: 'after-commit' }] }],
  ])('is accepted with %s', (_, rule) => {
    expect(readRule(rule)).toEqual(rule)
  })

  it('is a copy without undefined fields', () => {
    const given = { code: 503, delay: undefined, chain: undefined }
    const read = readRule(given)
    expect(read).not.toBe(given)
    expect(Object.keys(read)).toEqual(['code'])
  })

  const effects = 'code, retryAfter, errors, body, headers, delay, fault, when'
  const broken = 'a broken connection sends no error; give one of them.'
  const nothing = 'A fault rule must say what happens: give it `code`, `delay`, `fault` or `chain`.'
  const delays = 'must be milliseconds from 0 to 600000, or a pair of them, the smaller first'
  const path = 'a path that starts with /api and has no query, such as /api/application/*'
  const chain = 'a list of 1 to 100 entries, each "pass" or an object with code, delay or fault'
  const entry = 'The `chain[0]` must say what happens: make it "pass", or give it `code`, `delay` or `fault`.'

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'A fault rule must be an object, such as {"code": 503}, not undefined.'],
    ['null', null, 'A fault rule must be an object, such as {"code": 503}, not null.'],
    ['a list', [{ code: 503 }], 'A fault rule must be an object, such as {"code": 503}, not [{"code":503}].'],
    [
      'a deeply nested value',
      JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      'A fault rule must be an object, such as {"code": 503}, not a value that is nested too deeply.',
    ],
    [
      'an unknown field',
      { status: 503 },
      `A fault rule has no field \`status\`; its fields are operation, method, path, probability, from, times, chain, ${effects}.`,
    ],
    [
      'a field of Object.prototype',
      JSON.parse('{"code": 503, "__proto__": {}}'),
      `A fault rule has no field \`__proto__\`; its fields are operation, method, path, probability, from, times, chain, ${effects}.`,
    ],
    [
      'an unknown operation',
      { operation: 'createUsers', code: 503 },
      'The `operation` cannot be "createUsers"; did you mean createUser?',
    ],
    [
      'a method in lower case',
      { method: 'post', code: 503 },
      'The `method` must be one of GET, PATCH, POST, PUT, DELETE, HEAD, not "post"; did you mean POST?',
    ],
    ['another path', { path: '/_nestbox/*', code: 503 }, `The \`path\` must be ${path}, not "/_nestbox/*".`],
    [
      'a path with a query',
      { path: '/api/*?page=1', code: 503 },
      `The \`path\` must be ${path}, not "/api/*?page=1".`,
    ],
    ['a path that is not a string', { path: 5, code: 503 }, `The \`path\` must be ${path}, not 5.`],
    [
      'a chance below 0',
      { probability: -0.1, code: 503 },
      'The `probability` must be a number from 0 to 1, not -0.1.',
    ],
    [
      'a chance above 1',
      { probability: 20, code: 503 },
      'The `probability` must be a number from 0 to 1, not 20.',
    ],
    [
      'a chance that is a string',
      { probability: '1', code: 503 },
      'The `probability` must be a number from 0 to 1, not "1".',
    ],
    [
      'a chance that is not a number',
      { probability: Number.NaN, code: 503 },
      'The `probability` must be a number from 0 to 1, not NaN.',
    ],
    ['a call 0', { from: 0, code: 503 }, 'The `from` must be an integer from 1, not 0.'],
    ['0 times', { times: 0, code: 503 }, 'The `times` must be an integer from 1, not 0.'],
    ['half a time', { times: 1.5, code: 503 }, 'The `times` must be an integer from 1, not 1.5.'],
    ['a successful status', { code: 399 }, 'The `code` must be an integer from 400 to 599, not 399.'],
    ['an unknown status', { code: 600 }, 'The `code` must be an integer from 400 to 599, not 600.'],
    [
      'a status that is a string',
      { code: '503' },
      'The `code` must be an integer from 400 to 599, not "503".',
    ],
    ['a null', { code: null }, 'The `code` must be an integer from 400 to 599, not null.'],
    ['a negative delay', { delay: -1 }, `The \`delay\` ${delays}, not -1.`],
    ['a delay too long', { delay: 600_001 }, `The \`delay\` ${delays}, not 600001.`],
    [
      'a range with its bounds exchanged',
      { delay: [800, 200] },
      'The `delay` must have its smaller number first, not [800,200].',
    ],
    [
      'a range too long',
      { delay: [0, 600_001] },
      'The `delay[1]` must be an integer from 0 to 600000, not 600001.',
    ],
    ['half a range', { delay: [200] }, `The \`delay\` ${delays}, not [200].`],
    [
      'an unknown fault',
      { fault: 'crash' },
      'The `fault` must be one of reset, empty, truncated, not "crash".',
    ],
    [
      'an unknown `when`',
      { code: 503, when: 'after' },
      'The `when` must be one of before, after-commit, not "after"; did you mean after-commit?',
    ],
    [
      'a negative Retry-After',
      { code: 503, retryAfter: -1 },
      'The `retryAfter` must be an integer from 0 to 86400, not -1.',
    ],
    ['no effect', { operation: 'createUser' }, nothing],
    ['no fields', {}, nothing],
    ['a `when` without an effect', { when: 'after-commit' }, nothing],
    [
      'a status and a fault',
      { code: 503, fault: 'reset' },
      `The \`fault\` cannot be combined with \`code\`: ${broken}`,
    ],
    [
      'Retry-After without a status',
      { delay: 5, retryAfter: 5 },
      'The `retryAfter` needs a `code` next to it, such as 503.',
    ],
    ['an empty sequence', { chain: [] }, `The \`chain\` must be ${chain}, not [].`],
    [
      'a sequence that is not a list',
      { chain: { code: 503 } },
      `The \`chain\` must be ${chain}, not {"code":503}.`,
    ],
    [
      'a sequence that is too long',
      { chain: Array.from({ length: 101 }, () => 'pass') },
      `The \`chain\` must be ${chain}, not ${JSON.stringify(Array.from({ length: 101 }, () => 'pass')).slice(0, 80)}....`,
    ],
    [
      'a sequence and an effect',
      { chain: ['pass'], delay: 5 },
      'The `delay` cannot be combined with `chain`: put it into the entries of the chain.',
    ],
    [
      'a sequence and a `when`',
      { chain: ['pass'], when: 'before' },
      'The `when` cannot be combined with `chain`: put it into the entries of the chain.',
    ],
    ['an entry without an effect', { chain: [{}] }, entry],
    [
      'an entry that is not an object',
      { chain: ['pass', 'skip'] },
      'The `chain[1]` must be "pass" or an object, such as {"code": 503}, not "skip".',
    ],
    [
      'an entry with a field of a rule',
      { chain: [{ code: 503, times: 2 }] },
      `The \`chain[0]\` has no field \`times\`; its fields are ${effects}.`,
    ],
    [
      'an invalid status in an entry',
      { chain: [{ code: 5 }] },
      'The `chain[0].code` must be an integer from 400 to 599, not 5.',
    ],
    [
      'a status and a fault in an entry',
      { chain: [{ code: 503, fault: 'empty' }] },
      `The \`chain[0].fault\` cannot be combined with \`code\`: ${broken}`,
    ],
    [
      'only Retry-After in an entry',
      { chain: [{ fault: 'empty', retryAfter: 1 }] },
      'The `chain[0].retryAfter` needs a `code` next to it, such as 503.',
    ],
    [
      'a method that its operation does not have',
      { operation: 'createUser', method: 'GET', code: 503 },
      'The `method` cannot be "GET" next to that `operation`: createUser is POST /api/application/users.',
    ],
    [
      'a method and a sequence',
      { operation: 'listServerMounts', method: 'POST', chain: ['pass'] },
      'The `method` cannot be "POST" next to that `operation`: listServerMounts is GET /api/admin/servers/{server_admin_identifier}/mounts.',
    ],
    [
      'a path without an operation',
      { path: '/api/aplication/users', code: 503 },
      'No operation has a path that matches "/api/aplication/users"; the nearest is /api/application/users.',
    ],
    [
      'a pattern that matches no operation',
      { path: '/api/admin/servers/*/backups', code: 503 },
      'No operation has a path that matches "/api/admin/servers/*/backups"; the nearest is /api/client/servers/{server_uuid}/backups.',
    ],
    [
      'a pattern that does not match its operation',
      { operation: 'createUser', path: '/api/admin/*', code: 503 },
      'The `path` cannot be "/api/admin/*" next to that `operation`: createUser is POST /api/application/users.',
    ],
    ['a body without a status', { delay: 5, body: {} }, 'The `body` needs a `code` next to it, such as 503.'],
    [
      'empty headers',
      { fault: 'reset', headers: {} },
      'The `headers` needs a `code` next to it, such as 503.',
    ],
    [
      'two bodies',
      { code: 422, body: {}, errors: [{ field: 'x', detail: 'y' }] },
      'The `body` cannot be combined with `errors`, which make a body; give one of them.',
    ],
    [
      'a body that is too deep',
      { code: 500, body: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
      'The `body` must be JSON of at most 100 levels.',
    ],
    [
      'a body that contains itself',
      { code: 500, body: circular() },
      'The `body` must be JSON of at most 100 levels.',
    ],
    ['a function as a body', { code: 500, body: () => 1 }, 'The `body` must be JSON of at most 100 levels.'],
    [
      'a header with spaces',
      { code: 500, headers: { 'Content Type': 'text/html' } },
      'The name of a header must be one word without spaces, not "Content Type".',
    ],
    [
      'a header in two lines',
      { code: 500, headers: { 'X-Id': '1\r\nX-Other: 2' } },
      'The `headers.X-Id` must be a string of visible ASCII characters and spaces, not "1\\r\\nX-Other: 2".',
    ],
    [
      'Content-Length',
      { code: 500, headers: { 'content-length': '5' } },
      'The header `content-length` cannot be set: the server sets it for the body that it sends.',
    ],
    [
      'an empty list of invalid fields',
      { code: 422, errors: [] },
      'The `errors` must be a list of 1 to 100 objects with field and detail, not [].',
    ],
    [
      'an invalid field without a message',
      { code: 422, errors: [{ field: 'email' }] },
      'The `errors[0]` must have the field `detail`: a string.',
    ],
    [
      'a path that does not match its operation',
      { operation: 'createUser', path: '/api/application/users/1', code: 503 },
      'The `path` cannot be "/api/application/users/1" next to that `operation`: createUser is POST /api/application/users.',
    ],
  ])('is refused with %s', (_, value, sentence) => {
    expect(() => readRule(value)).toThrow(expect.objectContaining({ message: sentence }))
    expect(() => readRule(value)).toThrow(BadFault)
  })
})

function circular(): object {
  const body: { own?: object } = {}
  body.own = body
  return body
}
