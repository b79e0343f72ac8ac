import { describe, expect, it } from 'vitest'
import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Reply } from '../client/client.ts'
import { parsedJson } from '../client/parsed-json.ts'
import { hiding, Redactor } from '../client/redact.ts'
import { cut, inShort, isObject, receptionOf, statusOf } from './reception.ts'

const reply = (json: unknown, status = 200): Reply => ({
  status,
  headers: {},
  text: JSON.stringify(json) ?? '',
  json,
})

const node = { object: 'node', attributes: { id: 1 } }
const list = { object: 'list', data: [] }

describe('a response is granted', () => {
  it.each<[what: string, operation: OperationId, json: unknown, status: number]>([
    ['the resource in its envelope', 'updateNode', node, 200],
    ['a resource without a single field', 'updateNode', { object: 'node', attributes: {} }, 200],
    ['an envelope with further fields', 'updateNode', { ...node, meta: {}, extra: 1 }, 201],
    ['an envelope with an error status', 'updateNode', node, 500],
    ['an envelope with 401', 'createUser', { object: 'user', attributes: {} }, 401],
    ['an empty list', 'listServerMounts', list, 200],
    ['a list of any items', 'listServerBackups', { object: 'list', data: [1, null] }, 404],
    ['a list with an error in it', 'listServerBackups', { object: 'list', data: [{ object: 'error' }] }, 200],
    ['a page', 'listHostDatabases', { ...list, meta: {} }, 200],
  ])('for %s', (_, operation, json, status) => {
    expect(receptionOf({ operation }, reply(json, status))).toBe('granted')
  })
})

const fielded = { object: 'node', attributes: { id: 1, name: 'n' } }

describe('a response is leaky', () => {
  it.each<[what: string, operation: OperationId, json: unknown]>([
    ['the envelope of another kind', 'updateNode', { object: 'egg', attributes: { id: 1, uuid: 'x' } }],
    ['attributes without an object', 'updateNode', { attributes: { id: 1, name: 'n' } }],
    ['a list instead of a resource', 'updateNode', { object: 'list', data: [fielded] }],
    ['a resource instead of a list', 'listServerMounts', fielded],
    ['data that is not an array', 'listServerMounts', { object: 'list', data: { id: 1, name: 'n' } }],
    ['data that is a PHP array', 'listServerMounts', { object: 'list', data: { 0: fielded } }],
    ['data without an object', 'listServerMounts', { data: [{ id: 1, name: 'n' }] }],
    ['an error with data', 'listServerBackups', { errors: [], data: [{ uuid: 'x', name: 'n' }] }],
    [
      'a record without any envelope',
      'listHostDatabases',
      [{ connections_from: '%', max_connections: 5, username: 'u' }],
    ],
    [
      'a record in another wrapper',
      'listServerBackups',
      {
        error: null,
        result: { backups: [{ uuid: 'x', name: 'n', bytes: 1, is_successful: true, is_locked: false }] },
      },
    ],
    ['an error with attributes', 'createUser', { errors: ['no'], attributes: { id: 1, email: 'x' } }],
  ])('for %s', (_, operation, json) => {
    for (const status of [200, 403]) expect(receptionOf({ operation }, reply(json, status))).toBe('leaky')
  })
})

describe('a text is leaky', () => {
  const json = JSON.stringify({ object: 'list', data: [fielded] })

  it.each<[what: string, text: string]>([
    ['a page in HTML', `<html><style>a { color: red }</style><body>${json}</body></html>`],
    ['a page that shows it as text', `<pre>${json.replaceAll('"', '&quot;')}</pre>`],
    ['a message of PHP before it', `Notice: Undefined index in /srv/app.php\n${json}`],
    ['a part that is cut off', `${json}]}`],
  ])('with data in %s', (_, text) => {
    const page: Reply = { status: 403, headers: {}, text, json: parsedJson(text) }
    expect(receptionOf({ operation: 'updateNode' }, page)).toBe('leaky')
  })
})

describe('a response is refused', () => {
  it.each<[what: string, operation: OperationId, json: unknown]>([
    ['no JSON', 'updateNode', undefined],
    ['null', 'updateNode', null],
    ['a text', 'updateNode', 'node'],
    ['a bare array', 'listServerMounts', [node]],
    ['an empty object', 'updateNode', {}],
    ['an object without attributes', 'updateNode', { object: 'node' }],
    ['attributes of null', 'updateNode', { object: 'node', attributes: null }],
    ['attributes in an array', 'updateNode', { object: 'node', attributes: [] }],
    ['an empty list instead of a resource', 'updateNode', list],
    ['a list without data', 'listServerMounts', { object: 'list' }],
    ['data of null', 'listServerMounts', { object: 'list', data: null }],
    ['empty data without an object', 'listServerMounts', { data: [] }],
    ['errors', 'listServerMounts', { errors: [{ code: 'x', status: '403', detail: 'no' }] }],
    ['a message', 'createUser', { message: 'no' }],
    ['an error with usual field names', 'createUser', { id: 'e1', uuid: 'x', status: '422', name: 'no' }],
    ['an error in data', 'createUser', { status: 'fail', data: { message: 'no', code: 7 } }],
    ['strings in data', 'listServerMounts', { data: ['unauthenticated'] }],
    ['a resource that is an error', 'updateNode', { object: 'error', attributes: { id: 'e1', title: 'no' } }],
    [
      'an error that describes itself in data',
      'updateServerStartup',
      {
        data: {
          name: 'Denied',
          status: 'error',
          description: 'No.',
          created_at: '2026-01-01T00:00:00+00:00',
        },
      },
    ],
    [
      'messages about fields',
      'updateNode',
      { success: false, data: { fqdn: 'is too long', scheme: 'not known' } },
    ],
    ['messages by field', 'updateNode', { errors: { fqdn: 'required', scheme: 'required' } }],
  ])('for %s', (_, operation, json) => {
    for (const status of [200, 302, 401, 500]) {
      expect(receptionOf({ operation }, reply(json, status))).toBe('refused')
    }
  })

  it.each([
    ['without data', '<html><body>Forbidden</body></html>'],
    ['with a script', '<script>var page = {"object": "page", "attributes": {"id": 1}}</script>'],
    ['with a key alone', 'no "object" here'],
    ['with JSON that is cut off', '<p>{"object":"node","attributes":{"uuid":"x","memory":1'],
  ])('for a page %s', (_, text) => {
    const page: Reply = { status: 403, headers: {}, text, json: undefined }
    expect(receptionOf({ operation: 'updateNode' }, page)).toBe('refused')
  })

  it.each([401, 403, 404, 422, 500])('for a list of errors with the status %i', (status) => {
    const data = [{ object: 'error', attributes: { code: 'no', status: '401' } }]
    for (const operation of ['listServerMounts', 'syncNodeTags', 'listServerBackups'] as const)
      expect(receptionOf({ operation }, reply({ object: 'list', data }, status))).toBe('refused')
  })

  it.each(Object.keys(operations) as OperationId[])('if %s gets no response', (operation) => {
    expect(receptionOf({ operation }, undefined)).toBe('refused')
  })
})

describe('a refusal that repeats the request', () => {
  const json = { email: 'e', username: 'u', first_name: 'f', last_name: 'l', tags: [{ id: 7 }] }
  const sent = { operation: 'createUser' as const, json }

  it.each<[what: string, body: unknown, reception: string]>([
    ['the whole body', { error: 'no', input: json }, 'refused'],
    ['its values as attributes', { error: 'no', attributes: { ...json, id: 7 } }, 'refused'],
    ['its values and one other', { error: 'no', attributes: { ...json, id: 1 } }, 'refused'],
    [
      'its values and two others',
      { error: 'no', attributes: { ...json, id: 1, root_admin: false } },
      'leaky',
    ],
    ['another user', { error: 'no', attributes: { first_name: 'x', last_name: 'y' } }, 'leaky'],
  ])('is judged by fields that the request did not send: %s', (_, body, reception) => {
    expect(receptionOf(sent, reply(body, 422))).toBe(reception)
  })
})

describe('the status of a response', () => {
  it.each<[status: number, json: unknown, expected: number]>([
    [200, { success: false, message: 'no' }, 400],
    [200, { ok: false }, 400],
    [200, { error: 'no' }, 400],
    [200, { errors: ['no'] }, 400],
    [200, { errors: { name: 'no' } }, 400],
    [200, { status: 'fail', data: {} }, 400],
    [200, { status: 'error', code: 503 }, 503],
    [201, { status: '401' }, 401],
    [200, { statusCode: 422, message: [] }, 422],
    [200, { error: { code: 403, message: 'no' } }, 403],
    [500, { success: false, code: 422 }, 500],
    [302, { error: 'no' }, 302],
    [200, { error: null, errors: [], status: 'ok', code: 0 }, 200],
    [200, { message: 'done', status: 200 }, 200],
    [200, {}, 200],
    [200, undefined, 200],
    [204, null, 204],
  ])('%i with %j is %i', (status, json, expected) => {
    expect(statusOf(reply(json, status))).toBe(expected)
  })
})

describe('the summary of a response', () => {
  it.each<[words: string, text: string]>([
    ['200 with an empty body', ''],
    ['200 with {"object":"node"}', '{"object":"node"}'],
    ['200 with null', 'null'],
    ['200 with { "a": 1 }', ' {\n "a":\t1 }\n'],
    ['200 with Hello (the body is not JSON: unexpected "Hello" at line 1, column 1)', 'Hello'],
    ['200 with [1, (the body is not JSON: it ends too early, at line 1, column 5)', '[1, '],
    ['200 with {"a":NaN} (the body is not JSON: unexpected "NaN}" at line 1, column 6)', '{"a":NaN}'],
  ])('is "%s"', (words, text) => {
    expect(inShort({ status: 200, headers: {}, text, json: parsedJson(text) })).toBe(words)
  })

  it('has the target of a redirect, and no parse error for an error page in HTML', () => {
    const headers = { location: '/elsewhere' }
    expect(inShort({ status: 302, headers, text: '', json: undefined })).toBe(
      '302 to /elsewhere with an empty body',
    )
    expect(inShort({ status: 404, headers, text: '<p>No', json: undefined })).toBe('404 with <p>No')
  })

  it('is the reason if there is none', () => {
    expect([inShort(undefined, 'no server listens there'), inShort(undefined)]).toEqual([
      'no server listens there',
      'no reply',
    ])
  })

  it('a long text is searched for secrets at its beginning only', () => {
    const lengths: number[] = []
    class Measured extends Redactor {
      override text(text: string): string {
        lengths.push(text.length)
        return super.text(text)
      }
    }
    const text = `a-secret-token ${'%2525'.repeat(100_000)}`
    const said = hiding(new Measured(['a-secret-token']), () => [
      inShort({ status: 500, headers: {}, text, json: undefined }),
      cut(text, 20),
    ])
    expect(said.map((each) => each.slice(0, 9))).toEqual(['500 with ', '*** %2525'])
    expect(Math.max(...lengths)).toBeLessThanOrEqual(200_000)
  })

  it('a long text is truncated', () => {
    expect([cut('abc', 3), cut('abcd', 3)]).toEqual(['abc', 'abc…'])
    expect(inShort({ status: 500, headers: {}, text: 'x'.repeat(500), json: undefined }).length).toBeLessThan(
      320,
    )
  })
})

it.each<[value: unknown, is: boolean]>([
  [{}, true],
  [[], false],
  [null, false],
  ['{}', false],
  [undefined, false],
])('%j is an object: %s', (value, is) => {
  expect(isObject(value)).toBe(is)
})
