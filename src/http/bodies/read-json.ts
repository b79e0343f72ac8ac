import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { ApiError } from '../errors.ts'
import type { Take } from './allowance.ts'
import { bodyTooLarge, unreadable } from './refusals.ts'

/** Ways to pack a body. */
const unpackers = { gzip: createUnzip, deflate: createUnzip, br: createBrotliDecompress } as const

/**
 * Reads a JSON object or list.
 * @param longest bytes that it may have unpacked
 * @throws ApiError for one that is longer, broken off, packed in an unknown way, or no JSON
 */
export const readJson = async (req: IncomingMessage, longest: number, take: Take): Promise<object> =>
  parse(await bodyText(req, longest, take))

/**
 * Reads the text of a body.
 * @param longest bytes that it may have unpacked
 * @throws ApiError for one that is longer, broken off, packed in an unknown way, or not UTF-8
 */
export async function bodyText(req: IncomingMessage, longest: number, take: Take): Promise<string> {
  const body = unpacked(req)
  try {
    return await textOf(req, body, longest, take)
  } finally {
    if (body !== req) body.destroy()
  }
}

/** How a body is packed, in lower case; `identity` for one that is not. */
const encodingOf = ({ headers }: IncomingMessage): string =>
  headers['content-encoding']?.trim().toLowerCase() ?? 'identity'

function unpacked(req: IncomingMessage): Readable {
  const encoding = encodingOf(req)
  if (encoding === 'identity') return req
  if (!Object.hasOwn(unpackers, encoding)) {
    throw new ApiError('mediaType', 'The body has a Content-Encoding that nobody here can read.')
  }
  return req.pipe(unpackers[encoding as keyof typeof unpackers]())
}

function textOf(req: IncomingMessage, body: Readable, longest: number, take: Take): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let isRefused = false
    const fail = () => reject(unreadable('json'))
    // A client that went away before anybody listened is heard of no more.
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
    body.on('end', () => {
      const bytes = joined(chunks)
      if (isUtf8(bytes)) resolve(bytes.toString())
      else reject(new ApiError('malformed', 'The body cannot be read: its text must be UTF-8.'))
    })
  })
}

/** Most bodies come in one piece. */
const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)

/** An empty text stands for no fields. */
function parse(text: string): object {
  const json = text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
  if (json === '') return {}
  if (!/^[ \t\r\n]*[[{]/.test(json)) throw unreadable('json')
  let value: object
  try {
    value = JSON.parse(json)
  } catch {
    throw unreadable('json')
  }
  // It can only be there if it is written out, or escaped.
  if ((json.includes('__proto__') || json.includes('\\u')) && hasPrototype(value)) {
    throw new ApiError('malformed', 'The body has a key "__proto__", which is taken nowhere: leave it out.')
  }
  return value
}

const byteOrderMark = 0xfeff

/** Whether a key `__proto__` is anywhere: no field is called so, but who merges such an object may be in for a surprise. */
function hasPrototype(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const inner of Object.values(next)) left.push(inner)
  }
  return false
}
