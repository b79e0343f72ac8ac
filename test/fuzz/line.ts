import { createConnection, type Socket } from 'node:net'
import fc from 'fast-check'
import { type RawReply, readReplies } from '../../src/testing/raw.ts'

/** A request in bytes that are well-formed HTTP, whatever they ask. */
export interface Asked {
  readonly method: string
  /** As it goes over the wire. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array | undefined
  /** Whether the body comes in pieces, without its length. */
  readonly chunked?: boolean
}

/** A request that a failed property shows as it goes over the wire, if not all of it. */
export const shownAsSent = (asked: Asked): Asked =>
  Object.assign(asked, {
    [fc.toStringMethod]: () => JSON.stringify(bytesOf(asked).toString().slice(0, 1_500)),
  })

/** No answer within these milliseconds is a hang. */
const longest = 10_000

/** One connection that requests go over one after the other, and a new one where the server has ended it. */
export class Line {
  readonly #port: number
  #socket: Socket | undefined

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  async ask(asked: Asked): Promise<RawReply> {
    const reply = await this.#exchange(this.#connected(), asked)
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

  #exchange(socket: Socket, asked: Asked): Promise<RawReply> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const settle = (act: () => void) => {
        clearTimeout(limit)
        socket.off('data', read)
        socket.off('close', lost)
        act()
      }
      const limit = setTimeout(() => settle(() => reject(new Error('no answer'))), longest)
      const lost = () => settle(() => reject(new Error('the connection ended without an answer')))
      const read = (chunk: Buffer) => {
        chunks.push(chunk)
        const { replies, rest } = readReplies(Buffer.concat(chunks), [asked.method])
        const found = replies.find(({ status }) => status >= 200)
        if (found && rest.length > 0)
          settle(() => reject(new Error(`there is more: ${rest.subarray(0, 80)}`)))
        else if (found) settle(() => resolve(found))
      }
      socket.on('data', read)
      socket.on('close', lost)
      socket.write(bytesOf(asked))
    })
  }
}

function bytesOf({ method, target, headers, body, chunked = false }: Asked): Buffer {
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
