import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { closed, listening } from '../proxy.ts'
import { Refusal } from './call.ts'
import { routeOf } from './routes.ts'
import target from './target.json' with { type: 'json' }
import { admit, identify } from './tokens.ts'
import type { Fields, ViewContext } from './views.ts'
import { createWorld } from './world.ts'

/** Starts the second implementation with its own world and its own target file, on a free port. */
export async function startSecondServer() {
  const site: ViewContext = { world: createWorld(), base: '' }
  const server = createServer(async (request, response) => {
    try {
      const body = await serve(site, request)
      // Reads respond with 200, and writes with 202 (Accepted).
      response.writeHead(request.method === 'GET' ? 200 : 202, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    } catch (error) {
      const [status, message] = error instanceof Refusal ? [error.status, error.message] : [500, 'Our fault.']
      response.writeHead(status, { 'content-type': 'text/plain' }).end(JSON.stringify({ message }))
    }
  })
  site.base = await listening(server)
  return { url: site.base, target: { ...target, baseUrl: site.base }, close: () => closed(server) }
}

/** Checks the token first, then its kind, then the route. */
async function serve(site: ViewContext, request: IncomingMessage): Promise<Fields> {
  const body = await buffer(request)
  const url = new URL(`${site.base}${request.url}`)
  const holder = identify(site.world, request.headers.authorization)
  admit(holder, url.pathname)
  const { run, parameter } = routeOf(request.method, url.pathname)
  return run({ site, holder, parameter, url, headers: request.headers, body })
}
