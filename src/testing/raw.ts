import { createConnection, type Socket } from 'node:net'

/** One response, as it was received. */
export interface RawReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The responses on one connection. */
export interface Heard {
  readonly replies: readonly RawReply[]
  /** Bytes that are not a complete response. */
  readonly rest: Buffer
  /** Whether the server ended the connection; else it was left while it idled. */
  readonly ended: boolean
  /** Whether it did so by a reset. */
  readonly reset: boolean
}

interface RawOptions {
  /** Responses that must be whole before silence counts. */
  readonly responses?: number
  /** Milliseconds of silence after these until this side leaves. */
  readonly silence?: number
  /** Milliseconds after which this side leaves in any case. */
  readonly longest?: number
  /** Whether the client closes its side after sending. */
  readonly end?: boolean
  /** Methods of the requests, since a response to HEAD has no body. */
  readonly methods?: readonly string[]
}

/** Sends bytes unchanged on a separate connection, and reads responses until the server closes it or stops sending. */
export function exchange(
  url: string,
  pieces: readonly (string | Uint8Array)[],
  { responses = 1, silence = 40, longest = 30_000, end = false, methods = [] }: RawOptions = {},
): Promise<Heard> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket: Socket = createConnection({
      port: Number(port),
      host: hostname.replaceAll(/[[\]]/g, ''),
      allowHalfOpen: true,
      noDelay: true,
    })
    const chunks: Buffer[] = []
    let ended = false
    let reset = false
    let idle: NodeJS.Timeout | undefined
    const done = () => {
      clearTimeout(idle)
      clearTimeout(limit)
      socket.destroy()
      resolve({ ...readReplies(Buffer.concat(chunks), methods), ended, reset })
    }
    const limit = setTimeout(done, longest)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      clearTimeout(idle)
      const { replies, rest } = readReplies(Buffer.concat(chunks), methods)
      const isWhole = rest.length === 0 && replies.filter(({ status }) => status >= 200).length >= responses
      if (isWhole) idle = setTimeout(done, silence)
    })
    socket.on('end', () => {
      ended = true
      done()
    })
    socket.on('error', () => {
      ended = true
      reset = true
      done()
    })
    for (const piece of pieces) socket.write(piece)
    if (end) socket.end()
  })
}

/** Removes complete responses from the beginning of the received bytes. */
export function readReplies(
  all: Buffer,
  methods: readonly string[] = [],
): { replies: readonly RawReply[]; rest: Buffer } {
  const replies: RawReply[] = []
  let rest = all
  let answered = 0
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    const [, code] = /^HTTP\/1\.1 (\d{3}) /.exec(rest.subarray(0, 13).toString('latin1')) ?? []
    if (end < 0 || code === undefined) return { replies, rest }
    const status = Number(code)
    const headers = headersIn(rest.subarray(0, end).toString('latin1'))
    const after = rest.subarray(end + 4)
    const bodiless = status < 200 || status === 204 || status === 304 || methods[answered] === 'HEAD'
    const read = bodiless ? { body: Buffer.alloc(0), rest: after } : bodyIn(after, headers)
    if (!read) return { replies, rest }
    if (status >= 200) answered += 1
    replies.push({ status, headers, body: read.body })
    rest = read.rest
  }
}

const headersIn = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      }),
  )

function bodyIn(
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): { body: Buffer; rest: Buffer } | undefined {
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? 0)
    return bytes.length < length
      ? undefined
      : { body: bytes.subarray(0, length), rest: bytes.subarray(length) }
  }
  const pieces: Buffer[] = []
  let rest = bytes
  for (;;) {
    const line = rest.indexOf('\r\n')
    if (line < 0) return undefined
    const size = Number.parseInt(rest.subarray(0, line).toString('latin1'), 16)
    const next = line + 2 + size + 2
    if (rest.length < next) return undefined
    pieces.push(rest.subarray(line + 2, line + 2 + size))
    rest = rest.subarray(next)
    if (size === 0) return { body: Buffer.concat(pieces), rest }
  }
}
