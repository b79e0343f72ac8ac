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
    [
      'a base URL without a scheme',
      { baseUrl: 'panel.example.com' },
      'baseUrl must be a URL with http or https',
    ],
    ['a base URL of another scheme', { baseUrl: 'ftp://host' }, 'baseUrl must be a URL with http or https'],
    ['a base URL with a query', { baseUrl: 'http://host?x=1' }, 'baseUrl must be a URL with http or https'],
    ['a base URL with a fragment', { baseUrl: 'http://host#x' }, 'baseUrl must be a URL with http or https'],
    ['a base URL with a space', { baseUrl: 'http://host /' }, 'baseUrl must be a URL with http or https'],
    ['a base URL that is no text', { baseUrl: 5 }, 'baseUrl must be a URL with http or https'],
    ['another format', { format: 2 }, 'format must be 1.'],
    ['a format in quotes', { format: '1' }, 'format must be'],
    ['a disposable that is no flag', { disposable: 'yes' }, 'disposable must be boolean'],
    ['an unknown key', { baseURL: 'http://host' }, 'it has a key "baseURL" that no target file has'],
    [
      'an unknown token',
      { tokens: { admin: 'x' } },
      'tokens has a key "admin" that no target file has; the keys are application, rootClient, userClient, otherUserClient.',
    ],
    [
      'a key that is nearly right',
      { resources: { otherServr: 1, databasehost: 1 } },
      'resources has a key "databasehost" that no target file has; the nearest key is "databaseHost"; the keys are node, ',
    ],
    [
      'another key that is nearly right',
      { resources: { databasehost: 1, otherServr: 1 } },
      'resources has a key "otherServr" that no target file has; the nearest key is "otherServer"; the keys are node, ',
    ],
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
    ).toThrow(
      new BadTarget(
        'target.json: tokens.rootClient: a token is to come from the environment, but ROOT is not set.',
      ),
    )
  })

  it.each<[what: string, change: object, complaint: string]>([
    [
      'a placeholder of the template',
      { resources: { node: 'FILL IN', server: { id: 1, uuid: 'FILL IN' } } },
      'resources.node, resources.server.uuid: "FILL IN" of `nestbox init` is left in; write the value, or delete the entry.',
    ],
    [
      'another egg that is the egg',
      { resources: { egg: 1, otherEgg: 1 } },
      'resources.otherEgg must not be resources.egg again, but another one.',
    ],
    [
      'another node that is the node',
      { resources: { node: 7, otherNode: 7 } },
      'resources.otherNode must not be resources.node again, but another one.',
    ],
    [
      'another database host that is the first, once as a number and once as a text',
      { resources: { databaseHost: '1', otherDatabaseHost: 1 } },
      'resources.otherDatabaseHost must not be resources.databaseHost again, but another one.',
    ],
    [
      'another server with the UUID of the first in capitals',
      { resources: { server: { id: 1, uuid: 'abc' }, otherServer: { id: 2, uuid: 'ABC' } } },
      'resources.otherServer must be another server than resources.server.',
    ],
    [
      'two tokens that are the same',
      { tokens: { application: 'same', rootClient: 'r', userClient: 'same' } },
      'tokens.application, tokens.userClient: two of the tokens are the same; each must be of its own kind.',
    ],
  ])('is refused for %s, with the names of the entries', (_, change, complaint) => {
    expect(() => read({ baseUrl: 'http://host', ...change })).toThrow(
      new BadTarget(`target.json: ${complaint}`),
    )
  })

  it('has everything told at once that is wrong with its form, or that contradicts itself', () => {
    const form = { disposable: 'yes', resources: { node: 'FILL IN', egg: 'five' }, token: 'x' }
    expect(() => read(form)).toThrow(
      new BadTarget(
        'target.json: it has a key "token" that no target file has; the nearest key is "tokens"; the keys are ' +
          'format, baseUrl, disposable, tokens, resources, requests, query, files, headers, deviations. ' +
          'disposable must be boolean. ' +
          'resources.egg must be integer. baseUrl must be there, such as http://127.0.0.1:4141. ' +
          'resources.node: "FILL IN" of `nestbox init` is left in; write the value, or delete the entry.',
      ),
    )
    const meaning = {
      baseUrl: 'http://host',
      tokens: { application: 'same', rootClient: 'same', userClient: { env: 'NOT_THERE' } },
      resources: { egg: 1, otherEgg: 1 },
      headers: { Authorization: 'Bearer x' },
    }
    for (const words of ['NOT_THERE is not set', 'are the same', 'resources.otherEgg', 'Authorization'])
      expect(() => read(meaning)).toThrow(words)
  })

  it('has ten things told that are wrong with it, and the number of the others', () => {
    expect(() => read({ baseUrl: 'http://host', resources: { tags: Array(50).fill('x') } })).toThrow(
      /resources\.tags\.9 must be integer\. 40 more are wrong\.$/,
    )
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
