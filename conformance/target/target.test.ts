import { describe, expect, it } from 'vitest'
import { BadTarget, readTarget } from './target.ts'

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
  it('is read as it stands, with tokens from the environment and without a slash behind the URL', () => {
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

  it('needs nothing but a base URL, and then nothing is written', () => {
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
  ])('may have the base URL %s', (baseUrl, trimmed) => {
    expect(read({ baseUrl }).baseUrl).toBe(trimmed)
  })

  it('may have a database host by number or text', () => {
    for (const databaseHost of [1, '1', 'eu-7'])
      expect(read({ baseUrl: 'http://host', resources: { databaseHost } }).resources).toEqual({
        databaseHost,
      })
  })

  it.each<[what: string, change: object, complaint: string]>([
    ['no base URL', { baseUrl: undefined }, 'baseUrl must be there, such as http://127.0.0.1:4141.'],
    ['a base URL without a scheme', { baseUrl: 'panel.example.com' }, 'baseUrl must match pattern'],
    ['a base URL of another scheme', { baseUrl: 'ftp://host' }, 'baseUrl must match pattern'],
    ['a base URL with a query', { baseUrl: 'http://host?x=1' }, 'baseUrl must match pattern'],
    ['a base URL with a fragment', { baseUrl: 'http://host#x' }, 'baseUrl must match pattern'],
    ['a base URL with a space', { baseUrl: 'http://host /' }, 'baseUrl must match pattern'],
    ['a base URL that is no text', { baseUrl: 5 }, 'baseUrl must be string'],
    ['another format', { format: 2 }, 'format must be 1.'],
    ['a format in quotes', { format: '1' }, 'format must be'],
    ['a disposable that is no flag', { disposable: 'yes' }, 'disposable must be boolean'],
    ['an unknown key', { baseURL: 'http://host' }, 'it has a key "baseURL" that no target file has'],
    ['an unknown token', { tokens: { admin: 'x' } }, 'tokens has a key "admin" that no target file has'],
    ['an empty token', { tokens: { application: '' } }, 'tokens.application must'],
    ['a token that is null', { tokens: { application: null } }, 'tokens.application must'],
    ['a token that is a number', { tokens: { application: 5 } }, 'tokens.application must'],
    ['a token from nowhere', { tokens: { application: {} } }, 'tokens.application must'],
    ['tokens in a list', { tokens: ['a'] }, 'tokens must be object'],
    [
      'the same token twice',
      { tokens: { application: 'same', userClient: 'same' } },
      'two of the tokens are the same; each must be of its own kind.',
    ],
    ['a node by name', { resources: { node: 'fra-1' } }, 'resources.node must be integer'],
    ['a node with half an id', { resources: { node: 1.5 } }, 'resources.node must be integer'],
    ['a negative id', { resources: { egg: -1 } }, 'resources.egg must be >= 0'],
    ['one tag', { resources: { tags: 1 } }, 'resources.tags must be array'],
    ['tags by slug', { resources: { tags: [1, 'java'] } }, 'resources.tags.1 must be integer'],
    [
      'a server by id alone',
      { resources: { server: { id: 1 } } },
      "resources.server must have required property 'uuid'",
    ],
    ['a server by number', { resources: { server: 1 } }, 'resources.server must be object'],
    ['a server with more', { resources: { server: { id: 1, uuid: 'u', name: 'x' } } }, 'a key "name"'],
    ['an unknown resource', { resources: { user: 1 } }, 'resources has a key "user"'],
    ['a request for an unknown operation', { requests: { importEgg: {} } }, 'requests has a key "importEgg"'],
    ['a body that is a list', { requests: { syncTags: [] } }, 'requests.syncTags must be object'],
    ['an unknown file', { files: { egg: 'x' } }, 'files has a key "egg"'],
    ['a file without a name', { files: { importEgg: '' } }, 'files.importEgg must NOT have fewer'],
    ['a header that is no text', { headers: { 'X-A': 1 } }, 'headers.X-A must be string'],
    [
      'a header that the kit sets',
      { headers: { authorization: 'Bearer x' } },
      'headers may not have Authorization',
    ],
  ])('is refused for %s, in one sentence that names it', (_, change, complaint) => {
    const attempt = () => read({ ...whole, tokens: {}, ...change })
    expect(attempt).toThrow(BadTarget)
    expect(attempt).toThrow(complaint)
    expect(attempt).toThrow(/^target\.json: [^\n]*\.$/)
  })

  it.each([[null], [undefined], [[]], ['text'], [5], [true]])('is not %j', (content) => {
    expect(() => read(content)).toThrow(new BadTarget('target.json: it must be object.'))
  })

  it.each<[what: string, env: NodeJS.ProcessEnv]>([
    ['not set', {}],
    ['empty', { ROOT: '' }],
  ])('is refused if the variable that holds a token is %s, without a word of other tokens', (_, env) => {
    expect(() =>
      read({ ...whole, tokens: { application: 'secret', rootClient: { env: 'ROOT' } } }, env),
    ).toThrow(new BadTarget('target.json: a token is to come from the environment, but ROOT is not set.'))
  })

  it('does not take what every object has for a variable', () => {
    expect(() => read({ ...whole, tokens: { rootClient: { env: 'toString' } } }, {})).toThrow('is not set')
  })

  it('is refused if the environment makes two tokens the same', () => {
    expect(() => read(whole, { ROOT: 'a' })).toThrow('two of the tokens are the same')
  })

  it('never shows a token in a complaint', () => {
    for (const change of [
      { tokens: { application: 'secret', x: 'secret' } },
      { tokens: { application: ['secret'] } },
    ]) {
      expect(() => read({ ...whole, ...change })).toThrow(/^(?!.*secret)/)
    }
  })
})
