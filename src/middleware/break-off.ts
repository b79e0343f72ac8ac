import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Context } from 'koa'

/** Ends the connection with a TCP reset. */
export function reset({ socket }: Context): void {
  socket.resetAndDestroy()
}

/** Ends the connection in order, without a response. */
export async function closeUnanswered({ req, socket }: Context): Promise<void> {
  await received(req)
  socket.destroySoon()
}

/**
 * Sends the head of the response with the length of the whole body, half of the body, and ends the connection.
 * A response that never has a body, such as a 204, is cut within its head: the client could not see it otherwise.
 */
export async function cutHalfway(ctx: Context): Promise<void> {
  const { req, res, socket } = ctx
  if (ctx.status === 204) {
    await received(req)
    socket.end(`HTTP/1.1 204 ${STATUS_CODES[204]}\r\nDate:`)
    return
  }
  const whole = bytesOf(ctx.body)
  // At least one byte is missing, also from an empty body.
  res.setHeader('Content-Length', Math.max(whole.length, 1))
  res.flushHeaders()
  if (ctx.method !== 'HEAD') res.write(whole.subarray(0, whole.length >> 1))
  await received(req)
  socket.destroySoon()
}

/**
 * Waits until the request has been received or is aborted. Closing a connection with
 * unread bytes resets it, and the client would lose the part that was sent.
 */
const received = (req: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (req.readableEnded || req.destroyed) return resolve()
    req.once('end', resolve)
    req.once('close', resolve)
    req.resume()
  })

/** The bytes of a response of the API, which is a text, or of one that an upstream sent. */
const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.from(String(body ?? '')))
