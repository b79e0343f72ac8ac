import type { Context } from 'koa'
import type { Operation } from '../../contract/operations.ts'
import type { ReadGap } from '../../gaps/gap-settings.ts'
import { ApiError } from '../errors.ts'
import { Allowance } from './allowance.ts'
import { encodingOf, readJson } from './read-json.ts'
import { type Parts, readParts } from './read-parts.ts'
import { type BodyKind, bodyTooLarge, longestBody, wrongType } from './refusals.ts'

/** Bytes that all the bodies may take that are being read at the same time. */
const together = new Allowance(64_000_000)

/** A body as the journal keeps it: of an upload its files. */
export const forJournal = (kind: Operation['body'], body: unknown): unknown =>
  kind === 'multipart' ? (body as Parts).files : body

const accepted = {
  json: /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i,
  multipart: /^multipart\/form-data\b/i,
}

/**
 * Reads the body that an operation takes.
 * @returns the parsed JSON (undefined where there is no body), or the parts
 * @throws ApiError for what cannot be read, is too large, or is of another media type where a gap refuses that
 */
export async function readBody(ctx: Context, kind: Operation['body'], gap: ReadGap): Promise<unknown> {
  if (kind === 'none') return undefined
  const { req } = ctx
  const type = req.headers['content-type'] ?? ''
  const isOther = !accepted[kind].test(type) && (type !== '' || hasBody(ctx))
  if (isOther && gap('body.media-types') === 'lenient') return readOther(ctx, kind)
  if (type !== '' && isOther) throw wrongType(kind, type)
  if (!hasBody(ctx)) return kind === 'json' ? undefined : noParts
  const size = sizeOf(ctx, kind)
  const mayBeRead = together.take(size)
  try {
    if (!mayBeRead) throw tooManyAtOnce
    if (Number(req.headers['content-length']) > longestBody[kind])
      throw bodyTooLarge(`${longestBody[kind]} bytes`)
    if (type === '') throw wrongType(kind, type)
    if (kind === 'json') return await readJson(req, longestBody.json)
    const parts = await readParts(ctx, longestBody.multipart)
    if (parts === undefined) throw wrongType(kind, type)
    return parts
  } finally {
    if (mayBeRead) together.giveBack(size)
    if (!req.readableEnded) {
      // The rest is read all the same: some clients listen only when they have sent everything.
      req.unpipe()
      req.resume()
    }
  }
}

/** Reads a form where JSON is expected. Any other body is left unread and counts as empty. */
async function readOther({ req }: Context, kind: BodyKind): Promise<unknown> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '')
  if (kind === 'json' && isForm) return (await import('./read-form.ts')).readForm(req, longestBody.json)
  req.resume()
  return kind === 'json' ? undefined : noParts
}

/** Bytes that a body may come to take: as many as it says, unless it is packed or says nothing. */
function sizeOf(ctx: Context, kind: BodyKind): number {
  const { 'content-length': length } = ctx.req.headers
  const known =
    length !== undefined && encodingOf(ctx.req) === 'identity' ? Number(length) : Number.POSITIVE_INFINITY
  return Math.min(known, longestBody[kind])
}

const tooManyAtOnce = new ApiError(
  'unavailable',
  'More bodies are coming in at once than there is room for; try again in a second.',
  { headers: { 'Retry-After': '1' } },
)

const noParts: Parts = { files: new Map(), fields: new Set() }

const hasBody = ({ req: { headers } }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
