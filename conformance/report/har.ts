import { STATUS_CODES } from 'node:http'
import type { Entry, Har, PostData, Response } from 'har-format'
import type { Ask, AskedId, Exchange } from '../client/client.ts'
import type { Run } from '../run-result.ts'
import { replyHeaders, requestHeaders, requestJson } from './http.ts'
import { printableJson } from './printable.ts'
import type { Reporter } from './reporter.ts'

/** HTTP Archive 1.2: every exchange of the run, for the network panel of a browser. */
export const har: Reporter = (run, { version }) => {
  const archive: Har = {
    log: {
      version: '1.2',
      creator: { name: 'nestbox', version },
      entries: entries(run),
      comment: 'Requests were sent one at a time; their times are calculated from the start of the run.',
    },
  }
  return `${printableJson(archive)}\n`
}

/**
 * Characters of all bodies of responses; those after it are left out, and their secrets need not be searched. The search
 * takes half of a second for a million characters if all are escapes, and a run that was ended has little time for that.
 */
const longestBodies = { whole: 5_000_000, ended: 3_000_000 }

function entries({ exchanges, startedAt, target, cut }: Run): Entry[] {
  let at = Date.parse(startedAt)
  let room = cut === undefined ? longestBodies.whole : longestBodies.ended
  return exchanges.map((exchange) => {
    const { ask, reply, failure, milliseconds } = exchange
    const startedDateTime = new Date(at).toISOString()
    at += milliseconds
    const body = room > 0 ? (reply?.text ?? '') : undefined
    room -= body?.length ?? 0
    const query = new URLSearchParams(ask.path.split('?')[1])
    const postData = postDataOf(ask)
    return {
      startedDateTime,
      time: milliseconds,
      request: {
        method: ask.method,
        url: target + ask.path,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: requestHeaders(ask),
        queryString: [...query].map(([name, value]) => ({ name, value })),
        ...(postData && { postData }),
        headersSize: -1,
        bodySize: postData ? Buffer.byteLength(postData.text ?? '') || -1 : 0,
      },
      response: responseOf(exchange, body),
      cache: {},
      timings: { send: 0, wait: milliseconds, receive: 0 },
      ...(!reply && { comment: failure ?? 'no response' }),
    }
  })
}

function postDataOf(ask: Ask<AskedId>): PostData | undefined {
  const { file } = ask
  const json = requestJson(ask)
  if (json !== undefined) return { mimeType: 'application/json', text: JSON.stringify(json) }
  if (file === undefined) return undefined
  const part = { name: 'import_file', fileName: 'egg.json', contentType: 'application/json', value: file }
  return { mimeType: 'multipart/form-data', params: [part] }
}

/** An exchange without a response gets the status 0, as in archives of browsers. */
function responseOf(exchange: Exchange<AskedId>, body: string | undefined): Response {
  const { reply } = exchange
  const headers = replyHeaders(exchange)
  const headerOf = (name: string): string | undefined => headers.find((header) => header.name === name)?.value
  const size = body === undefined ? -1 : Buffer.byteLength(body)
  return {
    status: reply?.status ?? 0,
    statusText: STATUS_CODES[reply?.status ?? 0] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    content: {
      size,
      mimeType: headerOf('content-type') ?? 'x-unknown',
      ...(body === undefined ? { comment: 'left out: the bodies before it are too long' } : { text: body }),
    },
    redirectURL: headerOf('location') ?? '',
    headersSize: -1,
    bodySize: size,
  }
}
