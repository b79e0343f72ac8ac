import type { Header } from 'har-format'
import type { Ask, AskedId, Exchange } from '../client/client.ts'
import { tokenVariables } from '../client/credentials.ts'
import { headersInShell } from '../client/curl.ts'
import { inPlain } from '../client/shell.ts'
import { jsonWithToken } from '../client/token-carriers.ts'
import { indentedJson } from './marked-json.ts'

/** The headers of a request that the kit chose, with the token replaced by its shell variable. */
export function requestHeaders(ask: Ask<AskedId>): Header[] {
  return [
    ...headersInShell(ask).map(([name, value]) => ({ name, value: inPlain(value) })),
    ...(ask.file === undefined ? [] : [{ name: 'Content-Type', value: 'multipart/form-data' }]),
  ]
}

/** The JSON body of a request, with the token replaced by its shell variable. */
export const requestJson = (ask: Ask<AskedId>): unknown => jsonWithToken(ask, `$${tokenVariables[ask.token]}`)

export const replyHeaders = ({ reply }: Pick<Exchange, 'reply'>): Header[] =>
  Object.entries(reply?.headers ?? {}).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => ({ name, value: each })),
  )

/** A request as an HTTP message, with its body indented. */
export function requestText({ ask }: Exchange): string {
  const { method, path, file } = ask
  const json = requestJson(ask)
  const body = json === undefined ? file : indentedJson(json)
  return message(`${method} ${path}`, requestHeaders(ask), body)
}

/**
 * The status line and the headers of a response as an HTTP message, with a blank line; undefined without a response.
 */
export function replyHead(exchange: Pick<Exchange, 'reply'>): string | undefined {
  const { reply } = exchange
  return reply && `${message(`HTTP ${reply.status}`, replyHeaders(exchange))}\n\n`
}

/** The body of a response, indented if it is JSON. */
export function replyBody({ reply }: Pick<Exchange, 'reply'>): string {
  const body = reply?.json === undefined ? reply?.text : indentedJson(reply.json)
  return body || '(empty body)'
}

const message = (first: string, headers: readonly Header[], body = ''): string =>
  [first, ...headers.map(({ name, value }) => `${name}: ${value}`), ...(body && ['', body])].join('\n')
