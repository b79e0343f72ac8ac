import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { Result } from '../judge/outcome.ts'
import type { Verdict } from '../judge/verdict.ts'
import type { Target } from '../target/target.ts'
import { refusedWhen } from './changes.ts'
import { asBy, type Middleware, type ProxyResponse } from './messages.ts'
import { listening, startProxy } from './proxy.ts'
import type { Standing, Task } from './task.ts'

/** A server without a working API, or one that refuses or grants all requests. */
export interface NullServer {
  readonly name: string
  readonly verdict: Verdict
  /** Timeout of a request in milliseconds, for servers that never respond. */
  readonly timeout?: number
  readonly start: (target: Target) => Promise<Standing>
  /** Returns the results that are wrong, a line each; by default every pass. */
  readonly complaints?: (results: readonly Result[]) => readonly string[]
}

export const nullTask = ({ name, verdict, timeout = 10_000, start, complaints }: NullServer): Task => ({
  ...{ kind: 'null', dimension: 'null servers', name },
  start: (pool) => start(pool.fresh()),
  options: { timeout },
  complaints: (run) =>
    [
      ...(run.verdict === verdict ? [] : [`the verdict is ${run.verdict}, not ${verdict}`]),
      ...(complaints ?? earnsNoPass)(run.results),
    ].map((each) => `null server "${name}": ${each}`),
})

const earnsNoPass = (results: readonly Result[]): string[] =>
  results
    .filter(({ status }) => status === 'pass' || status === 'error')
    .map(({ id, status, message = '' }) => `${id}: ${status} ${message}`)

const json = (status: number, value: unknown): ProxyResponse => ({ status, json: value })

const text = (status: number, value: string, type?: string): ProxyResponse => ({
  ...{ status, text: value },
  ...(type && { headers: { 'content-type': type } }),
})

/**
 * Servers that send the same response to every request. No check passes against them. A server that refuses
 * everything is incomplete, because the tokens of the target may be wrong.
 */
const alike: Readonly<Record<string, ProxyResponse>> = {
  '200 {} to everything': json(200, {}),
  '200 [] to everything': json(200, []),
  '200 null to everything': json(200, null),
  '200 ok to everything': json(200, { success: true }),
  '200 HTML to everything': text(200, '<!doctype html><title>It works</title>', 'text/html'),
  '200 garbage to everything': text(200, randomBytes(300).toString('latin1'), 'application/json'),
  '200 and half an object to everything': text(200, '{"object":"list","da'),
  '204 to everything': { status: 204 },
  '401 to everything': { status: 401 },
  '403 to everything': json(403, { errors: [] }),
  '404 to everything': text(404, 'Not Found'),
  '429 to everything': { status: 429, headers: { 'retry-after': '0' } },
  '500 to everything': text(500, 'Internal Server Error'),
  '503 with an empty list of errors to everything': json(503, { errors: [], data: [] }),
}

/**
 * A success without its envelope and a 500 are failures; other statuses may mean a wrong token, or come from a
 * gateway.
 */
const verdictOn = (status: number): Verdict =>
  status < 300 || status === 500 ? 'nonconforming' : 'incomplete'

const proxied =
  (middleware: Middleware): NullServer['start'] =>
  (target) =>
    startProxy(target, middleware)

/** Starts a server that sends no valid HTTP, or no complete response. */
const raw =
  (serve: (socket: Socket) => void): NullServer['start'] =>
  async (target) => {
    const server = createServer((socket) => {
      socket.on('error', () => {
        // The kit closes the connection after its timeout.
      })
      serve(socket)
    })
    const url = await listening(server)
    return {
      target: { ...target, baseUrl: url },
      close: async () => {
        server.close()
      },
    }
  }

const drip = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"object":')
  const timer = setInterval(() => socket.write(' '), 20)
  socket.on('close', () => clearInterval(timer))
}

/** Whether a check requires that invalid tokens are refused. */
const isRefusal = ({ id }: Result): boolean => id.startsWith('5/') && id.includes('-refuses-')

/**
 * The kit cannot distinguish the server from a wrong token: no check of section 4.7 may pass, and only `4.7/answer`
 * and the checks that the operation accepts its tokens may fail.
 */
const beyondTheAnswer = (results: readonly Result[]): string[] =>
  results
    .filter(({ id, status }) =>
      status === 'fail'
        ? id !== '4.7/answer' && !id.startsWith('5/list-server-backups-takes-')
        : id.startsWith('4.7/') && status === 'pass',
    )
    .map(({ id, status }) => `${id}: ${status}`)

export const nullServers: readonly NullServer[] = [
  ...Object.entries(alike).map(
    ([name, answer]): NullServer => ({
      name,
      verdict: verdictOn(answer.status),
      start: proxied(async () => structuredClone(answer)),
    }),
  ),
  {
    name: 'a redirect to itself',
    verdict: 'incomplete',
    start: proxied(async ({ path }) => ({ status: 307, headers: { location: path } })),
  },
  {
    name: 'an echo of the request',
    verdict: 'nonconforming',
    start: proxied(async ({ text, headers }) => ({
      status: 200,
      headers: { 'content-type': headers['content-type'] ?? 'text/plain' },
      text,
    })),
  },
  {
    name: 'a wall that refuses everybody',
    // The mock server behind a proxy that removes every token.
    verdict: 'incomplete',
    start: proxied((request, next) => {
      const { authorization: _, ...headers } = request.headers
      return next({ ...request, headers })
    }),
  },
  {
    name: 'a parrot that grants everybody everything',
    // The mock server behind a proxy that replaces every token by a valid one: only checks of refusals fail.
    verdict: 'nonconforming',
    start: proxied((request, next) =>
      next(
        request.operation !== 'listServerBackups'
          ? asBy(request, 'rootClient')
          : // The token of the other user is proven by that user's own server.
            request.credential === 'otherUserClient'
            ? request
            : asBy(request, 'userClient'),
      ),
    ),
    complaints: (results) =>
      results
        .filter((result) => isRefusal(result) !== (result.status === 'fail'))
        .filter(({ id, status }) => !(id.endsWith('-refused-changes-nothing') && status === 'skip'))
        .map(({ id, status }) => `${id}: ${status}`),
  },
  {
    name: 'the client family is not served',
    // The token of the root administrator is granted elsewhere, and other operations show the server.
    verdict: 'nonconforming',
    start: proxied(refusedWhen('listServerBackups', () => true, 404)),
    complaints: beyondTheAnswer,
  },
  {
    name: 'no answer ever ends',
    // Without a complete response, no check can be judged.
    verdict: 'unreachable',
    timeout: 150,
    start: raw(drip),
  },
  {
    name: 'connections are reset',
    verdict: 'unreachable',
    start: raw((socket) => socket.resetAndDestroy()),
  },
  {
    name: 'bytes that are no HTTP',
    verdict: 'unreachable',
    start: raw((socket) => socket.end(randomBytes(200))),
  },
  {
    name: 'nothing listens',
    verdict: 'unreachable',
    start: async (target) => {
      const gone = await startProxy(target, (request, next) => next(request))
      await gone.close()
      return { target: gone.target, close: async () => {} }
    },
  },
]
