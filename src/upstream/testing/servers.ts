import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { NestboxOptions } from '../../options/nestbox-options.ts'
import { type Service, startService } from '../../testing/service.ts'
import { createLog } from '../../util/log.ts'

export const person = { email: 'jo@example.com', username: 'jo', first_name: 'Jo', last_name: 'Roe' }

export const users = '/api/application/users'

/** Two mock servers with different worlds; the first sends requests on to the second, with the tokens of the second. */
export async function pair(options: NestboxOptions = {}, real: NestboxOptions = {}) {
  const upstream = await startService({ seed: 'real', scenario: 'empty', ...real })
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  const service = await startService({
    scenario: 'empty',
    log,
    upstream: upstream.url,
    upstreamTokens: { ...tokensOf(upstream) },
    ...options,
  })
  return { service, upstream, lines }
}

const tokensOf = ({ application, root, user }: Service) => ({
  application,
  rootClient: root,
  userClient: user,
})

/** A server of another kind. @returns its URL */
export async function startOther(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that handles connections by hand. @returns its URL */
export async function startRaw(handle: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    handle(socket)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const usernames = (service: Service): string[] =>
  service.world.tables.users.rows().map(({ username }) => username)
