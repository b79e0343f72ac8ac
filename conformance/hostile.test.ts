// Servers that try to break the kit, or to speak through it to a terminal or a CI log.
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sample } from '../src/testing/sample.ts'
import { checks } from './checks/index.ts'
import { reporters } from './report/index.ts'
import { everything, explored, unreachable } from './report/testing/run.ts'
import { type RunOptions, run } from './run.ts'
import type { Run } from './run-result.ts'
import type { Target } from './target/target.ts'

/** Starts a server on a free port until the test ends. */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener))

const targetAt = (baseUrl: string): Target => ({
  baseUrl,
  disposable: true,
  tokens: { application: 'token-of-application', rootClient: 'token-of-root', userClient: 'token-of-user' },
  resources: {
    ...{ node: 1, location: 1, tags: [1, 2, 3], egg: 1, otherEgg: 2, databaseHost: '1' },
    server: { id: 1, uuid: '0a7b54e4-6f0c-4c41-8b5b-7c3a2c0c9d10' },
  },
  requests: { syncTags: { tag_ids: '{{tagIds}}' } },
  headers: {},
})

const judged = (baseUrl: string, options: Partial<RunOptions> = {}): Promise<Run> =>
  run({
    target: targetAt(baseUrl),
    checks,
    observe: false,
    requests: 'own',
    pause: async () => {},
    ...options,
  })

const lists = checks.filter(({ id }) => /^(?:1|2\.1|2\.12|4\.4|4\.7|4\.8)\//.test(id))

const about = { version: '1.0.0', command: 'nestbox check http://127.0.0.1' }

/** Every report of a run, by the name of the reporter. */
const reportsOf = (outcome: Run): [name: string, text: string][] =>
  Object.entries(reporters).map(([name, reporter]) => [name, reporter(outcome, about)])

const pages = { pagination: { total: 1, count: 1, per_page: 1, current_page: 1, total_pages: 1, links: {} } }

/** Bodies that a reader would choke on. */
const bodies: readonly (readonly [what: string, body: () => string])[] = [
  ['5,000 levels of arrays', () => '['.repeat(5000) + ']'.repeat(5000)],
  [
    '5,000 levels of relationships',
    () =>
      `{"object":"list","data":[${'{"object":"mount","attributes":{"relationships":{"a":'.repeat(1250)}null${'}}}'.repeat(1250)}]}`,
  ],
  [
    '900 levels of relationships',
    () =>
      `{"object":"list","data":[${'{"object":"server","attributes":{"relationships":{"node":'.repeat(300)}null${'}}}'.repeat(300)}]}`,
  ],
  ['500,000 items', () => JSON.stringify({ object: 'list', data: Array(500_000).fill(0), meta: pages })],
  [
    '50,000 empty envelopes',
    () =>
      JSON.stringify({
        object: 'list',
        data: Array(50_000).fill({ object: 'backup', attributes: {} }),
        meta: pages,
      }),
  ],
  ['a million unclosed brackets', () => '['.repeat(1_000_000)],
  ['half a million quotation marks after backslashes', () => `"${'\\"'.repeat(500_000)}`],
  [
    'half a million quotation marks after backslashes, in JSON with a long integer',
    () => `{"id":12345678901234567890,"a":"${'\\"'.repeat(500_000)}"}`,
  ],
  ['a string of a million quotation marks', () => '"'.repeat(1_000_000)],
  ['a million backslashes in a string', () => `{"a":"${'\\\\'.repeat(1_000_000)}"}`],
  ['a million spaces', () => ' '.repeat(1_000_000)],
  ['a hundred thousand spaces in a string', () => `{"a":"${' '.repeat(100_000)}"}`],
  [
    'two mounts with one id of four million characters',
    () => {
      const mount = { object: 'mount', attributes: { id: 'x'.repeat(4_000_000) } }
      return JSON.stringify({ object: 'list', data: [mount, mount], meta: pages })
    },
  ],
  [
    'half a million invalid items of one field',
    () => {
      const egg = { object: 'egg', attributes: { features: Array(500_000).fill(1) } }
      const relationships = { eggs: { object: 'list', data: [egg] } }
      return JSON.stringify({
        object: 'list',
        data: [{ object: 'mount', attributes: { relationships } }],
        meta: pages,
      })
    },
  ],
]

describe('a server whose every response is', () => {
  it.each(sample(4, bodies))(
    '%s gets a verdict, and every report of it is written',
    async (_, body) => {
      const text = body()
      const url = await serve((_, response) => response.end(text))
      const before = process.memoryUsage().heapUsed
      const few = [
        ...['1/json', '2.1/list-data', '2.1/pagination', '2.1/timestamps', '2.5/types', '2.12/presence'],
        ...['4.4/response', '4.4/distinct', '4.8/response'],
      ]
      const outcome = await judged(url, { checks: checks.filter(({ id }) => few.includes(id)) })
      const reports = reportsOf(outcome)
      expect(outcome.verdict).toBe('nonconforming')
      expect(outcome.results.filter(({ status }) => status === 'error')).toEqual([])
      for (const { id, actual = '' } of outcome.results)
        expect([id, actual.length < 21_000]).toEqual([id, true])
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000_000)
      for (const [name, report] of reports) expect([name, report.length < 60_000_000]).toEqual([name, true])
    },
    120_000,
  )

  it('a list of 20,000 mounts takes a second or two of processor time', async () => {
    const mount = { object: 'mount', attributes: { mounted: true, relationships: {} } }
    const text = JSON.stringify({ object: 'list', data: Array(20_000).fill(mount) })
    const url = await serve((_, response) => response.end(text))
    const { user } = process.cpuUsage()
    const outcome = await judged(url, { checks: checks.filter(({ id }) => id === '4.4/mounted-agrees') })
    expect(process.cpuUsage().user - user).toBeLessThan(6_000_000)
    expect(outcome.results).toHaveLength(1)
  }, 120_000)

  it('an object that cannot be converted to a string gets a verdict', async () => {
    const odd = { toString: 1, valueOf: 2, [Symbol.toPrimitive.toString()]: 3 }
    const attributes = { id: odd, uuid: odd, name: odd, email: odd, username: odd }
    const text = JSON.stringify({ object: 'server', attributes, data: [{ object: 'mount', attributes }] })
    const url = await serve((_, response) => response.end(text.replaceAll('toString', 'to\\u0053tring')))
    const outcome = await judged(url, { observe: true })
    expect(outcome.results.filter(({ status }) => status === 'error')).toEqual([])
    expect(outcome.verdict).toBe('nonconforming')
  }, 60_000)

  it('broken JSON is blamed by the checks of operations, and the other reasons are true', async () => {
    const url = await serve((_, response) => response.end('{"object":"list","data":[],}'))
    const outcome = await judged(url, { checks: lists })
    const told = new Map(outcome.results.map((each) => [each.id, each]))
    expect(told.get('4.7/response')).toMatchObject({ status: 'fail', actual: expect.stringContaining('200') })
    for (const id of ['1/json', '2.1/envelope'])
      expect(told.get(id)).toMatchObject({
        status: 'skip',
        message: 'no request got the successful response of its operation',
      })
  })

  it('sent very slowly is aborted after the time limit, and the run ends', async () => {
    const url = await serve((_, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const outcome = await judged(url, { checks: lists.slice(-3), timeout: 100 })
    expect(outcome.verdict).toBe('unreachable')
  })
})

/** What a terminal, GitHub Actions, Azure Pipelines or TeamCity would obey, or what turns a line around. */
const commands = [
  '\u001b[31m',
  '\u001b]0;title\u0007',
  '\u009b2J',
  '\u0007',
  '\r',
  '\u0008',
  '\u202e',
  '\u2066',
  '\u2028',
]
const speech = `${commands.join('x')}\n::error::said by the server\n\u00a0\u3000::error::after spaces\n##vso[task.complete]\n##teamcity[x]\n`

const body = JSON.stringify({
  object: speech,
  [speech]: speech,
  data: [{ object: speech, attributes: { [speech]: speech } }],
  errors: [{ code: speech, status: '400', detail: speech }],
})

/** Characters of a report that are obeyed; line ends and tabs are the report's own. */
const obeyed = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u

/** Lines of a report that a CI system takes for a command. */
const commandLines = (report: string): string[] =>
  report.split('\n').filter((line) => /^\s*::|##(?:vso|teamcity)?\[/.test(line))

/** No report of a run has characters or lines that a terminal or a CI system obeys, except those of the kit. */
function expectNoCommands(outcome: Run): void {
  for (const [name, report] of reportsOf(outcome)) {
    expect([name, obeyed.exec(report)?.[0]]).toEqual([name, undefined])
    // The commands of the GitHub report are the kit's own, one in each line.
    const own = name === 'github' ? /^::(?:error|warning|notice) title=/ : /^$/
    expect([name, commandLines(report).filter((line) => !own.test(line))]).toEqual([name, []])
  }
}

describe('a server that sends control characters or CI commands', () => {
  it.each<[where: string, status: number, listener: RequestListener]>([
    ['in its bodies', 200, (_, response) => response.writeHead(200).end(body)],
    ['in bodies that are not JSON', 200, (_, response) => response.writeHead(200).end(speech)],
    ['in its refusals', 400, (_, response) => response.writeHead(400).end(body)],
    [
      'in its redirects',
      302,
      (_, response) =>
        response
          .writeHead(302, {
            location: `/x?${encodeURI('::error::')}\u009b2J`,
            'x-said': '::error::said\u009b2J',
          })
          .end(speech),
    ],
  ])('%s has no effect in any report', async (_, status, listener) => {
    const url = await serve(listener)
    const outcome = await judged(url, { checks: lists })
    expect(outcome.exchanges.map(({ reply }) => reply?.status)).toContain(status)
    expectNoCommands(outcome)
  })

  it.each(Object.entries({ everything, explored, unreachable }))(
    'in any text of a run has no effect in any report: %s',
    (_, outcome) => expectNoCommands(outcome),
  )

  it.each<[what: string, uuid: string]>([
    ['with commands', speech],
    ['of four million characters', 'x'.repeat(4_000_000)],
  ])('as the server of the target, with a UUID %s, is reported in one short line', async (_, uuid) => {
    const reply = JSON.stringify({ object: 'server', attributes: { id: 1, uuid } })
    const url = await serve((_, response) => response.end(reply))
    const { targetProblems } = await judged(url, { checks: checks.filter(({ id }) => id === '4.5/response') })
    const problem = targetProblems.join()
    expect(problem).toMatch(/the server with the id 1 has the UUID .{1,400}, not 0a7b54e4-/)
    expect(problem).not.toMatch(obeyed)
    expect(problem).not.toMatch(/[\n\t]/)
  })

  it('in its status line has no effect in any report', async () => {
    const url = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.on('data', () =>
          socket.end(
            `HTTP/1.1 200 \u001b]0;x\u0007::error::said\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
          ),
        )
      }),
    )
    const outcome = await judged(url, { checks: lists })
    for (const [name, report] of reportsOf(outcome)) {
      expect([name, obeyed.exec(report)?.[0]]).toEqual([name, undefined])
      expect([name, report.includes('::error::said')]).toEqual([name, false])
    }
  })

  it.each(
    sample<[where: string, before: number]>(3, [
      ['before the end of the quoted part', 250],
      ['at the end of the quoted part', 290],
      ['before invalid JSON', 0],
      ['at the end of the kept part of a body', 199_980],
      ['at the end of the kept part of a truncated body', 99_980],
    ]),
  )('has no part of a token quoted that is %s', async (_, before) => {
    const token = 'QxZ7+vB2/nM4=kL9~wP3.tR8'
    const spelled = [
      token,
      token.replaceAll('+', '\\u002B').replaceAll('/', '\\u002f'),
      encodeURIComponent(token),
    ]
    const html = token.replaceAll('+', '&#43;').replaceAll('/', '&sol;').replaceAll('=', '&#x3D;')
    for (const spelling of [...spelled, html]) {
      const end = before === 99_980 ? 'x '.repeat(11_000_000) : ''
      const url = await serve((_, response) =>
        response.writeHead(400).end(`{"a":"${'x '.repeat(before / 2)}${spelling}" ${spelling} ${end}`),
      )
      const target = { ...targetAt(url), tokens: { ...targetAt(url).tokens, rootClient: token } }
      const outcome = await judged(url, { target, checks: lists.filter(({ id }) => id === '4.4/response') })
      expect(outcome.exchanges.length).toBeGreaterThan(0)
      for (const [name, report] of reportsOf(outcome))
        for (const part of ['QxZ7', 'vB2', 'nM4', 'kL9', 'wP3'])
          expect([name, spelling, part, report.includes(part)]).toEqual([name, spelling, part, false])
    }
  })

  it('has its tokens removed in base64 too', async () => {
    const echo = (token: string): string =>
      JSON.stringify({
        detail: [0, 1, 2].map((at) => Buffer.from(`${'x'.repeat(at)}${token}`).toString('base64')),
      })
    const url = await serve((request, response) => {
      const token = String(request.headers.authorization).replace('Bearer ', '')
      response.writeHead(200).end(echo(token))
    })
    const outcome = await judged(url, { checks: lists })
    const secrets = Object.values(targetAt(url).tokens)
    for (const [name, reporter] of Object.entries(reporters)) {
      const report = reporter(outcome, about)
      for (const secret of secrets)
        expect([name, report.includes(Buffer.from(secret).toString('base64').slice(0, 16))]).toEqual([
          name,
          false,
        ])
    }
  })
})
