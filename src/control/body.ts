import type { Context } from 'koa'
import { Impossible } from '../sandbox/impossible.ts'

/** Bytes that a body may have: a world of ten thousand servers is some 60 MB. */
const maximum = 256_000_000

/**
 * Reads a JSON body.
 * @throws Impossible for what cannot be read
 */
export async function readJson(ctx: Context): Promise<unknown> {
  const type = ctx.get('Content-Type')
  const text = await readText(ctx)
  if (type !== '' && !/^application\/(?:[^;]+\+)?json\b/i.test(type)) {
    throw new Impossible(415, `The body must be application/json, not ${type}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Impossible(400, 'The body cannot be read: it must be a whole, well-formed JSON object.')
  }
}

/**
 * Makes sure that nothing is said in a body that nobody reads. Some clients send an empty object.
 * @throws Impossible if there is one
 */
export async function expectNoBody(ctx: Context): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = ctx.req.headers
  if (length === '0' && encoding === undefined) return
  const text = (await readText(ctx)).trim()
  if (['', '{}', 'null', '""'].includes(text)) return
  throw new Impossible(
    422,
    `${ctx.method} ${ctx.path} takes no body; what it can be told goes into the query.`,
  )
}

async function readText(ctx: Context): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of ctx.req) {
      size += (chunk as Buffer).length
      if (size <= maximum) chunks.push(chunk as Buffer)
    }
  } catch {
    throw new Impossible(400, 'The body broke off.')
  }
  if (size > maximum) throw new Impossible(413, `The body has ${size} bytes; it may have ${maximum}.`)
  // Without a byte order mark, which some tools put in front.
  return new TextDecoder().decode(Buffer.concat(chunks))
}
