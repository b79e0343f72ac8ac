import type { Context } from 'koa'
import { ControlError } from '../contract/checking/errors-in.ts'
import { parsed } from '../contract/objects.ts'
import { servedAs } from '../contract/operations.ts'
import { Allowance } from '../http/bodies/allowance.ts'
import { bodyText } from '../http/bodies/body-text.ts'
import { unreadable, wrongType } from '../http/bodies/refusals.ts'
import type { ControlRoute } from './route.ts'

/** The maximum of a body, in bytes and in JSON values, since few bytes can make very many objects. */
const longest = {
  /** A world of ten thousand servers has about 16 MB. */
  world: { bytes: 64_000_000, values: 2_000_000 },
  /** Ten thousand rows. */
  rows: { bytes: 64_000_000, values: 500_000 },
  other: { bytes: 8_000_000, values: 200_000 },
}

/** The maximum fields of an object: V8 takes microseconds for each of very many, each time that code goes through them. */
const mostFields = 100_000

const together = new Allowance(2 * longest.world.bytes)

/**
 * Reads the JSON body of a route.
 * @throws ApiError or ControlError for a body that cannot be read; a missing one too, unless it is optional
 */
export async function readJson(
  ctx: Context,
  { isOptional, has }: NonNullable<ControlRoute['body']>,
): Promise<unknown> {
  const type = ctx.get('Content-Type')
  const { bytes, values } = longest[has ?? 'other']
  const text = await readText(ctx, bytes)
  if (text.trim() === '') {
    if (isOptional) return {}
    throw new ControlError(400, `There is no body; ${ctx.method} ${ctx.path} needs a JSON object.`)
  }
  if (type !== '' && !/^application\/(?:[^;]+\+)?json\b/i.test(type)) throw wrongType('json', type)
  const exceeded = exceededBy(text, values)
  if (exceeded !== undefined) throw new ControlError(413, `The body may have ${exceeded}, and has more.`)
  const value = parsed(text)
  if (value === undefined) throw unreadable('json')
  return value
}

/**
 * Refuses a body where the route has none. Empty JSON is accepted, which some clients always send.
 * @throws ApiError for a body that cannot be read; ControlError for a body with content
 */
export async function expectNoBody(ctx: Context): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = ctx.req.headers
  if (length === '0' && encoding === undefined) return
  const text = (await readText(ctx, longest.other.bytes)).trim()
  if (['', '{}', 'null', '""'].includes(text)) return
  const detail = `${servedAs(ctx.method)} ${ctx.path} has no body; its parameters belong in the query.`
  throw new ControlError(422, detail)
}

const readText = ({ req }: Context, bytes: number): Promise<string> =>
  together.share(req, (take) => bodyText(req, bytes, take))

/** The limit that JSON exceeds, as a phrase; undefined if it exceeds none. */
function exceededBy(json: string, most: number): string | undefined {
  // The fields of each object around the current one.
  const around: number[] = []
  let [values, fields, mostInOne, inText] = [0, 0, 0, false]
  for (let at = 0; at < json.length && values <= most; at += 1) {
    const code = json.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) inText = !inText
    else if (inText) continue
    else if (code === brace || code === bracket) {
      around.push(fields)
      fields = code === brace ? 1 : Number.NEGATIVE_INFINITY
      values += 1
    } else if (code === comma) {
      fields += 1
      mostInOne = Math.max(mostInOne, fields)
      values += 1
    } else if (code === endOfBrace || code === endOfBracket) fields = around.pop() ?? 0
  }
  if (values > most) return `${most} values`
  return mostInOne > mostFields ? `${mostFields} fields in an object` : undefined
}

const [comma, bracket, brace, endOfBracket, endOfBrace, quote, backslash] = Buffer.from(',[{]}"\\')
