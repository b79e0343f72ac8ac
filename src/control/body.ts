import type { Context } from 'koa'
import { ControlError } from '../contract/checking/refusal.ts'
import { Allowance } from '../http/bodies/allowance.ts'
import { bodyText, receiveRest } from '../http/bodies/body-text.ts'
import { unreadable, wrongType } from '../http/bodies/refusals.ts'

/** Maximum bytes of a body; a world of ten thousand servers has about 16 MB. */
const maximum = 64_000_000

/** Maximum number of JSON values in a body, since few bytes can make very many objects. */
const mostValues = 2_000_000

const together = new Allowance(2 * maximum)

/**
 * Reads a JSON body.
 * @param missing the value of a missing body, which is refused by default
 * @throws ApiError or ControlError for a body that cannot be read
 */
export async function readJson(ctx: Context, missing?: object): Promise<unknown> {
  const type = ctx.get('Content-Type')
  const text = await readText(ctx)
  if (text.trim() === '') {
    if (missing) return missing
    throw new ControlError(400, `There is no body; ${ctx.method} ${ctx.path} needs a JSON object.`)
  }
  if (type !== '' && !/^application\/(?:[^;]+\+)?json\b/i.test(type)) throw wrongType('json', type)
  if (text.length > mostValues && valuesIn(text) > mostValues) {
    throw new ControlError(
      413,
      `The body has more than ${mostValues} values, which is more than any world has.`,
    )
  }
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('json')
  }
}

/**
 * Refuses a body where the route has none. Empty JSON is accepted, which some clients always send.
 * @throws ApiError for a body that cannot be read; ControlError for a body with content
 */
export async function expectNoBody(ctx: Context): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = ctx.req.headers
  if (length === '0' && encoding === undefined) return
  const text = (await readText(ctx)).trim()
  if (['', '{}', 'null', '""'].includes(text)) return
  throw new ControlError(422, `${ctx.method} ${ctx.path} takes no body; its parameters belong in the query.`)
}

async function readText({ req }: Context): Promise<string> {
  try {
    return await together.share((take) => bodyText(req, maximum, take))
  } finally {
    receiveRest(req)
  }
}

/** An upper bound of the number of values in JSON; commas within strings are counted too. */
function valuesIn(json: string): number {
  let count = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === comma || code === bracket || code === brace) count += 1
  }
  return count
}

const [comma, bracket, brace] = Buffer.from(',[{')
