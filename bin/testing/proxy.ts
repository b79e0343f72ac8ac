import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that the proxy forwarded. */
export interface Passed {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface Proxy extends AsyncDisposable {
  readonly url: string
  /** The forwarded requests in their order. */
  readonly passed: readonly Passed[]
}

/** A proxy that can change the text of responses. */
export async function proxyTo(
  origin: string,
  change: (response: string, path: string) => string = (response) => response,
): Promise<Proxy> {
  const passed: Passed[] = []
  const server = createServer((ask, response) => {
    const { method = '', url: path = '', headers } = ask
    passed.push({ method, path, headers })
    const onward = request(origin + path, { method, headers }, async (reply) => {
      const body = change(await text(reply), path)
      const { 'content-length': _, 'transfer-encoding': __, ...kept } = reply.headers
      response.writeHead(reply.statusCode ?? 500, kept).end(body)
    })
    onward.once('error', () => response.destroy())
    ask.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
