import type { Context } from 'koa'
import { Allowance } from '../http/bodies/allowance.ts'
import { ControlError } from '../sandboxes/control-error.ts'

/** Bytes that a body may have: a world of ten thousand servers is some 16 MB. */
const maximum = 64_000_000

/** Objects, lists and what is in them: few bytes can be parsed into very many of these. */
const mostValues = 2_000_000

/** Bytes that all the bodies may take that are being read at the same time. */
const together = new Allowance(2 * maximum)

/**
 * Reads a JSON body.
 * @param missing what it is read as where there is none; refused unless given
 * @throws ControlError for what cannot be read
 */
export async function readJson(ctx: Context, missing?: object): Promise<unknown> {
  const type = ctx.get('Content-Type')
  const text = await readText(ctx)
  if (text.trim() === '') {
    if (missing) return missing
    throw new ControlError(400, `There is no body; ${ctx.method} ${ctx.path} takes a JSON object.`)
  }
  if (type !== '' && !/^application\/(?:[^;]+\+)?json\b/i.test(type)) {
    throw new ControlError(415, `The body must be application/json, not ${type}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new ControlError(400, 'The body cannot be read: it must be a whole, well-formed JSON object.')
  }
}

/**
 * Makes sure that nothing is said in a body that nobody reads. Some clients send an empty object.
 * @throws ControlError if there is one
 */
export async function expectNoBody(ctx: Context): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = ctx.req.headers
  if (length === '0' && encoding === undefined) return
  const text = (await readText(ctx)).trim()
  if (['', '{}', 'null', '""'].includes(text)) return
  throw new ControlError(
    422,
    `${ctx.method} ${ctx.path} takes no body; what it can be told goes into the query.`,
  )
}

async function readText(ctx: Context): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  let kept = 0
  let hasRoom = true
  try {
    for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
      size += chunk.length
      // The rest is read all the same: some clients listen only when they have sent everything.
      if (size > maximum || !hasRoom) continue
      hasRoom = together.take(chunk.length)
      if (!hasRoom) continue
      kept += chunk.length
      chunks.push(chunk)
    }
    if (size > maximum) throw new ControlError(413, `The body has ${size} bytes; it may have ${maximum}.`)
    if (!hasRoom) throw new ControlError(503, 'More is coming in at once than there is room for; try again.')
    const bytes = Buffer.concat(chunks)
    if (size > mostValues && valuesIn(bytes) > mostValues) {
      throw new ControlError(
        413,
        `The body has more than ${mostValues} values, which is more than any world has.`,
      )
    }
    // Without a byte order mark, which some tools put in front.
    return new TextDecoder().decode(bytes)
  } catch (error) {
    throw error instanceof ControlError ? error : new ControlError(400, 'The body broke off.')
  } finally {
    together.giveBack(kept)
  }
}

/** How many values some JSON has at most: those that commas in its texts would make are counted too. */
function valuesIn(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === comma || byte === bracket || byte === brace) count += 1
  }
  return count
}

const [comma, bracket, brace] = Buffer.from(',[{')
