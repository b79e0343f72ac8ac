import { createConnection, type Socket } from 'node:net'
import fc from 'fast-check'
import { type RawReply, readReplies } from '../../src/testing/raw.ts'

/** A request that is well-formed HTTP, with any content. */
export interface RawRequest {
  readonly method: string
  /** The request target as it is sent. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array | undefined
  /** Whether the body is sent with `Transfer-Encoding: chunked`. */
  readonly chunked?: boolean
}

/** A request that fast-check prints as its first 1,500 bytes. */
export const withBytesShown = (request: RawRequest): RawRequest =>
  Object.assign(request, {
    [fc.toStringMethod]: () => JSON.stringify(bytesOf(request).toString().slice(0, 1_500)),
  })

/** A request without a response after this time is a hang. */
const responseTimeoutMs = 10_000

/** A client that sends one request after another over one connection, and reconnects when the server has closed it. */
export class Connection {
  readonly #port: number
  #socket: Socket | undefined

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  async send(request: RawRequest): Promise<RawReply> {
    const reply = await this.#exchange(this.#connected(), request)
    if (reply.headers['connection'] === 'close') this.close()
    return reply
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #connected(): Socket {
    if (!this.#socket || this.#socket.destroyed || this.#socket.readableEnded) {
      this.#socket = createConnection({ port: this.#port, host: '127.0.0.1', noDelay: true })
      this.#socket.on('error', () => {})
    }
    return this.#socket
  }

  #exchange(socket: Socket, request: RawRequest): Promise<RawReply> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const settle = (act: () => void) => {
        clearTimeout(limit)
        socket.off('data', read)
        socket.off('close', lost)
        act()
      }
      const limit = setTimeout(() => settle(() => reject(new Error('no response'))), responseTimeoutMs)
      const lost = () => settle(() => reject(new Error('the connection closed without a response')))
      const read = (chunk: Buffer) => {
        chunks.push(chunk)
        const { replies, rest } = readReplies(Buffer.concat(chunks), [request.method])
        const found = replies.find(({ status }) => status >= 200)
        if (found && rest.length > 0)
          settle(() => reject(new Error(`unexpected bytes after the response: ${rest.subarray(0, 80)}`)))
        else if (found) settle(() => resolve(found))
      }
      socket.on('data', read)
      socket.on('close', lost)
      socket.write(bytesOf(request))
    })
  }
}

function bytesOf({ method, target, headers, body, chunked = false }: RawRequest): Buffer {
  const framing =
    body === undefined
      ? []
      : chunked
        ? [['Transfer-Encoding', 'chunked'] as const]
        : [['Content-Length', String(body.length)] as const]
  const lines = [...headers, ...framing].map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from(`${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
  if (body === undefined) return head
  if (!chunked) return Buffer.concat([head, body])
  const half = body.length >> 1
  const pieces = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0)
  return Buffer.concat([
    head,
    ...pieces.flatMap((piece) => [
      Buffer.from(`${piece.length.toString(16)}\r\n`),
      piece,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('0\r\n\r\n'),
  ])
}
