import type { IncomingMessage } from 'node:http'
import { Transform, Writable } from 'node:stream'
import type { Context } from 'koa'
import { Allowance } from './allowance.ts'
import type { Operation } from './contract/operations.ts'
import { ApiError } from './errors.ts'
import { once } from './once.ts'

/** Bytes that a JSON body may have. */
const maximumJson = 1_000_000

/** Bytes that an uploaded file may have: what the real panel allows. */
const maximumFile = 1_000 * 1_024

/** Bytes that a body may have as it comes: a file in base64, with fields and heads of parts around it. */
const maximum = { json: maximumJson, multipart: 2_500_000 } as const

/** Bytes that all the bodies may take that are being read at the same time. */
const together = new Allowance(64_000_000)

/** The parts of a multipart body: texts of uploaded files, and which names came as plain fields. */
export interface Parts {
  readonly files: ReadonlyMap<string, string>
  readonly fields: ReadonlySet<string>
}

/** A body as the journal keeps it: of an upload its files. */
export const plain = (kind: Operation['body'], body: unknown): unknown =>
  kind === 'multipart' ? (body as Parts).files : body

const accepted = { json: /^application\/(?:[^;]+\+)?json\b/i, multipart: /^multipart\/form-data\b/i }

/**
 * Reads the body that an operation takes; the parser is loaded by the first
 * request that has one.
 * @returns the parsed JSON (undefined where there is no body), or the parts
 * @throws ApiError for what cannot be read, is too large, or is of another media type
 */
export async function readBody(ctx: Context, kind: Operation['body']): Promise<unknown> {
  if (kind === 'none') return undefined
  const type = ctx.get('Content-Type')
  if (type !== '' && !accepted[kind].test(type)) throw wrongType(kind, type)
  if (!hasBody(ctx)) return kind === 'json' ? undefined : noParts
  const size = sizeOf(ctx, kind)
  const mayBeRead = together.take(size)
  try {
    if (!mayBeRead) throw tooManyAtOnce
    if (Number(ctx.get('Content-Length')) > maximum[kind]) throw tooLarge()
    const read = kind === 'json' ? readJson(ctx) : readParts(ctx)
    const body = await Promise.race([read, brokenOff(ctx.req)])
    // The parser passes over a body without a type, or of one that it cannot make out.
    if (body === undefined) throw wrongType(kind, type)
    return body
  } catch (error) {
    throw refusal(error, kind)
  } finally {
    if (mayBeRead) together.giveBack(size)
    // The rest is read all the same: some clients listen only when they have sent everything.
    ctx.req.unpipe()
    ctx.req.resume()
  }
}

/** Bytes that a body may come to take: as many as it says, unless it is packed or says nothing. */
function sizeOf(ctx: Context, kind: keyof typeof maximum): number {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = ctx.req.headers
  const known = length !== undefined && encoding === 'identity' ? Number(length) : Number.POSITIVE_INFINITY
  return Math.min(known, maximum[kind])
}

const tooLarge = () => new ApiError('tooLarge', 'The body is larger than this operation takes.')

const tooManyAtOnce = new ApiError(
  'unavailable',
  'More bodies are coming in at once than there is room for; try again in a second.',
  { headers: { 'Retry-After': '1' } },
)

const wrongType = (kind: keyof typeof accepted, type: string): ApiError => {
  const wanted = kind === 'json' ? 'application/json' : 'multipart/form-data'
  return new ApiError('mediaType', `The body must be ${wanted}, not ${type || 'of no media type'}.`)
}

/** Rejects if the client goes away before its body is read, which not every parser notices. */
const brokenOff = (req: IncomingMessage): Promise<never> =>
  new Promise((_, reject) => {
    const check = () => {
      if (!req.readableEnded) reject(new ApiError('malformed', 'The body broke off.'))
    }
    if (req.destroyed) check()
    else req.once('close', check)
  })

const noParts: Parts = { files: new Map(), fields: new Set() }

const hasBody = (ctx: Context): boolean =>
  ctx.get('Transfer-Encoding') !== '' || (ctx.get('Content-Length') || '0') !== '0'

const json = once(async () => {
  const { koaBody } = await import('koa-body')
  return koaBody({ jsonLimit: maximumJson, jsonTypes: ['json', '+json'], urlencoded: false, text: false })
})

async function readJson(ctx: Context): Promise<unknown> {
  await (await json())(ctx, async () => {})
  return (ctx.request as { body?: unknown }).body
}

async function readParts(ctx: Context): Promise<Parts | undefined> {
  const { koaBody } = await import('koa-body')
  const received: { name: string; chunks: Buffer[] }[] = []
  const parse = koaBody({
    multipart: true,
    json: false,
    urlencoded: false,
    text: false,
    formidable: {
      maxFiles: 10,
      maxFields: 100,
      maxFieldsSize: maximumFile,
      maxFileSize: maximumFile,
      maxTotalFileSize: maximumFile,
      allowEmptyFiles: true,
      minFileSize: 0,
      // A part with a file name is a file, whether or not its media type was sent along.
      onPart: (part, handle) => {
        if (part.originalFilename && !part.mimetype) part.mimetype = 'application/octet-stream'
        // Of fields only the names count, and an encoding that Node cannot decode would end the process.
        if (!part.mimetype) Object.assign(part, { transferEncoding: 'utf-8' })
        handle(part)
      },
      onFileBegin: (name) => received.push({ name, chunks: [] }),
      // Files stay in memory: nothing is left behind on disk, whatever happens.
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
  await parse(counted(ctx), async () => {})
  const { body: fields } = ctx.request as { body?: object }
  if (!fields) return undefined
  return {
    files: new Map(received.map(({ name, chunks }) => [name, Buffer.concat(chunks).toString('utf8')])),
    fields: new Set(Object.keys(fields)),
  }
}

/** The same request, whose body ends in an error when it is longer than any: nobody else counts heads of parts. */
function counted(ctx: Context): Context {
  let size = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maximum.multipart) done(tooLarge())
      else done(null, chunk)
    },
  })
  const { headers, method, url } = ctx.req
  return Object.create(ctx, {
    req: { value: Object.assign(ctx.req.pipe(body), { headers, method, url }) },
  })
}

const unreadable = {
  json: 'The body cannot be read: it must be a whole, well-formed JSON object.',
  multipart:
    'The body cannot be read: it must be whole multipart/form-data with the boundary that its Content-Type names.',
} as const

/** Parsers tell what went wrong in a status, an HTTP code or an error code of their own. */
function refusal(error: unknown, kind: keyof typeof unreadable): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error
  const { status, httpCode, code } = error as { status?: number; httpCode?: number; code?: string | number }
  const told = status ?? httpCode
  if (told === 413) return tooLarge()
  if (told === 415)
    return new ApiError('mediaType', 'The body has a Content-Encoding that nobody here can read.')
  const theirs = httpCode !== undefined || (status !== undefined && status < 500)
  // Of what unpacks gzip and brotli.
  const garbled = /^(?:Z_|ERR__ERROR_|ERR_BROTLI_)/.test(String(code))
  if (theirs || garbled) {
    return new ApiError('malformed', unreadable[kind])
  }
  return error
}
