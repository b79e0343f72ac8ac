import { existsSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { GapSettings, startNestbox } from '../src/index.ts'
import { isWhole } from '../src/testing/sample.ts'
import { get } from './testing/api.ts'
import { proxyTo } from './testing/proxy.ts'
import { expectRefusal } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'
import { nobody, workbench } from './testing/workbench.ts'

const work = workbench()

const init = (...args: readonly string[]) => runHere(['init', ...args])

interface Promised {
  readonly tokens: Readonly<Record<string, string>>
  readonly resources: { readonly server: { readonly uuid: string } }
}

/** The variables that a filled-in template needs, and its resources. */
async function promisesOf(url: string) {
  const { tokens, resources } = (await get(`${url}/_nestbox/target.json`)).body as Promised
  const env = {
    NESTBOX_APPLICATION_TOKEN: tokens['application'] ?? '',
    NESTBOX_ROOT_TOKEN: tokens['rootClient'] ?? '',
    NESTBOX_USER_TOKEN: tokens['userClient'] ?? '',
  }
  return { env, resources: JSON.stringify(resources) }
}

describe('init', () => {
  it('writes a target file that check accepts', async () => {
    const url = `${work.mock.url}/~init`
    const { env, resources } = await promisesOf(url)
    const { stdout, stderr, code } = await init(url)
    expect([stderr, code]).toEqual(['', 0])
    const filled = stdout.replace(/"resources": \{[\s\S]*?\n {2}\}/, `"resources": ${resources}`)
    const path = await work.files.write('target.json', filled)
    const lists = await runHere(['check', '--target', path, '--only', '4', '--reporter', 'json'], env)
    // A template is not disposable.
    expect(JSON.parse(lists.stdout)).toMatchObject({
      target: url,
      verdict: 'incomplete',
      summary: { fail: 0 },
    })
    const disposable = filled.replace('"disposable": false', '"disposable": true')
    const target = await work.files.write('whole.json', disposable)
    const whole = await runHere(['check', '--target', target, '--only', '4.*/response'], env)
    expect([whole.stderr, whole.code]).toEqual(['', 0])
  })

  it('writes variables for the tokens, which check reports if they are not set', async () => {
    const path = await work.files.write('no-env.json', (await init()).stdout)
    const { stderr, code } = await runHere(['check', '--target', path])
    expect(stderr).toContain('NESTBOX_APPLICATION_TOKEN is not set')
    expect(code).toBe(2)
  })

  it('leaves placeholders, which check reports together with the variables that are not set', async () => {
    const path = await work.files.write('placeholders.json', (await init()).stdout)
    const { stderr } = await runHere(['check', '--target', path])
    expect(stderr).toContain(
      '\n  resources.node\n  resources.location\n  resources.tags.0\n  resources.egg\n',
    )
    expect(stderr).toContain('Still "FILL IN", as `nestbox init` wrote it;')
    for (const name of ['APPLICATION', 'ROOT', 'USER'])
      expect(stderr).toContain(`NESTBOX_${name}_TOKEN is not set`)
  })

  it('says that a node with a real daemon should keep its host name and ports', async () => {
    const { stdout } = await init()
    expect(stdout).toMatch(
      /real daemon must stay reachable, so pin .+\n.+"fqdn":.+"scheme":.+"daemon_listen":/,
    )
  })

  it('explains every entry with a comment', async () => {
    const lines = (await init()).stdout.split('\n')
    const promises = ['baseUrl', 'disposable', 'tokens', 'application', 'rootClient', 'userClient', 'node']
    for (const key of [
      ...promises,
      'location',
      'tags',
      'egg',
      'otherEgg',
      'server',
      'databaseHost',
      'syncTags',
    ]) {
      const at = lines.findIndex((line) => line.trimStart().startsWith(`"${key}"`))
      expect([key, lines[at - 1]]).toEqual([key, expect.stringMatching(/^ +\/\/ .+\.$/)])
    }
  })

  it('has the optional entries as comments, which can be made entries', async () => {
    const { stdout } = await init()
    const optional = ['otherUserClient', 'otherNode', 'otherServer', 'otherDatabaseHost']
    for (const key of optional) expect(stdout).toMatch(new RegExp(`^ +// "${key}": .+,$`, 'm'))
    const whole = stdout.replaceAll(/^( +)\/\/ ("other\w+": .+,)$/gm, '$1$2')
    const { tokens, resources } = JSON.parse(whole.replaceAll(/^[ \t]*\/\/.*$/gm, ''))
    const promised = await get(`${work.mock.url}/_nestbox/target.json`)
    expect(Object.keys(resources)).toEqual(
      expect.arrayContaining(Object.keys((promised.body as Promised).resources)),
    )
    expect(Object.keys({ ...tokens, ...resources })).toEqual(expect.arrayContaining(optional))
  })

  it('writes to a file, and overwrites one only with --force', async () => {
    const path = work.files.at('out.json')
    expect(await init('--out', path)).toMatchObject({ code: 0, stdout: '' })
    const first = await work.files.read('out.json')
    const again = await init('http://a.example', '-o', path)
    expect(again).toMatchObject({
      code: 2,
      stderr: `nestbox: ${path} exists already; --force overwrites it.\n`,
    })
    expect(await work.files.read('out.json')).toBe(first)
    expect((await init('http://a.example', '-o', path, '--force')).code).toBe(0)
    const link = work.files.at('link.json')
    await symlink(work.files.at('nowhere.json'), link)
    expect(await init('http://a.example', '-o', link)).toMatchObject({
      code: 2,
      stderr: `nestbox: ${link} exists already; --force overwrites it.\n`,
    })
    expect(await work.files.read('out.json')).toContain('"baseUrl": "http://a.example"')
  })

  it('refuses tokens without a URL, and tokens of unknown kinds', async () => {
    expectRefusal(await init('--token', 'rootClient=x'), 2, '--token needs the base URL of the server')
    expect(await init('http://a.example', '--token', 'admin=x')).toMatchObject({ code: 2, stdout: '' })
  })

  it('exits with 4 if no server responds to its tokens', async () => {
    expectRefusal(await init(nobody, '--token', 'rootClient=x'), 4, 'cannot be reached')
  })

  it('refuses an invalid URL and a file that cannot be written', async () => {
    expect(await init('a.example')).toMatchObject({ code: 2, stdout: '' })
    const path = work.files.at('none/out.json')
    const why = `the directory ${work.files.at('none')} does not exist`
    expectRefusal(await init('--out', path), 2, `--out cannot write to ${path}: ${why}.`)
  })
})

describe('init with tokens', () => {
  /** A mock server that has reads beyond the document, or not, behind a proxy that records requests. */
  async function served(beyond: 'companions' | 'absent') {
    const mock = await startNestbox({ gapSettings: new GapSettings().set('operations.beyond', beyond) })
    const proxy = await proxyTo(mock.url)
    const { tokens } = mock.target
    const passed = (...names: (keyof typeof tokens)[]) =>
      names.map((name) => `--token=${name}=${tokens[name]}`)
    return {
      ...{ mock, proxy, tokens, passed },
      [Symbol.asyncDispose]: async () => {
        await proxy[Symbol.asyncDispose]()
        await mock.close()
      },
    }
  }

  /** The JSON between the comments. */
  const contentOf = (text: string) => JSON.parse(text.replaceAll(/^[ \t]*\/\/.*$/gm, ''))

  it('finds resources that belong together, sends only GET requests, and writes no token', async () => {
    await using server = await served('companions')
    const { stdout, stderr, code } = await init(
      server.proxy.url,
      ...server.passed('rootClient', 'userClient'),
    )
    expect([stderr, code]).toEqual(['', 0])
    const { node, location, egg, server: own, databaseHost } = server.mock.target.resources
    const { resources } = contentOf(stdout)
    expect(resources).toMatchObject({ node, location, egg, server: own, databaseHost })
    expect(resources.tags).toHaveLength(3)
    for (const [one, other] of [
      ['egg', 'otherEgg'],
      ['node', 'otherNode'],
      ['server', 'otherServer'],
      ['databaseHost', 'otherDatabaseHost'],
    ] as const)
      expect([undefined, resources[one]]).not.toContainEqual(resources[other])
    expect(stdout).toContain('owns the server below: user 3 (')
    expect(new Set(server.proxy.passed.map(({ method }) => method))).toEqual(new Set(['GET']))
    for (const token of Object.values(server.tokens)) expect(stdout).not.toContain(token)
  })

  it('writes the entry of a token of another user that was given, and names its variable', async () => {
    await using server = await served('companions')
    const path = work.files.at('other-user.json')
    const given = server.passed('rootClient', 'userClient', 'otherUserClient')
    const { stderr } = await init(server.proxy.url, ...given, '--out', path)
    expect(stderr).toContain('NESTBOX_OTHER_USER_TOKEN')
    const { tokens } = contentOf(await work.files.read('other-user.json'))
    expect(tokens.otherUserClient).toEqual({ env: 'NESTBOX_OTHER_USER_TOKEN' })
  })

  it('does not treat the name of a server as an entry, and escapes control characters', async () => {
    await using server = await served('companions')
    const username = 'kris\n"otherUserClient": { "env": "HOME" },\r\u2028\u001b[2J//'
    const { mock } = server
    const { server: own } = mock.target.resources
    await mock.edit('users', mock.world.tables.servers.must(own?.id ?? 0).user_id, { username })
    const { stdout } = await init(server.proxy.url, ...server.passed('rootClient', 'userClient'))
    expect(Object.keys(contentOf(stdout).tokens)).toEqual(['application', 'rootClient', 'userClient'])
    expect(stdout).toContain('(kris\\n"otherUserClient"')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys control characters
    expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\u2028]/)
  })

  it('writes no token that a server has as the value of a field', async () => {
    const { tokens } = (await get(`${work.mock.url}/~shown/_nestbox/target.json`)).body as Promised
    const token = tokens['rootClient'] ?? ''
    const shown = (object: string, attributes: object) => ({ object, attributes })
    await using server = await proxyTo(work.mock.url, () =>
      JSON.stringify({
        object: 'list',
        data: [
          shown('server', { id: 1, uuid: token, user: 5, node: 3, server_owner: true }),
          shown('node', { id: 3, fqdn: token, scheme: token }),
          shown('user', { id: 5, username: `the ${token}` }),
        ],
      }),
    )
    const { stdout, stderr } = await init(`${server.url}/~shown`, `--token=rootClient=${token}`)
    expect(stdout).toContain('owns the server below: user 5 (the ***)')
    expect(token.length).toBeGreaterThan(20)
    expect(stdout + stderr).not.toContain(token.slice(5, 25))
  })

  it('ends with one sentence and without a file if a token is refused', async () => {
    await using server = await served('companions')
    const path = work.files.at('refused.json')
    const ended = await init(server.proxy.url, '--token=rootClient=no-such-token', '--out', path)
    expectRefusal(ended, 1, 'The token rootClient is refused (GET /api/')
    expect(existsSync(path)).toBe(false)
  })

  it('reports what it wrote, and what is left to do', async () => {
    const path = work.files.at('to fill in.json')
    const { stderr } = await init('http://a.example', '--out', path)
    const lines = (await work.files.read('to fill in.json')).split('\n')
    const [, named = ''] = /in the lines ([\d, ]+),/.exec(stderr) ?? []
    const said = named.split(', ').map(Number)
    expect(said.length).toBeGreaterThan(5)
    for (const line of said) expect(lines[line - 1]).toContain('"FILL IN"')
    expect(stderr).toContain(
      ', set the tokens in the environment (NESTBOX_APPLICATION_TOKEN, NESTBOX_ROOT_TOKEN, NESTBOX_USER_TOKEN), ',
    )
    expect(stderr).toContain(`and run: npx nestbox check --target '${path}'\n`)
  })

  it('writes a target file with which the server passes', async () => {
    await using server = await served('companions')
    const { stdout } = await init(server.proxy.url, ...server.passed('rootClient'))
    const { tokens } = server
    const env = {
      NESTBOX_APPLICATION_TOKEN: tokens.application,
      NESTBOX_ROOT_TOKEN: tokens.rootClient,
      NESTBOX_USER_TOKEN: tokens.userClient,
    }
    const path = await work.files.write(
      'found.json',
      stdout.replace('"disposable": false', '"disposable": true'),
    )
    const only = isWhole ? [] : ['--only', '4']
    const ended = await runHere(['check', '--target', path, ...only, '--reporter', 'json'], env)
    expect(JSON.parse(ended.stdout)).toMatchObject({ summary: { fail: 0, error: 0 }, targetProblems: [] })
  })

  it('names once the reads beyond the document that a server does not have, and leaves placeholders', async () => {
    await using server = await served('absent')
    const { stdout, stderr, code } = await init(server.proxy.url, ...server.passed('rootClient'))
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^nestbox: The server has none of these reads, .* GET \/api\/application\/servers, /,
    )
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(contentOf(stdout).resources.server).toEqual({ id: 'FILL IN', uuid: 'FILL IN' })
  })
})
