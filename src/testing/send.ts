import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Json, parsed } from './parsed.ts'

/** A request as `fetch` would not send it: any method, path and headers, and any bytes. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  /** In one piece, with its length, or in pieces, without. */
  readonly body?: string | Uint8Array | readonly Uint8Array[]
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Json
}

/** Sends one request on a separate connection. */
export async function send(url: string, method: string, path: string, sent: Sent = {}): Promise<Received> {
  const { headers = {}, body } = sent
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(url)
  const length = typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : undefined
  const asked = request({
    agent,
    host: hostname.replaceAll(/[[\]]/g, ''),
    port,
    method,
    path,
    headers: { ...(length !== undefined && { 'content-length': String(length) }), ...headers },
  })
  try {
    const answered = new Promise<Received>((resolve, reject) => {
      asked.on('error', reject)
      asked.on('response', async (response) => {
        const read = await text(response).catch(() => 'broken off')
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, text: read, json: parsed(read) })
      })
    })
    for (const piece of pieces(body)) asked.write(piece)
    asked.end()
    return await answered
  } finally {
    agent.destroy()
  }
}

/** Sends all bytes unchanged before it reads, and reads until the connection ends. */
export function sendBytes(url: string, ...bytes: readonly (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname)
    socket.on('error', reject)
    socket.pause()
    const all = Buffer.concat(bytes.map((each) => Buffer.from(each)))
    socket.write(all, () => resolve(text(socket)))
  })
}

const pieces = (body: Sent['body']): readonly (string | Uint8Array)[] => {
  if (body === undefined) return []
  return typeof body === 'string' || body instanceof Uint8Array ? [body] : body
}
