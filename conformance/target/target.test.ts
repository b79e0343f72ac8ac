import { describe, expect, it } from 'vitest'
import { readTarget } from './read-target.ts'
import { BadTarget } from './target.ts'

const whole = {
  format: 1,
  baseUrl: 'http://127.0.0.1:4141/~check/',
  disposable: true,
  tokens: { application: 'a', rootClient: { env: 'ROOT' }, userClient: 'u' },
  resources: {
    node: 1,
    location: 0,
    tags: [1, 2],
    egg: 1,
    otherEgg: 2,
    server: { id: 1, uuid: 'any text' },
    databaseHost: 'eu-7',
  },
  requests: {
    syncTags: { tag_ids: '{{tagIds}}' },
    updateNode: {},
    createUser: { language: 'de' },
    startup: { environment: {} },
  },
  files: { importEgg: './egg.json' },
  headers: { 'X-Tenant': 'one' },
}

const read = (content: unknown, env?: NodeJS.ProcessEnv) => readTarget(content, 'target.json', env)

describe('a target file', () => {
  it('is read with tokens from the environment and without a slash after the URL', () => {
    expect(read(whole, { ROOT: 'r' })).toEqual({
      baseUrl: 'http://127.0.0.1:4141/~check',
      disposable: true,
      tokens: { application: 'a', rootClient: 'r', userClient: 'u' },
      resources: whole.resources,
      requests: whole.requests,
      query: {},
      headers: whole.headers,
      importEggPath: './egg.json',
    })
  })

  it('needs only a base URL, and then the run writes nothing', () => {
    expect(read({ baseUrl: 'https://panel.example.com' })).toEqual({
      baseUrl: 'https://panel.example.com',
      disposable: false,
      tokens: {},
      resources: {},
      requests: {},
      query: {},
      headers: {},
    })
  })

  it.each<[url: string, read: string]>([
    ['http://host', 'http://host'],
    ['http://host///', 'http://host'],
    ['https://host:8443/panel/', 'https://host:8443/panel'],
    ['http://[::1]:80', 'http://[::1]:80'],
  ])('can have the base URL %s', (baseUrl, trimmed) => {
    expect(read({ baseUrl }).baseUrl).toBe(trimmed)
  })

  it('can have a database host as a number or a string', () => {
    for (const databaseHost of [1, '1', 'eu-7'])
      expect(read({ baseUrl: 'http://host', resources: { databaseHost } }).resources).toEqual({
        databaseHost,
      })
  })

  it.each<[what: string, change: object, complaint: string]>([
    [
      'no base URL',
      { baseUrl: undefined },
      'It must have the field `baseUrl`, such as http://127.0.0.1:4141.',
    ],
    [
      'a base URL without a scheme',
      { baseUrl: 'panel.example.com' },
      '`baseUrl` must be a URL with http or https',
    ],
    ['a base URL of another scheme', { baseUrl: 'ftp://host' }, '`baseUrl` must be a URL with http or https'],
    ['a base URL with a query', { baseUrl: 'http://host?x=1' }, '`baseUrl` must be a URL with http or https'],
    [
      'a base URL with a fragment',
      { baseUrl: 'http://host#x' },
      '`baseUrl` must be a URL with http or https',
    ],
    ['a base URL with a space', { baseUrl: 'http://host /' }, '`baseUrl` must be a URL with http or https'],
    [
      'a base URL with a port that is not a number',
      { baseUrl: 'http://localhost:8080x/api' },
      '`baseUrl` must have a port from 0 to 65535, not "8080x".',
    ],
    [
      'a base URL of 300,000 slashes',
      { baseUrl: `http://host${'/'.repeat(300_000)}x` },
      '`baseUrl` must be a URL with http or https',
    ],
    [
      'a host that is too long',
      { resources: { databaseHost: 'x'.repeat(100_000) } },
      '`resources.databaseHost` must be a string that is not empty, of at most 1000 characters, or an integer from 0.',
    ],
    ['a base URL that is not a string', { baseUrl: 5 }, '`baseUrl` must be a URL with http or https'],
    ['another format', { format: 2 }, '`format` must be 1.'],
    ['a format in quotes', { format: '1' }, '`format` must be 1.'],
    ['a `disposable` that is not a flag', { disposable: 'yes' }, '`disposable` must be true or false.'],
    ['an unknown key', { baseURL: 'http://host' }, 'It has no field `baseURL`; did you mean `baseUrl`?'],
    [
      'an unknown token',
      { tokens: { admin: 'x' } },
      '`tokens` has no field `admin`; its fields are application, rootClient, userClient, otherUserClient.',
    ],
    [
      'a misspelt key',
      { resources: { otherServr: 1, databasehost: 1 } },
      '`resources` has no field `databasehost`; did you mean `databaseHost`?',
    ],
    [
      'another misspelt key',
      { resources: { databasehost: 1, otherServr: 1 } },
      '`resources` has no field `otherServr`; did you mean `otherServer`?',
    ],
    ['an empty token', { tokens: { application: '' } }, '`tokens.application` must'],
    ['a token that is null', { tokens: { application: null } }, '`tokens.application` must'],
    ['a token that is a number', { tokens: { application: 5 } }, '`tokens.application` must'],
    ['a token without a source', { tokens: { application: {} } }, '`tokens.application` must'],
    ['tokens in a list', { tokens: ['a'] }, '`tokens` must be an object.'],
    [
      'the same token twice',
      { tokens: { application: 'same', userClient: 'same' } },
      '`tokens.application` and `tokens.userClient` are the same token; each must be of its own kind.',
    ],
    ['a node by name', { resources: { node: 'fra-1' } }, '`resources.node` must be an integer from 0.'],
    ['a node with a fraction', { resources: { node: 1.5 } }, '`resources.node` must be an integer from 0.'],
    ['a negative id', { resources: { egg: -1 } }, '`resources.egg` must be an integer from 0.'],
    ['one tag', { resources: { tags: 1 } }, '`resources.tags` must be a list of at most 1000 items.'],
    [
      'too many tags',
      { resources: { tags: Array(1_001).fill(1) } },
      '`resources.tags` must be a list of at most 1000 items.',
    ],
    ['tags by slug', { resources: { tags: [1, 'java'] } }, '`resources.tags[1]` must be an integer from 0.'],
    [
      'a server by id only',
      { resources: { server: { id: 1 } } },
      '`resources.server` must have the field `uuid`: a string that is not empty, of at most 1000 characters.',
    ],
    ['a server by number', { resources: { server: 1 } }, '`resources.server` must be an object.'],
    [
      'a server with other fields',
      { resources: { server: { id: 1, uuid: 'u', name: 'x' } } },
      '`resources.server` has no field `name`; its fields are id, uuid.',
    ],
    ['an unknown resource', { resources: { user: 1 } }, '`resources` has no field `user`;'],
    [
      'a request for an unknown operation',
      { requests: { importEgg: {} } },
      '`requests` has no field `importEgg`;',
    ],
    ['a body that is a list', { requests: { syncTags: [] } }, '`requests.syncTags` must be an object.'],
    ['an unknown file', { files: { egg: 'x' } }, '`files` has no field `egg`;'],
    [
      'a file without a name',
      { files: { importEgg: '' } },
      '`files.importEgg` must be the path of a file, of at most 1000 characters.',
    ],
    [
      'a file that no system can have',
      { files: { importEgg: 'a\0b' } },
      '`files.importEgg` must be the path',
    ],
    [
      'a file with a long name',
      { files: { importEgg: 'a'.repeat(1_001) } },
      '`files.importEgg` must be the path',
    ],
    [
      'headers that are too long together',
      { headers: { 'X-A': 'a'.repeat(2_000), 'X-B': 'b'.repeat(2_000) } },
      'must be at most 50, of at most 4000 characters together.',
    ],
    ['a header that is not a string', { headers: { 'X-A': 1 } }, '`headers.X-A` must be a string.'],
    [
      'a header that the kit sets',
      { headers: { authorization: 'Bearer x' } },
      '`headers` must not have Authorization',
    ],
    [
      'a tag sync that selects no tags',
      { requests: { syncTags: { tag_ids: [1], text: 'ids {{tagIds}}' } } },
      '`requests.syncTags` must have the value "{{tagIds}}" or "{{tagIdStrings}}", which the kit replaces by the tags that it selects.',
    ],
    [
      'a tag sync with too many marks',
      { requests: { syncTags: { ids: Array(11).fill('{{tagIds}}') } } },
      '`requests.syncTags` must have at most 10 values "{{tagIds}}" or "{{tagIdStrings}}".',
    ],
    [
      'too many secrets',
      { requests: { createUser: { passwords: Array(401).fill('Ab1-Cd2-Ef') } } },
      '`requests` and `query` must have at most 4000 characters in passwords, tokens and other secrets.',
    ],
    [
      'many wrong query parameters',
      { query: { importEgg: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [at, null])) } },
      '`query.importEgg[0]` must be a string or a number.',
    ],
    [
      'a header of the connection',
      { headers: { 'Transfer-Encoding': 'chunked' } },
      '`headers` must not have Transfer-Encoding, which belongs to the connection.',
    ],
    [
      'a header with a line break',
      { headers: { 'X-Stage': 'one\ntwo' } },
      'values without line breaks, not as in "X-Stage".',
    ],
    ['a header with a space in its name', { headers: { 'X Stage': 'one' } }, 'not as in "X Stage".'],
  ])('is refused for %s, in one sentence that names it', (_, change, complaint) => {
    const attempt = () => read({ ...whole, tokens: {}, ...change })
    expect(attempt).toThrow(BadTarget)
    expect(attempt).toThrow(complaint)
    expect(attempt).toThrow(/^target\.json: [^\n]*[.?]$/)
  })

  it.each([[null], [undefined], [[]], ['text'], [5], [true]])('cannot be %j', (content) => {
    expect(() => read(content)).toThrow(new BadTarget('target.json: It must be an object.'))
  })

  it.each<[what: string, env: NodeJS.ProcessEnv]>([
    ['not set', {}],
    ['empty', { ROOT: '' }],
  ])('is refused if the variable for a token is %s, without quoting other tokens', (_, env) => {
    expect(() =>
      read({ ...whole, tokens: { application: 'secret', rootClient: { env: 'ROOT' } } }, env),
    ).toThrow(
      new BadTarget(
        'target.json: `tokens.rootClient`: the token should come from the environment, but ROOT is not set.',
      ),
    )
  })

  it.each<[what: string, change: object, complaint: string]>([
    [
      'a placeholder of the template',
      { resources: { node: 'FILL IN', server: { id: 1, uuid: 'FILL IN' } } },
      'Still "FILL IN", as `nestbox init` wrote it; write each value, or delete its entry:',
    ],
    [
      'an other egg that equals the egg',
      { resources: { egg: 1, otherEgg: 1 } },
      '`resources.otherEgg` must be another one than `resources.egg`.',
    ],
    [
      'an other node that equals the node',
      { resources: { node: 7, otherNode: 7 } },
      '`resources.otherNode` must be another one than `resources.node`.',
    ],
    [
      'an other database host that equals the first, once as a number and once as a string',
      { resources: { databaseHost: '1', otherDatabaseHost: 1 } },
      '`resources.otherDatabaseHost` must be another one than `resources.databaseHost`.',
    ],
    [
      'an other server with the UUID of the first in upper case',
      { resources: { server: { id: 1, uuid: 'abc' }, otherServer: { id: 2, uuid: 'ABC' } } },
      '`resources.otherServer` must be another server than `resources.server`.',
    ],
    [
      'an invalid host',
      { baseUrl: 'http://[zz' },
      '`baseUrl` must have a host that a URL can have, such as 127.0.0.1 or [::1].',
    ],
    [
      'a token that is invalid in a header',
      { tokens: { application: 'a\nb' } },
      '`tokens.application` must be at most 4000 characters without line breaks that a header can have.',
    ],
    [
      'a token that is too long',
      { tokens: { application: 'x'.repeat(20_000) } },
      '`tokens.application` must be at most 4000 characters without line breaks that a header can have.',
    ],
    [
      'two equal tokens',
      { tokens: { application: 'same', rootClient: 'r', userClient: 'same' } },
      '`tokens.application` and `tokens.userClient` are the same token; each must be of its own kind.',
    ],
  ])('is refused for %s, with the names of the entries', (_, change, complaint) => {
    expect(() => read({ baseUrl: 'http://host', ...change })).toThrow(`target.json: ${complaint}`)
  })

  it('is reported with all invalid and contradictory entries together', () => {
    const form = { disposable: 'yes', resources: { node: 'FILL IN', egg: 'five' }, token: 'x' }
    expect(() => read(form)).toThrow(
      new BadTarget(
        'target.json: It has no field `token`; did you mean `tokens`? `disposable` must be true or false. ' +
          '`resources.egg` must be an integer from 0. ' +
          'It must have the field `baseUrl`, such as http://127.0.0.1:4141. ' +
          'Still "FILL IN", as `nestbox init` wrote it; write each value, or delete its entry:',
        ['resources.node'],
      ),
    )
    const meaning = {
      baseUrl: 'http://host',
      tokens: { application: 'same', rootClient: 'same', userClient: { env: 'NOT_THERE' } },
      resources: { egg: 1, otherEgg: 1 },
      headers: { Authorization: 'Bearer x' },
    }
    for (const words of ['NOT_THERE is not set', 'are the same token', 'resources.otherEgg', 'Authorization'])
      expect(() => read(meaning)).toThrow(words)
  })

  it('is reported with ten problems and the number of the others', () => {
    expect(() => read({ baseUrl: 'http://host', resources: { tags: Array(50).fill('x') } })).toThrow(
      /`resources\.tags\[9\]` must be an integer from 0\. 40 more are wrong\.$/,
    )
  })

  it('does not accept properties of Object.prototype as variables', () => {
    expect(() => read({ ...whole, tokens: { rootClient: { env: 'toString' } } }, {})).toThrow('is not set')
  })

  it('is refused if the environment makes two tokens equal', () => {
    expect(() => read(whole, { ROOT: 'a' })).toThrow('are the same token')
  })

  it('is never reported with a token', () => {
    for (const change of [
      { tokens: { application: 'secret', x: 'secret' } },
      { tokens: { application: ['secret'] } },
    ]) {
      expect(() => read({ ...whole, ...change })).toThrow(/^(?!.*secret)/)
    }
  })
})
