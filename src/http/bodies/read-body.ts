import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import type { Operation } from '../../contract/operations.ts'
import type { ReadGap } from '../../gaps/gap-settings.ts'
import { Allowance, type Take } from './allowance.ts'
import { readJson } from './read-json.ts'
import { type Parts, readParts } from './read-parts.ts'
import { type BodyKind, bodyTooLarge, longestBody, wrongType } from './refusals.ts'

const together = new Allowance(64_000_000)

/** The body for the journal: of an upload, only the files. */
export const forJournal = (kind: Operation['body'], body: unknown): unknown =>
  kind === 'multipart' ? (body as Parts).files : body

const accepted = {
  json: /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i,
  multipart: /^multipart\/form-data\s*(?:;|$)/i,
}

/**
 * Reads the body of a request to an operation.
 * @returns the parsed JSON (undefined where there is no body), or the parts
 * @throws ApiError for a body that cannot be read, is too large, or has a media type that a gap refuses
 */
export const readBody = (ctx: Context, kind: BodyKind, gap: ReadGap): Promise<unknown> =>
  together.share(ctx.req, (take) => received(ctx, kind, gap, take))

function received(ctx: Context, kind: BodyKind, gap: ReadGap, take: Take): unknown {
  const { req } = ctx
  const type = req.headers['content-type'] ?? ''
  const isOther = !accepted[kind].test(type) && (type !== '' || hasBody(ctx))
  if (isOther && gap('body.media-types') === 'lenient')
    return kind === 'json' && isForm.test(type) ? form(req, take) : empty[kind]
  if (type !== '' && isOther) throw wrongType(kind, type)
  if (!hasBody(ctx)) return empty[kind]
  if (Number(req.headers['content-length']) > longestBody[kind])
    throw bodyTooLarge(`${longestBody[kind]} bytes`)
  if (type === '') throw wrongType(kind, type)
  return kind === 'json' ? readJson(req, longestBody.json, take) : readParts(ctx, longestBody.multipart, take)
}

const isForm = /^application\/x-www-form-urlencoded\b/i

/** A form where JSON is expected. Any other body of another media type is discarded and counts as empty. */
const form = async (req: IncomingMessage, take: Take): Promise<object> =>
  (await import('./read-form.ts')).readForm(req, longestBody.json, take)

const noParts: Parts = { files: new Map(), fields: new Set() }

const empty: Readonly<Record<BodyKind, unknown>> = { json: undefined, multipart: noParts }

const hasBody = ({ req: { headers } }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
