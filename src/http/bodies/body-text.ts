import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { ApiError } from '../errors.ts'
import type { Take } from './allowance.ts'
import { type BodyKind, bodyTooLarge, unreadable } from './refusals.ts'

/** The supported values of `Content-Encoding`. */
const unpackers = { gzip: createUnzip, deflate: createUnzip, br: createBrotliDecompress } as const

/**
 * Reads the text of a body, without the byte order mark that some tools write.
 * @param longest maximum bytes of the decompressed body
 * @throws ApiError for a body that is longer, incomplete, compressed in an unknown way, or not UTF-8; or by `take`
 */
export async function bodyText(req: IncomingMessage, longest: number, take: Take): Promise<string> {
  const bytes = await bodyBytes(req, longest, take, 'json')
  if (isUtf8(bytes)) return withoutMark(bytes.toString())
  throw new ApiError('malformed', 'The body cannot be read: its text must be UTF-8.')
}

/**
 * Reads the bytes of a body.
 * @param longest maximum bytes of the decompressed body
 * @throws ApiError for a body that is longer, incomplete, or compressed in an unknown way; or by `take`
 */
export function bodyBytes(
  req: IncomingMessage,
  longest: number,
  take: Take,
  kind: BodyKind,
): Promise<Buffer> {
  const body = unpacked(req)
  const bytes = bytesOf(req, body, longest, take, () => unreadable(kind))
  return body === req ? bytes : bytes.finally(() => body.destroy())
}

/** The content encoding of a body in lower case; `identity` for a body without one. */
const encodingOf = ({ headers }: IncomingMessage): string =>
  headers['content-encoding']?.trim().toLowerCase() ?? 'identity'

function unpacked(req: IncomingMessage): Readable {
  const encoding = encodingOf(req)
  if (encoding === 'identity') return req
  if (!Object.hasOwn(unpackers, encoding)) {
    throw new ApiError(
      'mediaType',
      'The `Content-Encoding` of the body must be gzip, deflate, br or identity.',
    )
  }
  return req.pipe(unpackers[encoding as keyof typeof unpackers]())
}

/** Reads a body as it is, or as `body` unpacks it. */
function bytesOf(
  req: IncomingMessage,
  body: Readable,
  longest: number,
  take: Take,
  broken: () => ApiError,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let isRefused = false
    const fail = () => reject(broken())
    // After a client has disconnected, the request emits no further events.
    if (req.destroyed && !req.readableEnded) fail()
    req.on('error', fail)
    if (body !== req) body.on('error', fail)
    body.on('data', (chunk: Buffer) => {
      if (isRefused) return
      size += chunk.length
      const refusal = size > longest ? bodyTooLarge(`${longest} bytes`) : take(chunk.length)
      if (refusal === undefined) return void chunks.push(chunk)
      isRefused = true
      reject(refusal)
    })
    // Most bodies are one chunk, which needs no copy.
    body.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
  })
}

const byteOrderMark = 0xfeff

const withoutMark = (text: string): string => (text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text)
