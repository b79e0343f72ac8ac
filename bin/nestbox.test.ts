import { once } from 'node:events'
import { Agent, type ClientRequest, get as httpGet, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { beginRequest } from '../src/testing/begin-request.ts'
import { sample } from '../src/testing/sample.ts'
import { createUser, get, writer } from './testing/api.ts'
import { expectRefusal, type Running, run, start } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'

type Env = Record<string, string>

interface Target {
  readonly tokens: Readonly<Record<'application' | 'rootClient' | 'userClient', string>>
}

const targetOf = async ({ url }: Running) => (await get(`${url}/_nestbox/target.json`)).body as Target

/** The checksum, scenario, seed and size in the banner. */
function worldOf({ stderr }: Running) {
  const line = /^ {2}World +([0-9a-f]{12}) \((\w+), seed (.*), as of [\d-]+: (\d+) servers?, .*\)$/m.exec(
    stderr(),
  )
  const [, checksum, scenario, seed, servers] = line ?? []
  return { checksum, scenario, seed, servers: Number(servers) }
}

/** The response to the curl command of the banner. */
function runCurl({ stderr }: Running) {
  const [, name = '', value = '', url = ''] = /^ {2}curl -H '(.+?): (.+?)' '(.+)'$/m.exec(stderr()) ?? []
  return get(url, { [name]: value })
}

describe.concurrent('a start', () => {
  it.each<[how: string, args: string[]]>([
    ['without a command', []],
    ['with the command serve', ['serve']],
  ])('%s prints the Ready line last, when it accepts requests', async (_, args) => {
    await using nestbox = await start(args)
    const reply = await get(`${nestbox.url}/_nestbox/health`)
    expect(reply.status).toBe(200)
    const { code, stdout } = await nestbox.stop()
    expect(stdout.split('\n').slice(-2)).toEqual([`Ready on ${nestbox.url}`, ''])
    expect(code).toBe(0)
  })

  it('prints the URL, the world, the tokens and a working curl command', async () => {
    await using nestbox = await start()
    const { url } = nestbox
    const text = nestbox.stderr()
    expect(text).toContain(`nestbox ${packageJson.version} on ${url}\n`)

    const { body } = await get(`${url}/_nestbox/health`)
    expect(body).toMatchObject({ world: { checksum: worldOf(nestbox).checksum } })

    const { tokens } = await targetOf(nestbox)
    for (const token of Object.values(tokens))
      expect(text).toMatch(new RegExp(`^ +(?:Tokens +)?${token} -> \\S`, 'm'))
    expect(text).toMatch(new RegExp(`${tokens.application} -> application, made by \\w`))
    expect(text).toMatch(new RegExp(`${tokens.rootClient} -> root administrator \\w`))
    expect(text).toMatch(new RegExp(`${tokens.userClient} -> ordinary user \\w`))

    expect(text).toMatch(new RegExp(`^ {2}curl -H '.+' '${url}/.+'$`, 'm'))
    expect(await runCurl(nestbox)).toMatchObject({
      status: 200,
      body: { object: 'list', meta: { pagination: { count: 5 } } },
    })
  })

  it('prints only tokens that the API accepts', async () => {
    await using nestbox = await start()
    const rows = [...nestbox.stderr().matchAll(/(\S+) -> (.+)/g)]
    expect(rows.length).toBeGreaterThan(3)
    for (const [, token, who] of rows) {
      const headers = { authorization: `Bearer ${token}` }
      const client = await get(`${nestbox.url}/api/client/servers/none/backups`, headers)
      expect([who, client.status]).toEqual([who, who?.startsWith('application') ? 403 : 404])
    }
  })

  it('prints only the Ready line with -q', async () => {
    await using nestbox = await start(['-q'])
    await get(`${nestbox.url}/_nestbox/health`)
    const { stdout, stderr } = await nestbox.stop()
    expect(stdout).toBe(`Ready on ${nestbox.url}\n`)
    expect(stderr).toBe('')
  })

  it('prints the loopback address with --host 0.0.0.0', async () => {
    await using nestbox = await start(['--host', '0.0.0.0'])
    expect(nestbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(nestbox.stderr()).toContain(`on ${nestbox.url}\n`)
    expect(await get(`${nestbox.url}/_nestbox/health`)).toMatchObject({ status: 200 })
  })
})

describe.concurrent('nestbox', () => {
  it('starts no server for --help, --version and wrong arguments', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, stderr: '' })
    expect(await run(['--version=x'])).toMatchObject({ code: 0, stderr: '' })
    expect(await run(['-v'])).toMatchObject({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
    expectRefusal(await run([], { NESTBOX_PORT: 'http' }), 2, 'nestbox: NESTBOX_PORT must ')
  })
})

describe('an unavailable address', () => {
  it('is refused if another service uses the port', async () => {
    await using first = await start(['-q'])
    const { port } = new URL(first.url)
    for (const ended of [await run(['--port', port]), await runHere([], { NESTBOX_PORT: port })]) {
      expectRefusal(ended, 1, `Port ${port} `)
    }
    expect(await get(`${first.url}/_nestbox/health`)).toMatchObject({ status: 200 })
  })

  it.each([
    ['an invalid host name', 'a..b'],
    ['an address of another machine', '203.0.113.1'],
    ['a link-local address without its interface', 'fe80::1'],
  ])('is refused for %s', async (_, host) => {
    const ended = await runHere(['--host', host])
    expectRefusal(ended, 1, host)
  })
})

/** Milliseconds: more than a stop takes, less than the delay or the timeout that it would wait for. */
const quickly = 4_000

/** Sends the head of a request that creates a user; resolves when the server has received it. */
const begin = (url: string, length = 100): Promise<ClientRequest> =>
  beginRequest(`${url}/api/application/users`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${writer}`,
      'content-type': 'application/json',
      'content-length': length,
    },
  })

const writing = ['-q', `--token=application=${writer}`]

async function idle({ url }: Running): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const asking = httpGet(`${url}/_nestbox/health`, { agent })
  const [response]: IncomingMessage[] = await once(asking, 'response')
  if (response) await once(response.resume(), 'end')
}

async function silent({ url }: Running): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
}

describe.concurrent('a stop', () => {
  it.each(
    sample<[signal: NodeJS.Signals, what: string, args: string[], open: (nestbox: Running) => unknown]>(3, [
      ['SIGTERM', 'nothing open', [], () => {}],
      ['SIGINT', 'nothing open', [], () => {}],
      ['SIGTERM', 'an idle connection kept alive', [], idle],
      ['SIGINT', 'an idle connection kept alive', [], idle],
      ['SIGTERM', 'a connection that never sent a request', [], silent],
      ['SIGTERM', 'a request whose body never ends', [], ({ url }) => begin(url)],
      ['SIGTERM', 'a response held back by --delay', ['--delay=600000'], ({ url }) => begin(url)],
      ['SIGINT', 'a response held back by --delay', ['--delay=600000'], ({ url }) => begin(url)],
    ]),
  )('by %s exits with 0 at once with %s', async (signal, _, args, open) => {
    await using nestbox = await start([...writing, ...args])
    await open(nestbox)
    const since = performance.now()
    const { code, stderr } = await nestbox.stop(signal)
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(performance.now() - since).toBeLessThan(quickly)
  })

  it('waits for requests in progress', async () => {
    await using nestbox = await start(writing)
    await createUser(nestbox.url, 'before')
    const body = JSON.stringify({ username: 'u', email: 'u@example.com', first_name: 'U', last_name: 'V' })
    const sending = await begin(nestbox.url, body.length)
    const answered: Promise<IncomingMessage[]> = once(sending, 'response')
    const ending = nestbox.stop()
    sending.end(body)
    const [response] = await answered
    expect(response?.statusCode).toBe(201)
    expect(await ending).toMatchObject({ code: 0 })
  })
})

describe.concurrent('the world', () => {
  it('of equal seeds and scales is equal in two processes', async () => {
    await using first = await start(['--seed', 'moon', '--scale', '3'])
    await using second = await start(['--scale=3'], { NESTBOX_SEED: 'moon' })
    expect(worldOf(first).checksum).toMatch(/^[0-9a-f]{12}$/)
    expect(worldOf(second)).toEqual(worldOf(first))
    expect((await targetOf(second)).tokens).toEqual((await targetOf(first)).tokens)
  })

  it('of another seed differs, as do its tokens', async () => {
    await using first = await start(['--seed', 'moon'])
    await using second = await start(['--seed', 'sun'])
    expect(worldOf(second).checksum).not.toBe(worldOf(first).checksum)
    expect((await targetOf(second)).tokens).not.toEqual((await targetOf(first)).tokens)
  })

  it.each<[what: string, args: string[], told: object]>([
    ['of the demo scenario', ['--scenario', 'demo'], { scenario: 'demo', seed: 'nestbox', servers: 40 }],
    ['of the empty scenario', ['--scenario', 'empty'], { scenario: 'empty', seed: 'nestbox' }],
    ['of the edge scenario', ['--scenario', 'edge'], { scenario: 'edge', seed: 'nestbox' }],
    [
      'of a seed with spaces',
      ['--seed=a (very) odd: seed', '--scale=3'],
      { seed: 'a (very) odd: seed', servers: 3 },
    ],
  ])('%s is served', async (_, args, told) => {
    await using nestbox = await start(args)
    expect(worldOf(nestbox)).toMatchObject(told)
    expect(await runCurl(nestbox)).toMatchObject({ status: 200, body: { object: 'list' } })
  })
})

const health = '/_nestbox/health'
const backups = '/api/client/servers/1/backups'

describe.concurrent('a flag', () => {
  it('--base-url is the start of URLs in responses', async () => {
    await using nestbox = await start([
      '--base-url',
      'https://panel.example.com/mock/',
      `--token=application=${writer}`,
    ])
    const { body } = await createUser(nestbox.url, 'somebody')
    const { attributes, meta } = body as { attributes: { id: number }; meta: { resource: string } }
    expect(meta.resource).toBe(`https://panel.example.com/mock/api/application/users/${attributes.id}`)
  })

  it.each<[how: string, args: string[], env: Env]>([
    [
      '--token sets',
      ['--token=application=my-app', '--token', 'rootClient=my-root', '--token', 'userClient=my-user'],
      {},
    ],
    ['NESTBOX_TOKEN sets', [], { NESTBOX_TOKEN: 'application=my-app,rootClient=my-root,userClient=my-user' }],
  ])('%s the tokens', async (_, args, env) => {
    await using nestbox = await start(args, env)
    const tokens = { application: 'my-app', rootClient: 'my-root', userClient: 'my-user' }
    expect(await targetOf(nestbox)).toMatchObject({ tokens })
    expect(nestbox.stderr()).toMatch(/my-app -> application.*\n.* my-root -> root.*\n.* my-user -> ordinary/)
    expect(await createUser(nestbox.url, 'somebody', 'my-app')).toMatchObject({ status: 201 })
    expect(await createUser(nestbox.url, 'somebody-else', 'my-user')).toMatchObject({ status: 403 })
  })

  it.each(
    sample<[how: string, args: string[], env: Env]>(2, [
      ['--companions adds', ['--companions'], {}],
      [
        '--companions adds, with its choice of the gap,',
        ['--companions', '--gap=operations.beyond=companions'],
        {},
      ],
      ['NESTBOX_COMPANIONS adds', [], { NESTBOX_COMPANIONS: 'true' }],
    ]),
  )('%s the list of servers', async (_, args, env) => {
    await using nestbox = await start([...args, '--scenario=empty', `--token=application=${writer}`], env)
    const list = await get(`${nestbox.url}/api/application/servers`, { authorization: `Bearer ${writer}` })
    expect(list).toMatchObject({ status: 200, body: { object: 'list' } })
    expect(nestbox.stderr()).toMatch(/^ {2}Gaps +operations\.beyond=companions$/m)
  })

  it('--now sets the time of writes', async () => {
    await using nestbox = await start(['--now', '2026-06-01T12:00:00+02:00', `--token=application=${writer}`])
    const moment = '2026-06-01T10:00:00+00:00'
    expect(await createUser(nestbox.url, 'somebody')).toMatchObject({
      body: { attributes: { created_at: moment, updated_at: moment } },
    })
  })

  it.each<[flag: string, args: string[], asked: [path: string, sends: Env, status: number][]]>([
    [
      'none',
      [],
      [
        [health, {}, 200],
        [backups, {}, 401],
      ],
    ],
    [
      '--no-control',
      ['--no-control'],
      [
        [health, {}, 404],
        [backups, {}, 401],
      ],
    ],
    [
      '--control-token',
      ['--control-token=x'],
      [
        [health, {}, 401],
        [health, { 'x-nestbox-control': 'x' }, 200],
      ],
    ],
    ['--gap', ['--gap=refusal.unknown-token=403'], [[backups, {}, 403]]],
  ])('%s changes the responses', async (_, args, asked) => {
    await using nestbox = await start(['-q', ...args])
    for (const [path, headers, status] of asked) {
      expect([path, (await fetch(nestbox.url + path, { headers })).status]).toEqual([path, status])
    }
  })

  it.each<[flag: string, args: string[], allowed: (string | null)[]]>([
    ['none', [], ['http://a.example', 'http://b.example']],
    ['--no-cors', ['--no-cors'], [null, null]],
    ['--cors-origin', ['--cors-origin=http://a.example'], ['http://a.example', null]],
  ])('%s changes the allowed origins', async (_, args, allowed) => {
    await using nestbox = await start(['-q', ...args])
    const responses = ['http://a.example', 'http://b.example'].map(async (origin) => {
      const { headers } = await fetch(nestbox.url + backups, { headers: { origin } })
      return headers.get('access-control-allow-origin')
    })
    expect(await Promise.all(responses)).toEqual(allowed)
  })

  it.each<[what: string, args: string[], logged: string[]]>([
    ['everything', [], ['GET /_nestbox/health 200', 'GET /nowhere 404']],
    ['what failed', ['--log-level=warn'], ['GET /nowhere 404']],
    ['everything with --quiet', ['-q', '--log-level=info'], ['GET /_nestbox/health 200', 'GET /nowhere 404']],
  ])('--log-level makes it log %s', async (_, args, logged) => {
    await using nestbox = await start(args)
    await get(`${nestbox.url}/_nestbox/health`)
    await get(`${nestbox.url}/nowhere`)
    const { stderr } = await nestbox.stop()
    expect(stderr.match(/^GET \S+ \d+(?= \d+\.\d ms$)/gm) ?? []).toEqual(logged)
  })
})
