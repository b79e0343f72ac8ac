import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { operationsBeyond } from '../../src/contract/companions.ts'
import { type Operation, operations } from '../../src/contract/operations.ts'
import exampleEgg from '../../src/eggs/example-egg.json' with { type: 'json' }
import { type RawRequest, withBytesShown } from './connection.ts'
import { multipart } from './multipart.ts'
import { almostJson, bodyText, encoded, trickyName, trickyText } from './values.ts'

/** Identifiers and tokens that exist. */
export interface Known {
  /** Ids and UUIDs of servers. */
  readonly servers: readonly string[]
  /** A client token of a root administrator, and tokens of other kinds. */
  readonly root: string
  readonly others: readonly string[]
}

/** Path segments that break careless decoders. */
const trap = fc.constantFrom(
  '%',
  '%zz',
  '%0',
  '%00',
  '%2F',
  '%2e%2e',
  '..',
  '.',
  '%25%32%46',
  '%ED%A0%80',
  '%C0%AF',
  '%FF',
  '1%20',
  '+1',
  '01',
  '1.0',
  '1;a=b',
  '1%3Fpage=2',
  '~check',
  '~',
  '*',
  '{id}',
  ':id',
  '9007199254740993',
  '1'.repeat(600),
)

const parameter = ({ servers }: Known, name: string): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: name.includes('server') ? fc.constantFrom(...servers) : fc.constantFrom('1', '2'),
    },
    { weight: 2, arbitrary: trap },
    { weight: 2, arbitrary: trickyText.map((text) => encoded(text.slice(0, 300))) },
  )

const queryName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('page', 'per_page') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__code', '__delay', '__fault', '__', '__proto__', 'sandbox', 'page[]'),
  },
  { weight: 1, arbitrary: trickyName },
)

/** Query values, none of which requests a fault. */
const queryValue = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('1', '2', '50', '0', '-1', '1e1', '1.5', '', '99999999999999999999'),
  },
  { weight: 2, arbitrary: trickyText.filter((text) => !/^\d{1,6}$/.test(text)) },
)

const query: fc.Arbitrary<string> = fc
  .array(fc.tuple(queryName, queryValue, fc.constantFrom('encoded', 'plain')), { maxLength: 4 })
  .map((pairs) =>
    pairs
      .map(([name, value, how]) =>
        how === 'encoded'
          ? `${encoded(name)}=${encoded(value.slice(0, 300))}`
          : `${printable(name)}=${printable(value).slice(0, 300)}`,
      )
      .join('&'),
  )

/** Text without the characters that end a request line or a header. */
const printable = (text: string): string => text.replaceAll(/[^\x21-\x7e]|#/g, '')

const headerText = fc.oneof(trickyText, fc.string({ unit: 'binary', maxLength: 30 })).map((text) =>
  // Characters beyond ASCII are sent as UTF-8, as some clients do.
  text.replaceAll(/\p{Cc}/gu, '').slice(0, 2_000),
)

const prefer = fc.constantFrom(
  'code=abc',
  'code=99999',
  'code=200',
  'delay=-1',
  'delay=1..0',
  'delay=999999999',
  'fault=',
  'fault=nothing',
  'code="',
  '"'.repeat(501),
  '"\\"'.repeat(500),
  ';;;;=,,,,=',
  '__proto__=1',
  'constructor=1, toString=2',
  'respond-async, wait=10',
  'return=minimal; foo="some parameter"',
)

const authorization = ({ root, others }: Known): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(`Bearer ${root}`) },
    { weight: 4, arbitrary: fc.constantFrom(...others.map((token) => `Bearer ${token}`)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', 'bearer  x  '),
    },
    { weight: 1, arbitrary: headerText.map((text) => `Bearer ${text}`) },
  )

const otherHeaders: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('Prefer'), fc.oneof(prefer, headerText)),
    fc.tuple(
      fc.constantFrom('Origin', 'Accept', 'Cookie', 'X-Forwarded-Host', 'X-HTTP-Method-Override'),
      headerText,
    ),
    fc.tuple(
      fc.constantFrom('__proto__', 'constructor', 'X-Nestbox-Control', 'If-None-Match', 'Range'),
      headerText,
    ),
    fc.tuple(fc.constant('Expect'), fc.constant('100-continue')),
    fc.tuple(fc.constantFrom('Connection'), fc.constantFrom('close', 'keep-alive', 'upgrade', 'x, y')),
  ),
  { maxLength: 2 },
)

/** Compressed bodies that are far larger than they look. */
const bombs = {
  gzip: gzipSync(Buffer.alloc(30_000_000, '[')),
  br: brotliCompressSync(Buffer.alloc(30_000_000, ' '), { params: { 1: 3 } }),
  deflate: deflateSync(Buffer.alloc(30_000_000, '"a')),
} as const

const packers = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const
const packings = ['gzip', 'br', 'deflate'] as const

interface Packed {
  readonly body: Uint8Array
  readonly encoding?: string
}

const packed = (body: Uint8Array): fc.Arbitrary<Packed> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant({ body }) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...packings)
        .map((encoding) => ({ body: packers[encoding](body), encoding })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...packings, 'zip', 'identity', 'gzip, br', '__proto__', '')
        .map((encoding) => ({ body, encoding })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...packings)
        .map((encoding) => ({ body: packers[encoding](body).subarray(0, -3), encoding })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...packings).map((encoding) => ({ body: bombs[encoding], encoding })),
    },
  )

const goodBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  updateNode: {
    name: 'a',
    description: 'b',
    location_id: 1,
    fqdn: 'a.example',
    scheme: 'https',
    behind_proxy: false,
    maintenance_mode: false,
    memory: 1,
    memory_overallocate: 0,
    disk: 1,
    disk_overallocate: 0,
    upload_size: 1,
    daemon_sftp: 1,
    daemon_listen: 2,
  },
  syncNodeTags: { tags: ['1'], tag_ids: [1] },
  updateServerStartup: {
    startup: 'run',
    egg_id: 1,
    docker_image: 'a/b:1',
    environment: {},
    skip_scripts: true,
    variables: { A: 'b' },
    skip_install: 0,
  },
  createUser: {
    email: 'a@b.example',
    username: 'a',
    first_name: 'A',
    last_name: 'B',
    external_id: null,
    language: 'en',
    root_admin: false,
    password: 'long enough',
  },
  createBackup: { name: 'a', is_locked: true, ignored: 'a\nb' },
  restoreBackup: { truncate: true },
  createServerDatabase: { database: 'abc', remote: '%' },
  sendPowerSignal: { signal: 'restart' },
  updateUser: { email: 'b@b.example', username: 'b', first_name: 'B', last_name: 'A' },
}

const jsonTypes = fc.oneof(
  { weight: 10, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/vnd.api+json',
      'application/json; charset=utf-16',
      'application/json; charset=nonsense',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'application/a+json+json',
      ';',
      '',
    ),
  },
)

interface TypedBody extends Packed {
  readonly type: string
}

const bodyFor = ({ id, body }: Operation): fc.Arbitrary<TypedBody | undefined> => {
  const json = fc
    .tuple(
      jsonTypes,
      fc.oneof(
        { weight: 5, arbitrary: bodyText(goodBodies[id] ?? {}) },
        { weight: 2, arbitrary: almostJson },
      ),
    )
    .chain(([type, text]) => packed(Buffer.from(text)).map((made) => ({ ...made, type })))
  const parts = multipart(JSON.stringify(exampleEgg)).chain(({ bytes, type }) =>
    packed(bytes).map((made) => ({ ...made, type })),
  )
  const none = fc.constant(undefined)
  const mostly = body === 'multipart' ? parts : body === 'json' ? json : none
  return fc.oneof(
    { weight: 10, arbitrary: mostly },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: parts },
    { weight: 1, arbitrary: none },
  )
}

const all: readonly Operation[] = [
  // The operations of the document have more rules than those beyond it, so they get more of the requests.
  ...Array.from({ length: 4 }, () => Object.values(operations)).flat(),
  ...operationsBeyond.panel,
]

const methods = fc.oneof(
  { weight: 10, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'QUERY',
    ),
  },
)

/** A valid path with a broken segment around it. */
const withTrap = (path: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(path) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `/${path}`,
        `${path}/`,
        path.toUpperCase(),
        path.replace('/api/', '/api//'),
        path.replace('/api/', '/api/../api/'),
        path.replace('/api/', '/%61pi/'),
        `http://elsewhere.example${path}`,
        `http://user:pass@127.0.0.1${path}`,
        `${path}#x`,
        `${path};v=1`,
        `/~__proto__${path}`,
        `/~constructor${path}`,
        `/~UPPER${path}`,
        '*',
        '/',
        '/api',
        '//',
        `${path}/${'x'.repeat(9_000)}`,
      ),
    },
  )

/**
 * Requests to the operations and companions, most of them wrong in one or two ways.
 * @param prefix path in front of `/api`
 */
export const apiRequest = (known: Known, prefix: string): fc.Arbitrary<RawRequest> =>
  fc.constantFrom(...all).chain((operation) => {
    const names = operation.path.match(/\{\w+\}/g) ?? []
    return fc
      .record({
        method: methods,
        segments: fc.tuple(...names.map((name) => parameter(known, name))),
        query,
        authorization: authorization(known),
        others: otherHeaders,
        payload: bodyFor(operation),
        chunked: fc.boolean(),
      })
      .chain(({ method, segments, query, authorization, others, payload, chunked }) => {
        const path = names.reduce(
          (path, name, at) => path.replace(name, () => segments[at] ?? ''),
          operation.path,
        )
        return withTrap(path).map((target): RawRequest => {
          const { type, encoding, body } = payload ?? {}
          return withBytesShown({
            method: method ?? operation.method,
            target: `${target.startsWith('/') ? prefix : ''}${target}${query === '' ? '' : `?${query}`}`,
            headers: [
              ['Host', '127.0.0.1'],
              ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
              ...(type === undefined ? [] : [['Content-Type', type] as const]),
              ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as const]),
              ...others,
            ],
            body,
            chunked,
          })
        })
      })
  })
