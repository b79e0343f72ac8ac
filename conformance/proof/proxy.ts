import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { Agent, request } from 'undici'
import { type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import { takesPath } from '../../src/contract/operations.ts'
import {
  authorizationHeader,
  type Credential,
  type ForgeryName,
  forgeryNames,
  tokenNames,
} from '../client/credentials.ts'
import { parsedJson } from '../client/parsed-json.ts'
import type { Target } from '../target/target.ts'
import type { Middleware, Next, ProxyRequest } from './messages.ts'

/** All proxies share one connection pool. */
const agent = new Agent({ connections: 16, pipelining: 1, keepAliveTimeout: 30_000 })

/** Starts a proxy on a free port in front of the server of a target. @returns the target with the URL of the proxy */
export async function startProxy(target: Target, middleware: Middleware) {
  // Errors of the middleware itself, which must not count as failures of a server.
  const faults: unknown[] = []
  const server = createServer(async (request, response) => {
    try {
      const { status, headers, json, text } = await middleware(await requestOf(request, target), forward)
      response.writeHead(status, headers)
      response.end(json === undefined ? text : JSON.stringify(json))
    } catch (error) {
      faults.push(error)
      response.destroy()
    }
  })
  const url = await listening(server)
  return { url, target: { ...target, baseUrl: url }, faults, close: () => closed(server) }
}

export async function listening(server: NetServer): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a server that listens on a port is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function closed(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

const forward: Next = async ({ method, path, headers, text, target }) => {
  const reply = await request(target.baseUrl + path, {
    dispatcher: agent,
    method: method as 'GET',
    headers,
    body: method === 'GET' ? null : text,
  })
  const body = await reply.body.text()
  const json = parsedJson(body)
  return {
    status: reply.statusCode,
    headers: kept(reply.headers),
    ...(json !== undefined && { json }),
    text: body,
  }
}

async function requestOf(incoming: IncomingMessage, target: Target): Promise<ProxyRequest> {
  const { method = 'GET', url = '/' } = incoming
  const headers = kept(incoming.headers)
  const text = await textOf(incoming)
  return {
    operation: operationOf(method, url),
    method,
    path: url,
    credential: credentialOf(headers, url, text, target),
    headers,
    text,
    target,
  }
}

/** Headers of a connection, which a proxy does not forward. */
const ofTheConnection = ['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'date']

const kept = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== undefined && !ofTheConnection.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )

const operationOf = (method: string, url: string): OperationId | undefined =>
  operationIds.find(
    (id) => operations[id].method === method && takesPath(operations[id], url.replace(/\?.*/s, '')),
  )

/** The credential of a request: a token of the target, or the forgery that was made from one. */
function credentialOf(
  headers: Readonly<Record<string, string>>,
  url: string,
  body: string,
  { tokens }: Target,
): Credential {
  const texts = tokenNames.flatMap((name) => tokens[name] ?? [])
  const { authorization, ...others } = headers
  if (authorization === undefined) {
    if (texts.some((text) => url.includes(encodeURIComponent(text)))) return 'token-in-query'
    const isElsewhere = texts.some((text) => Object.values(others).some((value) => value.includes(text)))
    if (isElsewhere) return 'token-in-other-header'
    return texts.some((text) => body.includes(JSON.stringify(text))) ? 'token-in-body' : 'no-header'
  }
  const named = tokenNames.find((name) => authorization === `Bearer ${tokens[name]}`)
  // A trailing blank of a header value is removed in transit.
  const isSent = (forgery: ForgeryName) =>
    texts.some((text) => authorizationHeader(forgery, text)?.trim() === authorization)
  return named ?? forgeryNames.find(isSent) ?? 'garbage'
}
