import { describe, expect, it } from 'vitest'
import { emptyEntry } from '../../../journal/entry.ts'
import { Journal } from '../../../journal/journal.ts'
import type { FormOperation } from './api-document.ts'
import { loggedBody } from './logged-body.ts'

const operation = (body: FormOperation['body']): FormOperation => ({
  id: 'x',
  summary: '',
  method: 'POST',
  path: '/api/x',
  family: undefined,
  section: undefined,
  parameters: [],
  body,
  gaps: [],
  isBeyond: false,
})

const takesJson = operation({ kind: 'json', schema: {}, example: {} })
const takesFile = operation({ kind: 'file', part: 'import_file' })
const takesNone = operation(undefined)

interface Sent {
  readonly body?: unknown
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The entry of the log. */
function logged({ body, path = '/api/x', headers = {} }: Sent) {
  const entry = {
    ...emptyEntry,
    method: 'POST',
    path,
    headers,
    body,
    operation: 'x',
    status: 200,
    duration: 1,
  }
  return new Journal().add(entry)()
}

describe('loggedBody', () => {
  it.each<[what: string, operation: FormOperation | undefined, sent: Sent, expected: object | undefined]>([
    ['JSON', takesJson, { body: { a: [1] } }, { kind: 'json', text: '{"a":[1]}' }],
    ['a JSON string', takesJson, { body: 'a' }, { kind: 'json', text: '"a"' }],
    ['nothing', takesJson, { headers: { 'content-length': '0' } }, undefined],
    ['a body that the operation does not read', takesNone, { headers: { 'content-length': '2' } }, undefined],
    ['no body, at an unknown path', undefined, {}, undefined],
    [
      'a file',
      takesFile,
      { body: new Map([['import_file', '{"a":1}']]) },
      {
        kind: 'file',
        part: 'import_file',
        file: expect.objectContaining({ name: 'egg.json' }),
        before: `printf %s '{"a":1}' |\n`,
        word: '-;filename=egg.json',
      },
    ],
  ])('finds %s', (_, takes, sent, expected) => {
    expect(loggedBody(takes, logged(sent))).toEqual(expected)
  })

  const long = 'x'.repeat(20_000)
  const deep: unknown = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)

  it.each<[what: string, operation: FormOperation | undefined, sent: Sent, why: RegExp]>([
    ['too long', takesJson, { body: { long } }, /longer or more deeply nested/],
    ['nested too deeply', takesJson, { body: deep }, /longer or more deeply nested/],
    [
      'too long a file',
      takesFile,
      { body: new Map([['import_file', long]]) },
      /longer or more deeply nested/,
    ],
    ['partly redacted', takesJson, { body: { user: { password: 'p' } } }, /passwords and tokens/],
    ['with a redacted path', takesNone, { path: '/api/x?token=t' }, /its URL/],
    ['not read', takesJson, { headers: { 'content-length': '5' } }, /does not have its body/],
    ['not read, in chunks', takesJson, { headers: { 'transfer-encoding': 'chunked' } }, /does not have/],
    ['not read, at an unknown path', undefined, { headers: { 'content-length': '5' } }, /does not have/],
    ['a file of another name', takesFile, { body: new Map([['file', '{}']]) }, /only the file/],
    ['an upload without a file', takesFile, { body: new Map() }, /only the file/],
  ])('reports that the body was not kept: %s', (_, takes, sent, why) => {
    expect(loggedBody(takes, logged(sent))).toMatchObject({ kind: 'lost', why: expect.stringMatching(why) })
  })
})
