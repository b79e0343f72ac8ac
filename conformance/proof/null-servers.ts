import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { mapValues } from '../../src/contract/index.ts'
import type { Result } from '../judge/outcome.ts'
import type { Verdict } from '../judge/verdict.ts'
import type { Target } from '../target/target.ts'
import { refusedWhen } from './changes.ts'
import { asBy, type Middleware, type ProxyResponse } from './messages.ts'
import responses from './null-responses.json' with { type: 'json' }
import { listening, startProxy } from './proxy.ts'
import type { Standing, Task } from './task.ts'

/** A server without a working API, or one that refuses or grants all requests. */
export interface NullServer {
  readonly name: string
  readonly verdict: Verdict
  /** Timeout of a request in milliseconds, for servers that never respond. */
  readonly timeout?: number
  readonly start: (target: Target) => Promise<Standing>
  /** Whether a result is wrong; by default every pass is. */
  readonly isWrong?: (result: Result) => boolean
}

export const nullTask = ({ name, verdict, timeout = 10_000, start, isWrong = isPass }: NullServer): Task => ({
  ...{ kind: 'null', dimension: 'null servers', name },
  start: (pool) => start(pool.fresh()),
  options: { timeout },
  complaints: (run) =>
    [
      ...(run.verdict === verdict ? [] : [`the verdict is ${run.verdict}, not ${verdict}`]),
      ...run.results.filter(isWrong).map(({ id, status, message = '' }) => `${id}: ${status} ${message}`),
    ].map((each) => `null server "${name}": ${each}`),
})

const isPass = ({ status }: Result): boolean => status === 'pass' || status === 'error'

/**
 * Servers that send the same response to every request. No check passes against them. A server that refuses
 * everything is incomplete, because the tokens of the target may be wrong.
 */
const alike: Readonly<Record<string, ProxyResponse>> = responses

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
    return { target: { ...target, baseUrl: url }, close: async () => void server.close() }
  }

const drip = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"object":')
  const timer = setInterval(() => socket.write(' '), 20)
  socket.on('close', () => clearInterval(timer))
}

/** Whether a check requires that invalid tokens are refused. */
const isRefusal = ({ id }: Result): boolean => id.startsWith('5/') && id.includes('-refuses-')

/** The mock server behind a proxy that replaces every token by a valid one. */
const parrot: Middleware = (request, next) => {
  const isBackups = request.operation === 'listServerBackups'
  // The token of the other user is proven by that user's own server.
  if (isBackups && request.credential === 'otherUserClient') return next(request)
  return next(asBy(request, isBackups ? 'userClient' : 'rootClient'))
}

const servers: Readonly<Record<string, Omit<NullServer, 'name'>>> = {
  ...mapValues(alike, (response) => ({
    verdict: verdictOn(response.status),
    start: proxied(async () => structuredClone(response)),
  })),
  'a redirect to itself': {
    verdict: 'incomplete',
    start: proxied(async ({ path }) => ({ status: 307, headers: { location: path } })),
  },
  'an echo of the request': {
    verdict: 'nonconforming',
    start: proxied(async ({ text, headers: { 'content-type': type = 'text/plain' } }) => ({
      ...{ status: 200, headers: { 'content-type': type }, text },
    })),
  },
  'a wall that refuses everybody': {
    // The mock server behind a proxy that removes every token.
    verdict: 'incomplete',
    start: proxied((request, next) => {
      const { authorization: _, ...headers } = request.headers
      return next({ ...request, headers })
    }),
  },
  'a parrot that grants everybody everything': {
    verdict: 'nonconforming',
    start: proxied(parrot),
    // Only checks of refusals fail.
    isWrong: (result) =>
      isRefusal(result) !== (result.status === 'fail') &&
      !(result.id.endsWith('-refused-changes-nothing') && result.status === 'skip'),
  },
  'the client family is not served': {
    // The token of the root administrator is granted elsewhere, and other operations show the server.
    verdict: 'nonconforming',
    start: proxied(refusedWhen('listServerBackups', () => true, 404)),
    // Only these may fail, because the kit cannot distinguish the server from a wrong token.
    isWrong: ({ id, status }) =>
      status === 'fail'
        ? id !== '4.7/response' && !id.startsWith('5/list-server-backups-takes-')
        : id.startsWith('4.7/') && status === 'pass',
  },
  // Without a complete response, no check can be judged.
  'no response ever ends': { verdict: 'unreachable', timeout: 150, start: raw(drip) },
  'connections are reset': {
    verdict: 'unreachable',
    start: raw((socket) => socket.resetAndDestroy()),
  },
  'bytes that are no HTTP': {
    verdict: 'unreachable',
    start: raw((socket) => socket.end(randomBytes(200))),
  },
  'nothing listens': {
    verdict: 'unreachable',
    start: async (target) => {
      const gone = await startProxy(target, (request, next) => next(request))
      await gone.close()
      return { target: gone.target, close: async () => {} }
    },
  },
}

export const nullServers: readonly NullServer[] = Object.entries(servers).map(([name, server]) => ({
  name,
  ...server,
}))
