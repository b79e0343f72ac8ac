import { once } from 'node:events'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Context } from 'koa'
import { waited } from './delay.ts'
import type { AnyRequest } from './send.ts'

/** Breaks the connection of a request off, once the earlier requests of the connection have their whole responses. */
export async function breakOff(ctx: AnyRequest, how: 'reset' | 'empty' | 'truncated'): Promise<void> {
  // Node gives the socket to one response after the other.
  if (ctx.res.socket === null && !ctx.res.closed)
    await Promise.race([once(ctx.res, 'socket'), once(ctx.res, 'close')])
  await { reset, empty: closeUnanswered, truncated: cutHalfway }[how](ctx)
}

/** Milliseconds for a client to read earlier responses: a reset takes back what it has not read. */
const readingTime = 50

/** Ends the connection with a TCP reset. */
async function reset(ctx: AnyRequest): Promise<void> {
  if (ctx.socket.bytesWritten > 0) await waited(ctx, readingTime)
  ctx.socket.resetAndDestroy()
}

/** Ends the connection in order, without a response. */
async function closeUnanswered({ req, socket }: Context): Promise<void> {
  await received(req)
  socket.destroySoon()
}

/**
 * Sends the head of the response with the length of the whole body, half of the body, and ends the connection.
 * A response that never has a body, such as a 204, is cut within its head: the client could not see it otherwise.
 */
async function cutHalfway(ctx: Context): Promise<void> {
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
async function received(req: IncomingMessage): Promise<void> {
  req.resume()
  await finished(req).catch(() => {})
}

/** The bytes of a response of the API, which is a text, or of one that an upstream sent. */
const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.from(String(body ?? '')))
