import { once } from 'node:events'
import { type ClientRequest, type RequestOptions, request } from 'node:http'

/** Sends the head of a request, and no more until the server has begun to handle it. */
export async function beginRequest(
  url: string,
  { headers, ...options }: RequestOptions,
): Promise<ClientRequest> {
  // This response is sent directly before the handler is called.
  const asked = request(url, { ...options, headers: { ...headers, expect: '100-continue' }, agent: false })
  asked.on('error', () => {})
  asked.flushHeaders()
  await once(asked, 'continue')
  return asked
}
