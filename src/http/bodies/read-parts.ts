import { isUtf8 } from 'node:buffer'
import { Readable, Writable } from 'node:stream'
import type { Context } from 'koa'
import { ApiError } from '../errors.ts'
import type { Take } from './allowance.ts'
import { bodyBytes } from './body-text.ts'
import { bodyTooLarge, unreadable, wrongType } from './refusals.ts'

/** Maximum bytes of all uploaded files together: the limit of the real panel for one file. */
const maximumFile = 1_000 * 1_024

const mostFiles = 10
const mostFields = 100
const limits = `${mostFiles} files of ${maximumFile} bytes together, and ${mostFields} other fields of as many`

/** The parts of a multipart body: the texts of uploaded files by name, and the names of plain fields. */
export interface Parts {
  readonly files: ReadonlyMap<string, string>
  readonly fields: ReadonlySet<string>
}

/** Maximum characters of a boundary, RFC 2046, section 5.1.1. The parser would read a body with a long one for seconds. */
const longestBoundary = 70

/** The boundary that the media type of a body names; the parser refuses a body without one. */
function boundaryIn({ req: { headers } }: Context): string | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(headers['content-type'] ?? '') ?? []
  return quoted ?? plain
}

/**
 * Reads a multipart body; the parser is loaded for the first such body.
 * @param longest maximum bytes of the decompressed body, including the heads of its parts
 * @throws ApiError for a body that is larger, incomplete or not multipart, and for a file that is not UTF-8
 */
export async function readParts(ctx: Context, longest: number, take: Take): Promise<Parts> {
  const boundary = boundaryIn(ctx) ?? ''
  if (boundary.length > longestBoundary)
    throw new ApiError('malformed', `The boundary of the body may have ${longestBoundary} characters.`)
  const body = await bodyBytes(ctx.req, longest, take, 'multipart')
  refuseSlow(body, `--${boundary}`)
  const { koaBody } = await import('koa-body')
  const received: { name: string; chunks: Buffer[] }[] = []
  const encoded = new Set<string>()
  const read = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      maxFiles: mostFiles,
      maxFields: mostFields,
      maxFieldsSize: maximumFile,
      maxFileSize: maximumFile,
      maxTotalFileSize: maximumFile,
      allowEmptyFiles: true,
      minFileSize: 0,
      // A part with a file name is a file, even without a media type.
      onPart: (part, handle) => {
        if (part.originalFilename && !part.mimetype) part.mimetype = 'application/octet-stream'
        // Only the names of fields are used, and an encoding that Node cannot decode would end the process.
        if (!part.mimetype) Object.assign(part, { transferEncoding: 'utf-8' })
        // The types of the parser leave this field out.
        const { transferEncoding } = part as { transferEncoding?: string }
        if (part.mimetype && transferEncoding === 'base64') encoded.add(part.name ?? '')
        handle(part)
      },
      onFileBegin: (name) => received.push({ name, chunks: [] }),
      // Files stay in memory, so that no failure leaves files on disk.
      fileWriteStreamHandler: () => {
        const chunks = received.at(-1)?.chunks
        return new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks?.push(chunk)
            done()
          },
        })
      },
    },
  })
  const { headers, method, url } = ctx.req
  const req = Object.assign(Readable.from([body]), { headers, method, url })
  await read(Object.create(ctx, { req: { value: req } }), async () => {}).catch((error: unknown) => {
    throw refusal(error)
  })
  const { body: fields } = ctx.request as { body?: object }
  if (!fields) throw wrongType('multipart', ctx.req.headers['content-type'] ?? '')
  return {
    files: new Map(
      received.map(({ name, chunks }) => [name, textOf(name, Buffer.concat(chunks), encoded.has(name))]),
    ),
    fields: new Set(Object.keys(fields)),
  }
}

/** @param isEncoded whether it came in base64, whose line ends the parser takes for digits */
function textOf(name: string, bytes: Buffer, isEncoded: boolean): string {
  if (isUtf8(bytes)) return bytes.toString()
  const must = isEncoded ? 'UTF-8, in base64 without line ends' : 'UTF-8'
  throw new ApiError('badFile', `The file in "${name}" cannot be read: its text must be ${must}.`)
}

/** Maximum bytes of the head of a part. */
const longestHead = 4_096

/** Maximum carriage returns of a body, at each of which the parser stops. A share file of 300 lines has 300. */
const mostReturns = 20_000

/**
 * The parser would read a long head for minutes and many line ends for seconds, and does not count the parts that are
 * neither files nor fields.
 * @throws ApiError for a body with a head that is too long, or with more parts or line ends than can be read
 */
function refuseSlow(body: Buffer, boundary: string): void {
  let count = 0
  for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at)) {
    at += boundary.length
    if (body.toString('latin1', at, at + 2) !== '\r\n') continue
    count += 1
    if (count > mostFiles + mostFields) throw bodyTooLarge(limits)
    // With the line end before and the two behind.
    const most = longestHead + 6
    const head = body.subarray(at, at + most)
    if (head.length === most && !head.includes('\r\n\r\n'))
      throw bodyTooLarge(`${longestHead} bytes in the head of a part`)
  }
  let returns = 0
  for (let at = body.indexOf('\r'); at >= 0; at = body.indexOf('\r', at + 1)) returns += 1
  if (returns > mostReturns) throw bodyTooLarge(`${mostReturns} line ends`)
}

/** Turns an error of the parser, which has a `status` or an `httpCode`, into a refusal; other errors stay the same. */
function refusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error
  const { status, httpCode } = error as { status?: number; httpCode?: number }
  if ((status ?? httpCode) === 413) return bodyTooLarge(limits)
  if (httpCode === undefined && (status === undefined || status >= 500)) return error
  return unreadable('multipart')
}
