import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import exampleEgg from '../../eggs/example-egg.json' with { type: 'json' }
import { GapSettings } from '../../gaps/gap-settings.ts'
import { type Received, type Sent, send, sendBytes } from '../../testing/send.ts'
import { type Service, startService, upload } from '../../testing/service.ts'
import { createLog } from '../../util/log.ts'

// Uploads would be written to a separate folder, which each test checks.
const folder = mkdtempSync(join(tmpdir(), 'nestbox-read-body-'))
beforeAll(() => {
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder)
})
afterEach(() => {
  expect(tmpdir()).toBe(folder)
  expect(readdirSync(folder)).toEqual([])
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

type Body = NonNullable<Sent['body']>
type Headers = Readonly<Record<string, string>>

const start = (): Promise<Service> => startService({ scenario: 'empty' })

/** Sends a body to `PATCH /api/application/nodes/1`, to which every field is optional. */
const patch = (
  { url, application }: Service,
  body: Body | undefined,
  headers: Headers = {},
): Promise<Received> =>
  send(url, 'PATCH', '/api/application/nodes/1', {
    headers: { authorization: `Bearer ${application}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })

const post = ({ url, application }: Service, body: Body, headers: Headers = {}): Promise<Received> =>
  send(url, 'POST', '/api/application/users', {
    headers: { authorization: `Bearer ${application}`, 'content-type': 'application/json', ...headers },
    body,
  })

const form = 'multipart/form-data; boundary=edge'

/** Sends a body to `POST /api/admin/eggs/1/import`. */
const importEgg = ({ url, root }: Service, body: Body | undefined, headers: Headers = {}) =>
  send(url, 'POST', '/api/admin/eggs/1/import', {
    headers: { authorization: `Bearer ${root}`, 'content-type': form, ...headers },
    ...(body !== undefined && { body }),
  })

const egg = JSON.stringify(exampleEgg)

const part = (headers: string, content: string): string =>
  `--edge\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`
const filePart = (content: string, name = 'import_file'): string =>
  part(`name="${name}"; filename="egg.json"\r\nContent-Type: application/json`, content)
const multipart = (...parts: readonly string[]): string => `${parts.join('')}--edge--\r\n`

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const nestedObjects = (levels: number): string => `${'{"k":'.repeat(levels)}1${'}'.repeat(levels)}`
/** A JSON body of a given size, with a name that is too long. */
const ofLength = (bytes: number): string => JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) })
const gzip = { 'content-encoding': 'gzip' }

describe('a JSON body', () => {
  it.each<[string, string, Headers]>([
    ['plain JSON', 'application/json', {}],
    ['a charset', 'application/json; charset=utf-8', {}],
    ['another case', 'Application/JSON', {}],
    ['JSON:API', 'application/vnd.api+json', {}],
    ['a merge patch', 'application/merge-patch+json', {}],
  ])('is read as %s', async (_, type) => {
    const { status, json } = await patch(await start(), '{"name":"renamed"}', { 'content-type': type })
    expect([status, json.attributes?.name]).toEqual([200, 'renamed'])
  })

  it.each<[string, Body, Headers, string]>([
    ['compressed with GZIP', gzipSync('{"name":"small"}'), { 'content-encoding': ' GZIP ' }, 'small'],
    ['compressed with gzip', gzipSync('{"name":"small"}'), gzip, 'small'],
    ['compressed with deflate', deflateSync('{"name":"small"}'), { 'content-encoding': 'deflate' }, 'small'],
    ['compressed with brotli', brotliCompressSync('{"name":"small"}'), { 'content-encoding': 'br' }, 'small'],
    ['with the encoding identity', '{"name":"plain"}', { 'content-encoding': 'identity' }, 'plain'],
    ['in chunks, without a length', [Buffer.from('{"name":'), Buffer.from('"pieces"}')], {}, 'pieces'],
    ['with a byte order mark', '\uFEFF{"name":"marked"}', {}, 'marked'],
    ['with a duplicate key, of which the last is used', '{"name":"first","name":"last"}', {}, 'last'],
    ['surrounded by white space', ' \r\n\t{"name":"spacious"}\n ', {}, 'spacious'],
    ['with an unpaired surrogate', '{"name":"a\\ud800b"}', {}, 'a\uD800b'],
    [
      'with a key like a property of Object.prototype',
      '{"constructor":{"prototype":{"evil":1}},"name":"calm"}',
      {},
      'calm',
    ],
    ['with deep nesting in an unknown field', `{"else":${nested(20_000)},"name":"deep"}`, {}, 'deep'],
  ])('is read %s', async (_, body, headers, name) => {
    const service = await start()
    const { status, json } = await patch(service, body, headers)
    expect([status, json.attributes?.name]).toEqual([200, name])
    expect({}).not.toHaveProperty('evil')
    // All stored values can be sent as JSON.
    expect((await service.ask('GET', '/_nestbox/state')).status).toBe(200)
  })

  it.each([
    ['no media type and no length', undefined, { 'content-type': '' }],
    ['a length of 0', '', {}],
    ['a length of 00', undefined, { 'content-length': '00' }],
    ['no piece', [], { 'transfer-encoding': 'chunked' }],
  ])('can be missing if no field is required: %s', async (_, body, headers) => {
    const { status, json } = await patch(await start(), body, headers)
    expect([status, json.attributes?.name]).toEqual([200, 'lab-01'])
  })

  it('is required if fields are required', async () => {
    const { status, json } = await post(await start(), '')
    expect(status).toBe(422)
    expect(json.errors[0].meta).toEqual({ source_field: 'email', rule: 'required' })
  })

  const plain = { 'content-type': 'application/json' }
  it.each<[string, Body, Headers, number]>([
    ['breaks off', '{"name":', plain, 400],
    ['ends within a string', '{"name":"x', plain, 400],
    ['has a second value after its end', '{"name":"x"}{}', plain, 400],
    ['has single quotes', "{'name':'x'}", plain, 400],
    ['has a trailing comma', '{"name":"x",}', plain, 400],
    ['has a comment', '{"name":"x"/**/}', plain, 400],
    ['has a number that is not JSON', '{"memory":NaN}', plain, 400],
    ['has a line break in a string', '{"name":"x\n"}', plain, 400],
    ['is a form', 'name=x', plain, 400],
    ['is in UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), plain, 400],
    ['is in Latin-1', Buffer.from('{"name":"a\xFFb"}', 'latin1'), plain, 400],
    ['is white space', ' \n', plain, 400],
    ['is a number', '3', plain, 400],
    ['is a string', '"name"', plain, 400],
    ['is true', 'true', plain, 400],
    ['is null', 'null', plain, 400],
    ['is a list', '[]', plain, 422],
    ['is a list of bodies', '[{"name":"x"}]', plain, 422],
    ['has __proto__ as a key', '{"__proto__":{"name":"x","evil":1},"name":"x"}', plain, 400],
    ['has __proto__ as an escaped key', '{"\\u005f_proto__":{"evil":1},"name":"x"}', plain, 400],
    ['has __proto__ as a nested key', '{"tags":[{"__proto__":1}]}', plain, 400],
    ['has one byte too many', ofLength(1_000_001), plain, 413],
    ['has one byte too many, in chunks', [Buffer.from(ofLength(1_000_001))], plain, 413],
    ['has the maximum size, but an invalid field', ofLength(1_000_000), plain, 422],
    ['is not gzip', '{"name":"x"}', gzip, 400],
    ['is incomplete gzip', gzipSync('{"name":"x"}').subarray(0, 20), gzip, 400],
    ['is gzip of text that is not JSON', gzipSync('name=x'), gzip, 400],
    ['is gzip that expands to far more', gzipSync(Buffer.alloc(50_000_000, 32)), gzip, 413],
    ['is not brotli', 'garbage, garbage', { 'content-encoding': 'br' }, 400],
    ['is not deflate', 'garbage, garbage', { 'content-encoding': 'deflate' }, 400],
    ['has an unknown encoding', '{"name":"x"}', { 'content-encoding': 'zip' }, 415],
    ['is a list 20,000 levels deep', nested(20_000), plain, 422],
    ['has a field 20,000 levels deep', `{"name":${nested(20_000)}}`, plain, 422],
    ['has an object 20,000 levels deep in a field', `{"name":${nestedObjects(20_000)}}`, plain, 422],
    ['ends after 20,000 levels', '['.repeat(20_000), plain, 400],
    ['has no media type', '{"name":"x"}', { 'content-type': '' }, 415],
    ['is of type text/plain', '{"name":"x"}', { 'content-type': 'text/plain' }, 415],
    ['is of type json', '{"name":"x"}', { 'content-type': 'json' }, 415],
    ['is of type text/json', '{"name":"x"}', { 'content-type': 'text/json' }, 415],
    ['is of type application/json-seq', '{"name":"x"}', { 'content-type': 'application/json-seq' }, 415],
    ['is of a type with a space', '{"name":"x"}', { 'content-type': 'application/a b+json' }, 415],
    ['has the media type of a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['has the media type of an upload', multipart(part('name="name"', 'x')), { 'content-type': form }, 415],
  ])('is refused if it %s, and changes nothing', async (_, body, headers, expected) => {
    const service = await start()
    const before = service.world.checksum()
    const { status, json } = await patch(service, body, headers)
    expect([status, json.errors?.[0]?.status]).toEqual([expected, String(expected)])
    expect(service.world.checksum()).toBe(before)
    expect({}).not.toHaveProperty('evil')
    expect((await patch(service, '{"name":"well"}')).status).toBe(200)
  })

  it('is refused with the name of the forbidden key', async () => {
    const { json } = await patch(await start(), '{"name":"x","__proto__":{}}', plain)
    expect(json.errors[0].detail).toBe('The body has a key "__proto__", which is not allowed: leave it out.')
  })

  it('is refused with the maximum size', async () => {
    const service = await start()
    const { json } = await patch(service, ofLength(1_000_001), plain)
    expect(json.errors[0].detail).toMatch(/: it may have 1000000 bytes\.$/)
    const files = Array.from({ length: 11 }, (_, nth) => filePart('x', `file${nth}`))
    const upload = await importEgg(service, multipart(...files))
    expect(upload.json.errors[0].detail).toMatch(/: it may have 10 files of 1024000 bytes together, and 100 /)
  })

  it('is not quoted in the error', async () => {
    const { text } = await patch(await start(), '{"name":"a secret"')
    expect(text).not.toContain('secret')
  })

  it('is refused if it is deeply nested and creates a user', async () => {
    const service = await start()
    for (const field of ['email', 'external_id', 'else']) {
      expect((await post(service, `{"${field}":${nestedObjects(20_000)}}`)).status).toBe(422)
    }
  })

  it('is not read before the token', async () => {
    const { status } = await patch(await start(), '{"name":', { authorization: '' })
    expect(status).toBe(401)
  })
})

describe('an operation without a body', () => {
  it.each<[string, Body, Headers]>([
    ['null', 'null', { 'content-type': 'application/json' }],
    ['no JSON', '{', { 'content-type': 'application/json' }],
    ['a text', 'hello', { 'content-type': 'text/plain' }],
    ['text without a media type', 'hello', {}],
    ['no gzip', 'hello', { 'content-type': 'application/json', ...gzip }],
    ['more than a megabyte', ofLength(2_000_000), { 'content-type': 'application/json' }],
  ])('ignores %s', async (_, body, headers) => {
    const { url, root } = await start()
    const { status } = await send(url, 'GET', '/api/admin/servers/1/mounts', {
      headers: { authorization: `Bearer ${root}`, ...headers },
      body,
    })
    expect(status).toBe(200)
  })
})

describe('an upload', () => {
  const plainFile = 'name="import_file"; filename="egg.json"'
  const longestHead = 4_096
  const headOf = (names: string): string => `Content-Disposition: form-data; ${names}\r\nX-Long: `
  it.each<[string, Body, Headers]>([
    ['as a browser sends it', multipart(filePart(egg)), {}],
    ['with another field and file', multipart(part('name="a"', '1'), filePart('x', 'b'), filePart(egg)), {}],
    ['without a media type of the part', multipart(part(plainFile, egg)), {}],
    ['with a name of many scripts', multipart(part('name="import_file"; filename="яйцо 🥚.json"', egg)), {}],
    ['with a path as its name', multipart(part('name="import_file"; filename="../../etc/egg"', egg)), {}],
    ['with names without quotes', multipart(part('name=import_file; filename=egg.json', egg)), {}],
    ['with its names in reverse order', multipart(part('filename="e"; name="import_file"', egg)), {}],
    ['in base64', multipart(part(`${plainFile}\r\nContent-Transfer-Encoding: base64`, btoa(egg))), {}],
    [
      'with a head of a part of 4096 bytes',
      multipart(part(`${plainFile}\r\nX-Long: ${'x'.repeat(longestHead - headOf(plainFile).length)}`, egg)),
      {},
    ],
    ['compressed with gzip', gzipSync(multipart(filePart(egg))), gzip],
    ['with a quoted boundary', multipart(filePart(egg)), { 'content-type': form.replace('edge', '"edge"') }],
    [
      'with a boundary of 70 characters',
      multipart(filePart(egg)).replaceAll('edge', 'e'.repeat(70)),
      { 'content-type': form.replace('edge', 'e'.repeat(70)) },
    ],
    ['with text before and after', `before\r\n${multipart(filePart(egg))}after`, {}],
    ['without a line break at the end', multipart(filePart(egg)).trimEnd(), {}],
    ['with a byte order mark', multipart(filePart(`\uFEFF${egg}`)), {}],
    [
      'with an earlier file of the same name, since the last is used',
      multipart(filePart('x'), filePart(egg)),
      {},
    ],
    ['with a field __proto__', multipart(part('name="__proto__"', 'x'), filePart(egg)), {}],
    ['with a file __proto__', multipart(filePart('x', '__proto__'), filePart(egg)), {}],
    [
      'with an encoding that needs no decoding',
      multipart(part(`${plainFile}\r\nContent-Transfer-Encoding: 8bit`, egg)),
      {},
    ],
  ])('is read %s', async (_, body, headers) => {
    const { status, json } = await importEgg(await start(), body, headers)
    expect([status, json.attributes?.name]).toEqual([200, 'Paper, tuned'])
  })

  it('says what is wrong with base64 that has line ends', async () => {
    const lines = btoa(egg).replaceAll(/.{76}/g, '$&\r\n')
    const encoded = part(`${plainFile}\r\nContent-Transfer-Encoding: base64`, lines)
    const { status, json } = await importEgg(await start(), multipart(encoded))
    expect([status, json.errors[0].detail]).toEqual([
      422,
      'The file in "import_file" cannot be read: its text must be UTF-8, in base64 without line ends.',
    ])
  })

  it('is read in the format of FormData', async () => {
    const { ask, root } = await start()
    const { status } = await ask('POST', '/api/admin/eggs/1/import', { token: root, body: upload(egg) })
    expect(status).toBe(200)
  })

  it.each([1, 7])('is read in chunks of %i bytes', async (size) => {
    const body = Buffer.from(multipart(part('name="a"', '1'), filePart(egg)))
    const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
      body.subarray(index * size, (index + 1) * size),
    )
    const { status, json } = await importEgg(await start(), pieces)
    expect([status, json.attributes?.name]).toEqual([200, 'Paper, tuned'])
  })

  const whole = multipart(filePart(egg))
  const many = (count: number, make: (name: string) => string): string =>
    multipart(...Array.from({ length: count }, (_, index) => make(`n${index}`)), filePart(egg))
  it.each<[string, string | undefined, Headers, number]>([
    ['has no boundary in its type', whole, { 'content-type': 'multipart/form-data' }, 400],
    ['has an empty boundary', whole, { 'content-type': 'multipart/form-data; boundary=' }, 400],
    [
      'has another boundary than its media type',
      whole,
      { 'content-type': form.replace('edge', 'other') },
      400,
    ],
    [
      'has a boundary of 71 characters',
      whole.replaceAll('edge', 'e'.repeat(71)),
      { 'content-type': form.replace('edge', `"${'e'.repeat(71)}"`) },
      400,
    ],
    ['ends in the head of a part', whole.slice(0, 30), {}, 400],
    [
      'has a head of a part of 4097 bytes',
      multipart(
        part(`${plainFile}\r\nX-Long: ${'x'.repeat(longestHead + 1 - headOf(plainFile).length)}`, egg),
      ),
      {},
      413,
    ],
    ['ends in a file', whole.slice(0, 300), {}, 400],
    ['ends before its last boundary', whole.slice(0, -10), {}, 400],
    ['has no boundary at its end', `${filePart(egg)}`, {}, 400],
    ['is garbage', 'garbage, garbage', {}, 400],
    ['is an egg instead of a form', egg, {}, 400],
    ['has an invalid head', `--edge\r\n: x\r\n\r\n${egg}\r\n--edge--\r\n`, {}, 400],
    ['has an unknown encoding', multipart(part('name="a"\r\nContent-Transfer-Encoding: x', '')), {}, 400],
    ['is not compressed as it says', whole, gzip, 400],
    ['is compressed in an unknown way', whole, { 'content-encoding': 'zip' }, 415],
    ['has a file that is too large', multipart(filePart('x'.repeat(1_024_001))), {}, 413],
    [
      'has files that are too large together',
      many(2, (name) => filePart('x'.repeat(600_000), name)),
      {},
      413,
    ],
    ['has too many files', many(10, (name) => filePart('x', name)), {}, 413],
    ['has too many fields', many(101, (name) => part(`name="${name}"`, 'x')), {}, 413],
    [
      'has fields that are too large',
      many(2, (name) => part(`name="${name}"`, 'x'.repeat(600_000))),
      {},
      413,
    ],
    ['is JSON', egg, { 'content-type': 'application/json' }, 415],
    ['is another kind of multipart', whole, { 'content-type': form.replace('form-data', 'mixed') }, 415],
    ['is of a type with a space', whole, { 'content-type': form.replace(';', ' x;') }, 415],
    ['has no media type', whole, { 'content-type': '' }, 415],
    ['has no body and no media type', undefined, { 'content-type': '' }, 422],
    ['has no body', '', {}, 422],
    ['has no part', multipart(), {}, 422],
    ['has the maximum size, but no egg', multipart(filePart('x'.repeat(1_024_000))), {}, 422],
    ['has an empty file', multipart(filePart('')), {}, 422],
    ['has a file without a name and content', multipart(filePart('').replace('egg.json', '')), {}, 422],
    ['has a deeply nested file', multipart(filePart(nested(20_000))), {}, 422],
    [
      'has a file with a deeply nested field',
      multipart(filePart(`{"meta":${nestedObjects(20_000)}}`)),
      {},
      422,
    ],
  ])('is refused if it %s, and changes nothing', async (_, body, headers, expected) => {
    const service = await start()
    const before = service.world.checksum()
    const { status, json } = await importEgg(service, body, headers)
    expect([status, json.errors?.[0]?.status]).toEqual([expected, String(expected)])
    expect(service.world.checksum()).toBe(before)
    expect((await importEgg(service, whole)).status).toBe(200)
  })

  it.each([
    ['is a plain field', part('name="import_file"', egg), 'file'],
    ['is missing', part('name="other"', egg), 'required'],
    ['has another name', filePart(egg, 'file'), 'required'],
    ['has its name in another case', filePart(egg, 'Import_File'), 'required'],
    ['is missing next to a field __proto__', part('name="__proto__"', 'x'), 'required'],
    ['is missing next to a file __proto__', filePart(egg, '__proto__'), 'required'],
    ['has no name', part('filename="egg.json"', egg), 'required'],
    ['has no head', `--edge\r\n\r\n${egg}\r\n`, 'required'],
    ['is a field as 8bit', part('name="import_file"\r\nContent-Transfer-Encoding: 8bit', egg), 'file'],
    ['is a field as 7bit', part('name="import_file"\r\nContent-Transfer-Encoding: 7bit', egg), 'file'],
  ])('is refused if its file %s, and changes nothing', async (_, parts, rule) => {
    const service = await start()
    const before = service.world.checksum()
    const { status, json } = await importEgg(service, multipart(parts))
    expect(status).toBe(422)
    expect(json.errors[0].meta).toEqual({ source_field: 'import_file', rule })
    expect(service.world.checksum()).toBe(before)
    expect({}).not.toHaveProperty('0')
    expect((await importEgg(service, whole)).status).toBe(200)
  })
})

describe('an upload with more than a file', () => {
  it.each([
    [
      'a head of a part',
      `--edge\r\nContent-Disposition: form-data; name="${'x'.repeat(2_600_000)}"\r\n\r\n\r\n--edge--`,
    ],
    ['a preamble', `${'before'.repeat(500_000)}\r\n${multipart(filePart(egg))}`],
    ['many heads', multipart(part(`name="import_file"${'\r\nX-Y: z'.repeat(400_000)}`, egg))],
  ])('is refused for endless %s, with and without a length', async (_, body) => {
    const service = await start()
    const before = service.world.checksum()
    for (const sent of [body, [Buffer.from(body)]]) {
      expect((await importEgg(service, sent)).status).toBe(413)
    }
    expect(service.world.checksum()).toBe(before)
    expect((await importEgg(service, multipart(filePart(egg)))).status).toBe(200)
  })
})

describe('a body with very many errors', () => {
  it.each([
    ['a hundred errors', 500, 100],
    ['the first error if there are more than a thousand values', 240_000, 1],
  ])('gets a response with %s', async (_, count, errors) => {
    const service = await start()
    const tags = JSON.stringify({ tags: Array.from({ length: count }, () => []) })
    const { status, json } = await send(service.url, 'PUT', '/api/admin/nodes/1/tags', {
      headers: { authorization: `Bearer ${service.root}`, 'content-type': 'application/json' },
      body: tags,
    })
    expect([status, json.errors.length]).toEqual([422, errors])
  })

  it('gets a response with a hundred of its unknown fields', async () => {
    const gapSettings = new GapSettings().set('body.unknown-fields', 'refuse')
    const { ask, application } = await startService({ scenario: 'empty', gapSettings })
    const json = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]))
    const reply = await ask('PATCH', '/api/application/nodes/1', { token: application, json })
    expect([reply.status, reply.json.errors.length]).toEqual([422, 100])
  })
})

describe('incomplete bodies', () => {
  it.each([
    ['of unknown length', 'Transfer-Encoding: chunked', '1\r\n{\r\n'],
    ['of known length', 'Content-Length: 1000000', '{'],
  ])('do not block other requests for 70 %s', async (_, header, first) => {
    const service = await start()
    for (let nth = 0; nth < 70; nth += 1) {
      const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.write(`${head(service, 'json', header)}${first}`)
    }
    // Two responses later the server has begun to read what was sent before them.
    for (const _ of [1, 2]) await service.ask('GET', '/_nestbox/health')
    expect((await patch(service, '{"name":"well"}')).status).toBe(200)
  })
})

describe('very many uploads at a time', () => {
  it('are refused beyond the limit, and later uploads are accepted', async () => {
    const service = await start()
    const line = [
      'POST /api/admin/eggs/1/import HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${service.root}`,
      `Content-Type: ${form}`,
      'Content-Length: 2000000',
    ]
    const sockets = Array.from({ length: 40 }, () =>
      createConnection(Number(new URL(service.url).port), '127.0.0.1'),
    )
    const heard: string[] = []
    const file = filePart('x'.repeat(900_000))
    for (const socket of sockets) {
      socket.on('data', (chunk) => heard.push(String(chunk)))
      socket.write(`${line.join('\r\n')}\r\n\r\n${part('name="a"', 'x'.repeat(900_000))}${file}`)
    }
    // Room for 35 of 1.8 megabytes; none of them is whole. One that is refused gives back what it has taken.
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(4), { timeout: 30_000 })
    for (const text of heard) {
      expect(text).toMatch(/^HTTP\/1\.1 503 .*Retry-After: 1\r\n.*try again in a second/s)
    }
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(
      async () => {
        expect((await importEgg(service, multipart(filePart(egg)))).status).toBe(200)
      },
      { timeout: 30_000 },
    )
  })
})

const requests = {
  json: ['PATCH /api/application/nodes/1', 'application', 'application/json'],
  form: ['PATCH /api/application/nodes/1', 'application', 'application/x-www-form-urlencoded'],
  upload: ['POST /api/admin/eggs/1/import', 'root', form],
} as const

/** The head of a request whose body is to follow, over a connection that stays. */
const head = (service: Service, kind: keyof typeof requests, ...headers: readonly string[]): string => {
  const [line, who, type] = requests[kind]
  const own = [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${service[who]}`]
  return `${[...own, `Content-Type: ${type}`, ...headers].join('\r\n')}\r\n\r\n`
}

describe('a client that sends all requests before it reads', () => {
  const large = Buffer.alloc(20_000_000, 'x')
  const next = 'GET /_nestbox/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const chunked = ['Transfer-Encoding: chunked']
  const inPieces = (bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])
  const packedLarge = gzipSync(large, { level: 0 })

  it.each<[string, number, keyof typeof requests, readonly string[], Buffer]>([
    ['JSON', 413, 'json', [`Content-Length: ${large.length}`], large],
    ['JSON in chunks', 413, 'json', chunked, inPieces(large)],
    ['JSON, packed', 413, 'json', [...chunked, 'Content-Encoding: gzip'], inPieces(packedLarge)],
    ['text that is not gzip', 400, 'json', [...chunked, 'Content-Encoding: gzip'], inPieces(large)],
    ['a body with an unknown encoding', 415, 'json', [...chunked, 'Content-Encoding: x'], inPieces(large)],
    ['a compressed form', 413, 'form', [...chunked, 'Content-Encoding: gzip'], inPieces(packedLarge)],
    ['a form that is not gzip', 400, 'form', [...chunked, 'Content-Encoding: gzip'], inPieces(large)],
    ['a file', 413, 'upload', chunked, inPieces(Buffer.concat([Buffer.from(filePart('')), large]))],
    ['garbage', 400, 'upload', ['Content-Length: 2000000'], large.subarray(0, 2_000_000)],
    ['a body that is too large', 413, 'upload', [`Content-Length: ${large.length}`], large],
    ['nothing', 200, 'json', ['Content-Length: 0'], Buffer.alloc(0)],
  ])('gets a response on the same connection after %s: %i', async (_, status, kind, headers, body) => {
    const gaps = kind === 'form' ? ({ 'body.media-types': 'lenient' } as const) : 'literal'
    const service = await startService({ scenario: 'empty', gaps })
    const heard = await sendBytes(service.url, head(service, kind, ...headers), body, next)
    const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => Number(code))
    expect(statuses).toEqual([status, 200])
  })
})

describe('a client that disconnects', () => {
  const packed = gzipSync('{"name":"renamed"}').subarray(0, 12)
  const bodies: readonly [string, keyof typeof requests, readonly string[], string | Buffer][] = [
    ['JSON', 'json', [], '{"name":"ren'],
    ['compressed JSON', 'json', ['Content-Encoding: gzip'], packed],
    ['a file', 'upload', [], filePart(egg).slice(0, 300)],
    ['the head of a part', 'upload', [], filePart(egg).slice(0, 30)],
  ]
  const moments = [
    ['while it is read', [], ' unanswered '],
    ['before it is read', ['Prefer: delay=600000'], ' delay=600000 '],
  ] as const

  it.each(
    moments.flatMap(([when, held, logged]) => bodies.map((row) => [...row, when, held, logged] as const)),
  )('does not affect the server in the middle of %s', async (_, kind, headers, body, _when, held, logged) => {
    const lines: string[] = []
    const log = createLog('debug', (line) => lines.push(line))
    const service = await startService({ scenario: 'empty', log })
    const before = service.world.checksum()
    const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(head(service, kind, 'Content-Length: 5000', ...headers, ...held))
    socket.write(body)
    // After two more responses, the server has read the bytes before them.
    for (const _ of [1, 2]) await service.ask('GET', '/_nestbox/health')
    socket.destroy()
    const [line] = requests[kind]
    await vi.waitFor(() => expect(lines.filter((each) => each.startsWith(line))).toHaveLength(1), {
      timeout: 30_000,
    })
    expect(lines.find((each) => each.startsWith(line))).toContain(logged)
    expect(lines.filter((each) => !/^(?:GET|PATCH|POST) /.test(each))).toEqual([])
    expect(service.world.checksum()).toBe(before)
    expect((await patch(service, '{"name":"well"}')).status).toBe(200)
    expect((await importEgg(service, multipart(filePart(egg)))).status).toBe(200)
  })
})
